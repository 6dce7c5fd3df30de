// The manifest of a plugin folder, before the rule about manifests has accepted it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Manifest } from "@pictor/kernel";

/** Throws if the file is missing or no JSON. */
export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "plugin.json"), "utf8")) as Manifest;
