// The gallery: the journal of saved outputs, with stars and a trash. Paths in the journal may have been written by anything, so
// only images and videos, by their bytes, are served or moved, and no links.

import { basename, isAbsolute } from "node:path";
import type { Picture } from "@pictor/client";
import {
  isRecord,
  mediaFile,
  moveFromTrash,
  moveToTrash,
  pictureId,
  readJournal,
  readMarks,
  systemCode,
  trashPath,
  writeMark,
  type HistoryEntry,
} from "@pictor/host";
import { fault } from "../contract/faults.js";
import type { EventLog } from "../events/event-log.js";

/** An entry of the journal or of the trash, before anybody has looked at its file. */
export interface Listed {
  readonly id: string;
  readonly entry: HistoryEntry;
  readonly starred: boolean;
  readonly deleted: boolean;
}

export interface Gallery {
  /** All entries, in the order of the journal. */
  list(): Promise<readonly Listed[]>;
  /** Throws `API_THING_UNKNOWN`. */
  get(id: string): Promise<Listed>;
  /** The entry with the state of its file. */
  view(listed: Listed): Promise<Picture>;
  /** The file of an entry. Throws `API_STATE_CONFLICT` if it is missing, or is not served. */
  fileOf(listed: Listed): Promise<{ readonly path: string; readonly mime: string }>;
  star(id: string, starred: boolean): Promise<Picture>;
  /** Moves all to the trash, or none if one of the ids is unknown or one of the files is refused. */
  remove(ids: readonly string[]): Promise<readonly Picture[]>;
  restore(ids: readonly string[]): Promise<readonly Picture[]>;
}

export interface GalleryOptions {
  /** Path of the journal; undefined if the configured one is not absolute: the gallery is then empty. */
  readonly journal: string | undefined;
  readonly log: EventLog;
}

const conflict = (what: string) => fault("API_STATE_CONFLICT", { what });

const optionalOf = ({ jobId, backend, params, features }: HistoryEntry): Partial<Picture> => ({
  ...(typeof jobId === "string" && { jobId }),
  ...(typeof backend === "string" && { backend }),
  ...(isRecord(params) && { params: { ...params } }),
  ...(Array.isArray(features) && { features: features.filter(isRecord).map((feature) => ({ ...feature })) }),
});

export function createGallery({ journal, log }: GalleryOptions): Gallery {
  /** One change at a time, so that two requests do not move one file twice. */
  let changes: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(run: () => Promise<Result>): Promise<Result> => {
    const result = changes.then(run);
    changes = result.catch(() => undefined);
    return result;
  };

  const list = async (): Promise<readonly Listed[]> => {
    if (journal === undefined) return [];
    const [{ entries }, marks] = await Promise.all([readJournal(journal), readMarks(journal)]);
    const known = new Map(entries.map((entry) => [pictureId(entry), entry]));
    for (const [id, { deleted }] of marks)
      if (deleted !== undefined && pictureId(deleted) === id && !known.has(id)) known.set(id, deleted);
    return [...known].map(([id, entry]) => {
      const mark = marks.get(id);
      return { id, entry, starred: mark?.starred === true, deleted: mark?.deleted !== undefined };
    });
  };
  const allOf = async (ids: readonly string[]): Promise<readonly Listed[]> => {
    const byId = new Map((await list()).map((listed) => [listed.id, listed]));
    return [...new Set(ids)].map((id) => {
      const found = byId.get(id);
      if (found === undefined) throw fault("API_THING_UNKNOWN", { kind: "image", id, list: "/v1/pictures" });
      return found;
    });
  };
  const get = async (id: string): Promise<Listed> => {
    const [found] = await allOf([id]);
    return found as Listed;
  };
  const pathOf = ({ id, entry, deleted }: Listed): string =>
    deleted && journal !== undefined ? trashPath(journal, id, entry.path) : entry.path;
  const lookAt = async (listed: Listed) =>
    isAbsolute(listed.entry.path) ? mediaFile(pathOf(listed)) : ({ kind: "refused" } as const);

  const view = async (listed: Listed): Promise<Picture> => {
    const { id, entry, starred, deleted } = listed;
    const { time, workflow, prompt, negative, seed, path } = entry;
    const file = await lookAt(listed);
    return {
      ...{ id, time, workflow, prompt, negative, seed, name: basename(path), starred, deleted },
      ...optionalOf(entry),
      ...(file.kind === "media"
        ? { state: "there" as const, mime: file.mime, bytes: file.bytes }
        : { state: file.kind }),
      href: `/v1/pictures/${id}/file`,
    };
  };
  const change = async (listed: Listed, kind: "starred" | "unstarred" | "deleted" | "restored") => {
    const { id, entry, starred, deleted } = listed;
    if (journal !== undefined) await writeMark(journal, id, { starred, ...(deleted && { deleted: entry }) });
    const picture = await view(listed);
    log.publish({ type: "picture", change: kind, picture });
    return picture;
  };

  const removeOne = async (listed: Listed): Promise<Picture> => {
    if (listed.deleted) return view(listed);
    const gone = { ...listed, deleted: true };
    if ((await lookAt(listed)).kind === "media") await moveToTrash(listed.entry.path, pathOf(gone));
    return change(gone, "deleted");
  };
  const restoreOne = async (listed: Listed): Promise<Picture> => {
    if (!listed.deleted) return view(listed);
    const { name } = await view(listed);
    if ((await lookAt(listed)).kind === "media")
      await moveFromTrash(pathOf(listed), listed.entry.path).catch((error: unknown) => {
        if (systemCode(error) !== "EEXIST") throw error;
        throw conflict(`Another file has taken the place of ${name}`);
      });
    return change({ ...listed, deleted: false }, "restored");
  };
  const each = async (listed: readonly Listed[], run: (one: Listed) => Promise<Picture>) => {
    const pictures: Picture[] = [];
    for (const one of listed) pictures.push(await run(one));
    return pictures;
  };

  return {
    list,
    get,
    view,
    async fileOf(listed) {
      const file = await lookAt(listed);
      if (file.kind === "media") return { path: pathOf(listed), mime: file.mime };
      throw conflict(
        file.kind === "missing"
          ? `The file of the image ${listed.id} is missing`
          : `The file of ${listed.id} is a link, or neither an image nor a video`,
      );
    },
    star: (id, starred) =>
      inTurn(async () => {
        const listed = await get(id);
        if (listed.starred === starred) return view(listed);
        return change({ ...listed, starred }, starred ? "starred" : "unstarred");
      }),
    remove: (ids) =>
      inTurn(async () => {
        const all = await allOf(ids);
        for (const one of all)
          if ((await lookAt(one)).kind === "refused")
            throw conflict(`The file of ${one.id} is a link, or neither an image nor a video`);
        return each(all, removeOne);
      }),
    restore: (ids) => inTurn(async () => each(await allOf(ids), restoreOne)),
  };
}
