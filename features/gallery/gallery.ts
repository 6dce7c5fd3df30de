// The gallery: the saved images of this machine as clients see them, and an event for each change.

import { basename } from "node:path";
import type { Picture, PictureEvent } from "@pictor/client";
import { isRecord } from "@pictor/kernel";
import {
  operationFault,
  requireChange,
  sees,
  seesAll,
  thingUnknown,
  type Audience,
  type Caller,
} from "../base/index.js";
import type { HistoryEntry } from "./journal.js";
import { refusalText, type ChangeResult, type ImageFilter, type SavedImage } from "./saved-image.js";
import { SavedImages } from "./saved-images.js";
import { sizeOfFile } from "./size-of-file.js";

/** The file of a saved image. Its first bytes show that it is an image or a video. */
export interface ServedFile {
  readonly path: string;
  readonly mime: string;
  readonly bytes: number;
  /** Time of the last change, in milliseconds since 1970. */
  readonly modifiedMs: number;
  /** The path as it is in the journal; for people. */
  readonly name: string;
}

export interface GalleryOptions {
  /** Path of the journal; undefined if the configured path is not absolute: the gallery is then empty. */
  readonly journal: string | undefined;
  readonly log: { publish(event: PictureEvent, audience: Audience): unknown };
}

const unknown = (id: string) => thingUnknown("image", id, "/v1/pictures");

const optionalOf = ({ jobId, backend, owner, params, features }: HistoryEntry): Partial<Picture> => ({
  ...(typeof jobId === "string" && { jobId }),
  ...(typeof backend === "string" && { backend }),
  ...(typeof owner === "string" && { owner }),
  ...(isRecord(params) && { params: { ...params } }),
  ...(Array.isArray(features) && { features: features.filter(isRecord).map((feature) => ({ ...feature })) }),
});

/** An image as clients see it; its file is in the state that it has now. */
async function pictureOf(image: SavedImage, images: SavedImages): Promise<Picture> {
  const { id, entry, starred, deleted } = image;
  const { time, workflow, prompt, negative, seed, path } = entry;
  const file = await images.fileOf(image);
  return {
    id,
    time,
    workflow,
    prompt,
    negative,
    name: basename(path),
    starred,
    deleted,
    ...(seed !== undefined && { seed }),
    ...optionalOf(entry),
    ...(file.kind === "media"
      ? {
          state: "there" as const,
          mime: file.mime,
          bytes: file.bytes,
          ...(await sizeOfFile(images.pathOf(image))),
        }
      : { state: file.kind }),
    href: `/v1/pictures/${id}/file`,
    thumbnail: `/v1/pictures/${id}/thumbnail`,
  };
}

const ownerOf = ({ entry: { owner } }: SavedImage): string | undefined =>
  typeof owner === "string" ? owner : undefined;

export class Gallery {
  readonly #images: SavedImages | undefined;

  constructor({ journal, log }: GalleryOptions) {
    if (journal === undefined) return;
    const images = new SavedImages({
      journal,
      onChange: async (change, image) => {
        const picture = await pictureOf(image, images);
        log.publish({ type: "picture", change, picture }, { owner: ownerOf(image) });
      },
    });
    this.#images = images;
  }

  /** The ids among the given ones that belong to images. */
  readonly known = async (ids: readonly string[]): Promise<ReadonlySet<string>> =>
    new Set(((await this.#images?.load(ids)) ?? []).map(({ id }) => id));

  /** The gallery as a caller sees it: an image that it does not see is unknown to it. */
  seenBy(caller: Caller): SeenImages {
    return new SeenImages(this.#images, caller);
  }
}

class SeenImages {
  readonly #images: SavedImages | undefined;
  readonly #caller: Caller;

  constructor(images: SavedImages | undefined, caller: Caller) {
    this.#images = images;
    this.#caller = caller;
  }

  /** Ids of the images that match, newest first. */
  async select({ owner, ...filter }: ImageFilter): Promise<readonly string[]> {
    const { name } = this.#caller;
    const only = seesAll(this.#caller) ? owner : name;
    if (this.#images === undefined || (owner !== undefined && owner !== only)) return [];
    return (await this.#images.select({ ...filter, owner: only })).ids;
  }

  /** The images with these ids, with the states of their files. An image that was removed meanwhile is left out. */
  async view(ids: readonly string[]): Promise<readonly Picture[]> {
    return this.#viewAll(await this.#load(ids));
  }

  /** The image with this id. Throws `API_THING_UNKNOWN`. */
  async get(id: string): Promise<Picture> {
    const [picture] = await this.view([id]);
    if (picture === undefined) throw unknown(id);
    return picture;
  }

  /**
   * The file of an image. Throws `API_THING_UNKNOWN`, or `API_STATE_CONFLICT` if the file is missing, or is not served.
   */
  async fileOf(id: string): Promise<ServedFile> {
    const images = this.#images;
    const [image] = await this.#load([id]);
    if (images === undefined || image === undefined) throw unknown(id);
    const file = await images.fileOf(image);
    if (file.kind === "media") {
      const { mime, bytes, modifiedMs } = file;
      return { path: images.pathOf(image), name: basename(image.entry.path), mime, bytes, modifiedMs };
    }
    const isMissing = file.kind === "missing";
    const what = isMissing ? `The file of the image ${id} is missing` : refusalText({ kind: "refused", id });
    throw operationFault("API_STATE_CONFLICT", { what });
  }

  async star(id: string, starred: boolean): Promise<Picture> {
    return (await this.#change([id], (images, ids) => images.star(ids, starred)))[0] as Picture;
  }

  /** Moves all images to the trash, or none if one of the ids is unknown or one of the files is refused. */
  remove(ids: readonly string[]): Promise<readonly Picture[]> {
    return this.#change(ids, (images, own) => images.remove(own));
  }

  restore(ids: readonly string[]): Promise<readonly Picture[]> {
    return this.#change(ids, (images, own) => images.restore(own));
  }

  async #load(ids: readonly string[]): Promise<readonly SavedImage[]> {
    const found = (await this.#images?.load(ids)) ?? [];
    return found.filter((image) => sees(this.#caller, ownerOf(image)));
  }

  async #viewAll(found: readonly SavedImage[]): Promise<readonly Picture[]> {
    const images = this.#images;
    return images === undefined ? [] : Promise.all(found.map((image) => pictureOf(image, images)));
  }

  /** Changes images that the caller sees. Throws `API_SCOPE_MISSING` if one of them is somebody else's. */
  async #change(
    ids: readonly string[],
    change: (images: SavedImages, ids: readonly string[]) => Promise<ChangeResult>,
  ): Promise<readonly Picture[]> {
    const found = await this.#load(ids);
    const missing = ids.find((id) => !found.some((image) => image.id === id));
    if (this.#images === undefined || missing !== undefined) throw unknown(missing ?? ids[0] ?? "");
    for (const image of found) requireChange(this.#caller, ownerOf(image));
    const result = await change(this.#images, ids);
    if (result.kind === "changed") return this.#viewAll(result.images);
    if (result.kind === "unknown") throw unknown(result.id);
    throw operationFault("API_STATE_CONFLICT", { what: refusalText(result) });
  }
}
