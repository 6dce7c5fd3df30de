// Routes: images for the inputs of workflows.

import { basename } from "node:path";
import { isEnded } from "@pictor/client";
import { fault } from "../contract/faults.js";
import type { Handlers } from "../http/handler.js";
import { uploadsOf } from "../uploads/references.js";
import type { RouteDependencies } from "./dependencies.js";
import { mediaResponse } from "./output-response.js";

const unknown = (id: string) =>
  fault("API_THING_UNKNOWN", { kind: "upload", id, list: "/v1/uploads/{id}, after POST /v1/uploads" });

export const uploadHandlers = ({
  uploads,
  jobs,
}: RouteDependencies): Handlers<"upload" | "readUpload" | "readUploadFile" | "deleteUpload"> => ({
  upload: async ({ bytes }) => ({ status: 200, json: await uploads.receive(bytes) }),
  readUpload: async ({ params: { id } }) => {
    const found = await uploads.find(id);
    if (found === undefined) throw unknown(id);
    return { status: 200, json: found };
  },
  readUploadFile: async ({ params: { id }, request }) => {
    const [found, path] = [await uploads.find(id), await uploads.use(id)];
    if (found === undefined || path === undefined) throw unknown(id);
    return mediaResponse(path, found.mime, basename(path), request.headers.get("range"));
  },
  deleteUpload: async ({ params: { id } }) => {
    const user = jobs.list().find((job) => !isEnded(job) && uploadsOf(job.request).includes(id));
    if (user !== undefined)
      throw fault("API_STATE_CONFLICT", { what: `The job ${user.id} runs and uses the upload ${id}` });
    if (!(await uploads.remove(id))) throw unknown(id);
    return { status: 200, json: {} };
  },
});
