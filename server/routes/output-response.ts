// The bytes of an output as a response: only safe media types are shown; ranges of saved files are supported.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import type { OutputSource } from "../jobs/registry-types.js";

/** The media types of images and videos that a browser shows without running code. */
export const shownMedia = [
  ...(["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"] as const),
  ...(["video/mp4", "video/webm"] as const),
] as const;

/** A file of any other type is a download. */
const shownTypes: ReadonlySet<string> = new Set([...shownMedia, "text/plain"]);

/** Content-Disposition (RFC 6266): the name in ASCII, and the whole name in UTF-8. */
function disposition(kind: "inline" | "attachment", filename: string): string {
  const plain = filename.replace(/[^\w.-]/g, "_");
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(filename)}`;
}

function headersOf(mime: string, filename: string): Record<string, string> {
  const isShown = shownTypes.has(mime);
  return {
    "Content-Type": isShown ? mime : "application/octet-stream",
    "Content-Disposition": disposition(isShown ? "inline" : "attachment", filename),
  };
}

/** A single range (RFC 9110, section 14.2); undefined for every other form, for which the whole file is sent. */
export function rangeOf(
  header: string | null,
  size: number,
): { readonly start: number; readonly end: number } | "outside" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return start < size && start <= end ? { start, end } : "outside";
}

const streamOf = (readable: Readable): ReadableStream<Uint8Array> =>
  Readable.toWeb(readable) as ReadableStream<Uint8Array>;

async function fileResponse(
  path: string,
  headers: Record<string, string>,
  range: string | null,
): Promise<Response> {
  const { size, mtimeMs } = await stat(path);
  const whole = { ...headers, "Accept-Ranges": "bytes", ETag: `"${size}-${Math.round(mtimeMs)}"` };
  const part = rangeOf(range, size);
  if (part === "outside")
    return new Response(null, { status: 416, headers: { "Content-Range": `bytes */${size}` } });
  if (part === undefined)
    return new Response(streamOf(createReadStream(path)), {
      headers: { ...whole, "Content-Length": String(size) },
    });
  const { start, end } = part;
  const length = {
    "Content-Length": String(end - start + 1),
    "Content-Range": `bytes ${start}-${end}/${size}`,
  };
  return new Response(streamOf(createReadStream(path, { start, end })), {
    status: 206,
    headers: { ...whole, ...length },
  });
}

/** The response with a file that was opened and checked; `mime` is the media type of its bytes. */
export const mediaResponse = (
  path: string,
  mime: string,
  filename: string,
  range: string | null,
): Promise<Response> => fileResponse(path, headersOf(mime, filename), range);

export function outputResponse(source: OutputSource, range: string | null): Promise<Response> {
  if (source.kind === "file")
    return fileResponse(source.path, headersOf(source.mime, source.filename), range);
  const { output } = source;
  const headers = headersOf(output.mime, output.file.filename);
  return Promise.resolve(new Response(streamOf(Readable.from(output.open())), { headers }));
}
