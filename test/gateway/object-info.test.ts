// The catalog of a backend as `/object_info`: a client that reads it has the same catalog.

import { isDeepStrictEqual } from "node:util";
import { parseJson, type Catalog, type NodeClass } from "@pictor/kernel/plugin";
import { afterAll, expect, it } from "vitest";
import { objectInfoOf } from "../../libraries/comfyui-facade/wire/object-info.js";
import { catalogOf } from "../../plugins/backend-remote/catalog/object-info.js";
import { recordedCore } from "../fixtures/catalog/recorded.js";
import { startEmbeddedServer } from "../../plugins/backend-embedded/testing.js";

/** The classes as another process has them, such as the worker of a queue: without the descriptions of their servers. */
const withoutEntries = (catalog: Catalog): readonly NodeClass[] =>
  [...catalog.values()].map((nodeClass) => ({ ...nodeClass }));

const server = await startEmbeddedServer();
afterAll(() => server.close());

it("describes every class of a server so that the catalog stays the same", async () => {
  const sent: unknown = parseJson(await (await fetch(`${server.url}object_info`)).text());
  const catalog = catalogOf(sent);
  expect(catalog.size).toBeGreaterThan(50);
  expect(catalogOf(objectInfoOf(withoutEntries(catalog)))).toEqual(catalog);
  expect(objectInfoOf(catalog.values())).toEqual(sent);
});

it.each(["core", "core-older"] as const)("describes the recorded classes, too: %s", (recording) => {
  const { catalog } = recordedCore(recording);
  const again = catalogOf(objectInfoOf(withoutEntries(catalog)));
  // The recordings lack the modules, which clients expect for every class.
  const changed = [...catalog].filter(
    ([name, own]) => !isDeepStrictEqual(again.get(name), { ...own, module: "nodes" }),
  );
  expect(changed.map(([name, own]) => [own, again.get(name)])).toEqual([]);
});
