// The node classes of the embedded backend, read once, and a backend kind that offers them and runs nothing.

import { deepFreeze } from "@pictor/kernel";
import type { Backend, Catalog, Plugin } from "@pictor/kernel";
import { partialBackend } from "../../partial-backend.js";
import { createTestPictor } from "../../test-pictor.js";
import { builtinPlugins } from "../builtin-plugins.js";
import { readManifest } from "../read-manifest.js";
import { manifestOf } from "../../manifest-of.js";

const needed = ["backend-embedded", "backend-remote"];

async function readCatalog(): Promise<Catalog> {
  const plugins = builtinPlugins("backend", "").filter((folder) => needed.includes(readManifest(folder).id));
  const { pictor, dispose } = await createTestPictor({
    plugins,
    configuration: { backends: { embedded: { kind: "embedded" } } },
  });
  try {
    const { backend } = await pictor.openBackend("embedded");
    const catalog = await backend.catalog();
    for (const nodeClass of catalog.values()) deepFreeze(nodeClass);
    return catalog;
  } finally {
    await dispose();
  }
}

let reading: Promise<Catalog> | undefined;
/** The same catalog in every call. */
export const recordedCatalog = (): Promise<Catalog> => (reading ??= readCatalog());

const backendOf = (catalog: Catalog): Backend =>
  partialBackend({
    info: () =>
      Promise.resolve({ name: "recorded", kind: "recorded", title: "Recorded", version: "1", facets: [] }),
    catalog: () => Promise.resolve(catalog),
  });

/** A plugin with the kind `recorded`. */
export const recordedPlugin = (
  catalog: Catalog,
): { readonly manifest: unknown; readonly plugin: Plugin } => ({
  manifest: manifestOf("backend-recorded", "backend", {
    contributes: {
      backends: [{ id: "recorded", title: "Recorded", settings: { type: "object", properties: {} } }],
    },
  }),
  plugin: () => ({
    provides: { backends: { recorded: { open: () => Promise.resolve(backendOf(catalog)) } } },
  }),
});
