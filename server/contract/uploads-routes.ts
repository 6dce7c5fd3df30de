// Routes: images for the inputs of workflows.

import { ok } from "./route-parameters.js";
import type { RouteSpec } from "./route-spec.js";

export const uploadsRoutes = {
  upload: {
    method: "POST",
    path: "/v1/uploads",
    scope: "generate",
    group: "uploads",
    summary: "Upload an image for an input of a workflow, such as its image or its mask",
    bytes: {
      media: ["image/png", "image/jpeg", "image/webp", "application/octet-stream"],
      limit: 200_000_000,
      description: "A PNG, a JPEG or a WebP",
    },
    replies: ok("Upload", "The upload; the same bytes are the same upload"),
  },
  inspect: {
    method: "POST",
    path: "/v1/inspect",
    scope: "read",
    group: "uploads",
    summary:
      "How an image was made, from its metadata, and the values that a form can recall; the server keeps nothing",
    bytes: {
      media: ["image/png", "image/jpeg", "image/webp", "application/octet-stream"],
      limit: 200_000_000,
      description: "A PNG, a JPEG or a WebP",
    },
    replies: ok("Inspection", "The metadata; an image without any is a result, too"),
  },
  readUpload: {
    method: "GET",
    path: "/v1/uploads/{id}",
    scope: "generate",
    group: "uploads",
    summary: "An upload",
    replies: ok("Upload", "The upload"),
  },
  readUploadFile: {
    method: "GET",
    path: "/v1/uploads/{id}/file",
    scope: "generate",
    group: "uploads",
    summary: "The bytes of an upload; it is kept for a day from then on",
    replies: {
      200: { description: "The file", media: ["image/png", "image/jpeg", "image/webp"] },
      206: { description: "The range", media: ["image/png", "image/jpeg", "image/webp"] },
      416: { description: "The range is outside of the file" },
    },
  },
  deleteUpload: {
    method: "DELETE",
    path: "/v1/uploads/{id}",
    scope: "generate",
    group: "uploads",
    summary: "Delete an upload that no running job uses",
    replies: ok("Nothing", "The upload is deleted"),
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;
