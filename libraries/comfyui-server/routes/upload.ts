// `/upload/image` and `/upload/mask`: stores uploads in the input folder or another data folder.
import { empty, json, withForm, type Form, type Reply, type StagedFile } from "@pictor/comfyui-protocol";
import { mergeMask } from "../uploads/merge-mask.js";
import {
  findFreeName,
  storeUpload,
  uploadTarget,
  uploadType,
  type UploadTarget,
} from "../uploads/upload-target.js";
import type { Route, RouteRequest } from "./route.js";

/** Stores the file and returns its name. */
type Store = (target: UploadTarget, file: StagedFile, form: Form) => Promise<string>;

function receive(request: RouteRequest, store: Store): Promise<Reply> {
  const { folders } = request.context;
  const contentType = request.headers["content-type"] ?? "";
  return withForm({ contentType, body: request.stream(), folder: folders.root }, async (form) => {
    uploadType(form.fields.get("type"));
    const file = form.files.get("image");
    if (file === undefined) return withoutFile(form);
    const target = uploadTarget(form, file.filename, folders);
    if (target === undefined) return empty(400);
    const name = await store(target, file, form);
    return json({ name, subfolder: target.subfolder, type: target.type });
  });
}

/** As on real servers, text instead of a file in `image` raises an exception, and a missing `image` is a bad request. */
function withoutFile(form: Form): Reply {
  if ((form.fields.get("image") ?? "") !== "") throw new TypeError("The form field image is not a file");
  return empty(400);
}

/** As on real servers, nothing is written if a file with the same content exists, or if the original does not exist. */
async function storeMask(
  request: RouteRequest,
  target: UploadTarget,
  file: StagedFile,
  form: Form,
): Promise<string> {
  const { filename, exists } = await findFreeName(target, file.sha256);
  if (!exists)
    await mergeMask({ ...target, filename }, file, form.fields.get("original_ref"), request.context.folders);
  return filename;
}

export const uploadRoutes: readonly Route[] = [
  { method: "POST", path: /^\/upload\/image$/, answer: (request) => receive(request, storeUpload) },
  {
    method: "POST",
    path: /^\/upload\/mask$/,
    answer: (request) => receive(request, (target, file, form) => storeMask(request, target, file, form)),
  },
];
