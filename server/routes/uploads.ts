// Routes: images for the inputs of workflows.

import { basename } from "node:path";
import { isEnded } from "@pictor/client";
import { sees, givenFile, ok, ranges, thingUnknown } from "@pictor/features/base";
import { fault } from "../contract/faults.js";
import { uploadsOf } from "../uploads/references.js";
import { route } from "./route.js";
import { mediaResponse } from "./output-response.js";

const unknown = (id: string) => thingUnknown("upload", id, "/v1/uploads/{id}, after POST /v1/uploads");

export const uploadRoutes = {
  upload: route("POST /v1/uploads", {
    scope: "generate",
    group: "uploads",
    summary:
      "Upload an image or a graph for an input of a workflow, such as its image, its mask or its graph",
    bytes: givenFile,
    replies: ok("Upload", "The upload; the same bytes are the same upload"),
  }).handle(async ({ bytes }, { uploads }) => await uploads.receive(bytes)),
  readUpload: route("GET /v1/uploads/{id}", {
    scope: "generate",
    group: "uploads",
    summary: "An upload",
    replies: ok("Upload", "The upload"),
  }).handle(async ({ params: { id } }, { uploads }) => {
    const found = await uploads.find(id);
    if (found === undefined) throw unknown(id);
    return found;
  }),
  readUploadFile: route("GET /v1/uploads/{id}/file", {
    scope: "generate",
    group: "uploads",
    summary: "The bytes of an upload, which is then kept for another day",
    replies: ranges("image/png", "image/jpeg", "image/webp", "application/json"),
  }).handle(async ({ params: { id }, request }, { uploads }) => {
    const [found, path] = [await uploads.find(id), await uploads.use(id)];
    if (found === undefined || path === undefined) throw unknown(id);
    return mediaResponse(path, found.mime, basename(path), request.headers.get("range"));
  }),
  deleteUpload: route("DELETE /v1/uploads/{id}", {
    scope: "generate",
    group: "uploads",
    summary: "Delete an upload that no running job uses",
    replies: ok("Nothing", "The upload is deleted"),
  }).handle(async ({ params: { id }, caller }, { uploads, jobs }) => {
    const user = jobs.list().find((job) => !isEnded(job) && uploadsOf(job.request).includes(id));
    if (user !== undefined) {
      const who = sees(caller, user.owner) ? `The job ${user.id}` : "A job of somebody else";
      throw fault("API_STATE_CONFLICT", { what: `${who} runs and uses the upload ${id}` });
    }
    if (!(await uploads.remove(id))) throw unknown(id);
    return {};
  }),
} as const;
