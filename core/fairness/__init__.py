"""Fairness: a seed made of the secrets of the host and the people, so that nobody can choose the cards, and its check.

The steps of a deal
-------------------
1. **Commit.** The host draws a secret of 32 random bytes and publishes its *commitment*, a hash of it. Every person
   with a seat draws a fresh secret and sends its commitment. Programs that play a seat (bots) have no part.
2. **Seal.** The host publishes the list of all commitments and its hash, the *seal*. The seal binds the match: its
   table, number, game, seats and options, who sits in each seat, which seats are people's, and how many deals were
   abandoned before it. From here on none of that can change.
3. **Reveal.** Each person's program computes the seal by itself, from what it was shown of the table, and finds its
   own commitment in the list. Only then does it reveal its secret; never the same secret for two commitments.
4. **Settle.** When *all* committed secrets are there, the seed is the hash of the seal and all secrets. The host
   reveals its own secret after the match. If a secret is missing, the deal is void: it is *abandoned*, and the next one
   begins with fresh secrets and without those who did not reveal theirs.

What it proves, and to whom
---------------------------
A person whose program took part knows that nobody chose the seed, even if the host and all others act together: when
the list was sealed nobody else knew this person's secret, and after that nothing was left to choose, with one
exception: somebody who knows all secrets can abandon the deal and try again. That cannot be prevented, so abandoned
deals are counted: by the host, in the seal and in the record, and by each program for itself
(`net.client.deal_memory`), whatever the host says. After n abandoned deals one of n + 1 deals could be chosen.

It proves nothing to somebody without a part: a spectator, or a person who was silent or came later. A file proves only
that the seed follows from the secrets in it; only the people know whether they chose them. Nor does it keep the host's
machine from looking at the cards.

The files
---------
`commitments` has the hashes, `commitments_of_0_2` those of old records, `verification` the check of a whole record and
its marks (short hashes of the match at regular intervals). The messages are described in `net/README.md`.
"""
