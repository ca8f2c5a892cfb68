"""Questions about seats: somebody comes back from another device, two people swap seats, or one plays for a bot.

Somebody without their token is a newcomer, and gets another name: Bob is Bob 2 then. The owner is asked whether Bob 2
is Bob. The owner is also asked about a person of any name who asks for the seat of an absent person and so says that
they are that person. Nobody gets such a seat without the owner's yes. The owner is also asked whether a spectator may
take over from a bot (`net.table.take_over`). The questions that a person can answer follow from the state of the table,
so they survive lost connections and a change of the owner.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from net.errors import SessionEnded
from net.protocol.messages import AnswerSeatQuestion, SeatQuestionsChanged, SwapSeats, TableNotice
from net.protocol.sanitize import name_key_without_number
from net.protocol.table_state import SeatQuestion, SeatQuestionKind
from net.table.broadcast import Broadcast
from net.table.person import Person
from net.table.presence import RETURNED_ELSEWHERE_SENTENCE, Presence
from net.table.state import ImpossibleRequest, TablePhase, TableState
from net.table.take_over import TakeOver

QUESTION_SETTLED_SENTENCE: Final = "That question has been settled."
"""The refusal of an answer to a question that is no longer open: it has been answered or withdrawn."""
NOTHING_REFUSED: Final[frozenset[tuple[str, str]]] = frozenset()
"""The refusals of a table at which the owner has refused nobody: an empty set of pairs (origin of a person, token of
the absent person who they said they were)."""


class SeatQuestions:
    """Carries out requests to swap seats and answers to questions, and sends everybody their questions.

    `swap_seats` and `answer_question` answer for a request: they raise `ImpossibleRequest`, with nothing changed, if it
    is not possible.
    """

    __slots__ = ("_asked", "_broadcast", "_presence", "_refused", "_returned", "_state", "_take_over")

    def __init__(self, state: TableState, broadcast: Broadcast, presence: Presence, take_over: TakeOver) -> None:
        self._state = state
        self._broadcast = broadcast
        self._presence = presence
        self._take_over = take_over
        self._asked: list[Person] = []
        self._refused = NOTHING_REFUSED
        self._returned: list[tuple[Person, Person]] = []

    # Which questions there are

    def send_changed_questions(self) -> None:
        """Send each person the questions that they can answer now, if these differ from the last ones sent.

        Also sends a notice to each person who was given their seat back, and once to each whose return the owner is
        asked about; drops the requests to swap seats during a match. Slow readers are skipped. Call it when all who
        need a snapshot have been sent one.
        """
        returned, self._returned = self._returned, []
        for person, giver in returned:  # after their snapshot, with which a new screen begins
            self._broadcast.send(person, TableNotice(f"{giver.name} gives you your seat back."))
        questions: dict[Person, list[SeatQuestion]] = {person: [] for person in self._asked}
        self._forget_swaps_in_match()
        owner = self._state.owner
        if owner is not None:
            for claimant, absent in self._possible_returns():
                assert absent.seat is not None
                questions.setdefault(owner, []).append(
                    SeatQuestion(SeatQuestionKind.RETURN, claimant.name, absent.seat)
                )
                self._announce_return(claimant, absent, owner)
            for asker, seat in self._take_over.seat_requests():
                questions.setdefault(owner, []).append(SeatQuestion(SeatQuestionKind.TAKE_OVER, asker.name, seat))
        for asker, other in self._requested_swaps():
            assert other.seat is not None
            questions.setdefault(other, []).append(SeatQuestion(SeatQuestionKind.SWAP, asker.name, other.seat))
        self._asked = [person for person, found in questions.items() if found and not person.is_disconnected]
        for person, found in questions.items():
            if person.questions != tuple(found) and not person.is_disconnected and person.slow_since is None:
                person.questions = tuple(found)
                self._broadcast.send(person, SeatQuestionsChanged(person.questions))

    def _possible_returns(self) -> Iterator[tuple[Person, Person]]:
        """Yield pairs: a person who may be an absent person with a seat, and that absent person.

        There are none while the founder's grace period runs, because the present owner may not give seats away then.
        For each absent person there is one pair at a time, and none from an address that the owner has refused.
        """
        state, owner, founder = self._state, self._state.owner, self._state.missing_founder
        if state.phase is TablePhase.DEALING or (founder is not None and founder.away_until is not None):
            return
        asked_about = set()
        absent = [
            seat.person
            for seat in state.seats
            if seat.person is not None and seat.person.is_absent and seat.person is not state.host_person
        ]
        if not absent:
            return
        by_name = {name_key_without_number(person.name): person for person in absent}
        by_token = {person.token: person for person in absent}
        for claimant in state.people.connected.values():
            claimed = by_token.get(claimant.claimed_token)
            person = claimed or (None if claimant.only_watches else by_name.get(name_key_without_number(claimant.name)))
            if person is None or claimant in (owner, person):
                continue
            refused = (_origin_or_token_of(claimant), person.token) in self._refused or person in asked_about
            if not refused and _may_be_absent_person(claimant, person, state.phase):
                asked_about.add(person)
                yield claimant, person

    def _requested_swaps(self) -> Iterator[tuple[Person, Person]]:
        """Yield pairs: a person who asks to swap seats, and the connected person who is asked.

        There are none outside the lobby.
        """
        if self._state.phase is not TablePhase.LOBBY:
            return
        for asker in self._state.people.connected.values():
            other = asker.swap_with
            if other is not None and asker.seat is not None and other.seat is not None and not other.is_disconnected:
                yield asker, other

    def _forget_swaps_in_match(self) -> None:
        """Drop all requests to swap seats, once a match is being played."""
        if self._state.active_runner is not None:
            for person in self._state.people.connected.values():
                person.swap_with = None

    def _announce_return(self, claimant: Person, absent_person: Person, owner: Person) -> None:
        """Tell the claimant, once, that the owner is asked whether they are the absent person; tell a slow reader
        later."""
        if not claimant.return_announced and claimant.slow_since is None:
            claimant.return_announced = True
            self._broadcast.send(
                claimant, TableNotice(f"Are you {absent_person.name}? {owner.name} has been asked to confirm it.")
            )

    # Requests

    def swap_seats(self, person: Person, message: SwapSeats) -> None:
        """Swap the people or bots of two seats for the owner; for another person, ask the person in the other seat.

        If that person has asked for the same, the two swap at once. The others are told of a swap.
        """
        state = self._state
        state.require_lobby("You can swap seats between matches.")
        seat, other = message.seat, message.other_seat
        if seat == other or max(seat, other) >= len(state.seats):
            raise ImpossibleRequest("Name two different seats of the table.")
        if person is state.owner:
            self._swap_as_owner(person, seat, other)
            return
        if person.seat not in (seat, other):
            raise ImpossibleRequest("Only the owner moves others; you can swap seats yourself.")
        asked = state.seats.person_in(other if person.seat == seat else seat)
        if asked is None:
            raise ImpossibleRequest("Nobody has that seat: just sit down there.")
        if asked.is_absent:
            raise ImpossibleRequest(f"{asked.name} is away.")
        if asked.swap_with is person:
            self._swap_people(asked, person)
        else:
            person.swap_with = asked

    def _swap_as_owner(self, owner: Person, seat: int, other_seat: int) -> None:
        """Swap the people or bots of two seats, and tell the others; raises `ImpossibleRequest` if both are free."""
        seats = self._state.seats
        names = [seats[number].name for number in (seat, other_seat) if seats[number].name]
        if not names:
            raise ImpossibleRequest("Both seats are free: there is nobody to move.")
        with self._broadcast.announce_seat_changes():
            seats.swap_seats(seat, other_seat)
        moved = " and ".join(names)
        self._broadcast.send_notice(
            owner, f"has {moved} swap seats." if len(names) == 2 else f"moves {moved} to another seat."
        )

    def answer_question(self, person: Person, message: AnswerSeatQuestion) -> None:
        """Do what the question asks if the person agrees, else tell the asker.

        Two people swap seats, or the asker gets the seat of an absent person or of a bot. If the owner only stands in
        for the founder, the asker gets the seat of an absent person but not their token, their results, or the table
        if it is theirs: the founder may find that the asker is not the absent person.

        After a refused return the owner is not asked again about this absent person from the same address.
        """
        question = message.question
        if question.kind is SeatQuestionKind.TAKE_OVER:
            self._answer_take_over(person, question, message.agrees)
            return
        asker, subject = self._asker_and_subject(person, question)
        if question.kind is SeatQuestionKind.SWAP:
            if message.agrees:
                self._swap_people(asker, person)
            else:
                asker.swap_with = None
                self._broadcast.send(asker, TableNotice(f"{person.name} stays in seat {question.seat + 1}."))
        elif message.agrees and self._state.missing_founder is not None:
            self._take_over.give_seat_of_absent(subject, asker)
        elif message.agrees:
            self._give_seat_back(subject, asker)
            self._returned.append((subject, person))
        else:
            self._refused |= {(_origin_or_token_of(asker), subject.token)}
            self._broadcast.send(asker, TableNotice(f"{person.name} does not give you {subject.name}'s seat."))

    def _answer_take_over(self, person: Person, question: SeatQuestion, agrees: bool) -> None:
        """Give a spectator the seat of a bot that they have asked for, or tell them that the owner does not agree.

        Raises `ImpossibleRequest` if `person` is not asked this question, or no longer.
        """
        seat = question.seat
        requests = self._take_over.seat_requests() if person is self._state.owner else ()
        asker = next((asker for asker, wanted in requests if (asker.name, wanted) == (question.name, seat)), None)
        if asker is None:
            raise ImpossibleRequest(QUESTION_SETTLED_SENTENCE)
        if agrees:
            self._take_over.grant_request(asker, seat)
        else:
            self._take_over.refuse_request(asker)
            bot = self._state.seats[seat].bot_name
            self._broadcast.send(asker, TableNotice(f"{person.name} lets {bot} play on."))

    def _asker_and_subject(self, person: Person, question: SeatQuestion) -> tuple[Person, Person]:
        """Return the person who asks a question, and the person whose seat it is about.

        Raises `ImpossibleRequest` if `person` is not asked this question, or no longer.
        """
        if question.kind is SeatQuestionKind.RETURN and person is self._state.owner:
            pairs = list(self._possible_returns())
        else:
            pairs = [
                (asker, other)
                for asker, other in self._requested_swaps()
                if other is person and question.kind is SeatQuestionKind.SWAP
            ]
        for asker, subject in pairs:
            if (asker.name, subject.seat) == (question.name, question.seat):
                return asker, subject
        raise ImpossibleRequest(QUESTION_SETTLED_SENTENCE)

    def _swap_people(self, asker: Person, other_person: Person) -> None:
        """Swap the seats of two people, and tell the others."""
        assert asker.seat is not None
        assert other_person.seat is not None
        with self._broadcast.announce_seat_changes():
            self._state.seats.swap_seats(asker.seat, other_person.seat)
        asker.swap_with = other_person.swap_with = None
        self._broadcast.send_notice(other_person, f"and {asker.name} swap seats.")
        self._broadcast.send(other_person, TableNotice(f"{other_person.name} and {asker.name} swap seats."))

    def _give_seat_back(self, person: Person, newcomer: Person) -> None:
        """Merge a newcomer into the absent person who they are: that person gets the newcomer's connection and token.

        The scores of both are added; a match that both have played counts once. The absent person's former token is no
        longer valid, and their former connection, if any, ends. They are marked for a snapshot, and the others are
        told.
        """
        state = self._state
        state.seats.unseat_person(newcomer)
        if not person.is_disconnected:
            self._broadcast.disconnect(person.connection, SessionEnded(RETURNED_ELSEWHERE_SENTENCE))
        state.people.replace_by_newcomer(person, newcomer)
        self._presence.end_absence(person)
        person.origin, person.key, person.can_resume = newcomer.origin, newcomer.key, newcomer.can_resume
        person.slow_since, person.chat_rate_limit = newcomer.slow_since, newcomer.chat_rate_limit
        person.last_action_id = max(person.last_action_id, newcomer.last_action_id)
        person.last_reply = person.resume_point = person.clock_shown = None
        person.has_left = person.only_watches = False
        person.questions = ()
        person.add_scores(newcomer)
        person.needs_snapshot = person.needs_welcome = True
        state.update_totals()
        self._broadcast.send_notice(person, "is back, from another device.")


def _origin_or_token_of(claimant: Person) -> str:
    """Return the origin (address or network) of a person, or their token if they are at the host's machine."""
    return claimant.origin or claimant.token


def _may_be_absent_person(claimant: Person, person: Person, phase: TablePhase) -> bool:
    """Return whether the owner is asked if a claimant is the absent `person`.

    A claimant who has a seat may be another person of the same name. They are asked about only between matches, and
    only if they came after that person had left.
    """
    return claimant.seat is None or (phase is TablePhase.LOBBY and person.token in claimant.absent_namesakes)
