// Finds the routes of a path.

import type { RouteSpec } from "./route-spec.js";
import { routes, type RouteId } from "./routes.js";

export const allRoutes: readonly (readonly [RouteId, RouteSpec])[] = Object.entries(routes) as [
  RouteId,
  RouteSpec,
][];

const pathPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`);
const patterns = allRoutes.map(([, spec]) => ({ spec, pattern: pathPattern(spec.path) }));

/** The routes with this path, one for each method; none for a path that no route has. */
export const routesOf = (path: string): readonly RouteSpec[] =>
  patterns.filter(({ pattern }) => pattern.test(path)).map(({ spec }) => spec);

/** The methods that the routes of a path have. */
export const methodsOf = (path: string): readonly string[] => routesOf(path).map(({ method }) => method);
