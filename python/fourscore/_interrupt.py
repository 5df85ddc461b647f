"""Ctrl-C during a search: the main thread of Python handles signals only while
it is not in a call of C."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable

from fourscore._query import Cancel


def is_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def call_apart(call: Callable[[], None], cancel: Cancel) -> None:
    """Call in another thread, while this thread handles signals."""
    may_begin = threading.Event()
    ended = threading.Event()  # join() cannot be trusted after Ctrl-C
    wanted = True

    def run() -> None:
        may_begin.wait()
        try:
            if wanted:
                call()
        finally:
            ended.set()

    try:
        threading.Thread(target=run, daemon=True).start()
        may_begin.set()
        ended.wait()
    except BaseException as error:
        wanted = may_begin.is_set()  # if not, there may be no thread
        may_begin.set()
        if wanted:
            cancel.now()
            while not ended.is_set():
                with contextlib.suppress(KeyboardInterrupt):
                    ended.wait()
        elif isinstance(error, RuntimeError):  # no thread can be started
            call()
            return
        raise
