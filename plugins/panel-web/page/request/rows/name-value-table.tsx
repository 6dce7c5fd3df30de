// The one editable table of names and values: headers, the query, fields of a form, parts of a multipart body, variables.

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { IconButton } from "../../parts/button.js";
import { VariableInput } from "../variables/variable-input.js";
import { pastedRows, type PastedRow } from "./pasted-rows.js";

interface NamedValue {
  /** Identifies the row. Absent if its position does. */
  readonly key?: string;
  readonly name: string;
  readonly value: string;
  /** Whether the row is used. Absent if rows cannot be switched off. */
  readonly isOn?: boolean;
}

export interface NameValueTableProps<Row extends NamedValue> {
  /** Title of one row, such as "Header". */
  readonly title: string;
  /** Accessible name of the table. Default: the plural of the title. */
  readonly name?: string;
  readonly rows: readonly Row[];
  /** Whether rows are identified by their positions, because the table is computed from a text. */
  readonly isPositional?: boolean;
  /** Whether the rows can be switched off. */
  readonly isSwitchable?: boolean;
  /** Suggested names. */
  readonly names?: readonly string[];
  /** Returns suggested values for a name. */
  readonly valuesOf?: (name: string) => readonly string[];
  /** Returns the field for the value of a row, in place of the text field that completes variables. */
  readonly valueField?: (
    row: Row | undefined,
    label: string,
    field: ComponentChildren,
    onValue: (value: string) => void,
  ) => ComponentChildren;
  /** Returns further buttons of a row. The row at the end has no content yet, so it is undefined. */
  readonly buttons?: (row: Row | undefined, label: string, index: number, key: string) => ComponentChildren;
  /** Changes the row at a position; the position after the last one adds a row, with this key. */
  readonly onEdit: (index: number, change: Partial<NamedValue>, key: string) => void;
  readonly onRemove: (index: number) => void;
  /** Adds rows from a text that was pasted into a name. */
  readonly onPaste: (pasted: readonly PastedRow[]) => void;
}

export function NameValueTable<Row extends NamedValue>(props: NameValueTableProps<Row>) {
  const { title, rows, isPositional = false, isSwitchable = false } = props;
  const { names = [], valuesOf, valueField, buttons } = props;
  // The empty row at the end keeps its key when the user fills it in, so that the focus stays.
  const spareKey = useRef(crypto.randomUUID() as string);
  const edit = (index: number, change: Partial<NamedValue>, key: string): void => {
    if (index === rows.length) spareKey.current = crypto.randomUUID();
    props.onEdit(index, change, key);
  };
  return (
    <div class="stack tight" role="group" aria-label={props.name ?? `${title}s`}>
      {[...rows, undefined].map((row, index) => {
        const key = row?.key ?? (isPositional ? String(index) : spareKey.current);
        const label = row === undefined ? `New ${title.toLowerCase()}` : `${title} ${index + 1}`;
        const onValue = (value: string): void => edit(index, { value }, key);
        const field = (
          <VariableInput
            label={`${label}: value`}
            placeholder="Value"
            suggested={valuesOf?.(row?.name ?? "") ?? []}
            value={row?.value ?? ""}
            onChange={onValue}
          />
        );
        return (
          <div class="row at-top table-row" key={key}>
            {isSwitchable && (
              <label class={row === undefined ? "row-switch center concealed" : "row-switch center"}>
                <input
                  type="checkbox"
                  disabled={row === undefined}
                  aria-label={`Use ${label.toLowerCase()}`}
                  checked={row?.isOn ?? true}
                  onChange={(event) => edit(index, { isOn: event.currentTarget.checked }, key)}
                />
              </label>
            )}
            <VariableInput
              label={`${label}: name`}
              placeholder="Name"
              suggested={names}
              isFilled={false}
              value={row?.name ?? ""}
              onChange={(name) => edit(index, { name }, key)}
              onPaste={(event) => {
                const pasted = pastedRows(event.clipboardData?.getData("text/plain") ?? "");
                if (pasted === undefined) return;
                event.preventDefault();
                props.onPaste(pasted);
              }}
            />
            {valueField === undefined ? field : valueField(row, label, field, onValue)}
            {buttons?.(row, label, index, key)}
            {row === undefined ? (
              <span class="button-space" />
            ) : (
              <IconButton
                icon="close"
                name={`Remove ${label.toLowerCase()}`}
                onClick={() => props.onRemove(index)}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}
