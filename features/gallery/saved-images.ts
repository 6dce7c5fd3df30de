// The saved images of this machine, for the command and for galleries: searched in the journal, starred, moved to the
// trash and restored. Paths in the journal are not trusted, so only files whose bytes show an image or a video are
// moved, and no links.

import { basename, isAbsolute } from "node:path";
import { lstat } from "node:fs/promises";
import { createKeyedLock, systemCode } from "@pictor/kernel";
import { JournalIndex } from "./journal-index.js";
import { Marks, type Mark } from "./marks.js";
import { mediaFile, type MediaFile } from "./media-file.js";
import type {
  ChangeResult,
  ImageChange,
  ImageFilter,
  Refusal,
  SavedImage,
  Selection,
} from "./saved-image.js";
import { isEmptyFilter, matcherOf, newestFirst, searchKeyOf, type SearchKey } from "./search.js";
import { moveFromTrash, moveToTrash, trashPath } from "./trash.js";

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

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

const occupied = ({ id, entry: { path } }: SavedImage): Refusal => ({
  kind: "occupied",
  id,
  name: basename(path),
});

const trashOf = (marks: ReadonlyMap<string, Mark>): readonly SearchKey[] =>
  newestFirst([...marks].flatMap(([id, mark]) => (mark.deleted ? [searchKeyOf(id, mark.deleted)] : [])));

/** How one image is changed. */
interface Changing {
  /** Why the image cannot be changed. */
  refusalOf?(image: SavedImage): Promise<Refusal | undefined>;
  run(image: SavedImage): Promise<SavedImage | Refusal>;
}

export class SavedImages {
  readonly #journal: string;
  readonly #index: JournalIndex;
  readonly #marks: Marks;
  readonly #onChange: SavedImagesOptions["onChange"];
  /** Changes run one after the other, so that two calls do not move one file twice. */
  readonly #exclusively = createKeyedLock();
  /** The images that are not in the trash. Cached until there is a change, because every page needs them. */
  #shown: Shown = { keys: [], ids: [], from: [] };

  constructor({ journal, onChange }: SavedImagesOptions) {
    this.#journal = journal;
    this.#index = new JournalIndex(journal);
    this.#marks = new Marks(journal);
    this.#onChange = onChange;
  }

  async select({ starred, deleted = false, ...filter }: ImageFilter): Promise<Selection> {
    const marks = await this.#marks.read();
    const state = await this.#index.read();
    const { keys, ids } = deleted
      ? { keys: trashOf(marks), ids: undefined }
      : this.#shownOf(state.newestFirst, marks);
    const matches = matcherOf(filter);
    const isWanted = ({ id }: SearchKey): boolean =>
      starred === undefined || (marks.get(id)?.starred === true) === starred;
    const isAll = starred === undefined && isEmptyFilter(filter);
    const matching = (): readonly string[] =>
      keys.filter((key) => isWanted(key) && matches(key)).map(({ id }) => id);
    return {
      ids: (isAll ? ids : undefined) ?? matching(),
      count: keys.length,
      broken: state.broken,
      workflows: () => new Set(keys.map(({ workflow }) => workflow)),
    };
  }

  /** The images with these ids, in this order. An image that does not exist is left out. */
  async load(ids: readonly string[]): Promise<readonly SavedImage[]> {
    await this.#index.read();
    const entries = await this.#index.entriesOf(ids);
    const marks = await this.#marks.read();
    return ids.flatMap((id) => {
      const mark = marks.get(id);
      const entry = mark?.deleted ?? entries.get(id);
      if (entry === undefined) return [];
      return [{ id, entry, starred: mark?.starred === true, deleted: mark?.deleted !== undefined }];
    });
  }

  /** The ids of all images in the journal and in the trash. */
  async ids(): Promise<readonly string[]> {
    const marks = await this.#marks.read();
    const { entries } = await this.#index.read();
    const deleted = [...marks].flatMap(([id, mark]) => (mark.deleted && !entries.has(id) ? [id] : []));
    return [...entries.keys(), ...deleted];
  }

  /** The current path of an image's file. */
  pathOf({ id, entry, deleted }: SavedImage): string {
    return deleted ? trashPath(this.#journal, id, entry.path) : entry.path;
  }

  async fileOf(image: SavedImage): Promise<MediaFile> {
    return isAbsolute(image.entry.path) ? mediaFile(this.pathOf(image)) : { kind: "refused" };
  }

  /**
   * Adds or removes stars. As with all changes, either all images are changed or, if a file cannot be moved, none. An
   * image that is already in the wanted state is left as it is.
   */
  star(ids: readonly string[], starred: boolean): Promise<ChangeResult> {
    return this.#change(ids, {
      run: async (image) =>
        image.starred === starred
          ? image
          : this.#save(starred ? "starred" : "unstarred", { ...image, starred }),
    });
  }

  /** Moves images to the trash. If the file of an image is missing, only its record is moved. */
  remove(ids: readonly string[]): Promise<ChangeResult> {
    return this.#change(ids, {
      refusalOf: async (image) =>
        (await this.fileOf(image)).kind === "refused" ? { kind: "refused", id: image.id } : undefined,
      run: (image) => this.#removeOne(image),
    });
  }

  restore(ids: readonly string[]): Promise<ChangeResult> {
    return this.#change(ids, {
      refusalOf: async (image) =>
        image.deleted && (await this.fileOf(image)).kind === "media" && (await isThere(image.entry.path))
          ? occupied(image)
          : undefined,
      run: (image) => this.#restoreOne(image),
    });
  }

  #change(ids: readonly string[], { refusalOf, run }: Changing): Promise<ChangeResult> {
    return this.#exclusively("change", async () => {
      const wanted = [...new Set(ids)];
      const images = await this.load(wanted);
      const missing = wanted.find((id) => !images.some((image) => image.id === id));
      if (missing !== undefined) return { kind: "unknown", id: missing };
      for (const image of images) {
        const refusal = await refusalOf?.(image);
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
  }

  async #removeOne(image: SavedImage): Promise<SavedImage> {
    if (image.deleted) return image;
    const gone = { ...image, deleted: true };
    if ((await this.fileOf(image)).kind === "media") await moveToTrash(image.entry.path, this.pathOf(gone));
    return this.#save("deleted", gone);
  }

  async #restoreOne(image: SavedImage): Promise<SavedImage | Refusal> {
    if (!image.deleted) return image;
    try {
      if ((await this.fileOf(image)).kind === "media")
        await moveFromTrash(this.pathOf(image), image.entry.path);
    } catch (error) {
      if (systemCode(error) === "EEXIST") return occupied(image);
      throw error;
    }
    return this.#save("restored", { ...image, deleted: false });
  }

  /** Writes the current mark of an image. */
  async #save(change: ImageChange, image: SavedImage): Promise<SavedImage> {
    const { id, entry, starred, deleted } = image;
    const { entries } = await this.#index.read();
    // Stars are kept even if the whole journal is missing, because it may be restored.
    const isKnown = (other: string): boolean => entries.size === 0 || entries.has(other);
    await this.#marks.write(id, { starred, ...(deleted && { deleted: entry }) }, isKnown);
    await this.#onChange?.(change, image);
    return image;
  }

  #shownOf(keys: readonly SearchKey[], marks: ReadonlyMap<string, Mark>): Shown {
    if (this.#shown.from[0] === keys && this.#shown.from[1] === marks) return this.#shown;
    const kept = marks.size === 0 ? keys : keys.filter(({ id }) => marks.get(id)?.deleted === undefined);
    this.#shown = { keys: kept, ids: kept.map(({ id }) => id), from: [keys, marks] };
    return this.#shown;
  }
}
