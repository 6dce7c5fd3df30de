// A kernel with every built-in plugin and a backend that offers the recorded catalog alone: it can build, but not run.

import { createTestFolder, manifestOf, partialBackend } from "@pictor/host/testing";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { loadConfiguration, type Catalog, type Pictor } from "@pictor/host";
import { definePlugin, fault, type Backend, type CatalogOptions } from "@pictor/kernel/plugin";
import { createBuiltinPictor } from "../builtins.test.support.js";
import { recordedCatalog } from "../fixtures/catalog/recorded.js";

const { PNG } = createRequire(import.meta.url)("pngjs") as typeof import("pngjs");

const manifest = manifestOf("backend-recorded", "backend", {
  contributes: {
    backends: [{ id: "recorded", title: "Recorded", settings: { type: "object", properties: {} } }],
  },
});

/** With `classes`, all others are left out. */
export const selectClasses = (catalog: Catalog, { classes, refresh }: CatalogOptions = {}): Catalog =>
  classes === undefined || refresh !== undefined
    ? catalog
    : new Map([...catalog].filter(([name]) => classes.includes(name)));

const backendOf = (catalog: Catalog): Partial<Backend> => ({
  info: () =>
    Promise.resolve({ name: "recorded", kind: "recorded", title: "Recorded", version: "1", facets: [] }),
  catalog: (options) => Promise.resolve(selectClasses(catalog, options)),
  // The recorded servers had one file, in the folder of uploads.
  async *fetchOutput({ filename, area }) {
    if (filename !== "example.png" || area !== "input")
      throw fault("BACKEND_FILE_GONE", { filename, status: 404 });
    yield await Promise.resolve(new Uint8Array(1));
  },
  close: () => Promise.resolve(),
});

/** The kernel, and files for settings that name one. */
export interface RecordedPictor {
  readonly pictor: Pictor;
  readonly catalog: Catalog;
  /** An image of 512 x 512 pixels; absolute path. */
  readonly image: string;
  /** A white mask of the same size, which selects everything; absolute path. */
  readonly mask: string;
  /** A graph in API format; absolute path. */
  readonly graphFile: string;
  dispose(): Promise<void>;
}

/** `catalog` is what the backend offers; default: the whole recorded catalog. */
export async function createRecordedPictor(catalog = recordedCatalog()): Promise<RecordedPictor> {
  const folder = createTestFolder();
  const write = (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const filledPng = (gray: number): Uint8Array => {
    const png = new PNG({ width: 512, height: 512 });
    png.data.fill(gray);
    return PNG.sync.write(png);
  };
  const plugin = definePlugin(() => ({
    handlers: {},
    provides: { backends: { recorded: { open: () => Promise.resolve(partialBackend(backendOf(catalog))) } } },
  }));
  const pictor = await createBuiltinPictor({
    plugins: [{ kind: "inline", manifest, plugin }],
    configuration: await loadConfiguration({ directory: folder, flags: {} }),
    defaultBackends: [{ name: "recorded", settings: { kind: "recorded" } }],
  });
  const graph = {
    1: { class_type: "EmptyImage", inputs: { width: 64, height: 64, batch_size: 1, color: 0 } },
    2: { class_type: "SaveImage", inputs: { images: ["1", 0], filename_prefix: "own" } },
  };
  return {
    pictor,
    catalog,
    image: write("image.png", filledPng(128)),
    mask: write("mask.png", filledPng(255)),
    graphFile: write("graph.json", JSON.stringify(graph)),
    async dispose() {
      await pictor.dispose();
    },
  };
}
