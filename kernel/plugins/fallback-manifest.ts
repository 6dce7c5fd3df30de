// A substitute for a manifest that cannot be used, so that the plugin is listed with the reason.

import { cutText } from "../base/cut-text.js";
import { asFilledString, recordOrEmpty } from "../base/guards.js";
import { basename, join } from "node:path";
import type { PictorError } from "../base/errors/pictor-error.js";
import type { FoundManifest } from "./discover-plugins.js";
import { pluginKinds } from "../contract/plugin-kinds.js";
import type { Manifest } from "../contract/manifest.gen.js";

/** A manifest without content for a folder whose plugin.json cannot be read; undefined for a folder without one. */
export function unreadableManifest({ details: { folder } }: PictorError): FoundManifest | undefined {
  if (typeof folder !== "string") return undefined;
  return { manifest: {}, file: join(folder, "plugin.json"), location: { kind: "folder", path: folder } };
}

/**
 * The substitute has no taps and no contributions. Its id is that of the manifest if valid, otherwise the name of the
 * folder.
 */
export function fallbackManifest({ manifest, location }: FoundManifest): Manifest {
  const fields = recordOrEmpty(manifest);
  const text = (name: string, otherwise: string): string =>
    cutText(asFilledString(fields[name]) ?? otherwise, 80);
  const own = text("id", "");
  const isId = /^[a-z][a-z0-9]*(-[a-z0-9]+)+$/.test(own);
  const id = isId ? own : location.kind === "folder" ? basename(location.path) : "inline";
  return {
    manifestVersion: 1,
    id,
    kind:
      pluginKinds.find((kind) => kind === fields["kind"]) ??
      pluginKinds.find((kind) => id.startsWith(kind)) ??
      "workflow",
    version: text("version", "?"),
    apiVersion: text("apiVersion", "?"),
    title: text("title", id),
    description: text("description", "Its plugin.json cannot be used."),
  };
}
