// A plugin whose manifest cannot be used: as much of it as can be read, so that it is listed with the reason.

import { isRecord } from "../base/guards.js";
import { basename, join } from "node:path";
import type { PictorError } from "../base/errors/pictor-error.js";
import type { FoundManifest } from "./discover.js";
import type { Manifest } from "../contract/manifest.gen.js";

const kinds: readonly Manifest["kind"][] = [
  "auth",
  "workflow",
  "backend",
  "output",
  "gate",
  "panel",
  "secrets",
];

/** The folder whose plugin.json could not even be read, as if it were empty; undefined for a folder without one. */
export function unreadableManifest({ details: { folder } }: PictorError): FoundManifest | undefined {
  if (typeof folder !== "string") return undefined;
  return { manifest: {}, file: join(folder, "plugin.json"), place: { kind: "folder", path: folder } };
}

/** It taps and contributes nothing. Its id is its own where that has the right form, else the name of its folder. */
export function fallbackManifest({ manifest, place }: FoundManifest): Manifest {
  const fields = isRecord(manifest) ? manifest : {};
  const text = (name: string, otherwise: string): string => {
    const value = fields[name];
    return typeof value === "string" && value !== "" ? value.slice(0, 80) : otherwise;
  };
  const own = text("id", "");
  const isId = /^[a-z][a-z0-9]*(-[a-z0-9]+)+$/.test(own);
  const id = isId ? own : place.kind === "folder" ? basename(place.path) : "inline";
  return {
    manifestVersion: 1,
    id,
    kind:
      kinds.find((kind) => kind === fields["kind"]) ??
      kinds.find((kind) => id.startsWith(kind)) ??
      "workflow",
    version: text("version", "?"),
    apiVersion: text("apiVersion", "?"),
    main: text("main", "?"),
    title: text("title", id),
    description: text("description", "Its plugin.json cannot be used."),
  };
}
