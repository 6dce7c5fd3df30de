// The folders of built-in plugins, as surroundings of a plugin under test. Their code is not imported here.

import { builtinSources } from "../../builtins.js";
import { readManifest } from "./read-manifest.js";

const folders = (): readonly string[] =>
  builtinSources().flatMap((source) => (source.kind === "directory" ? [source.path] : []));

/** Those of one kind, except the plugin under test. */
export const builtinPlugins = (kind: "backend" | "workflow" | "output", except: string): readonly string[] =>
  folders().filter((folder) => {
    const manifest = readManifest(folder);
    return manifest.kind === kind && manifest.id !== except;
  });
