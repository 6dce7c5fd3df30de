// What a saved image is, how images are selected, and how a change of them ends.

import type { HistoryEntry } from "./journal.js";
import type { HistoryFilter } from "./search.js";

/** An entry of the journal or of the trash, whose file has not been examined. */
export interface SavedImage {
  readonly id: string;
  readonly entry: HistoryEntry;
  readonly starred: boolean;
  readonly deleted: boolean;
}

export interface ImageFilter extends HistoryFilter {
  readonly starred?: boolean | undefined;
  /** Whether to select the images in the trash. Default false: all images that are not in the trash. */
  readonly deleted?: boolean | undefined;
}

export interface Selection {
  /** Ids of the images that match, newest first. */
  readonly ids: readonly string[];
  /** Number of images that are not in the trash, or of those in it, depending on the filter. */
  readonly count: number;
  /** Numbers of the invalid lines of the journal, from 1. */
  readonly broken: readonly number[];
  /** Ids of the workflows in the journal, or in the trash. */
  workflows(): ReadonlySet<string>;
}

export type ImageChange = "starred" | "unstarred" | "deleted" | "restored";

/** Why no image was changed. */
export type Refusal =
  | { readonly kind: "unknown"; readonly id: string }
  /** The file of the image is a link, or neither an image nor a video. */
  | { readonly kind: "refused"; readonly id: string }
  /** Another file exists at the path to which a deleted image would be restored. */
  | { readonly kind: "occupied"; readonly id: string; readonly name: string };
export type ChangeResult = { readonly kind: "changed"; readonly images: readonly SavedImage[] } | Refusal;

/** Describes a refusal in a sentence without its final period. */
export function refusalText(refusal: Refusal): string {
  if (refusal.kind === "unknown") return `There is no image ${refusal.id}`;
  return refusal.kind === "occupied"
    ? `Another file has taken the place of ${refusal.name}`
    : `The file of ${refusal.id} is a link, or neither an image nor a video`;
}
