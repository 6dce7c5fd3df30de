// Model files by folder. They exist by name only, and what is said about them says so.
import { modelFiles } from "../../model/files.js";
import { modelFolders } from "../model-folders.js";
import { empty, json, type Reply } from "../reply.js";
import type { Route, RouteRequest } from "./route.js";

const filesIn = (folder: string | undefined): readonly string[] | undefined =>
  folder !== undefined && Object.hasOwn(modelFiles, folder) ? modelFiles[folder] : undefined;

function names({ parameters: [folder] }: RouteRequest): Reply {
  const files = filesIn(folder);
  return files ? json([...files].sort()) : empty(404);
}

/** Not asked for in this form: configurations and custom nodes are no models. */
const NO_MODELS = new Set(["configs", "custom_nodes"]);

function folders({ parts }: RouteRequest): Reply {
  const listed = Object.entries(modelFolders(parts.folders)).filter(([name]) => !NO_MODELS.has(name));
  return json(listed.map(([name, paths]) => ({ name, folders: paths })));
}

function details({ parameters: [folder] }: RouteRequest): Reply {
  const files = filesIn(folder);
  if (files === undefined) return empty(404);
  return json(files.map((name) => ({ name, pathIndex: 0, modified: 0, created: 0, size: 0 })));
}

function metadata({ parameters: [folder], query }: RouteRequest): Reply {
  const name = query.get("filename") ?? "";
  if (filesIn(folder)?.includes(name) !== true || !name.endsWith(".safetensors")) return empty(404);
  return json({
    "modelspec.title": name.replace(/\.safetensors$/, ""),
    "modelspec.description": "Simulated: this file exists by name only.",
  });
}

export const modelRoutes: readonly Route[] = [
  { method: "GET", path: /^\/models$/, answer: () => json(Object.keys(modelFiles)) },
  { method: "GET", path: /^\/models\/([^/]+)$/, answer: names },
  {
    method: "GET",
    path: /^\/embeddings$/,
    answer: () => json((filesIn("embeddings") ?? []).map((name) => name.replace(/\.[^.]*$/, ""))),
  },
  { method: "GET", path: /^\/experiment\/models$/, answer: folders },
  { method: "GET", path: /^\/experiment\/models\/([^/]+)$/, answer: details },
  { method: "GET", path: /^\/experiment\/models\/preview\/([^/]+)\/(\d+)\/(.+)$/, answer: () => empty(404) },
  { method: "GET", path: /^\/view_metadata\/([^/]+)$/, answer: metadata },
];
