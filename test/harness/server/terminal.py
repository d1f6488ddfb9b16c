"""Runs a program on a pseudo-terminal: {line, env, steps: [{expect, send}]} on standard input, what came of it on standard
output. `expect` is a regular expression over what was shown since the last step; the terminal is looked at afterwards."""
import fcntl
import json
import os
import pty
import re
import select
import subprocess
import sys
import termios
import time

PATIENCE_S = 60


def main():
    job = json.load(sys.stdin)
    master, slave = pty.openpty()
    before = termios.tcgetattr(slave)

    def own_terminal():
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    child = subprocess.Popen(
        job["line"],
        env=job["env"],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
        preexec_fn=own_terminal,
    )
    shown, at, steps = b"", 0, list(job["steps"])
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        ended = child.poll() is not None
        readable, _, _ = select.select([master], [], [], 0 if ended else 0.05)
        if readable:
            shown += os.read(master, 65536)
        elif ended:
            break
        if steps and re.search(steps[0]["expect"].encode(), shown[at:]):
            at = len(shown)
            os.write(master, steps.pop(0)["send"].encode())
    else:
        child.kill()
        child.wait()
    after = termios.tcgetattr(slave)
    print(
        json.dumps(
            {
                "shown": shown.decode("utf-8", "replace").replace("\r\n", "\n"),
                "status": child.returncode,
                "restored": after[:4] == before[:4],
                "missed": [step["expect"] for step in steps],
            }
        )
    )


main()
