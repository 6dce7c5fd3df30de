// Test tiers: `hermetic` is what `npm test` runs; `full` is what needs programs, real time or random rounds: the folder
// test/full, and the files beside the source whose names end in `.slow.test.ts` or `.rounds.test.ts`. `nightly` repeats
// the latter with many rounds, and runs the files that end in `.nightly.test.ts`.

import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { patience } from "./host/testing/patience.js";
import { moduleCacheFolder } from "./test/module-cache.js";

const fsModuleCachePath = moduleCacheFolder(import.meta.dirname);
// Where Pictor looks for a ComfyUI of this machine: nothing listens at this port, which only root may open.
const env = { PICTOR_LOCAL_SERVER: "http://127.0.0.1:1/" };
const folders = "{kernel,services,host,features,client,server,libraries,cli,plugins,tools,test}";
const conditions = ["@pictor/source"];
/**
 * Most functions run too seldom in a test to repay their optimization: V8 waits seven times as long as by default (15 % less
 * processor time). Node 22 and later refuse the option.
 */
const lateOptimization = process.version.startsWith("v20.") ? ["--interrupt-budget=500000"] : [];
/** Most objects of a test end with it: a larger young generation is collected less often (4 % less processor time). */
const execArgv = ["--max-semi-space-size=64", ...lateOptimization];
/** Tiers that start programs and run random rounds. */
const programs = {
  expect: { poll: patience },
  execArgv,
  // A worker imports the kernel and starts a browser once, not for each file.
  isolate: false,
  globalSetup: ["./test/seed.ts", "./test/built-packages.ts"],
  setupFiles: ["./test/async-storages.ts"],
  // In CI, browsers and other programs share few processors: one that misses a time limit gets a second try.
  retry: process.env["CI"] === "true" ? 1 : 0,
};
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
          env,
          expect: { poll: patience },
          // One project: each has workers of its own, and they would import everything again.
          name: "hermetic",
          // Without isolation, a worker imports the kernel once and not for each file, which saves two thirds of the time.
          // Tests restore what they change. Projects do not inherit this option.
          isolate: false,
          execArgv,
          setupFiles: ["./test/guard/setup.ts", "./test/async-storages.ts", "./test/byte-equality.ts"],
          include: [`${folders}/**/*.test.ts`],
          exclude: [
            "**/node_modules/**",
            "test/full/**",
            "**/*.{slow,rounds,nightly}.test.ts",
            "cli/templates/**",
          ],
          // A bound against hanging, not a measure.
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        ...common,
        test: {
          ...programs,
          env,
          name: "full",
          sequence: { groupOrder: 1 },
          // Half of the time of many files is waiting: for a server that ends, a lock that expires, a page that draws.
          maxWorkers: availableParallelism() + 2,
          include: ["test/full/**/*.test.ts", `${folders}/**/*.{slow,rounds}.test.ts`],
          exclude: ["**/node_modules/**", "**/*.nightly.test.ts", "cli/templates/**"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        ...common,
        test: {
          ...programs,
          env: { ...env, PICTOR_NIGHTLY: "1" },
          name: "nightly",
          sequence: { groupOrder: 2 },
          // One of the files measures the load that a machine takes.
          fileParallelism: false,
          include: [`${folders}/**/*.{rounds,nightly}.test.ts`],
          exclude: ["**/node_modules/**", "cli/templates/**"],
          testTimeout: 3_600_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
