"""Kill it anywhere: Published is before or after, never between, and nothing acknowledged is lost.

Every scenario is crashed at each call that it makes of `keenbench.storage`, with each of three
kinds of loss, and what is left is looked at: once, where crashes leave the same to the byte.
`pytest -s` prints the number of crash points.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from keenbench.workbench.recovery import recover_all
from tests.integration.workbench.crashing import LOSSES, Crashed, crashes
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
        self._folder = folder
        self._template = folder / "template"
        self._home = folder / "home"
        scenario.set_up(Home(self._template))
        home = self.fresh()
        self.states = [seen(home)]
        for action in scenario.actions:
            action(home)
            self.states.append(seen(home))

    def fresh(self) -> Home:
        shutil.rmtree(self._home, ignore_errors=True)
        shutil.copytree(self._template, self._home)
        return Home(self._home)

    def crashes(self) -> list[Crashed]:
        home = self.fresh()
        actions = [partial(action, home) for action in self.scenario.actions]
        return crashes(home.root, self._folder / "crashed", *actions)

    def check(self, home: Home, crashed: Crashed) -> None:
        """Assert that a start finds, and leaves, the state before or the state after."""
        where = f"{self.scenario.name}, {crashed.loss} at call {crashed.at}"
        found = seen(home)  # before anything is repaired: what another process reads just now
        assert found in self.states, f"{where}: between\n{show(found)}"
        possible = self.states[crashed.acknowledged : crashed.acknowledged + 2]
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
    found = trial.crashes()
    last = found[-1].at
    assert last > 3, "the storage module was gone round"
    assert {crashed.acknowledged for crashed in found} == set(range(len(scenario.actions) + 1))
    for crashed in found:
        assert (crashed.acknowledged == len(scenario.actions)) == (crashed.at == last)
        trial.check(Home(crashed.root), crashed)
    points = last * len(LOSSES)
    record_property("crash_points", points)
    print(f"\n{scenario.name}: {points} crash points leave {len(found)} states")


@pytest.mark.slow
@pytest.mark.parametrize(
    "scenario", [each for each in SCENARIOS if not each.then], ids=lambda scenario: scenario.name
)
def test_a_crash_while_a_start_repairs_a_crash_changes_nothing(
    scenario: Scenario, folder: Path
) -> None:
    trial = Trial(scenario, folder)
    states = 0
    for crashed in trial.crashes():
        if crashed.loss != "killed":
            continue
        home = Home(crashed.root)
        found = seen(home)
        again = folder / "again"
        for twice in crashes(home.root, again, partial(recover_all, home.workbenches)):
            where = (
                f"{scenario.name}, killed at {crashed.at}, {twice.loss} at {twice.at} of the start"
            )
            assert seen(Home(twice.root)) == found, where
            trial.check(Home(twice.root), crashed)
            states += 1
        shutil.rmtree(again)
    print(f"\n{scenario.name}: {states} states left by crashes during a start")
