// `GET /object_info`: the node classes that a graph may use.
import { objectInfo } from "@pictor/comfyui-graph";
import { json } from "@pictor/comfyui-protocol";
import type { Route, RouteRequest } from "./route.js";

function oneClass({ context, parameters }: RouteRequest): Record<string, unknown> {
  const definition = context.catalog.get(parameters[0] ?? "");
  return definition ? { [definition.signature.name]: objectInfo(definition.signature, context.folders) } : {};
}

function allClasses({ context: { catalog, folders } }: RouteRequest): Record<string, unknown> {
  return Object.fromEntries(
    [...catalog].map(([name, { signature }]) => [name, objectInfo(signature, folders)]),
  );
}

export const catalogRoutes: readonly Route[] = [
  { method: "GET", path: /^\/object_info$/, answer: (request) => json(allClasses(request)) },
  { method: "GET", path: /^\/object_info\/([^/]+)$/, answer: (request) => json(oneClass(request)) },
];
