"""Runs a command on a terminal, and prints every byte that the terminal is sent. The exit code is the command's."""

import os
import pty
import sys

child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
while True:
    try:
        sent = os.read(terminal, 4096)
    except OSError:  # Linux reports the end in this way.
        break
    if not sent:
        break
    sys.stdout.buffer.write(sent)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
