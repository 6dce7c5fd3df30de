// Determines whether dist/ was built from the present sources: every source is older than the marker file of the last build.

import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readWorkspaces } from "./workspaces.js";

const markerPath = (out: string): string => join(out, ".built");

/** Folders and files outside of the workspaces on which dist/ depends. */
const sharedFolders = ["schemas", "tools"];
const sharedFiles = ["package.json", "tsconfig.json", "LICENSE"];

function newestMs(folder: string): number {
  return Math.max(
    0,
    ...readdirSync(folder, { withFileTypes: true })
      // The build itself writes the folder `built` of a panel.
      .filter(({ name }) => name !== "node_modules" && name !== "built")
      .map((entry) => {
        const path = join(folder, entry.name);
        return entry.isDirectory() ? newestMs(path) : statSync(path).mtimeMs;
      }),
  );
}

export function isUpToDate(root: string, out: string): boolean {
  if (!existsSync(markerPath(out))) return false;
  const times = [
    ...[...readWorkspaces(root).map(({ folder }) => folder), ...sharedFolders].map((name) =>
      newestMs(join(root, name)),
    ),
    ...sharedFiles.map((name) => statSync(join(root, name)).mtimeMs),
  ];
  return Math.max(...times) < statSync(markerPath(out)).mtimeMs;
}

/** Marks `out` as built from the present sources. Call it after the last file of the build is written. */
export const markBuilt = (out: string): void => {
  writeFileSync(markerPath(out), "");
};
