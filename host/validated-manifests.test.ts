// The index of validated manifests: used for exactly the files that the build has seen.

import { apiVersion, createKernel, digestOf, loadConfiguration, type Manifest } from "@pictor/kernel";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createTestFolder, writeTestFiles } from "./testing/test-folder.js";
import { keepValidated, withValidatedManifests } from "./validated-manifests.js";

const folder = createTestFolder();

const manifest: Manifest = {
  manifestVersion: 1,
  id: "output-copy",
  kind: "output",
  version: "1.0.0",
  apiVersion: "^1.0.0",
  main: "./index.js",
  title: "Copy",
  description: "Copies outputs.",
};
const text = JSON.stringify(manifest);
const path = join(folder, "output-copy");
writeTestFiles(path, { "plugin.json": text, "index.js": "export default () => ({});" });
const source = { kind: "directory", path } as const;
const index = { apiVersion, manifests: { [digestOf(text)]: manifest } };

it("adds the manifest whose file the build has seen", () => {
  expect(withValidatedManifests([source], index)).toEqual([{ ...source, validated: manifest }]);
});

it.each([
  ["the file has changed", { ...index, manifests: { [digestOf(`${text}\n`)]: manifest } }],
  ["the index belongs to another version of the plugin API", { ...index, apiVersion: "0.9.0" }],
  ["sources run without a build", undefined],
])("leaves the source to be validated if %s", (_reason, given) => {
  expect(withValidatedManifests([source], given)).toEqual([source]);
});

it("gives the kernel the same plugin as reading the file does", async () => {
  const configuration = await loadConfiguration({ directory: folder });
  const pluginsOf = async (sources: readonly (typeof source)[]) =>
    (await createKernel({ configuration, sources })).plugins();
  expect(await pluginsOf([{ ...source, validated: manifest } as typeof source])).toEqual(
    await pluginsOf([source]),
  );
});

it("is what a kernel has validated before, where sources run without a build", async () => {
  const configuration = await loadConfiguration({ directory: folder });
  const valid = { ...source, path: join(folder, "output-copy-2") };
  const broken = { ...source, path: join(folder, "output-broken") };
  for (const [{ path: own }, id] of [
    [valid, "output-copy-2"],
    [broken, "wrong"],
  ] as const) {
    writeTestFiles(own, { "plugin.json": { ...manifest, id }, "index.js": "export default () => ({});" });
  }
  const sources = [valid, broken];
  keepValidated(sources, await createKernel({ configuration, sources }));
  const kept = { ...valid, validated: { ...manifest, id: "output-copy-2" } };
  expect(withValidatedManifests(sources)).toMatchObject([kept, broken]);
  expect(withValidatedManifests(sources)[1]).not.toHaveProperty("validated");
  writeFileSync(join(valid.path, "plugin.json"), JSON.stringify({ ...manifest, id: "output-copy-3" }));
  expect(withValidatedManifests([valid])).toEqual([valid]);
});
