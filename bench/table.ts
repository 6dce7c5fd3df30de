// Plain-text tables: the first column aligned left, figures aligned right.

type Cell = string | number;

/** Prints a title, a header and rows of cells. */
export function printTable(title: string, head: readonly Cell[], rows: readonly (readonly Cell[])[]): void {
  const lines = [head, ...rows].map((cells) => cells.map(String));
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const draw = (cells: readonly string[]): string =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ");
  const [top = "", ...rest] = lines.map(draw);
  console.log(`\n${title}\n\n${top}\n${"-".repeat(top.length)}\n${rest.join("\n")}`);
}

/** Says that a benchmark, or a part of it, does not run here, and why. */
export const printSkipped = (what: string, why: string): void => {
  console.log(`\nskipped: ${what}, because ${why}`);
};
