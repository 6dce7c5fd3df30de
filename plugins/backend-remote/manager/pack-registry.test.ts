// Requests to the registry for a Manager 4.x: the repository of a pack, and its versions.

import { expect, test } from "vitest";
import { openTestBackend, rejection } from "../testing/open-test-backend.js";

const repository = "https://github.com/Acme/acme-nodes.git";
const version = (text: string, more: { readonly status?: string; readonly deprecated?: boolean } = {}) => ({
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
  const versions = [
    version("3.0.0", { status: "NodeVersionStatusFlagged" }),
    version("2.2.0", { status: "NodeVersionStatusPending" }),
    version("2.1.0", { deprecated: true }),
    version("2.0.0"),
    version("1.5.3"),
    version("1.5.0"),
  ];
  server.answer("GET /registry/nodes/acme-nodes/versions", (response, { path }) => {
    const wanted = new URL(path, server.url).searchParams.getAll("statuses");
    response.end(JSON.stringify(versions.filter(({ status }) => wanted.includes(status))));
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
    version: "2.2.0",
  });
  expect(await extensions.locate({ id: "mallory/acme-nodes", range: "*" })).toBeUndefined();
});

test("flagged and deprecated versions are not installed", async () => {
  const { extensions } = await openWithRegistry();
  for (const range of ["2.1.0", ">2.2.0"]) {
    const call = extensions.update({ id: "acme/acme-nodes", range });
    expect((await rejection(call)).code).toBe("EXTENSION_NO_VERSION");
  }
});

test("a range that npm does not know is refused before the registry is asked", async () => {
  const { extensions, server } = await openWithRegistry();
  for (const change of [extensions.install, extensions.update]) {
    const error = await rejection(change({ id: "acme/acme-nodes", range: "~=1.2" }));
    expect(error).toMatchObject({ code: "EXTENSION_RANGE_INVALID" });
  }
  expect(server.received.filter(({ path }) => path.startsWith("/registry"))).toEqual([]);
});

test("an exact version is that version, however it is written", async () => {
  const { extensions } = await openWithRegistry();
  const update = (version: string) => extensions.locate({ id: "acme-nodes", range: "*", version });
  expect(await update("v1.5")).toMatchObject({ version: "1.5.0" });
  expect((await rejection(update("1.4"))).code).toBe("EXTENSION_NO_VERSION");
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

test("a pack that the registry has banned is refused, and listed without a repository", async () => {
  const { extensions, server } = await openWithRegistry();
  for (const path of ["", "/versions"])
    server.answer(`GET /registry/nodes/acme-nodes${path}`, { status: 403 });
  expect(await extensions.list()).toMatchObject([{ id: "acme-nodes", repositories: [] }]);
  for (const range of [">1.0.0", "*"]) {
    const error = await rejection(extensions.update({ id: "acme-nodes", range }));
    expect(error).toMatchObject({ code: "EXTENSION_SOURCE_REFUSED" });
  }
});

test.each([{ status: 500 }, { text: "<html>" }])(
  "the list works without the registry: %j",
  async (answer) => {
    const { extensions, server } = await openWithRegistry();
    server.answer("GET /registry/nodes/acme-nodes", answer);
    expect(await extensions.list()).toMatchObject([{ id: "acme-nodes", repositories: [] }]);
  },
);
