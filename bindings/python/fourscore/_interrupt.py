"""Ctrl-C during a search: the main thread of Python handles signals only while
it is not in a call of C."""

from __future__ import annotations

from _thread import allocate_lock, get_ident, start_new_thread

from fourscore._library import Owned
from fourscore._query import Cancel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Optional

_SLEEP = 0.5  # seconds


def is_main_thread() -> bool:
    import threading

    return get_ident() == threading.main_thread().ident


class Apart:
    """A call in another thread, while this thread handles signals.

    Ctrl-C may end any method between any two steps.  Then end() must be called
    before anything that the call uses is used again.
    """

    def __init__(self, call: Callable[[Cancel], None], cancel: Cancel) -> None:
        self._call = call
        self.cancel = cancel
        self._begin = allocate_lock()  # who gets it decides about the call
        self._is_over = False
        self._over = allocate_lock()  # released when it is
        self._over.acquire()
        self._error: Optional[BaseException] = None

    def _run(self) -> None:
        if self._begin.acquire(False):
            try:
                self._call(self.cancel)
            except BaseException as error:
                self._error = error
            finally:
                self._is_over = True
                self._over.release()

    def _wait(self) -> None:
        while not self._is_over:
            # a signal just before a sleep does not end the sleep
            self._over.acquire(True, _SLEEP)

    def run(self) -> None:
        """Wait for the call, which is cancelled if the caller is left."""
        guard = self.cancel.when_dropped()
        try:
            start_new_thread(self._run, ())
        except RuntimeError:  # no thread can be started
            self._run()
        self._wait()
        del guard
        if self._error is not None:
            raise self._error

    def end(self) -> None:
        """Cancel the call and wait for its end."""
        if not self._begin.acquire(False):
            self.cancel.now()
            self._wait()
