"""The worker's method that looks for what a user is told of. Only the engine calls it."""

from __future__ import annotations

from keenbench.formats.call import Call, methods
from keenbench.formats.comparing import SidesParams, both_sides
from keenbench.formats.notices.shape import FoundNotice
from keenbench.registry import Result


class NoticesFound(Result):
    """What the Draft's file holds that its reference does not."""

    notices: list[FoundNotice]


# A file that takes longer is told as one that could not be searched: Review waits for it.
_DEADLINE = 20


@methods.method("NoticesFind", reads=both_sides, compares=True, deadline=_DEADLINE)
def notices_find(call: Call, params: SidesParams) -> NoticesFound:
    """Say which active, remote or hidden content a file has more than its reference."""
    from keenbench.formats.notices.find import find_notices

    return find_notices(call, params)
