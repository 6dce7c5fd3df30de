// The order in which routes match, and the routes of a path.

import type { OperationSpec } from "@pictor/features/base";

const pathPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`);

const countParameters = (path: string): number => path.split("{").length - 1;

/** Sorts routes, so that `/v1/pictures/models` matches before `/v1/pictures/{id}`, wherever they are declared. */
export const fixedPathsFirst = <Spec extends Pick<OperationSpec, "path">>(
  routes: readonly Spec[],
): readonly Spec[] =>
  [...routes].sort((one, other) => countParameters(one.path) - countParameters(other.path));

/** Returns the routes with a path; none for a path that no route has. */
export function createMatcher<Spec extends OperationSpec>(
  routes: readonly Spec[],
): (path: string) => readonly Spec[] {
  const patterns = fixedPathsFirst(routes).map((spec) => ({ spec, pattern: pathPattern(spec.path) }));
  return (path) => patterns.filter(({ pattern }) => pattern.test(path)).map(({ spec }) => spec);
}
