// A table: titles above rows of cells. Where there is little room, the style `check-table` shows each row as a block,
// in which cells have titles.

import type { ComponentChildren } from "preact";

export interface TableRow {
  readonly key: string | number;
  /** In the order of the titles. */
  readonly cells: readonly ComponentChildren[];
  /** The tooltip of the row. */
  readonly hint?: string;
}

interface TableProps {
  readonly titles: readonly string[];
  readonly rows: readonly TableRow[];
  readonly look?: string;
  /** What the table is, for screen readers. */
  readonly caption?: string;
}

export const Table = ({ titles, rows, look, caption }: TableProps) => (
  <div class="table-frame">
    <table class={look}>
      {caption !== undefined && <caption class="hidden-text">{caption}</caption>}
      <thead>
        <tr>
          {titles.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells, hint }) => (
          <tr key={key} title={hint}>
            {cells.map((cell, index) => (
              <td key={index} data-title={titles[index]} dir="auto">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
