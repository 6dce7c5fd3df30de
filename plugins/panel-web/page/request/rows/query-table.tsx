// The query of the address as a table. The table has no state of its own, because it is computed from the address.

import { IconButton } from "../../parts/button.js";
import { queryRows, withoutQueryRow, withQueryRow } from "../address/query-text.js";

interface QueryTableProps {
  readonly address: string;
  readonly onChange: (address: string) => void;
}

export function QueryTable({ address, onChange }: QueryTableProps) {
  const rows = queryRows(address);
  const last = rows.at(-1);
  const hasSpare = last?.name === "" && last.value === "";
  const shown = hasSpare ? rows : [...rows, { name: "", value: "" }];
  return (
    <div class="row-table query" role="group" aria-label="Query parameters">
      {shown.map(({ name, value }, index) => {
        const isSpare = index === rows.length;
        const label = isSpare ? "New parameter" : `Parameter ${index + 1}`;
        return (
          <div class="table-row" key={index}>
            <input
              class="input mono"
              aria-label={`${label}: name`}
              placeholder="Name"
              spellcheck={false}
              autocomplete="off"
              value={name}
              onInput={(event) => {
                onChange(withQueryRow(address, index, { name: event.currentTarget.value }));
              }}
            />
            <input
              class="input mono"
              aria-label={`${label}: value`}
              placeholder="Value"
              spellcheck={false}
              autocomplete="off"
              value={value}
              onInput={(event) => {
                onChange(withQueryRow(address, index, { value: event.currentTarget.value }));
              }}
            />
            {isSpare ? (
              <span class="button-space" />
            ) : (
              <IconButton
                icon="close"
                name={`Remove ${label.toLowerCase()}`}
                onClick={() => {
                  onChange(withoutQueryRow(address, index));
                }}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}
