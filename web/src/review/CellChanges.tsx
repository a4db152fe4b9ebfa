import { useMemo, useRef, useState } from "react";
import { rpc } from "../api/client";
import type { Change } from "../api/types";
import { useLoaded } from "../api/useLoaded";
import { FailureNote } from "../shell/FailureNote";
import { useKept } from "../viewer/useKept";
import { count } from "../words";
import { CellTable } from "./CellTable";
import { type DescribedCell, describeCell, marksOf, summaryWords } from "./cellChanges";
import { ChangePager, ChangeSteps, type Rejecting, WarningNote } from "./DiffTools";
import { GridPair, type PairFocus } from "./GridPair";
import { useChangeSteps } from "./useChangeSteps";
import "./cells.css";

const PAGE = 200;

interface Props extends Rejecting {
  workbenchId: string;
  changeSetHash: string;
  change: Change;
}

/** What changed in a workbook: marked in both grids, and listed cell by cell. */
export default function CellChanges({ workbenchId, changeSetHash, change, busy, onReject }: Props) {
  const modified = change.change_type === "modified";
  const hint = change.focus_hint ?? undefined;
  const hinted = typeof hint?.["sheet"] === "string" ? hint["sheet"] : undefined;
  const [chosen, setChosen] = useState<string>();
  const [offset, setOffset] = useState(0);
  const [picked, setPicked] = useState<PairFocus>();
  const list = useRef<HTMLDivElement>(null);
  const step = useChangeSteps(list);

  const read = (sheet: string | undefined) => async (signal: AbortSignal) =>
    rpc(
      "ReviewGetXlsxCellDiff",
      {
        workbench_id: workbenchId,
        path: change.path,
        limit: PAGE,
        offset: sheet === undefined ? 0 : offset,
        ...(sheet !== undefined && { sheet }),
      },
      signal,
    );
  const whole = useLoaded(`${changeSetHash}/${change.path}`, read(undefined));
  const overview = useKept(whole.value, change.path);
  const first = overview?.changes.find((one) => one.type === "cell") ?? overview?.changes[0];
  const sheet = chosen ?? hinted ?? first?.sheet ?? undefined;
  const one = useLoaded(
    `${changeSetHash}/${change.path}/${sheet ?? ""}/${offset}`,
    sheet === undefined ? async () => undefined : read(sheet),
  );
  const page = useKept(one.value, `${change.path}/${sheet ?? ""}`);
  const marks = useMemo(() => marksOf(page?.changes ?? []), [page]);
  const cells = useMemo(() => (page?.changes ?? []).map(describeCell), [page]);
  const focus = picked ?? firstFocus(hint, hinted === sheet, cells);

  function show(cell: DescribedCell) {
    setPicked({ draft: cell.place, published: cell.oldPlace ?? cell.place });
  }

  const failure = whole.failure ?? one.failure;
  if (failure && !overview) {
    return <FailureNote failure={failure} onRetry={() => void whole.reload()} />;
  }
  const rejectable = new Set<string>(page?.rejectable);
  return (
    <div className="cells-tab">
      {overview?.reference_warning && <WarningNote>{overview.reference_warning}</WarningNote>}
      {overview?.warnings?.map((warning) => (
        <WarningNote key={warning.code}>{warning.message}</WarningNote>
      ))}
      {modified && (
        <p className="cell-summary">
          <span className="visually-hidden">Changes of the whole workbook: </span>
          {overview?.total === 0
            ? "Nothing that a reader would see differs."
            : summaryWords(overview?.summary ?? {}).map((words) => (
                <span key={words} className="chip">
                  {words}
                </span>
              ))}
        </p>
      )}
      <GridPair
        workbenchId={workbenchId}
        changeSetHash={changeSetHash}
        change={change}
        sheet={sheet}
        changed={new Set(overview?.sheets ?? [])}
        marks={modified ? marks : undefined}
        focus={modified ? focus : undefined}
        onSheet={(next) => {
          setChosen(next);
          setOffset(0);
          setPicked(undefined);
        }}
      />
      {modified && page && page.total > 0 && (
        <>
          <div className="diff-tools">
            <span className="diff-count">
              {count(page.total, "change")} in {sheet}
            </span>
            <ChangeSteps onStep={step} />
            <ChangePager
              offset={offset}
              shown={page.changes.length}
              total={page.total}
              page={PAGE}
              onOffset={setOffset}
            />
          </div>
          <div ref={list}>
            <CellTable
              cells={cells}
              reference={page.reference_source}
              rejectable={rejectable}
              busy={busy}
              onShow={show}
              onReject={onReject}
            />
          </div>
        </>
      )}
      {failure && <FailureNote failure={failure} onRetry={() => void whole.reload()} />}
    </div>
  );
}

/** Where to look first: what the operations touched, else the first change. */
function firstFocus(
  hint: Change["focus_hint"],
  onSheet: boolean,
  cells: readonly DescribedCell[],
): PairFocus | undefined {
  const first = cells.find((cell) => cell.place ?? cell.oldPlace);
  const row = hint?.["row_start"];
  const column = hint?.["col_start"];
  if (onSheet && typeof row === "number" && typeof column === "number" && !first) {
    return { draft: { row, column }, published: { row, column } };
  }
  return first && { draft: first.place, published: first.oldPlace ?? first.place };
}
