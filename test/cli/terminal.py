#!/usr/bin/env python3
"""terminal.py PROGRAM ARGUMENT...: run a program on a terminal.

The lines of stdin are typed, each after the program has asked with ": ".  A
line ^C is the interrupt key, ^D the end of the input.  Prints what the terminal
shows, and exits with the program's status, 128 plus the number of a signal.
"""
import os
import pty
import signal
import sys

pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
keys = [{"^C": b"\3", "^D": b"\4"}.get(line, line.encode() + b"\n")
        for line in sys.stdin.read().splitlines()]
shown = b""
while True:
    signal.alarm(200)  # if the program never asks or ends
    try:
        text = os.read(terminal, 4096)
    except OSError:  # the program has closed the terminal
        text = b""
    if not text:
        break
    shown += text
    if keys and shown.endswith(b": "):
        os.write(terminal, keys.pop(0))
sys.stdout.write(shown.decode().replace("\r\n", "\n"))
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
sys.exit(status if status >= 0 else 128 - status)
