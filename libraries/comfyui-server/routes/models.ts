// Routes about model files, which exist by name only; their metadata says so.
import type { ServerContext } from "../engine/server-context.js";
import { modelFolders } from "./model-folders.js";
import { empty, json, route, type Reply } from "@pictor/comfyui-protocol";
import type { Route, RouteRequest } from "./route.js";

const filesIn = ({ modelFiles }: ServerContext, folder: string | undefined): readonly string[] | undefined =>
  folder !== undefined && Object.hasOwn(modelFiles, folder) ? modelFiles[folder] : undefined;

function names({ context, parameters: [folder] }: RouteRequest): Reply {
  const files = filesIn(context, folder);
  return files ? json([...files].sort()) : empty(404);
}

/** Folder keys that `/experiment/models` omits. */
const NON_MODEL_FOLDERS = new Set(["configs", "custom_nodes"]);

const modelExtensions = [".bin", ".ckpt", ".pkl", ".pt", ".pt2", ".pth", ".safetensors", ".sft"];

/**
 * The endings of the files that a real server lists in a folder. The folders `diffusers` and `classifiers` have endings
 * of their own.
 */
function extensionsIn(folder: string): readonly string[] {
  if (folder === "diffusers") return ["folder"];
  return folder === "classifiers" ? [""] : modelExtensions;
}

function folders({ context }: RouteRequest): Reply {
  const listed = Object.entries(modelFolders(context)).filter(([name]) => !NON_MODEL_FOLDERS.has(name));
  return json(listed.map(([name, paths]) => ({ name, folders: paths, extensions: extensionsIn(name) })));
}

function details({ context, parameters: [folder] }: RouteRequest): Reply {
  const files = filesIn(context, folder);
  if (files === undefined) return empty(404);
  return json(files.map((name) => ({ name, pathIndex: 0, modified: 0, created: 0, size: 0 })));
}

function metadata({ context, parameters: [folder], query }: RouteRequest): Reply {
  const name = query.get("filename") ?? "";
  if (filesIn(context, folder)?.includes(name) !== true || !name.endsWith(".safetensors")) return empty(404);
  return json({
    "modelspec.title": name.replace(/\.safetensors$/, ""),
    "modelspec.description": "Simulated: this file exists by name only.",
  });
}

export const modelRoutes: readonly Route[] = [
  route("GET", /^\/models$/, ({ context }) => json(Object.keys(context.modelFiles))),
  route("GET", /^\/models\/([^/]+)$/, names),
  route("GET", /^\/experiment\/models$/, folders),
  route("GET", /^\/experiment\/models\/([^/]+)$/, details),
  route("GET", /^\/experiment\/models\/preview\/([^/]+)\/(\d+)\/(.+)$/, () => empty(404)),
  route("GET", /^\/view_metadata\/([^/]+)$/, metadata),
];
