"""The worker's method that looks for what a user is told of. Only the engine calls it."""

from __future__ import annotations

from keenbench.formats.call import Call, methods
from keenbench.formats.comparing import SidesParams, both_sides
from keenbench.formats.notices.shape import FoundNotice
from keenbench.registry import Result


class NoticesFound(Result):
    """What the Draft's file holds that its reference does not."""

    notices: list[FoundNotice]


@methods.method("NoticesFind", reads=both_sides, compares=True)
def notices_find(call: Call, params: SidesParams) -> NoticesFound:
    """Say which active, remote or hidden content a file has more than its reference."""
    from keenbench.formats.notices.find import find_notices

    return find_notices(call, params)
