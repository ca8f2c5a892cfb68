"""`run_in_virtual_time`: runs coroutines in virtual time.

If all of them wait, the clock jumps, so a test is equally quick on a slow machine.
"""

from __future__ import annotations

from functools import wraps

from tests.bench.virtual_clock import VirtualClock


def run_in_virtual_time(test):
    """Decorator: run an asynchronous test on an event loop whose clock jumps when nothing is ready to run."""

    @wraps(test)
    def run(*arguments, **options):
        clock = VirtualClock()
        loop = clock.new_loop()
        loop.time = lambda: clock.seconds
        try:
            loop.run_until_complete(test(*arguments, **options))
        finally:
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.close()

    return run
