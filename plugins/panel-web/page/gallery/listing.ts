// The images of the gallery that the page knows, by their position, newest first. Pure functions apply changes.

import type { Picture } from "@pictor/client";

export interface Listing {
  /** Number of images that match the filter; undefined until the first reply. */
  readonly total?: number;
  /** Images by position. Only images near the shown positions are kept. */
  readonly entries: ReadonlyMap<number, Picture>;
  /**
   * Number of new images that arrived while the user looked at older ones. They have rows of their own, so that all
   * other images keep their columns.
   */
  readonly head: number;
  /** Position of the active image, on which the keys act. */
  readonly active: number;
}

export const emptyListing: Listing = { entries: new Map(), head: 0, active: 0 };
export const pageSize = 100;

const within = (position: number, total: number): number => Math.max(0, Math.min(position, total - 1));

export const indexOf = ({ entries }: Listing, id: string): number | undefined =>
  [...entries].find(([, picture]) => picture.id === id)?.[0];

export const walkTo = (listing: Listing, position: number): Listing => ({
  ...listing,
  active: within(position, listing.total ?? 0),
});

/** Replaces a page of the list by the page that the server has returned. */
export const withPage = (
  listing: Listing,
  offset: number,
  { pictures, total }: { readonly pictures: readonly Picture[]; readonly total: number },
): Listing => ({
  ...listing,
  total,
  active: within(listing.active, total),
  entries: new Map([
    ...[...listing.entries].filter(([position]) => position < total),
    ...pictures.map((picture, index) => [offset + index, picture] as const),
  ]),
});

/**
 * Applies the newest page again. Returns undefined if the page does not show what has changed, so that everything must
 * be read again. `keepsPlace`: whether the user looks at older images, which must not move.
 */
export function withNewest(
  listing: Listing,
  page: { readonly pictures: readonly Picture[]; readonly total: number },
  keepsPlace: boolean,
): Listing | undefined {
  const { entries, total = 0 } = listing;
  const added = page.total - total;
  const isShifted = page.pictures.every((picture, index) => {
    const known = entries.get(index - added);
    return known === undefined ? index < added : known.id === picture.id;
  });
  if (added < 0 || !isShifted || (added >= page.pictures.length && total > 0)) return undefined;
  const moved = new Map([...entries].map(([position, picture]) => [position + added, picture] as const));
  const isLooking = keepsPlace && total > 0;
  return withPage(
    {
      ...listing,
      entries: moved,
      total: page.total,
      head: isLooking ? listing.head + added : added === 0 ? listing.head : 0,
      active: isLooking || listing.active > 0 ? listing.active + added : 0,
    },
    0,
    page,
  );
}

/** Replaces an image by its new state, at whatever position it is. */
export function withChanged(listing: Listing, picture: Picture): Listing {
  const position = indexOf(listing, picture.id);
  return position === undefined
    ? listing
    : { ...listing, entries: new Map(listing.entries).set(position, picture) };
}

/** Removes images. Returns undefined if the position of one of them is unknown. */
export function withoutImages(listing: Listing, ids: readonly string[]): Listing | undefined {
  const gone = ids.map((id) => indexOf(listing, id));
  if (gone.some((position) => position === undefined)) return undefined;
  const before = (position: number): number =>
    gone.filter((each) => each !== undefined && each < position).length;
  const total = (listing.total ?? 0) - gone.length;
  return {
    total,
    head: listing.head - before(listing.head),
    active: within(listing.active - before(listing.active), total),
    entries: new Map(
      [...listing.entries].flatMap(([position, picture]) =>
        gone.includes(position) ? [] : [[position - before(position), picture] as const],
      ),
    ),
  };
}

/** Offsets of the pages that must be read so that all positions from `from` up to `to` are known. */
export function missingPages({ entries, total = 0 }: Listing, from: number, to: number): readonly number[] {
  const offsets = new Set<number>();
  for (let position = Math.max(0, from); position < Math.min(to, total); position++)
    if (!entries.has(position)) offsets.add(position - (position % pageSize));
  return [...offsets];
}

const keptAround = 3 * pageSize;

/**
 * Drops images far from the shown positions and from the active image. The newest page is kept, because new images are
 * recognized by it.
 */
export function onlyNear(listing: Listing, from: number, to: number): Listing {
  const isNear = (position: number): boolean =>
    position < pageSize ||
    Math.abs(position - listing.active) < pageSize ||
    (position >= from - keptAround && position < to + keptAround);
  if ([...listing.entries.keys()].every(isNear)) return listing;
  return { ...listing, entries: new Map([...listing.entries].filter(([position]) => isNear(position))) };
}
