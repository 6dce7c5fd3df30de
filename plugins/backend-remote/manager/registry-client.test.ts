// Requests to the registry for a Manager 4.x: the repository of a pack, and its versions.

import { expect, test } from "vitest";
import { openTestBackend, rejection } from "../testing/open-test-backend.js";

const repository = "https://github.com/Acme/acme-nodes.git";
const version = (text: string, more: object = {}) => ({
  version: text,
  status: "NodeVersionStatusActive",
  ...more,
});

async function openWithRegistry() {
  const { backend, server } = await openTestBackend({ registry: "registry/", auth: "login" });
  server.answer("GET /api/v2/manager/version", { text: "V4.2.2" });
  server.answer("GET /api/v2/customnode/getmappings", { json: {} });
  server.answer("GET /api/object_info", { json: {} });
  server.answer("GET /api/v2/customnode/installed", {
    json: { "acme-nodes": { ver: "1.0.0", cnr_id: "acme-nodes", aux_id: null, enabled: true } },
  });
  server.answer("GET /registry/nodes/acme-nodes", { json: { id: "acme-nodes", repository } });
  server.answer("GET /registry/nodes/acme-nodes/versions", {
    json: [
      version("3.0.0", { status: "NodeVersionStatusFlagged" }),
      version("2.1.0", { deprecated: true }),
      version("2.0.0"),
      version("1.5.0"),
    ],
  });
  const { extensions } = backend.facets;
  if (extensions === undefined) throw new Error("no facet");
  return { extensions, server };
}

test("an installed pack has the repository of the registry, and its id is owner/name", async () => {
  const { extensions, server } = await openWithRegistry();
  expect(await extensions.list()).toMatchObject([
    { id: "acme/acme-nodes", registryId: "acme-nodes", repositories: [repository], version: "1.0.0" },
  ]);
  await extensions.list();
  const requests = server.received.filter(({ path }) => path.startsWith("/registry"));
  expect(requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ["/registry/nodes/acme-nodes", undefined],
  ]);
});

test("owner/name is resolved to the pack of that name if the repository is the same", async () => {
  const { extensions } = await openWithRegistry();
  const address = "https://registry.comfy.org/nodes/acme-nodes";
  expect(await extensions.locate({ id: "acme/acme-nodes", range: ">=2" })).toEqual({
    origin: "registry",
    address,
    version: "2.0.0",
  });
  expect(await extensions.locate({ id: "mallory/acme-nodes", range: "*" })).toBeUndefined();
});

test("flagged and deprecated versions are not installed", async () => {
  const { extensions } = await openWithRegistry();
  const call = extensions.update({ id: "acme/acme-nodes", range: ">2.0.0" });
  expect((await rejection(call)).code).toBe("EXTENSION_NO_VERSION");
});

test("a change that needs a registry without an answer names it", async () => {
  const { extensions, server } = await openWithRegistry();
  server.answer("GET /registry/nodes/acme-nodes/versions", { status: 500 });
  const error = await rejection(extensions.update({ id: "acme/acme-nodes", range: ">2.0.0" }));
  expect(error).toMatchObject({ code: "EXTENSION_NO_VERSION" });
  expect(error.message).toMatch(
    /no list of its versions \(the Comfy Registry \(http.*registry\) did not answer/,
  );
});

test.each([{ status: 500 }, { text: "<html>" }])(
  "the list works without the registry: %j",
  async (answer) => {
    const { extensions, server } = await openWithRegistry();
    server.answer("GET /registry/nodes/acme-nodes", answer);
    expect(await extensions.list()).toMatchObject([{ id: "acme-nodes", repositories: [] }]);
  },
);
