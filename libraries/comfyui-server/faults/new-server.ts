// The fault that answers as ComfyUI 0.38 where clients see its assets: ids of files, more about jobs and uploads, and
// pages as downloads.
import { digestOf, isRecord, mediaTypeOf, parseJson, recordOrEmpty } from "@pictor/kernel/plugin";
import { stringifyJson } from "@pictor/comfyui-graph";
import { empty, type Reply } from "@pictor/comfyui-protocol";
import type { FaultBehavior, FaultContext, Frame, RoutedRequest } from "./behavior.js";
import type { FaultOf } from "./fault.js";

const VERSION = "0.38.1+pictor.embedded";

type Members = Readonly<Record<string, unknown>>;
const mapMembers = (value: unknown, map: (member: unknown) => unknown): Members =>
  Object.fromEntries(Object.entries(recordOrEmpty(value)).map(([name, member]) => [name, map(member)]));

/** An id in the form of a UUID, the same for the same file. */
const idOf = (...names: readonly unknown[]): string =>
  digestOf(JSON.stringify(names)).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5");

const isImage = (filename: string): boolean => mediaTypeOf(filename).startsWith("image/");

/** A file among the outputs, with its asset. An image is its own preview. */
function withAsset(entry: unknown): unknown {
  const { filename, subfolder, type } = recordOrEmpty(entry);
  if (typeof filename !== "string" || type === undefined) return entry;
  const id = idOf(type, subfolder, filename);
  return { ...recordOrEmpty(entry), id, ...(isImage(filename) && { preview_id: id }) };
}

/** The outputs of one node: lists of files, texts and flags. */
const withAssets = (output: unknown): Members =>
  mapMembers(output, (list) => (Array.isArray(list) ? list.map(withAsset) : list));

const withOutputs = (entry: unknown): Members => ({
  ...recordOrEmpty(entry),
  ...(isRecord(entry) && isRecord(entry["outputs"]) && { outputs: mapMembers(entry["outputs"], withAssets) }),
});

/** Every file that this server can make is previewable. */
function withPreviewable(job: unknown): Members {
  const { preview_output, outputs_count } = recordOrEmpty(job);
  return {
    ...withOutputs(job),
    previewable_outputs_count: outputs_count ?? 0,
    ...(preview_output !== undefined && { preview_output: withAsset(preview_output) }),
  };
}

/** An upload with its asset, which has the hash of its contents. */
async function uploadReply(answer: Reply, { assets }: FaultContext): Promise<Reply> {
  const upload = recordOrEmpty(typeof answer.body === "string" ? parseJson(answer.body) : undefined);
  const { name = "", subfolder, type } = upload;
  const { hash = null, size = null } = (await assets.add(upload)) ?? {};
  const id = idOf(type, subfolder, name);
  const mime = mediaTypeOf(String(name));
  const asset = { id, name, asset_hash: hash, size, mime_type: mime, tags: [type, "uploaded"] };
  return { ...answer, body: stringifyJson({ ...upload, asset }) };
}

function withVersion(stats: unknown): Members {
  const { system } = recordOrEmpty(stats);
  return { ...recordOrEmpty(stats), system: { ...recordOrEmpty(system), comfyui_version: VERSION } };
}

/** What becomes of the JSON of a route. */
const routes: readonly (readonly [method: string, path: RegExp, change: (value: unknown) => unknown])[] = [
  ["GET", /^\/system_stats$/, withVersion],
  ["GET", /^\/history(\/|$)/, (items) => mapMembers(items, withOutputs)],
  [
    "GET",
    /^\/jobs$/,
    (page) => ({
      ...recordOrEmpty(page),
      jobs: ((recordOrEmpty(page)["jobs"] ?? []) as unknown[]).map(withPreviewable),
    }),
  ],
  ["GET", /^\/jobs\/[^/]+$/, withPreviewable],
];

/** Files that a browser would run. They come as a download. */
const active = /\.(?:html?|xhtml|svgz?|xml|m?js|css|mht(?:ml)?)$/i;

const asDownload = ({ headers, ...answer }: Reply): Reply => ({
  ...answer,
  headers: {
    ...headers,
    "Content-Type": "application/octet-stream",
    "Content-Disposition": `attachment; ${headers["Content-Disposition"] ?? ""}`,
    "X-Content-Type-Options": "nosniff",
  },
});

function reply({ method, path, query }: RoutedRequest, answer: Reply): Reply | undefined {
  if (/^\/view$/.test(path))
    return active.test(query.get("filename") ?? "") && answer.status < 300 ? asDownload(answer) : undefined;
  const [, , change] = routes.find(([verb, route]) => verb === method && route.test(path)) ?? [];
  if (change === undefined || answer.status !== 200 || typeof answer.body !== "string") return undefined;
  return { ...answer, body: stringifyJson(change(parseJson(answer.body))) };
}

function frame(sent: Frame): readonly Frame[] | undefined {
  if (sent.type !== "executed" || sent.data === undefined) return undefined;
  const data = { ...sent.data, output: withAssets(sent.data["output"]) };
  return [{ ...sent, data, payload: stringifyJson({ type: sent.type, data }) }];
}

/** What the tasks of downloads answer; undefined for another route. */
function taskReply(routed: RoutedRequest, { downloads }: FaultContext): Reply | Promise<Reply> | undefined {
  const { method, path } = routed;
  if (method === "POST" && path === "/assets/download")
    return routed.body().then((body) => downloads.start(body.toString()));
  const id = /^\/tasks\/([^/]+)$/.exec(path)?.[1];
  if (id === undefined) return undefined;
  return method === "GET" ? downloads.read(id) : method === "DELETE" ? downloads.cancel(id) : undefined;
}

/** The list of a folder's files, with those that were downloaded. */
function listReply({ method, path }: RoutedRequest, answer: Reply, { downloads }: FaultContext) {
  const folder = method === "GET" ? /^\/models\/([^/]+)$/.exec(path)?.[1] : undefined;
  const files = folder === undefined ? [] : downloads.finished(folder);
  if (files.length === 0 || typeof answer.body !== "string") return undefined;
  return { ...answer, body: stringifyJson([...(parseJson(answer.body) as string[]), ...files].sort()) };
}

const isUpload = ({ method, path }: RoutedRequest): boolean =>
  method === "POST" && /^\/upload\/(image|mask)$/.test(path);

/** A file that the query of `/view` names by the hash of its contents. */
function viewRequest(routed: RoutedRequest, { assets }: FaultContext): RoutedRequest | Reply | undefined {
  const name = routed.path === "/view" ? (routed.query.get("filename") ?? "") : "";
  if (!name.startsWith("blake3:")) return undefined;
  const found = assets.queryFor(name);
  if (found === undefined) return empty(404);
  const others = [...routed.query].filter(([member]) => !Object.hasOwn(found, member));
  return { ...routed, query: new URLSearchParams([...others, ...Object.entries(found)]) };
}

function catalogRequest(routed: RoutedRequest, { downloads }: FaultContext): RoutedRequest | undefined {
  const catalog = downloads.catalogWith(routed.catalog);
  return catalog === routed.catalog ? undefined : { ...routed, catalog };
}

export const newServer: FaultBehavior<FaultOf<"new-server">> = {
  request: (_fault, routed, context) => viewRequest(routed, context) ?? catalogRequest(routed, context),
  reply: (_fault, routed, answer, context) =>
    (isUpload(routed) && answer.status === 200 ? uploadReply(answer, context) : undefined) ??
    taskReply(routed, context) ??
    listReply(routed, answer, context) ??
    reply(routed, answer),
  frame: (_fault, sent) => frame(sent),
};
