"""Kill it anywhere: Published is before or after, never between, and nothing acknowledged is lost.

Every scenario is run once for each call that it makes of `keenbench.storage`, and dies there; for
each of three kinds of loss. `pytest -s` prints the number of crash points.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from keenbench.workbench.recovery import recover_all
from tests.integration.workbench.crashing import Left, Loss, count_calls, crash, left_in
from tests.integration.workbench.scenarios import (
    SCENARIOS,
    Home,
    Scenario,
    check_whole,
    seen,
    show,
)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder in memory, where there is one: syncs are simulated here, so none is waited for."""
    shm = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=shm if shm.is_dir() else None) as made:
        yield Path(made)


class Trial:
    """One scenario, ready to be run again and again from the same state."""

    def __init__(self, scenario: Scenario, folder: Path) -> None:
        self.scenario = scenario
        self._template = folder / "template"
        self._home = folder / "home"
        scenario.set_up(Home(self._template))
        home = self.fresh()
        self.states = [seen(home)]
        self.calls = 0
        for action in scenario.actions:
            self.calls += count_calls(partial(action, home))
            self.states.append(seen(home))

    def fresh(self) -> Home:
        shutil.rmtree(self._home, ignore_errors=True)
        shutil.copytree(self._template, self._home)
        return Home(self._home)

    def actions(self, home: Home) -> list[Callable[[], object]]:
        return [partial(action, home) for action in self.scenario.actions]

    def check(self, home: Home, at: int, loss: Loss, acknowledged: int) -> None:
        """Assert that a start finds, and leaves, the state before or the state after."""
        where = f"{self.scenario.name}, {loss} at call {at} of {self.calls}"
        found = seen(home)  # before anything is repaired: what another process reads just now
        assert found in self.states, f"{where}: between\n{show(found)}"
        possible = self.states[acknowledged : acknowledged + 2]
        assert found in possible, f"{where}: acknowledged and lost\n{show(found)}"
        recover_all(home.workbenches)
        assert seen(home) == found, f"{where}: the start changed what could be seen"
        check_whole(home)
        if home.workbenches.ids() and (home.bench.workbench_id in home.workbenches.ids()):
            assert home.audit.verify().ok, f"{where}: a crash looks like tampering"


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_a_crash_at_any_call_leaves_before_or_after(
    scenario: Scenario, folder: Path, record_property: Callable[[str, object], None]
) -> None:
    trial = Trial(scenario, folder)
    assert trial.calls > 2, "the storage module was gone round"
    points = 0
    for at in range(1, trial.calls + 2):
        home = trial.fresh()
        crashed = crash(home.root, at, *trial.actions(home))
        assert (crashed.acknowledged == len(scenario.actions)) == (at > trial.calls)
        # Two losses often leave the same to the byte, and one look at it is enough.
        unlike: dict[frozenset[Left], tuple[Loss, Path]] = {}
        for loss, root in crashed.left.items():
            unlike.setdefault(left_in(root), (loss, root))
            points += 1
        for loss, root in unlike.values():
            trial.check(Home(root), at, loss, crashed.acknowledged)
    record_property("crash_points", points)
    print(f"\n{scenario.name}: {trial.calls} calls, {points} crash points")


@pytest.mark.slow
@pytest.mark.parametrize(
    "scenario", [each for each in SCENARIOS if not each.then], ids=lambda scenario: scenario.name
)
def test_a_crash_while_a_start_repairs_a_crash_changes_nothing(
    scenario: Scenario, folder: Path
) -> None:
    trial = Trial(scenario, folder)
    broken = folder / "broken"
    points = 0
    for at in range(1, trial.calls + 2):
        home = trial.fresh()
        acknowledged = crash(home.root, at, *trial.actions(home)).acknowledged
        found = seen(home)
        shutil.rmtree(broken, ignore_errors=True)
        shutil.copytree(home.root, broken)
        repairs = count_calls(partial(recover_all, home.workbenches))
        for again in range(1, repairs + 1):
            shutil.rmtree(home.root)
            shutil.copytree(broken, home.root)
            crashed = crash(home.root, again, partial(recover_all, home.workbenches))
            for loss, root in crashed.left.items():
                where = f"{scenario.name}, killed at {at}, {loss} at {again} of the start"
                assert seen(Home(root)) == found, where
                trial.check(Home(root), at, loss, acknowledged)
                points += 1
    print(f"\n{scenario.name}: {points} crash points during a start")
