// `/view`: sends a file of a member, or an uploaded one: with validators and ranges, or as an image in another format.

import { createHash } from "node:crypto";
import {
  dispositionHeader,
  fileReply,
  renderImage,
  requestedRendering,
  servedTypeOf,
} from "@pictor/comfyui-protocol";
import { PictorError } from "@pictor/kernel/plugin";
import type { CallOptions, OutputFile } from "@pictor/kernel/plugin";
import { bytes, empty, ofServer, type Answer } from "../http/answer.js";
import { rememberedFile, type Facade } from "../state/facade-state.js";
import { fileAt, refusalOf, type FileLocation } from "../wire/file-location.js";

const areas = ["output", "input", "temp"] as const;

/** A name can carry its type as `name.png [input]`. */
export function locationIn(
  filename: string,
  { subfolder, type }: { readonly subfolder?: string | undefined; readonly type?: string | undefined },
): FileLocation | undefined {
  const [, name = filename, marked = type] = /^(.*) \[(input|output|temp)\]$/s.exec(filename) ?? [];
  const area = areas.find((known) => known === (marked === "" || marked === undefined ? "output" : marked));
  return area === undefined ? undefined : { filename: name, subfolder: subfolder ?? "", type: area };
}

const fileOf = (facade: Facade, location: FileLocation): OutputFile =>
  rememberedFile(facade, location) ?? fileAt(location, facade.backend.facets.members !== undefined);

/** Whether the backend does not have the file. */
const isGone = (error: unknown): boolean =>
  error instanceof PictorError && ["BACKEND_FILE_GONE", "BACKEND_MEMBER_UNKNOWN"].includes(error.base);

/** `read`, and then the rest of `pieces`. It lets go of the pieces also if nothing was read of it, which a generator would not do. */
function joined(
  read: readonly Uint8Array[],
  pieces: AsyncIterator<Uint8Array>,
): AsyncIterableIterator<Uint8Array> {
  const left = [...read];
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      const value = left.shift();
      return value === undefined ? pieces.next() : { done: false, value };
    },
    async return() {
      left.length = 0;
      await pieces.return?.();
      return { done: true, value: undefined };
    },
  };
}

/** A file as a whole; one of more than `maxBytes` in pieces, whose reader has to finish or to return. Undefined if it is gone. */
export async function readFile(
  facade: Facade,
  location: FileLocation,
  maxBytes: number,
  options: CallOptions,
): Promise<Buffer | AsyncIterableIterator<Uint8Array> | undefined> {
  const pieces = facade.backend.fetchOutput(fileOf(facade, location), options)[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let length = 0;
  try {
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
      read.push(next.value);
      length += next.value.length;
      if (length > maxBytes) return joined(read, pieces);
    }
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
  return Buffer.concat(read);
}

/** The longest file that is held in memory for its length, its validator and its ranges. */
const maxWholeBytes = 64 * 1024 * 1024;
/** The most pixels of an image that is decoded in this process, whose other clients wait meanwhile. */
export const maxPixels = 25_165_824;

export interface ViewRequest {
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

export async function view(
  facade: Facade,
  { query, headers }: ViewRequest,
  options: CallOptions,
): Promise<Answer> {
  const filename = query.get("filename");
  if (filename === null) return empty(404);
  const location = locationIn(filename, {
    subfolder: query.get("subfolder") ?? undefined,
    type: query.get("type") ?? undefined,
  });
  if (location === undefined) return empty(400);
  const refusal = refusalOf(location);
  if (refusal !== undefined) return empty(refusal);
  const file = await readFile(facade, location, maxWholeBytes, options);
  if (file === undefined) return empty(404);
  const name = location.filename.split("/").at(-1) ?? "";
  const { "Content-Disposition": disposition } = dispositionHeader(name);
  const description = { "content-disposition": disposition, "x-content-type-options": "nosniff" };
  if (!Buffer.isBuffer(file))
    return { status: 200, headers: { ...description, "content-type": servedTypeOf(name) }, body: file };
  const rendering = requestedRendering(query);
  if (rendering !== undefined) {
    const image = renderImage(file, rendering, { maxPixels });
    return bytes(image.bytes, { ...description, "content-type": image.type });
  }
  const etag = `"${createHash("sha256").update(file).digest("hex").slice(0, 32)}"`;
  const open = (range?: { readonly start: number; readonly end: number }): Buffer =>
    range === undefined ? file : file.subarray(range.start, range.end + 1);
  return ofServer(fileReply({ name, bytes: file.length, etag, headers, open }), description);
}
