// `/upload/image` and `/upload/mask`: stores files of clients.
import type { FileArea } from "@pictor/comfyui-graph";
import type { Upload } from "../engine/engine.js";
import { MalformedRequestError } from "../http/malformed-request-error.js";
import { empty, json, text, type Reply } from "../http/reply.js";
import { withMergedMask } from "../uploads/merged-mask.js";
import { withForm, type Form, type StagedFile } from "../uploads/multipart-form.js";
import { route, type Route, type RouteRequest } from "./route.js";

/** As on real servers, the default is `input`, and an empty or unknown area throws. */
function areaOf(type: string | undefined): FileArea {
  if (type === undefined || type === "input") return "input";
  if (type === "temp" || type === "output") return type;
  throw new MalformedRequestError(`The upload type ${type} is not input, temp or output`);
}

/** As on real servers, text instead of a file in `image` raises an exception, and a missing `image` is a bad request. */
function withoutFile(form: Form): Reply {
  if ((form.fields.get("image") ?? "") !== "")
    throw new MalformedRequestError("The form field image is not a file");
  return empty(400);
}

async function store({ engine, caller }: RouteRequest, upload: Upload): Promise<Reply> {
  const stored = await engine.upload(upload, caller);
  if (stored === 404) return text("404: the image of original_ref does not exist", 404);
  return stored === 400 ? empty(400) : json(stored);
}

const uploadOf = ({ fields }: Form, { filename, sha256, path }: StagedFile): Upload => ({
  type: areaOf(fields.get("type")),
  subfolder: fields.get("subfolder") ?? "",
  filename,
  overwrite: ["true", "1"].includes(fields.get("overwrite") ?? ""),
  sha256,
  path,
});

const receive =
  (kind: "image" | "mask") =>
  (request: RouteRequest): Promise<Reply> => {
    const { engine, headers } = request;
    const contentType = headers["content-type"] ?? "";
    const source = { contentType, body: request.stream(), folder: engine.uploadFolder };
    return withForm(source, async (form) => {
      areaOf(form.fields.get("type"));
      const file = form.image;
      if (file === undefined) return withoutFile(form);
      const upload = uploadOf(form, file);
      if (kind === "image") return store(request, upload);
      return withMergedMask(request, form.fields.get("original_ref"), file.path, (path) =>
        store(request, { ...upload, path }),
      );
    });
  };

export const uploadRoutes: readonly Route[] = [
  route("POST", /^\/upload\/image$/, receive("image")),
  route("POST", /^\/upload\/mask$/, receive("mask")),
];
