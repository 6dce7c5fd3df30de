// Test tiers: `unit` and `contract` are hermetic (npm test); `full` adds what needs programs, real time or many runs.

import { defineConfig } from "vitest/config";

const conditions = ["@pictor/source"];
const common = { resolve: { conditions }, ssr: { resolve: { conditions } } };

export default defineConfig({
  test: {
    projects: [
      { ...common, test: { name: "unit", include: ["{kernel,cli,plugins,tools}/**/*.test.ts"] } },
      {
        ...common,
        test: {
          name: "contract",
          include: ["test/**/*.test.ts"],
          exclude: ["test/full/**"],
          testTimeout: 30_000,
        },
      },
      {
        ...common,
        test: {
          name: "full",
          include: ["test/full/**/*.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
