// Routes: images and graphs for the inputs of workflows.

import { ok } from "./route-parameters.js";
import type { ByteBody, RouteSpec } from "./route-spec.js";

/** What is decided by the bytes: the content type only says that no form of a web page has sent them. */
const givenFile: ByteBody = {
  media: ["image/png", "image/jpeg", "image/webp", "application/json", "application/octet-stream"],
  limit: 200_000_000,
  description: "A PNG, a JPEG or a WebP; or JSON: a workflow of ComfyUI, or a project",
};

const uploadMedia = ["image/png", "image/jpeg", "image/webp", "application/json"] as const;

export const uploadsRoutes = {
  upload: {
    method: "POST",
    path: "/v1/uploads",
    scope: "generate",
    group: "uploads",
    summary:
      "Upload an image or a graph for an input of a workflow, such as its image, its mask or its graph",
    bytes: givenFile,
    replies: ok("Upload", "The upload; the same bytes are the same upload"),
  },
  inspect: {
    method: "POST",
    path: "/v1/inspect",
    scope: "read",
    group: "uploads",
    summary:
      "How an image was made, from its metadata, or what a JSON file holds, and the values that a form can recall; the server keeps nothing",
    bytes: givenFile,
    replies: ok("Inspection", "What was found; a file without settings is a result, too"),
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
      200: { description: "The file", media: [...uploadMedia] },
      206: { description: "The range", media: [...uploadMedia] },
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
