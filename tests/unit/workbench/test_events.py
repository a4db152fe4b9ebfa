from __future__ import annotations

import threading

from keenbench.workbench.events import Event, EventBus


def test_a_listener_hears_of_its_own_workbench_in_order() -> None:
    bus = EventBus()
    mine, all_of_them = bus.subscribe("wb_1"), bus.subscribe()
    for number, workbench_id in enumerate(["wb_1", "wb_2", "wb_1"]):
        bus(Event("ToolProgress", workbench_id, {"n": number}))
    assert [mine.get(0), mine.get(0), mine.get(0)] == [
        Event("ToolProgress", "wb_1", {"n": 0}),
        Event("ToolProgress", "wb_1", {"n": 2}),
        None,
    ]
    assert [event.data["n"] for _ in range(3) if (event := all_of_them.get(0))] == [0, 1, 2]


def test_one_who_has_left_hears_nothing_and_is_let_go() -> None:
    bus = EventBus()
    listener = bus.subscribe()
    waiting = threading.Thread(target=listener.get)
    waiting.start()
    bus.unsubscribe(listener)
    waiting.join(10)
    assert not waiting.is_alive()
    bus(Event("ToolProgress", "wb_1"))
    assert listener.closed
    assert listener.get(0) is None


def test_a_listener_that_does_not_read_loses_the_oldest_and_can_tell() -> None:
    bus = EventBus()
    listener = bus.subscribe()
    for number in range(10_003):
        bus(Event("ToolProgress", "wb_1", {"n": number}))
    assert listener.missed == 3
    first = listener.get(0)
    assert first is not None
    assert first.data["n"] == 3


def test_events_come_from_any_thread() -> None:
    bus = EventBus()
    listener = bus.subscribe()

    def tell() -> None:
        for _ in range(100):
            bus(Event("ToolProgress", "wb_1"))

    threads = [threading.Thread(target=tell) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(1 for _ in iter(lambda: listener.get(0), None)) == 400
