// The query of the address as a table, which is computed from the address; below it stand the parameters that are switched off.

import {
  changedPiece,
  queryPiece,
  queryRows,
  rowOf,
  withoutQueryRow,
  withQueryPiece,
  withQueryRow,
} from "../address/query-text.js";
import type { RequestDraft } from "../draft/request-draft.js";
import { NameValueTable } from "./name-value-table.js";

interface QueryTableProps extends Pick<RequestDraft, "url" | "offQuery"> {
  readonly onChange: (change: Partial<Pick<RequestDraft, "url" | "offQuery">>) => void;
}

export function QueryTable({ url, offQuery, onChange }: QueryTableProps) {
  const all = queryRows(url);
  const last = all.at(-1);
  // An empty parameter at the end is the row for a new one.
  const used = last?.name === "" && last.value === "" ? all.slice(0, -1) : all;
  const count = used.length;
  const off = offQuery.map((piece) => ({ ...rowOf(piece), isOn: false }));
  const without = (at: number): readonly string[] => offQuery.toSpliced(at, 1);
  return (
    <NameValueTable
      title="Parameter"
      name="Query parameters"
      rows={[...used, ...off]}
      isPositional
      isSwitchable
      onEdit={(index, { isOn, ...change }) => {
        const at = index - count;
        const piece = offQuery[at];
        if (isOn === false)
          onChange({ url: withoutQueryRow(url, index), offQuery: [queryPiece(url, index), ...offQuery] });
        else if (piece === undefined) onChange({ url: withQueryRow(url, Math.min(index, count), change) });
        else if (isOn === true) onChange({ url: withQueryPiece(url, piece), offQuery: without(at) });
        else onChange({ offQuery: offQuery.with(at, changedPiece(piece, change)) });
      }}
      onPaste={(pasted) =>
        onChange({ url: pasted.reduce((address, row, at) => withQueryRow(address, count + at, row), url) })
      }
      onRemove={(index) => {
        if (index < count) onChange({ url: withoutQueryRow(url, index) });
        else onChange({ offQuery: without(index - count) });
      }}
    />
  );
}
