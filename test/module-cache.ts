// Where vitest keeps the transformed modules between runs.

import { accessSync, constants, mkdirSync } from "node:fs";
import { join } from "node:path";

/**
 * The folder that `PICTOR_TEST_CACHE` names, else one in node_modules; undefined, and so no cache, if nothing can be
 * written there.
 */
export function moduleCacheFolder(
  project: string,
  named: string | undefined = process.env["PICTOR_TEST_CACHE"],
): string | undefined {
  const folder = named || join(project, "node_modules/.cache/vitest-modules");
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return folder;
  } catch {
    return undefined;
  }
}
