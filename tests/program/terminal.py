"""Runs a command on a terminal, and prints every byte that the terminal is sent. The exit code is the command's.

Arguments: a text, a file that is created when the terminal has been sent this text, and the command.
"""

import os
import pty
import sys

text, file, *command = sys.argv[1:]
child, terminal = pty.fork()
if child == 0:
    os.execvp(command[0], command)
sent = b""
while True:
    try:
        more = os.read(terminal, 4096)
    except OSError:  # Linux reports the end in this way.
        break
    if not more:
        break
    sent += more
    if text.encode() in sent:
        open(file, "w").close()
sys.stdout.buffer.write(sent)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
