// The plugins among the npm packages on which a project depends directly: found by their keyword, and used only with trust.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { isRecord, readBounded, recordOrEmpty } from "@pictor/kernel/manifests";

const keyword = "pictor-plugin";
const maxBytes = 1 << 20;

/** The name of a package of npm, which is neither a path nor an address. */
export const packageName = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/i;

function readPackage(folder: string): Readonly<Record<string, unknown>> {
  try {
    return recordOrEmpty(JSON.parse(readBounded(join(folder, "package.json"), maxBytes)));
  } catch {
    return {};
  }
}

const namesIn = (value: unknown): readonly string[] => (isRecord(value) ? Object.keys(value) : []);

/**
 * The folders of the plugins in `dependencies` and `devDependencies` of the folder's package.json, with the keyword
 * `pictor-plugin`. The packages of Pictor itself are left out, because a host brings them along.
 */
export function npmPluginFolders(folder: string): readonly string[] {
  const { dependencies, devDependencies } = readPackage(folder);
  const names = [...new Set([...namesIn(dependencies), ...namesIn(devDependencies)])].sort();
  return names
    .filter((name) => packageName.test(name) && !name.startsWith("@pictor/"))
    .map((name) => join(folder, "node_modules", name))
    .filter((path) => {
      if (!existsSync(join(path, "plugin.json"))) return false;
      const { keywords } = readPackage(path);
      return Array.isArray(keywords) && keywords.includes(keyword);
    });
}
