// Test tiers: `hermetic` is what `npm test` runs; `full` adds what needs programs, real time or many runs: the folder test/full, and the
// files beside the source whose names end in `.slow.test.ts`.

import { defineConfig } from "vitest/config";
import { moduleCacheFolder } from "./test/module-cache.js";

const fsModuleCachePath = moduleCacheFolder(import.meta.dirname);
const folders = "{kernel,services,host,client,server,libraries,cli,plugins,tools,test}";
const conditions = ["@pictor/source"];
const common = { resolve: { conditions }, ssr: { resolve: { conditions } } };

export default defineConfig({
  test: {
    // The default leaves one processor idle; most tests wait for sockets.
    maxWorkers: "100%",
    ...(fsModuleCachePath !== undefined && { experimental: { fsModuleCache: true, fsModuleCachePath } }),
    globalSetup: ["./test/temporary-folder.ts"],
    projects: [
      {
        ...common,
        test: {
          // One project: each has workers of its own, and they would import everything again.
          name: "hermetic",
          // Without isolation, a worker imports the kernel once and not for each file, which saves two thirds of the time.
          // Tests restore what they change. Projects do not inherit this option.
          isolate: false,
          include: [`${folders}/**/*.test.ts`],
          exclude: ["**/node_modules/**", "test/full/**", "**/*.slow.test.ts", "cli/templates/**"],
          // A bound against hanging, not a measure.
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        ...common,
        test: {
          name: "full",
          include: ["test/full/**/*.test.ts", `${folders}/**/*.slow.test.ts`],
          exclude: ["**/node_modules/**", "cli/templates/**"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // In CI, browsers and other programs share few processors: one that misses a time limit gets a second try.
          retry: process.env["CI"] === "true" ? 1 : 0,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
