// The selected images. The selection contains ids, because positions change when images arrive.

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** The image at which a selection with Shift begins. */
  readonly anchor?: string;
}

export const noSelection: Selection = { ids: new Set() };

/** Selects an image, or removes it from the selection. */
export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Selects all images of a range, which begins at the anchor. */
export const extended = ({ ids, anchor }: Selection, range: readonly string[]): Selection => ({
  ids: new Set([...ids, ...range]),
  ...(anchor !== undefined && { anchor }),
});

/** The selection without images that no longer exist. */
export const without = (selection: Selection, gone: readonly string[]): Selection =>
  gone.some((id) => selection.ids.has(id))
    ? { ids: new Set([...selection.ids].filter((id) => !gone.includes(id))) }
    : selection;

/** Splits a list into lists of at most `size`, for requests with a limited length. */
export const chunksOf = <T>(all: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
