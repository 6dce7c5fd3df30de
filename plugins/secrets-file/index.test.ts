// Tests of the plugin in a host.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createTestFolder, createTestPictor } from "@pictor/host/testing";
import { expect, it, onTestFinished } from "vitest";

const withPath = async (path: string) => {
  const { pictor, dispose } = await createTestPictor({
    plugins: [import.meta.dirname],
    configuration: { secrets: { store: "file" }, plugins: { "secrets-file": { config: { path } } } },
  });
  onTestFinished(dispose);
  return pictor.secrets;
};

it("keeps a named secret in the file that the configuration names", async () => {
  const folder = createTestFolder();
  const path = join(folder, "mine.json");
  const secrets = await withPath(path);
  await secrets.set("studio", "s3cr3t");
  expect(await secrets.names()).toEqual(["studio"]);
  expect(await secrets.describe()).toContain(path);
  expect(await readFile(path, "utf8")).toContain("s3cr3t");
});

it("refuses a path that depends on the working directory", async () => {
  const secrets = await withPath("secrets.json");
  await expect(secrets.describe()).rejects.toMatchObject({
    code: "SECRETS_UNAVAILABLE",
    details: { reason: expect.stringContaining("not absolute") },
  });
});
