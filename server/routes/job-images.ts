// Routes: the images of jobs.

import { ranges, thumbnail, thingUnknown } from "@pictor/features/base";
import { thumbnailResponse } from "../pictures/thumbnail-response.js";
import { outputFile } from "./output-file.js";
import { outputResponse } from "./output-response.js";
import { route } from "./route.js";

/** The index that a path has. Anything but decimal digits becomes -1, which is the index of no output. */
const indexOf = (text: string): number => (/^(?:0|[1-9]\d{0,8})$/.test(text) ? Number(text) : -1);

export const jobImageRoutes = {
  readPreview: route("GET /v1/jobs/{id}/preview", {
    scope: "read",
    linkable: true,
    group: "jobs",
    summary: "The latest unfinished image of a job, with an ETag",
    replies: {
      200: { description: "The image", media: ["image/jpeg", "image/png", "image/webp"] },
      304: { description: "The image has the ETag of If-None-Match" },
    },
  }).handle(({ params: { id }, request, caller }, { jobs, log }) => {
    jobs.seenBy(caller).get(id);
    const preview = log.previewOf(id);
    if (preview === undefined) throw thingUnknown("preview of the job", id, `/v1/jobs/${id}`);
    const etag = `"${preview.version}"`;
    if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304 });
    const headers = { "Content-Type": preview.mime, ETag: etag };
    return new Response(Uint8Array.from(preview.bytes), { headers });
  }),
  readOutput: route("GET /v1/jobs/{id}/outputs/{index}", {
    scope: "read",
    linkable: true,
    group: "jobs",
    summary: "The bytes of an output; a saved file can be read in ranges",
    replies: ranges("application/octet-stream"),
  }).handle(({ params: { id, index }, request, caller }, { jobs }) =>
    outputResponse(jobs.seenBy(caller).outputOf(id, indexOf(index)), request.headers.get("range")),
  ),
  readOutputThumbnail: route("GET /v1/jobs/{id}/outputs/{index}/thumbnail", {
    scope: "read",
    linkable: true,
    group: "jobs",
    summary: "A small image of a saved output that is a PNG, JPEG or WebP image, with an ETag",
    ...thumbnail,
  }).handle(async ({ params: { id, index }, query: { size }, request, caller, signal }, deps) => {
    const { jobs, thumbnails } = deps;
    const source = jobs.seenBy(caller).outputOf(id, indexOf(index));
    const { key, file } = await outputFile(id, source);
    return thumbnailResponse(thumbnails, key, file, { size, request, signal });
  }),
} as const;
