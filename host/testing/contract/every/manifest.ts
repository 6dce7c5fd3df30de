// The rules about the manifest and the README.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { validatePluginFolder } from "@pictor/kernel";
import { readManifest } from "../read-manifest.js";
import { requireNone, type FolderRule } from "../rule.js";

async function manifestIsValid(folder: string): Promise<undefined> {
  requireNone(await validatePluginFolder(folder));
}

async function readmeIsComplete(folder: string): Promise<undefined> {
  const file = join(folder, "README.md");
  if (!existsSync(file)) throw new Error(`${file} is missing`);
  const text = (await readFile(file, "utf8")).toLowerCase();
  const { title, permissions = [] } = readManifest(folder);
  const missing = [title, ...permissions.map(({ name }) => name)].filter(
    (word) => !text.includes(word.toLowerCase()),
  );
  if (missing.length === 0) return undefined;
  throw new Error(`${file} does not mention ${missing.join(", ")}`);
}

/** Without a valid manifest, the other rules have no meaning. */
export const manifestRule: FolderRule = {
  id: "manifest",
  name: "has a valid manifest",
  checkFolder: manifestIsValid,
};

export const readmeRule: FolderRule = {
  id: "readme",
  name: "has a README.md with its title and permissions",
  checkFolder: readmeIsComplete,
};
