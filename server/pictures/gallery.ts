// The gallery: the saved images of this machine as clients see them, and an event for each change.

import { basename } from "node:path";
import type { Picture } from "@pictor/client";
import {
  isRecord,
  SavedImages,
  refusalText,
  type ChangeResult,
  type HistoryEntry,
  type ImageFilter,
  type SavedImage,
} from "@pictor/host";
import { fault } from "../contract/faults.js";
import type { EventLog } from "../events/event-log.js";
import { sizeOfFile } from "../jobs/size-of-file.js";

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

export interface Gallery {
  /** Ids of the images that match, newest first. */
  select(filter: ImageFilter): Promise<readonly string[]>;
  /** The images with these ids, with the states of their files. An image that was removed meanwhile is left out. */
  view(ids: readonly string[]): Promise<readonly Picture[]>;
  /** The image with this id. Throws `API_THING_UNKNOWN`. */
  get(id: string): Promise<Picture>;
  /**
   * The file of an image. Throws `API_THING_UNKNOWN`, or `API_STATE_CONFLICT` if the file is missing, or is not served.
   */
  fileOf(id: string): Promise<ServedFile>;
  star(id: string, starred: boolean): Promise<Picture>;
  /** Returns the ids among the given ones that belong to images. */
  known(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Moves all images to the trash, or none if one of the ids is unknown or one of the files is refused. */
  remove(ids: readonly string[]): Promise<readonly Picture[]>;
  restore(ids: readonly string[]): Promise<readonly Picture[]>;
}

export interface GalleryOptions {
  /** Path of the journal; undefined if the configured path is not absolute: the gallery is then empty. */
  readonly journal: string | undefined;
  readonly log: EventLog;
}

const unknown = (id: string) => fault("API_THING_UNKNOWN", { kind: "image", id, list: "/v1/pictures" });

const emptyGallery: Gallery = {
  select: () => Promise.resolve([]),
  view: () => Promise.resolve([]),
  get: (id) => Promise.reject(unknown(id)),
  fileOf: (id) => Promise.reject(unknown(id)),
  known: () => Promise.resolve(new Set()),
  star: (id) => Promise.reject(unknown(id)),
  remove: ([id = ""]) => Promise.reject(unknown(id)),
  restore: ([id = ""]) => Promise.reject(unknown(id)),
};

const optionalOf = ({ jobId, backend, owner, params, features }: HistoryEntry): Partial<Picture> => ({
  ...(typeof jobId === "string" && { jobId }),
  ...(typeof backend === "string" && { backend }),
  ...(typeof owner === "string" && { owner }),
  ...(isRecord(params) && { params: { ...params } }),
  ...(Array.isArray(features) && { features: features.filter(isRecord).map((feature) => ({ ...feature })) }),
});

export function createGallery({ journal, log }: GalleryOptions): Gallery {
  if (journal === undefined) return emptyGallery;
  const viewOf = async (image: SavedImage): Promise<Picture> => {
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
  };
  const images = new SavedImages({
    journal,
    onChange: async (change, image) => {
      log.publish({ type: "picture", change, picture: await viewOf(image) });
    },
  });
  const loadOne = async (id: string): Promise<SavedImage> => {
    const [image] = await images.load([id]);
    if (image === undefined) throw unknown(id);
    return image;
  };
  const viewAll = (all: readonly SavedImage[]): Promise<readonly Picture[]> => Promise.all(all.map(viewOf));
  const changed = async (changing: Promise<ChangeResult>): Promise<readonly Picture[]> => {
    const result = await changing;
    if (result.kind === "changed") return viewAll(result.images);
    if (result.kind === "unknown") throw unknown(result.id);
    throw fault("API_STATE_CONFLICT", { what: refusalText(result) });
  };
  return {
    select: async (filter) => (await images.select(filter)).ids,
    view: async (ids) => viewAll(await images.load(ids)),
    get: async (id) => viewOf(await loadOne(id)),
    async fileOf(id) {
      const image = await loadOne(id);
      const file = await images.fileOf(image);
      if (file.kind === "media") {
        const { mime, bytes, modifiedMs } = file;
        return { path: images.pathOf(image), name: basename(image.entry.path), mime, bytes, modifiedMs };
      }
      const what =
        file.kind === "missing"
          ? `The file of the image ${id} is missing`
          : refusalText({ kind: "refused", id });
      throw fault("API_STATE_CONFLICT", { what });
    },
    known: async (ids) => new Set((await images.load(ids)).map(({ id }) => id)),
    star: async (id, starred) => (await changed(images.star([id], starred)))[0] as Picture,
    remove: (ids) => changed(images.remove(ids)),
    restore: (ids) => changed(images.restore(ids)),
  };
}
