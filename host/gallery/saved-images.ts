// The saved images of this machine, for the command and for galleries: searched in the journal, starred, moved to the
// trash and restored. Paths in the journal are not trusted, so only files whose bytes show an image or a video are
// moved, and no links.

import { basename, isAbsolute } from "node:path";
import { lstat } from "node:fs/promises";
import { systemCode } from "@pictor/kernel";
import { createJournalIndex } from "./journal-index.js";
import type { HistoryEntry } from "./journal.js";
import { createMarks, type Mark } from "./marks.js";
import { mediaFile, type MediaFile } from "./media-bytes.js";
import {
  isEmptyFilter,
  matcherOf,
  newestFirst,
  searchKeyOf,
  type HistoryFilter,
  type SearchKey,
} from "./search.js";
import { moveFromTrash, moveToTrash, trashPath } from "./trash.js";

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

export interface SavedImages {
  select(filter: ImageFilter): Promise<Selection>;
  /** The images with these ids, in this order. An image that does not exist is left out. */
  load(ids: readonly string[]): Promise<readonly SavedImage[]>;
  /** The ids that begin with a text, of images in the journal and in the trash. */
  startingWith(text: string): Promise<readonly string[]>;
  /** The current path of an image's file. */
  pathOf(image: SavedImage): string;
  fileOf(image: SavedImage): Promise<MediaFile>;
  /**
   * Adds or removes stars. As with all changes, either all images are changed or, if a file cannot be moved, none. An
   * image that is already in the wanted state is left as it is.
   */
  star(ids: readonly string[], starred: boolean): Promise<ChangeResult>;
  /** Moves images to the trash. If the file of an image is missing, only its record is moved. */
  remove(ids: readonly string[]): Promise<ChangeResult>;
  restore(ids: readonly string[]): Promise<ChangeResult>;
}

interface Shown {
  readonly keys: readonly SearchKey[];
  readonly ids: readonly string[];
  /** The entries and the marks from which this result was made; other ones make the result outdated. */
  readonly from: readonly unknown[];
}

export interface SavedImagesOptions {
  /** Path of the journal. */
  readonly journal: string;
  /** Called after each change that this program makes. */
  readonly onChange?: (change: ImageChange, image: SavedImage) => Promise<void>;
}

/** Describes a refusal in a sentence without its final period. */
export function refusalText(refusal: Refusal): string {
  if (refusal.kind === "unknown") return `There is no image ${refusal.id}`;
  return refusal.kind === "occupied"
    ? `Another file has taken the place of ${refusal.name}`
    : `The file of ${refusal.id} is a link, or neither an image nor a video`;
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

export function openSavedImages({ journal, onChange }: SavedImagesOptions): SavedImages {
  const index = createJournalIndex(journal);
  const marks = createMarks(journal);
  /** Changes run one after the other, so that two calls do not move one file twice. */
  let changes: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(run: () => Promise<Result>): Promise<Result> => {
    const result = changes.then(run);
    changes = result.catch(() => undefined);
    return result;
  };

  const load = async (ids: readonly string[]): Promise<readonly SavedImage[]> => {
    await index.read();
    const entries = await index.entriesOf(ids);
    const found = await marks.read();
    return ids.flatMap((id) => {
      const mark = found.get(id);
      const entry = mark?.deleted ?? entries.get(id);
      if (entry === undefined) return [];
      return [{ id, entry, starred: mark?.starred === true, deleted: mark?.deleted !== undefined }];
    });
  };
  const pathOf = ({ id, entry, deleted }: SavedImage): string =>
    deleted ? trashPath(journal, id, entry.path) : entry.path;
  const fileOf = async (image: SavedImage): Promise<MediaFile> =>
    isAbsolute(image.entry.path) ? mediaFile(pathOf(image)) : { kind: "refused" };

  /** Writes the current mark of an image. */
  const save = async (change: ImageChange, image: SavedImage): Promise<SavedImage> => {
    const { id, entry, starred, deleted } = image;
    const { entries } = await index.read();
    // Stars are kept even if the whole journal is missing, because it may be restored.
    const isKnown = (other: string): boolean => entries.size === 0 || entries.has(other);
    await marks.write(id, { starred, ...(deleted && { deleted: entry }) }, isKnown);
    await onChange?.(change, image);
    return image;
  };
  const change = (
    ids: readonly string[],
    refusalOf: (image: SavedImage) => Promise<Refusal | undefined>,
    run: (image: SavedImage) => Promise<SavedImage | Refusal>,
  ): Promise<ChangeResult> =>
    inTurn(async () => {
      const wanted = [...new Set(ids)];
      const images = await load(wanted);
      const missing = wanted.find((id) => !images.some((image) => image.id === id));
      if (missing !== undefined) return { kind: "unknown", id: missing };
      for (const image of images) {
        const refusal = await refusalOf(image);
        if (refusal !== undefined) return refusal;
      }
      const changed: SavedImage[] = [];
      for (const image of images) {
        const result = await run(image);
        if ("kind" in result) return result;
        changed.push(result);
      }
      return { kind: "changed", images: changed };
    });

  const removeOne = async (image: SavedImage): Promise<SavedImage> => {
    if (image.deleted) return image;
    const gone = { ...image, deleted: true };
    if ((await fileOf(image)).kind === "media") await moveToTrash(image.entry.path, pathOf(gone));
    return save("deleted", gone);
  };
  const occupied = ({ id, entry: { path } }: SavedImage): Refusal => ({
    ...{ kind: "occupied", id, name: basename(path) },
  });
  const restoreOne = async (image: SavedImage): Promise<SavedImage | Refusal> => {
    if (!image.deleted) return image;
    try {
      if ((await fileOf(image)).kind === "media") await moveFromTrash(pathOf(image), image.entry.path);
    } catch (error) {
      if (systemCode(error) === "EEXIST") return occupied(image);
      throw error;
    }
    return save("restored", { ...image, deleted: false });
  };

  /** The images that are not in the trash. Cached until there is a change, because every page needs them. */
  let shown: Shown = { keys: [], ids: [], from: [] };
  const shownOf = (keys: readonly SearchKey[], found: ReadonlyMap<string, Mark>): Shown => {
    if (shown.from[0] === keys && shown.from[1] === found) return shown;
    const kept = found.size === 0 ? keys : keys.filter(({ id }) => found.get(id)?.deleted === undefined);
    shown = { keys: kept, ids: kept.map(({ id }) => id), from: [keys, found] };
    return shown;
  };
  const trashOf = (found: ReadonlyMap<string, Mark>): readonly SearchKey[] =>
    newestFirst([...found].flatMap(([id, mark]) => (mark.deleted ? [searchKeyOf(id, mark.deleted)] : [])));

  return {
    async select({ starred, deleted = false, ...filter }) {
      const found = await marks.read();
      const state = await index.read();
      const { keys, ids } = deleted
        ? { keys: trashOf(found), ids: undefined }
        : shownOf(state.newestFirst, found);
      const matches = matcherOf(filter);
      const isWanted = ({ id }: SearchKey): boolean =>
        starred === undefined || (found.get(id)?.starred === true) === starred;
      const isAll = starred === undefined && isEmptyFilter(filter);
      return {
        ids:
          (isAll ? ids : undefined) ??
          keys.filter((key) => isWanted(key) && matches(key)).map(({ id }) => id),
        ...{ count: keys.length, broken: state.broken },
        workflows: () => new Set(keys.map(({ workflow }) => workflow)),
      };
    },
    load,
    async startingWith(text) {
      const found = await marks.read();
      const { entries } = await index.read();
      const deleted = [...found].flatMap(([id, mark]) => (mark.deleted && !entries.has(id) ? [id] : []));
      return [...entries.keys(), ...deleted].filter((id) => id.startsWith(text));
    },
    pathOf,
    fileOf,
    star: (ids, starred) =>
      change(
        ids,
        () => Promise.resolve(undefined),
        async (image) =>
          image.starred === starred ? image : save(starred ? "starred" : "unstarred", { ...image, starred }),
      ),
    remove: (ids) =>
      change(
        ids,
        async (image) =>
          (await fileOf(image)).kind === "refused" ? { kind: "refused", id: image.id } : undefined,
        removeOne,
      ),
    restore: (ids) =>
      change(
        ids,
        async (image) =>
          image.deleted && (await fileOf(image)).kind === "media" && (await isThere(image.entry.path))
            ? occupied(image)
            : undefined,
        restoreOne,
      ),
  };
}
