// The node classes that a graph may use.
import { objectInfo } from "../../graph/object-info.js";
import { json } from "../reply.js";
import type { Route, RouteRequest } from "./route.js";

function oneClass({ parts, parameters }: RouteRequest): Record<string, unknown> {
  const definition = parts.catalog.get(parameters[0] ?? "");
  return definition ? { [definition.signature.name]: objectInfo(definition.signature, parts.folders) } : {};
}

function allClasses({ parts: { catalog, folders } }: RouteRequest): Record<string, unknown> {
  return Object.fromEntries(
    [...catalog].map(([name, { signature }]) => [name, objectInfo(signature, folders)]),
  );
}

export const catalogRoutes: readonly Route[] = [
  { method: "GET", path: /^\/object_info$/, answer: (request) => json(allClasses(request)) },
  { method: "GET", path: /^\/object_info\/([^/]+)$/, answer: (request) => json(oneClass(request)) },
];
