// The tools that are operations of the local API, called by the official client, which checks each result against its schema.

import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { extension, fakeBackendKinds, fakeExtensions, type FakeBackend } from "@pictor/host/testing";
import { startTestServer } from "../../server/testing/start-server.js";
import { connectMcp } from "./mcp-server.test.support.js";

const mcpServer = join(import.meta.dirname, "../../plugins/api-mcp");

const { facet } = fakeExtensions({ installed: [extension("owner/pack", { version: "1.0.0" })] });
const backend: FakeBackend = { facets: { extensions: facet }, prompts: [], catalog: new Map(), opened: [] };
const test = await startTestServer({
  builtins: "none",
  sources: [fakeBackendKinds(backend), { kind: "directory", path: mcpServer }],
  configuration: { backends: { studio: { kind: "managed" }, box: { kind: "plain" } } },
});
const mcp = await connectMcp(test);
afterAll(async () => {
  await mcp.close();
  await test.close();
});

it("gives the reply of the route", async () => {
  const { data, isError } = await mcp.call("list_extensions", { name: "studio" });
  const { json } = await test.call("GET", "/v1/backends/studio/extensions");
  expect([isError, data]).toEqual([false, json()]);
  expect(data["extensions"]).toMatchObject([{ id: "owner/pack", version: "1.0.0" }]);
});

it.each([
  ["an argument that is missing", {}, "(MCP_ARGUMENT_MISSING)"],
  ["what the operation refuses", { name: "box" }, "cannot list its extensions"],
])("%s is a result that a model can read", async (_name, args, code) => {
  const { text, isError } = await mcp.call("list_extensions", args);
  expect([isError, text]).toEqual([true, expect.stringContaining(code)]);
});
