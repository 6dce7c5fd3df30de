// The table of headers, of fields of a form, or of parts of a multipart body. Rows can be switched off; parts can be files.

import { IconButton } from "../../parts/button.js";
import { newRow, type Row } from "../draft/request-draft.js";
import { NameValueTable, type NameValueTableProps } from "./name-value-table.js";
import { RowFile } from "./row-file.js";

interface RowTableProps extends Pick<NameValueTableProps<Row>, "title" | "rows" | "names" | "valuesOf"> {
  /** Whether a row can be a file. */
  readonly takesFiles?: boolean;
  readonly onChange: (rows: readonly Row[]) => void;
}

export function RowTable({ takesFiles = false, onChange, ...table }: RowTableProps) {
  const { rows } = table;
  const edit = (index: number, change: Partial<Row>, key: string): void => {
    if (index === rows.length) onChange([...rows, { ...newRow(), key, ...change }]);
    else onChange(rows.map((row, at) => (at === index ? { ...row, ...change } : row)));
  };
  return (
    <NameValueTable<Row>
      {...table}
      isSwitchable
      onEdit={edit}
      onPaste={(pasted) => onChange([...rows, ...pasted.map((row) => ({ ...newRow(), ...row }))])}
      onRemove={(index) => onChange(rows.toSpliced(index, 1))}
      {...(takesFiles && {
        valueField: (row, label, field) =>
          row?.isFile === true ? <RowFile id={row.key} name={`${label}: file`} /> : field,
        buttons: (row, label, index, key) => (
          <IconButton
            icon="upload"
            name={`${label} is a file`}
            pressed={row?.isFile === true}
            onClick={() => {
              const { isFile = false, ...textRow } = row ?? newRow();
              if (isFile) onChange(rows.with(index, textRow));
              else edit(index, { isFile: true }, key);
            }}
          />
        ),
      })}
    />
  );
}
