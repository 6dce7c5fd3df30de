// The state of the gallery in the page: the filter, the known images and the selection.

import type { Picture } from "@pictor/client";
import { computed, effect, signal } from "@preact/signals";
import { isAborted, shownError, type ShownError } from "../api/errors.js";
import { calls, connection, jobs, onServerEvent } from "../api/session.js";
import { queryOf, noFilter, type GalleryFilter } from "./filter.js";
import {
  emptyListing,
  missingPages,
  onlyNear,
  pageSize,
  walkTo,
  withChanged,
  withNewest,
  withoutImages,
  withPage,
  type Listing,
} from "./listing.js";
import { noSelection, without, type Selection } from "./selection.js";

export const filter = signal<GalleryFilter>(noFilter);
export const listing = signal<Listing>(emptyListing);
export const selection = signal<Selection>(noSelection);
/** The error of the last attempt to read images. */
export const loadError = signal<ShownError | undefined>(undefined);
/** Number of times that the list was read again from its start. */
export const turn = signal(0);
export const isLoading = signal(false);

export const activePicture = computed((): Picture | undefined =>
  listing.value.entries.get(listing.value.active),
);

/** The visible positions, which the grid reports. New images above them must not move them. */
let shown = { from: 0, to: 0, isAtStart: true };
let reading = new AbortController();
const pagesOnTheWay = new Set<number>();

const readPage = (offset: number, signal: AbortSignal) =>
  calls().listPictures({ query: { ...queryOf(filter.peek()), offset, limit: pageSize }, signal });

async function attempt(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const { signal } = reading;
  try {
    await work(signal);
    if (!signal.aborted) loadError.value = undefined;
  } catch (error) {
    if (!signal.aborted && !isAborted(error)) loadError.value = shownError(error);
  }
}

function beginAgain(): void {
  reading.abort();
  reading = new AbortController();
  pagesOnTheWay.clear();
}

/** Reads the list from its start, for example after the filter has changed. */
export async function restart(): Promise<void> {
  beginAgain();
  isLoading.value = true;
  const { signal } = reading;
  await attempt(async () => {
    const page = await readPage(0, signal);
    if (signal.aborted) return;
    listing.value = withPage(emptyListing, 0, page);
    selection.value = noSelection;
    turn.value++;
  });
  // The list may be being read once more.
  if (!signal.aborted) isLoading.value = false;
}

/** Reads the shown images again and keeps the scroll position. */
export async function reload(): Promise<void> {
  // The list is being read for another filter, to which the position and the selection do not belong.
  if (isLoading.peek()) return restart();
  beginAgain();
  await attempt(async (signal) => {
    let read = withPage(emptyListing, 0, await readPage(0, signal));
    for (const offset of missingPages(read, shown.from, shown.to))
      read = withPage(read, offset, await readPage(offset, signal));
    if (signal.aborted) return;
    // While the pages were read, the user may have opened another image.
    const { head, active } = listing.peek();
    listing.value = walkTo({ ...read, head }, active);
  });
}

/** Called by the grid with the positions that it shows. */
export function showRange(from: number, to: number, isAtStart: boolean): void {
  shown = { from, to, isAtStart };
  readRange(from, to);
}

/** Reads the images between two positions that the page does not know yet. */
export function readRange(from: number, to: number): void {
  for (const offset of missingPages(listing.peek(), from, to)) {
    if (pagesOnTheWay.has(offset)) continue;
    pagesOnTheWay.add(offset);
    void attempt(async (signal) => {
      const page = await readPage(offset, signal).finally(() => {
        if (!signal.aborted) pagesOnTheWay.delete(offset);
      });
      if (signal.aborted) return;
      // The number of images has changed, so the positions in this page do not match those of the other pages.
      if (page.total !== listing.peek().total) await readNewest();
      else listing.value = onlyNear(withPage(listing.peek(), offset, page), shown.from, shown.to);
    });
  }
}

let isReadingNewest = false;
let hasMore = false;

/** Reads the newest images. */
async function readNewest(): Promise<void> {
  hasMore = true;
  if (isReadingNewest) return;
  isReadingNewest = true;
  while (hasMore) {
    hasMore = false;
    await attempt(async (signal) => {
      const page = await readPage(0, signal);
      if (signal.aborted) return;
      const next = withNewest(listing.peek(), page, !shown.isAtStart);
      if (next === undefined) await reload();
      else listing.value = next;
    });
  }
  isReadingNewest = false;
}

/** Ids of the images from one position to another, including images that the page has not read. */
export async function idsBetween(one: number, other: number): Promise<readonly string[]> {
  const [from, to] = [Math.min(one, other), Math.max(one, other) + 1];
  const ids = new Map([...listing.peek().entries].map(([position, { id }]) => [position, id]));
  await attempt(async (signal) => {
    for (const offset of missingPages(listing.peek(), from, to)) {
      const page = await readPage(offset, signal);
      page.pictures.forEach(({ id }, index) => ids.set(offset + index, id));
    }
  });
  return [...ids].filter(([position]) => position >= from && position < to).map(([, id]) => id);
}

export function showChanged(picture: Picture): void {
  listing.value = withChanged(listing.peek(), picture);
}

/** Removes images from the shown list. */
export function removeFromView(ids: readonly string[]): void {
  selection.value = without(selection.peek(), ids);
  const known = ids.filter((id) => [...listing.peek().entries.values()].some((each) => each.id === id));
  const next = withoutImages(listing.peek(), known);
  if (next === undefined) return;
  listing.value = next;
  if (known.length < ids.length) void reload();
}

function follow(change: "starred" | "unstarred" | "deleted" | "restored", picture: Picture): void {
  const isGone =
    (change === "deleted" && !filter.peek().deleted) || (change === "restored" && filter.peek().deleted);
  if (isGone) removeFromView([picture.id]);
  else if (change === "deleted" || change === "restored") void reload();
  else if (change === "starred" && filter.peek().starred) void reload();
  else showChanged(picture);
}

const savedOutputs = computed(() => jobs.value.reduce((sum, { outputs }) => sum + outputs.length, 0));

let isOpened = false;

/** Keeps the gallery equal to that of the server. The first call reads it; later calls have no effect. */
export function openGallery(): void {
  if (isOpened) return;
  isOpened = true;
  void restart();
  onServerEvent((event) => {
    if (event.type === "picture") follow(event.change, event.picture);
  });
  let outputs = savedOutputs.peek();
  effect(() => {
    const now = savedOutputs.value;
    if (now !== outputs) void readNewest();
    outputs = now;
  });
  let wasOpen = connection.peek().state === "open";
  effect(() => {
    const isOpen = connection.value.state === "open";
    if (isOpen && !wasOpen && listing.peek().total !== undefined) void reload();
    wasOpen = isOpen;
  });
  // Images that other programs save cause no event, so the newest page is read repeatedly.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void readNewest();
  });
}
