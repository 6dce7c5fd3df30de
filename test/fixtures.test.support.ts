// The folders of the broken plugins, and kernels with some of them.

import { fileURLToPath } from "node:url";
import { createTestPictor, type TestPictorOptions } from "@pictor/host/testing";

const folder = fileURLToPath(new URL("./fixtures/plugins/", import.meta.url));

export const fixture = (name: string): string => `${folder}${name}`;

/** Creates a kernel with fixtures by name, or with inline plugins. */
export const createPictorWith = (
  plugins: readonly (string | Exclude<TestPictorOptions["plugins"][number], string>)[],
  more: Partial<TestPictorOptions> = {},
) =>
  createTestPictor({
    ...more,
    plugins: plugins.map((plugin) => (typeof plugin === "string" ? fixture(plugin) : plugin)),
  });

/** The folders of the fixtures whose code has run in this process. */
export const fixturesThatRan = (): readonly string[] =>
  ((globalThis as { pictorFixtureRan?: readonly string[] }).pictorFixtureRan ?? []).map(
    (url) => url.split("/").at(-2) ?? "",
  );
