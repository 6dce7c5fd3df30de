// What the registry is asked where the Manager of 4.x does not tell: whose a pack is, and which versions there are.

import { expect, test } from "vitest";
import { opened, rejection } from "../remote.test.support.js";

const repository = "https://github.com/Acme/acme-nodes.git";
const version = (text: string, more: object = {}) => ({
  version: text,
  status: "NodeVersionStatusActive",
  ...more,
});

async function stage() {
  const { backend, peer } = await opened({ registry: "registry/", auth: "login" });
  peer.answer("GET /api/v2/manager/version", { text: "V4.2.2" });
  peer.answer("GET /api/v2/customnode/getmappings", { json: {} });
  peer.answer("GET /api/object_info", { json: {} });
  peer.answer("GET /api/v2/customnode/installed", {
    json: { "acme-nodes": { ver: "1.0.0", cnr_id: "acme-nodes", aux_id: null, enabled: true } },
  });
  peer.answer("GET /registry/nodes/acme-nodes", { json: { id: "acme-nodes", repository } });
  peer.answer("GET /registry/nodes/acme-nodes/versions", {
    json: [
      version("3.0.0", { status: "NodeVersionStatusFlagged" }),
      version("2.1.0", { deprecated: true }),
      version("2.0.0"),
      version("1.5.0"),
    ],
  });
  const { extensions } = backend.facets;
  if (extensions === undefined) throw new Error("no facet");
  return { extensions, peer };
}

test("an installed pack has its repository, and is known by owner and name", async () => {
  const { extensions, peer } = await stage();
  expect(await extensions.list()).toMatchObject([
    { id: "acme/acme-nodes", registryId: "acme-nodes", repositories: [repository], version: "1.0.0" },
  ]);
  await extensions.list();
  const asked = peer.seen.filter(({ path }) => path.startsWith("/registry"));
  expect(asked.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ["/registry/nodes/acme-nodes", undefined],
  ]);
});

test("owner and name are found by a pack of that name, if it is theirs", async () => {
  const { extensions } = await stage();
  const address = "https://registry.comfy.org/nodes/acme-nodes";
  expect(await extensions.locate({ id: "acme/acme-nodes", range: ">=2" })).toEqual({
    origin: "registry",
    address,
    version: "2.0.0",
  });
  expect(await extensions.locate({ id: "mallory/acme-nodes", range: "*" })).toBeUndefined();
});

test("flagged and deprecated versions are not taken", async () => {
  const { extensions } = await stage();
  const call = extensions.update({ id: "acme/acme-nodes", range: ">2.0.0" });
  expect((await rejection(call)).code).toBe("EXTENSION_NO_VERSION");
});

test.each([{ status: 500 }, { text: "<html>" }])(
  "a registry that does not answer is not needed: %j",
  async (answer) => {
    const { extensions, peer } = await stage();
    peer.answer("GET /registry/nodes/acme-nodes", answer);
    expect(await extensions.list()).toMatchObject([{ id: "acme-nodes", repositories: [] }]);
  },
);
