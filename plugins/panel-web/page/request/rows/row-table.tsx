// An editable table of headers, fields of a form, or parts of a multipart body.

import { useId, useRef } from "preact/hooks";
import { IconButton } from "../../parts/button.js";
import { newRow, type Row } from "../draft/request-draft.js";
import { RowFile } from "./row-file.js";

interface RowTableProps {
  /** Title of one row, such as "Header". */
  readonly title: string;
  readonly rows: readonly Row[];
  readonly names?: readonly string[];
  /** Returns suggested values for a name. */
  readonly valuesOf?: (name: string) => readonly string[];
  /** Whether a row can be a file. */
  readonly takesFiles?: boolean;
  readonly onChange: (rows: readonly Row[]) => void;
}

export function RowTable({ title, rows, names = [], valuesOf, takesFiles = false, onChange }: RowTableProps) {
  const base = useId();
  // The empty row at the end keeps its key when the user fills it in, so that the focus stays.
  const spare = useRef(newRow());
  const shown = [...rows, spare.current];
  const change = (row: Row, edit: Partial<Row>): void => {
    const next = { ...row, ...edit };
    if (row.key === spare.current.key) {
      spare.current = newRow();
      onChange([...rows, next]);
    } else onChange(rows.map((other) => (other.key === row.key ? next : other)));
  };
  return (
    <div class="row-table" role="group" aria-label={`${title}s`}>
      {names.length > 0 && (
        <datalist id={`${base}-names`}>
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
      {shown.map((row, index) => {
        const isSpare = row.key === spare.current.key;
        const label = isSpare ? `New ${title.toLowerCase()}` : `${title} ${index + 1}`;
        const values = valuesOf?.(row.name) ?? [];
        return (
          <div class="table-row" key={row.key}>
            <input
              type="checkbox"
              class={isSpare ? "concealed" : ""}
              disabled={isSpare}
              aria-label={`Use ${label.toLowerCase()}`}
              checked={row.isOn}
              onChange={(event) => {
                change(row, { isOn: event.currentTarget.checked });
              }}
            />
            <input
              class="input mono"
              aria-label={`${label}: name`}
              placeholder="Name"
              spellcheck={false}
              autocomplete="off"
              list={names.length > 0 ? `${base}-names` : undefined}
              value={row.name}
              onInput={(event) => {
                change(row, { name: event.currentTarget.value });
              }}
            />
            {values.length > 0 && (
              <datalist id={`${base}-${row.key}`}>
                {values.map((value) => (
                  <option key={value} value={value} />
                ))}
              </datalist>
            )}
            {row.isFile === true ? (
              <RowFile id={row.key} name={`${label}: file`} />
            ) : (
              <input
                class="input mono"
                aria-label={`${label}: value`}
                placeholder="Value"
                spellcheck={false}
                autocomplete="off"
                list={values.length > 0 ? `${base}-${row.key}` : undefined}
                value={row.value}
                onInput={(event) => {
                  change(row, { value: event.currentTarget.value });
                }}
              />
            )}
            {takesFiles && (
              <IconButton
                icon="upload"
                name={`${label} is a file`}
                pressed={row.isFile === true}
                onClick={() => {
                  const { isFile, ...rest } = row;
                  if (isFile !== true) change(row, { isFile: true });
                  else onChange(rows.map((other) => (other.key === row.key ? rest : other)));
                }}
              />
            )}
            {isSpare ? (
              <span class="button-space" />
            ) : (
              <IconButton
                icon="close"
                name={`Remove ${label.toLowerCase()}`}
                onClick={() => {
                  onChange(rows.filter(({ key }) => key !== row.key));
                }}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}
