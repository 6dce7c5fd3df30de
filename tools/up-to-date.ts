// Whether dist/ was built from the present sources: the newest of them is older than the stamp of the last build.

import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readWorkspaces } from "./workspaces.js";

const stampOf = (out: string): string => join(out, ".built");

/** Folders beside the workspaces whose files end up in dist/. */
const shared = ["schemas", "tools"];
const single = ["package.json", "tsconfig.json", "LICENSE"];

function newest(folder: string): number {
  return Math.max(
    0,
    ...readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => name !== "node_modules")
      .map((entry) => {
        const path = join(folder, entry.name);
        return entry.isDirectory() ? newest(path) : statSync(path).mtimeMs;
      }),
  );
}

export function isUpToDate(root: string, out: string): boolean {
  if (!existsSync(stampOf(out))) return false;
  const times = [
    ...[...readWorkspaces(root).map(({ folder }) => folder), ...shared].map((name) =>
      newest(join(root, name)),
    ),
    ...single.map((name) => statSync(join(root, name)).mtimeMs),
  ];
  return Math.max(...times) < statSync(stampOf(out)).mtimeMs;
}

/** To be called when everything stands. */
export const stamp = (out: string): void => {
  writeFileSync(stampOf(out), "");
};
