// A thumbnail as a response, with its ETag.

import type { ServedFile } from "@pictor/features/gallery";
import type { Thumbnails } from "./thumbnails.js";

const standardSize = "256";

/** Answers a request for the thumbnail of a file. Rejects as `Thumbnails.of`. */
export async function thumbnailResponse(
  thumbnails: Pick<Thumbnails, "of" | "tagOf">,
  id: string,
  file: ServedFile,
  { size = standardSize, request, signal }: ThumbnailRequest,
): Promise<Response> {
  const headers = { ETag: thumbnails.tagOf(id, file, Number(size)), "Cache-Control": "private, no-cache" };
  if (request.headers.get("if-none-match") === headers.ETag)
    return new Response(null, { status: 304, headers });
  const bytes = await thumbnails.of(id, file, Number(size), signal);
  return new Response(Uint8Array.from(bytes), { headers: { ...headers, "Content-Type": "image/webp" } });
}

export interface ThumbnailRequest {
  /** Pixels of the longer side. Default 256. */
  readonly size: string | undefined;
  readonly request: Request;
  readonly signal: AbortSignal;
}
