// Parameters and replies that several operations have.

import type { BodyName } from "./operation-spec.js";

export const cursor = { type: "string", description: "`cursor` of the page before" } as const;
export const limit = {
  type: "integer",
  minimum: 1,
  maximum: 500,
  description: "Entries on a page; default 100",
} as const;
export const backend = { type: "string", description: "Name of an instance; default: as for a job" } as const;
export const ok = <Name extends BodyName>(body: Name, description: string) =>
  ({ 200: { description, body } }) as const;
/** Replies of a route that starts long work. */
export const accepted = {
  202: { description: "The operation that has started", body: "Operation" },
} as const;
/** What the routes of thumbnails take and give. */
export const thumbnail = {
  query: {
    size: {
      type: "string",
      enum: ["256", "512"],
      description: "Pixels of its longer side; default 256. A smaller image keeps its size",
    },
  },
  replies: {
    200: { description: "The thumbnail", media: ["image/webp"] },
    304: { description: "The thumbnail has the ETag of If-None-Match" },
  },
} as const;
/** Replies of a route that serves a file, also in ranges. */
export const ranges = <Media extends string>(...media: readonly Media[]) =>
  ({
    200: { description: "The file", media },
    206: { description: "The range", media },
    416: { description: "The range is outside of the file" },
  }) as const;
/** What is decided by the bytes: the content type only says that no form of a web page has sent them. */
export const givenFile = {
  media: ["image/png", "image/jpeg", "image/webp", "application/json", "application/octet-stream"],
  limit: 200_000_000,
  description: "A PNG, a JPEG or a WebP; or JSON: a workflow of ComfyUI, or a project",
} as const;
