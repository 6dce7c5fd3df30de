// Finds the routes of a path.

import type { OperationSpec } from "@pictor/features/base";

const pathPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`);

/** Returns the routes with a path, one for each method; none for a path that no route has. */
export function createMatcher<Spec extends OperationSpec>(
  routes: readonly Spec[],
): (path: string) => readonly Spec[] {
  const patterns = routes.map((spec) => ({ spec, pattern: pathPattern(spec.path) }));
  return (path) => patterns.filter(({ pattern }) => pattern.test(path)).map(({ spec }) => spec);
}
