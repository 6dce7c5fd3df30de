// Plain-text tables: the first column aligned left, figures aligned right.

/** Prints a title, a header and rows of cells. */
export function printTable(title, head, rows) {
  const lines = [head, ...rows].map((cells) => cells.map(String));
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column].length)));
  const draw = (cells) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
      .join("  ");
  const [top, ...rest] = lines.map(draw);
  console.log(`\n${title}\n\n${top}\n${"-".repeat(top.length)}\n${rest.join("\n")}`);
}
