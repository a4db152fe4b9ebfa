"""The Analyst as a whole: what the server's routes talk to."""

from __future__ import annotations

import logging
import threading
from functools import cached_property

from keenbench.analyst.agent import Agent, OnToken
from keenbench.analyst.capsules import Capsules
from keenbench.analyst.chat import Chat
from keenbench.analyst.dataset import Dataset
from keenbench.analyst.datasets import Datasets
from keenbench.analyst.own_datasets import OwnDatasets
from keenbench.analyst.payloads import (
    ChatAnswer,
    ChatRequest,
    ColumnInfo,
    DatasetFileInfo,
    DatasetInfo,
    DatasetList,
    RelationInfo,
    SchemaInfo,
    TableInfo,
    Told,
)
from keenbench.analyst.registry import table_name
from keenbench.analyst.replays import Replays
from keenbench.analyst.runs import ReportStage, Runs, no_stage
from keenbench.analyst.store import Store, open_store
from keenbench.analyst.threads import Thread, Threads
from keenbench.analyst.tools import Tools
from keenbench.engine.engine import Engine
from keenbench.errors import KeenBenchError
from keenbench.models.registry import ModelRef, Models
from keenbench.workbench.consent import require_consent

log = logging.getLogger(__name__)


class Analyst:
    def __init__(self, engine: Engine, models: Models | None = None) -> None:
        self.engine = engine
        self.models = models or Models(engine.settings)
        self.datasets = Datasets(engine)
        self.own = OwnDatasets(engine.settings, self.datasets)
        engine.dataset_scope = lambda dataset_id: self.datasets.get(dataset_id).scope

    @cached_property
    def store(self) -> Store:
        return open_store(self.engine.settings)

    @cached_property
    def capsules(self) -> Capsules:
        return Capsules(self.store)

    @cached_property
    def threads(self) -> Threads:
        return Threads(self.store)

    @cached_property
    def runs(self) -> Runs:
        return Runs(self.engine, self.datasets, self.capsules)

    @cached_property
    def replays(self) -> Replays:
        return Replays(self.runs, self.datasets, self.capsules)

    @cached_property
    def tools(self) -> Tools:
        return Tools(self.datasets, self.runs, self.capsules)

    @cached_property
    def agent(self) -> Agent:
        return Agent(self.tools, self.models)

    @cached_property
    def chat(self) -> Chat:
        return Chat(self.tools, self.agent, self.threads)

    def start(self) -> None:
        """Clear up and mark what a crash interrupted."""
        try:
            self.own.clear_up()
            self.datasets.clear_up()
        except KeenBenchError as error:
            # What is left over does no harm but take its place.
            log.warning("datasets were not cleared up", extra={"reason": error.error_code})
        try:
            interrupted = self.capsules.mark_interrupted()
        except KeenBenchError as error:
            # The rest of KeenBench works without; whoever asks is told.
            log.error("the runs could not be opened", extra={"reason": type(error).__name__})
            return
        if interrupted:
            log.warning("runs were interrupted", extra={"runs": interrupted})

    def close(self) -> None:
        if "runs" in self.__dict__:
            self.runs.cancel_all()
        if "store" in self.__dict__:
            self.store.dispose()

    # -- datasets -----------------------------------------------------------------------------

    def list_datasets(self) -> DatasetList:
        found, warnings = self.datasets.all()
        listed: list[DatasetInfo] = []
        for dataset in found:
            try:
                listed.append(self.info(dataset))
            except KeenBenchError as error:
                warnings.append({"code": "dataset", "message": f"{dataset.id}: {error.message}"})
        return DatasetList(datasets=listed, warnings=[Told(**each) for each in warnings])

    def info(self, dataset: Dataset) -> DatasetInfo:
        version = self.datasets.version(dataset)
        described = self.datasets.known(dataset, version)
        names = sorted(file.name for file in dataset.files)
        sizes = dict(zip(names, version.sizes, strict=True))
        files: list[DatasetFileInfo] = []
        for file in dataset.files:
            tables = [] if described is None else described.schema.tables
            own = [table for table in tables if table.file == file.name]
            stated = file.entry.row_count if file.entry is not None else None
            named = file.entry.table_name if file.entry is not None else table_name(file.name)
            counts: list[tuple[str, int | None]] = [(each.name, each.row_count) for each in own]
            for name, count in counts or [(named, stated)]:
                files.append(
                    DatasetFileInfo(
                        name=file.name,
                        table=name,
                        row_count=count,
                        size_bytes=sizes[file.name],
                    )
                )
        stated = dataset.entry is not None and dataset.entry.states_prompts
        return DatasetInfo(
            id=dataset.id,
            name=dataset.name,
            description=dataset.description,
            engine=dataset.engine,
            prompts=list(dataset.prompts if stated or described is None else described.prompts),
            version_hash=version.hash,
            files=files,
            own=dataset.place == "own",
            warnings=[Told(**each) for each in described.warnings] if described else [],
        )

    def schema(self, dataset_id: str, sample: int) -> SchemaInfo:
        described = self.datasets.describe(self.datasets.get(dataset_id))
        schema = described.schema
        tables = [
            TableInfo(
                name=table.name,
                file=table.file,
                row_count=table.row_count,
                columns=[
                    ColumnInfo(
                        name=column.name,
                        type=column.type,
                        description=column.description,
                        nullable=column.nullable,
                        values=None if column.values is None else list(column.values),
                    )
                    for column in table.columns
                ],
                sample_rows=self.runs.sample(described, table.name, sample) if sample else [],
            )
            for table in schema.tables
        ]
        relations = [
            RelationInfo(
                from_=f"{each.from_table}.{each.from_column}",
                to=f"{each.to_table}.{each.to_column}",
            )
            for each in schema.relations
        ]
        return SchemaInfo(
            dataset_id=dataset_id,
            version_hash=described.version.hash,
            tables=tables,
            relations=relations,
            warnings=[Told(**each) for each in described.warnings],
        )

    # -- chat ---------------------------------------------------------------------------------

    def open_turn(self, request: ChatRequest) -> tuple[ModelRef, Thread]:
        """Check all that a turn can be refused for: dataset, model, consent, thread."""
        dataset = self.datasets.get(request.dataset_id)
        ref = self.models.find(request.model_id)
        self._require_consent(dataset, ref)
        return ref, self.threads.open(request.thread_id, request.dataset_id)

    def take_turn(
        self,
        request: ChatRequest,
        ref: ModelRef,
        thread: Thread,
        *,
        stage: ReportStage = no_stage,
        token: OnToken | None = None,
        canceled: threading.Event | None = None,
    ) -> ChatAnswer:
        return self.chat.answer(request, ref, thread, stage=stage, token=token, canceled=canceled)

    def _require_consent(self, dataset: Dataset, ref: ModelRef) -> None:
        if not ref.needs_consent:
            return
        engine = self.engine
        if dataset.workbench_id is not None:
            base_url = engine.preferences.local_base_url if ref.provider_id == "local" else None
            require_consent(
                engine.workbenches.get(dataset.workbench_id),
                ref.provider_id,
                ref.model,
                mode=engine.consent_mode,
                session=engine.session_consent,
                base_url=base_url,
            )
            return
        engine.dataset_consent.require(
            dataset.id,
            dataset.scope,
            ref.provider_id,
            ref.model,
            mode=engine.consent_mode,
            session=engine.session_consent,
        )
