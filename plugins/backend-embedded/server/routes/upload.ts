// Uploads of files and of masks, as they arrive, into the input folder or one of the others.
import { withForm, type Form, type StagedFile } from "../upload/form.js";
import { mergeMask } from "../upload/mask.js";
import { freeName, keep, placeOf, uploadType, type Place } from "../upload/place.js";
import { empty, json, type Reply } from "../reply.js";
import type { Route, RouteRequest } from "./route.js";

/** Stores the file and gives the name under which it is found. */
type Store = (place: Place, file: StagedFile, form: Form) => Promise<string>;

function receive(request: RouteRequest, store: Store): Promise<Reply> {
  const { folders } = request.parts;
  const contentType = request.headers["content-type"] ?? "";
  return withForm({ contentType, body: request.stream(), folder: folders.root }, async (form) => {
    uploadType(form.fields.get("type"));
    const file = form.files.get("image");
    if (file === undefined) return withoutFile(form);
    const place = placeOf(form, file.filename, folders);
    if (place === undefined) return empty(400);
    const name = await store(place, file, form);
    return json({ name, subfolder: place.subfolder, type: place.type });
  });
}

/** A part `image` that is text instead of a file is a fault of the real server, no part a bad request. */
function withoutFile(form: Form): Reply {
  if ((form.fields.get("image") ?? "") !== "") throw new TypeError("image is no file");
  return empty(400);
}

/** As the real server has it, a mask keeps its name free of doubles, and nothing is written when there is no original. */
async function storeMask(request: RouteRequest, place: Place, file: StagedFile, form: Form): Promise<string> {
  const { filename, kept } = await freeName(place, file.sha256);
  if (!kept)
    await mergeMask({ ...place, filename }, file, form.fields.get("original_ref"), request.parts.folders);
  return filename;
}

export const uploadRoutes: readonly Route[] = [
  { method: "POST", path: /^\/upload\/image$/, answer: (request) => receive(request, keep) },
  {
    method: "POST",
    path: /^\/upload\/mask$/,
    answer: (request) => receive(request, (place, file, form) => storeMask(request, place, file, form)),
  },
];
