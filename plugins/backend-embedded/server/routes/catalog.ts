// What can be used in a graph: node classes and model files.
import { objectInfo } from "../../graph/object-info.js";
import { modelFiles } from "../../model/files.js";
import { empty, json } from "../reply.js";
import type { Route, RouteRequest } from "./route.js";

function oneClass({ parts, parameters }: RouteRequest): Record<string, unknown> {
  const definition = parts.catalog.get(parameters[0] ?? "");
  return definition ? { [definition.signature.name]: objectInfo(definition.signature) } : {};
}

function allClasses({ parts }: RouteRequest): Record<string, unknown> {
  return Object.fromEntries([...parts.catalog].map(([name, { signature }]) => [name, objectInfo(signature)]));
}

export const catalogRoutes: readonly Route[] = [
  { method: "GET", path: /^\/object_info$/, answer: (request) => json(allClasses(request)) },
  { method: "GET", path: /^\/object_info\/([^/]+)$/, answer: (request) => json(oneClass(request)) },
  { method: "GET", path: /^\/models$/, answer: () => json(Object.keys(modelFiles)) },
  {
    method: "GET",
    path: /^\/models\/([^/]+)$/,
    answer({ parameters }) {
      const files = Object.entries(modelFiles).find(([folder]) => folder === parameters[0])?.[1];
      return files ? json(files) : empty(404);
    },
  },
  { method: "GET", path: /^\/embeddings$/, answer: () => json([]) },
];
