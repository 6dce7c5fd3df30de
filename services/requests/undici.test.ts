// The single modules of undici are the same as its exports. Another version may have other files.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { loadUndici } from "./undici.js";

it("are what undici itself exports", async () => {
  const { Agent, buildConnector } = await import("undici");
  const parts = loadUndici();
  expect(parts.Agent).toBe(Agent);
  expect(parts.buildConnector).toBe(buildConnector);
});

it("belong to the version of the package", () => {
  const { dependencies } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  expect(dependencies["undici"]).toMatch(/^\d+\.\d+\.\d+$/);
});
