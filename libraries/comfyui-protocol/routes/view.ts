// `/view`: sends a file as it is, or an image in another format.
import { namedFileIn } from "../files/named-file.js";
import { renderImage, requestedRendering } from "../files/render-image.js";
import { contentsOf } from "../http/body.js";
import { dispositionHeader, servedTypeOf } from "../http/disposition.js";
import { fileReply } from "../http/file-reply.js";
import { bytes, empty, type Reply } from "../http/reply.js";
import { route, type Route, type RouteRequest } from "./route.js";

async function view({ engine, caller, query, headers }: RouteRequest): Promise<Reply> {
  const named = namedFileIn(query);
  if (typeof named === "number") return empty(named);
  const file = await engine.view(named, caller);
  if (typeof file === "number") return empty(file);
  const name = named.filename;
  const description = (type: string) => ({ ...dispositionHeader(name), "Content-Type": type });
  const length = file.bytes;
  if (length === undefined)
    return { status: 200, headers: description(servedTypeOf(name)), body: file.open() };
  const rendering = requestedRendering(query);
  if (rendering === undefined) return fileReply({ ...file, name, bytes: length, headers });
  const image = renderImage(await contentsOf(file.open()), rendering, engine.limits);
  return bytes(image.bytes, description(image.type));
}

export const viewRoutes: readonly Route[] = [route("GET", /^\/view$/, view)];
