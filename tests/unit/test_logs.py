from __future__ import annotations

import json
import subprocess
import sys


def test_what_libraries_warn_of_is_not_among_the_lines() -> None:
    program = (
        "import logging, warnings\n"
        "from keenbench import logs\n"
        "logs.set_up('info')\n"
        "warnings.warn('a field has no effect')\n"
        "logging.getLogger('here').info('said')\n"
    )
    ran = subprocess.run(
        (sys.executable, "-c", program), capture_output=True, text=True, check=True
    )
    (line,) = ran.stderr.splitlines()
    assert json.loads(line)["event"] == "said"
