// The directions of imports: one order of layers and folders, and no cycle of files or folders, by values or by types.

import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { circlesIn, graphOf, root, sourcesOf, targetOf, type Source } from "./sources.test.support.js";

/** From bottom to top: each folder imports those before it, and its own files. `.` is the root of a package. */
const order = [
  ...["base", "contract", "authoring", "config", "hooks", "plugins", "."].map((room) => `kernel/${room}`),
  ...[
    "tracing",
    "provided",
    "configuration",
    "secrets",
    "files",
    "processes",
    "requests",
    "profiles",
    "backends",
    "apis",
  ].map((room) => `services/${room}`),
  ...[".", "validate", "build", "state", "run", "job"].map((room) => `services/generation/${room}`),
  "services/.",
  "host/codec",
  "host/trust",
  "host/settings-schema",
  "host/plugin-check",
  "host/plugin-modules",
  "host/user-plugins",
  "host/.",
  "host/testing",
  "client/.",
  "client/testing",
  ...[
    "base",
    "profiles",
    "configuration",
    "environments",
    "cookies",
    "certificates",
    "secrets",
    "gallery",
    "quotas",
    "presets",
    "metrics",
    "requests",
    "workflows",
    "plugins",
    "backends",
    "catalog",
    "extensions",
    ".",
  ].map((room) => `features/${room}`),
  ...[
    "contract",
    "files",
    "access",
    "events",
    "http",
    "jobs",
    "quotas",
    "webhooks",
    "metrics",
    "people",
    "pictures",
    "uploads",
    "forms",
    "operations",
    "requests",
    "apis",
    "panels",
    "sockets",
    "routes",
    "reloading",
    ".",
  ].map((room) => `server/${room}`),
  "server/testing",
  "cli/.",
];

/** The packages of this order. */
const layers = [
  "@pictor/kernel",
  "@pictor/services",
  "@pictor/host",
  "@pictor/client",
  "@pictor/features",
  "@pictor/server",
  "pictor",
];
const folderOfLayer = ["kernel", "services", "host", "client", "features", "server", "cli"];

const rankOf = (path: string): number => {
  const folder = dirname(path);
  const found = order.findIndex((room) =>
    room.endsWith("/.") ? folder === room.slice(0, -2) : folder === room || folder.startsWith(`${room}/`),
  );
  return found === -1 && folder.startsWith("cli/") ? order.indexOf("cli/.") : found;
};

const packages = [
  ...folderOfLayer,
  ...["libraries", "plugins"].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  ),
];
const shippedOf = (folder: string): readonly Source[] => sourcesOf(folder).filter(({ isTest }) => !isTest);
const edgesOf = (sources: readonly Source[]): readonly (readonly [string, string])[] =>
  sources.flatMap((source) =>
    source.imports.flatMap((name) => {
      const target = targetOf(source, name);
      return target === undefined ? [] : [[source.path, target] as const];
    }),
  );

describe("layers and rooms", () => {
  const shipped = folderOfLayer.flatMap(shippedOf);

  it("have a place for every folder", () => {
    expect(shipped.filter(({ path }) => rankOf(path) === -1).map(({ path }) => path)).toEqual([]);
    expect(
      order.filter(
        (room, rank) =>
          !room.endsWith("/testing") &&
          room !== "cli/." &&
          !shipped.some(({ path }) => rankOf(path) === rank),
      ),
    ).toEqual([]);
  });

  it("import only rooms below their own", () => {
    const upward = edgesOf(shipped).filter(([from, to]) => rankOf(to) > rankOf(from));
    expect(upward.map(([from, to]) => `${from} imports ${to}`)).toEqual([]);
  });

  it("import only packages below their own", () => {
    const upward = folderOfLayer.flatMap((folder, rank) =>
      shippedOf(folder).flatMap(({ path, imports }) =>
        imports
          .filter((name) => layers.some((layer, other) => other >= rank && isOf(name, layer)))
          .map((name) => `${path} imports ${name}`),
      ),
    );
    expect(upward).toEqual([]);
  });
});

/** Entries of a package are separate nodes: they may import every folder, and no folder imports them. */
const isEntry = (path: string): boolean =>
  /^(?:[^/]+|(?:libraries|plugins)\/[^/]+)\/(?:index|main|testing)\.ts$/.test(path);
const folderOf = (path: string): string => (isEntry(path) ? path : dirname(path));

const isOf = (name: string, packageName: string): boolean =>
  name === packageName || name.startsWith(`${packageName}/`);

describe.each(packages)("%s", (folder) => {
  const edges = edgesOf(shippedOf(folder));

  it("has no circle of files", () => {
    expect(circlesIn(graphOf(edges))).toEqual([]);
  });

  it("has no circle of folders", () => {
    expect(circlesIn(graphOf(edges.map(([from, to]) => [folderOf(from), folderOf(to)] as const)))).toEqual(
      [],
    );
  });
});
