// Test tiers: `unit`, `contract` and `port` are hermetic (npm test); `full` adds what needs programs, real time or many runs.

import { defineConfig } from "vitest/config";

const conditions = ["@pictor/source"];
const common = { resolve: { conditions }, ssr: { resolve: { conditions } } };

/** Files that listen on the fixed callback port: one after the other, when the rest is done. */
const onFixedPort = [
  "plugins/auth-oauth2/authorize/**/*.test.ts",
  "test/oauth/**",
  "test/readme-auth.test.ts",
];

export default defineConfig({
  test: {
    // The default leaves one processor idle; most tests wait for sockets.
    maxWorkers: "100%",
    // A worker imports the kernel once, not once for each file: half of the whole time. Tests put back what they change.
    isolate: false,
    projects: [
      {
        ...common,
        test: {
          name: "unit",
          include: ["{kernel,cli,plugins,tools}/**/*.test.ts"],
          exclude: ["**/node_modules/**", ...onFixedPort],
          // A bound against hanging, not a measure: a thread that starts from source takes seconds on a busy machine.
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        ...common,
        test: {
          name: "contract",
          include: ["test/**/*.test.ts"],
          exclude: ["test/full/**", ...onFixedPort],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        ...common,
        test: {
          name: "port",
          include: onFixedPort.map((pattern) => pattern.replace(/\/\*\*$/, "/**/*.test.ts")),
          testTimeout: 30_000,
          hookTimeout: 30_000,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        ...common,
        test: {
          name: "full",
          include: ["test/full/**/*.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
