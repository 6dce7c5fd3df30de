// The layout of the gallery's tiles: a grid of squares, in which only those near the visible area are rendered.

import type { Listing } from "./listing.js";

export interface GridShape {
  readonly columns: number;
  /** Side of a tile in CSS pixels. */
  readonly side: number;
  readonly gap: number;
}

const gap = 8;
const wideFrom = 480;

/** The shape for a width in CSS pixels. */
export function shapeOf(width: number): GridShape {
  const least = width >= wideFrom ? 136 : 92;
  const columns = Math.max(2, Math.floor((width + gap) / (least + gap)));
  return { columns, side: Math.max(1, Math.floor((width - gap * (columns - 1)) / columns)), gap };
}

type Counts = Pick<Listing, "head" | "total">;

const rowsOf = (images: number, columns: number): number => Math.ceil(Math.max(0, images) / columns);

/** Number of rows. */
export const rowCount = ({ head, total = 0 }: Counts, { columns }: GridShape): number =>
  rowsOf(head, columns) + rowsOf(total - head, columns);

/** Number of rows for new images that arrived while the user looked at older ones. */
export const headRows = ({ head }: Counts, { columns }: GridShape): number => rowsOf(head, columns);

export function placeOf(
  position: number,
  counts: Counts,
  shape: GridShape,
): { readonly row: number; readonly column: number } {
  const { columns } = shape;
  const isHead = position < counts.head;
  const place = isHead ? position : position - counts.head;
  const first = isHead ? 0 : headRows(counts, shape);
  return { row: first + Math.floor(place / columns), column: place % columns };
}

/** The first position of a row. */
export function startOfRow(row: number, counts: Counts, shape: GridShape): number {
  const own = headRows(counts, shape);
  const position = row <= own ? row * shape.columns : counts.head + (row - own) * shape.columns;
  return row < own ? Math.min(position, counts.head) : row === own ? counts.head : position;
}

export const rowHeight = ({ side, gap: between }: GridShape): number => side + between;

/** The range of positions to render: the visible ones, and some rows before and after them. The end is exclusive. */
export function shownRange(
  view: { readonly top: number; readonly height: number },
  counts: Counts,
  shape: GridShape,
  more = 4,
): { readonly from: number; readonly to: number } {
  const height = rowHeight(shape);
  const rows = rowCount(counts, shape);
  const first = Math.max(0, Math.min(rows, Math.floor(view.top / height) - more));
  const last = Math.max(first, Math.min(rows, Math.ceil((view.top + view.height) / height) + more));
  return {
    from: startOfRow(first, counts, shape),
    to: Math.min(counts.total ?? 0, startOfRow(last, counts, shape)),
  };
}

/** The position after a key press; undefined for a key that does not move the position. `page` is the number of visible rows. */
export function walk(
  key: string,
  position: number,
  counts: Counts,
  shape: GridShape,
  page: number,
): number | undefined {
  const last = (counts.total ?? 0) - 1;
  const { row, column } = placeOf(position, counts, shape);
  const toRow = (to: number): number => {
    const wanted = Math.max(0, Math.min(to, rowCount(counts, shape) - 1));
    const start = startOfRow(wanted, counts, shape);
    const end = Math.min(last, startOfRow(wanted + 1, counts, shape) - 1);
    return Math.min(start + column, end);
  };
  switch (key) {
    case "ArrowRight":
      return Math.min(last, position + 1);
    case "ArrowLeft":
      return Math.max(0, position - 1);
    case "ArrowDown":
      return toRow(row + 1);
    case "ArrowUp":
      return toRow(row - 1);
    case "PageDown":
      return toRow(row + page);
    case "PageUp":
      return toRow(row - page);
    case "Home":
      return 0;
    case "End":
      return Math.max(0, last);
    default:
      return undefined;
  }
}
