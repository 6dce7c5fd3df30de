// The query of the address as a table. The table has no state of its own, because it is computed from the address.

import { queryRows, withoutQueryRow, withQueryRow } from "../address/query-text.js";
import { NameValueTable } from "./name-value-table.js";

interface QueryTableProps {
  readonly address: string;
  readonly onChange: (address: string) => void;
}

export function QueryTable({ address, onChange }: QueryTableProps) {
  const rows = queryRows(address);
  const last = rows.at(-1);
  // An empty parameter at the end is the row for a new one.
  const shown = last?.name === "" && last.value === "" ? rows.slice(0, -1) : rows;
  return (
    <NameValueTable
      title="Parameter"
      name="Query parameters"
      rows={shown}
      isPositional
      onEdit={(index, { name, value }) => {
        const change = { ...(name !== undefined && { name }), ...(value !== undefined && { value }) };
        onChange(withQueryRow(address, index, change));
      }}
      onRemove={(index) => {
        onChange(withoutQueryRow(address, index));
      }}
    />
  );
}
