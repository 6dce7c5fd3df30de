// A kernel with every built-in plugin over a backend that is nothing but the recorded catalogue: for building, not running.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfiguration, type Catalog, type Kernel } from "@pictor/kernel";
import { definePlugin, type Backend } from "@pictor/kernel/plugin";
import { builtinKernel } from "../builtins.test.support.js";
import { recordedCatalog } from "../fixtures/catalogue/recorded.js";

const { PNG } = createRequire(import.meta.url)("pngjs") as typeof import("pngjs");

const manifest = {
  manifestVersion: 1,
  id: "backend-recorded",
  kind: "backend",
  version: "1.0.0",
  apiVersion: "^1.0.0",
  main: "./index.js",
  title: "Recorded catalogue",
  description: "Knows node classes and runs nothing",
  contributes: {
    backends: [{ id: "recorded", title: "Recorded", settings: { type: "object", properties: {} } }],
  },
};

const backendOf = (catalog: Catalog): Partial<Backend> => ({
  info: () =>
    Promise.resolve({ name: "recorded", kind: "recorded", title: "Recorded", version: "1", facets: [] }),
  catalog: () => Promise.resolve(catalog),
  close: () => Promise.resolve(),
});

export interface RecordedWorld {
  readonly kernel: Kernel;
  readonly catalog: Catalog;
  /** A picture of 512 x 512 pixels; absolute path. */
  readonly picture: string;
  /** The same size, white: everything is sampled. */
  readonly mask: string;
  /** A graph in API format. */
  readonly graphFile: string;
  dispose(): Promise<void>;
}

/** `catalog`: default all that is recorded. */
export async function recordedWorld(catalog = recordedCatalog()): Promise<RecordedWorld> {
  const folder = mkdtempSync(join(tmpdir(), "pictor-matrix-"));
  const write = (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const filled = (grey: number): Uint8Array => {
    const png = new PNG({ width: 512, height: 512 });
    png.data.fill(grey);
    return PNG.sync.write(png);
  };
  const plugin = definePlugin(() => ({
    handlers: {},
    provides: { backends: { recorded: { open: () => Promise.resolve(backendOf(catalog) as Backend) } } },
  }));
  const kernel = await builtinKernel({
    sources: [{ kind: "inline", manifest, plugin }],
    configuration: await loadConfiguration({ directory: folder, flags: {} }),
    defaultBackends: [{ name: "recorded", settings: { kind: "recorded" } }],
  });
  const graph = {
    1: { class_type: "EmptyImage", inputs: { width: 64, height: 64, batch_size: 1, color: 0 } },
    2: { class_type: "SaveImage", inputs: { images: ["1", 0], filename_prefix: "own" } },
  };
  return {
    kernel,
    catalog,
    picture: write("picture.png", filled(128)),
    mask: write("mask.png", filled(255)),
    graphFile: write("graph.json", JSON.stringify(graph)),
    async dispose() {
      await kernel.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
