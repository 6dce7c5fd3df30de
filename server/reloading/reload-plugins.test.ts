// Plugins that change while the server runs: what clients see, what a broken one does, and that running jobs end first.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { manifestOf } from "@pictor/host/testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createFakeBackend } from "../../services/testing/fake-backend.js";
import { fakeConfiguration, fakeWorkflow } from "../../services/testing/fake-plugins.js";
import { startTestServer, type TestServer } from "../testing/start-server.js";

let root: string;
let folder: string;
let test: TestServer;

const writePanel = (panel: object): void => {
  const names = {
    manifestVersion: 1,
    id: "panel-mine",
    kind: "panel",
    version: "1.0.0",
    apiVersion: "^1.0.0",
  };
  const contributes = { panels: [{ id: "mine", description: "A", scopes: ["read"], ...panel }] };
  const manifest = { ...names, title: "Mine", description: "A", contributes };
  writeFileSync(join(folder, "plugin.json"), JSON.stringify(manifest));
};
const titles = async (): Promise<readonly unknown[]> => {
  const { panels } = (await test.call("GET", "/v1/panels")).json() as {
    readonly panels: readonly { readonly title: string }[];
  };
  return panels.map(({ title }) => title);
};

/** A plugin with an auth scheme, one of whose fields may be a secret. */
function writeAuthPlugin(motto: object): string {
  const auth = join(root, "auth-mine");
  const settings = { type: "object", properties: { motto: { type: "string", ...motto } } };
  const scheme = { id: "mine", title: "Mine", handler: "add", settings };
  const add = `(request) => ({ ...request, headers: [...request.headers, ["X-Mine", "a"]] })`;
  mkdirSync(auth, { recursive: true });
  const manifest = manifestOf("auth-mine", "auth", { contributes: { authSchemes: [scheme] } });
  writeFileSync(join(auth, "plugin.json"), JSON.stringify(manifest));
  writeFileSync(join(auth, "index.js"), `export default () => ({ handlers: { add: ${add} } });`);
  return auth;
}

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "pictor-reload-"));
  folder = join(root, "panel-mine");
  mkdirSync(folder);
  writeFileSync(join(folder, "index.html"), "");
  writePanel({ title: "One" });
  writeAuthPlugin({});
  const { manifest, plugin } = createFakeBackend({ fate: "running" });
  test = await startTestServer({
    builtins: "none",
    configuration: { ...fakeConfiguration, environment: "lab", environments: { lab: {}, shop: {} } },
    plugins: [{ manifest, plugin }, fakeWorkflow] as never,
    sources: [{ kind: "collection", path: root }],
  });
});
afterEach(() => test.close());

it("what a plugin contributes is that of its new files", async () => {
  const before = test.server.pictor.configuration;
  writePanel({ title: "Two" });
  expect(await titles()).toEqual(["One"]);
  expect(await test.server.reloadPlugins([folder])).toEqual({
    state: "reloaded",
    plugins: ["panel-mine"],
    problems: [],
  });
  expect(await titles()).toEqual(["Two"]);
  // A part of the server that has kept a member of Pictor sees that of the new one.
  expect(before.values).toEqual(test.server.pictor.configuration.values);
});

it("a broken plugin is reported, and the one of before stays", async () => {
  writePanel({ title: "Two", scopes: "read" });
  const { state, problems } = await test.server.reloadPlugins([folder]);
  expect([state, problems.map(({ code }) => code)]).toEqual(["failed", ["MANIFEST_INVALID"]]);
  expect(await titles()).toEqual(["One"]);
  writePanel({ title: "Three" });
  expect((await test.server.reloadPlugins([folder])).state).toBe("reloaded");
  expect(await titles()).toEqual(["Three"]);
});

it("a plugin that is gone contributes nothing", async () => {
  rmSync(folder, { recursive: true });
  expect((await test.server.reloadPlugins([folder])).state).toBe("reloaded");
  expect(await titles()).toEqual([]);
});

it("a running job ends on the plugins with which it has begun", async () => {
  const submitted = await test.call("POST", "/v1/jobs", { body: { workflow: "fake" } });
  const { id } = submitted.json() as { readonly id: string };
  await test.call("GET", "/v1/jobs");
  writePanel({ title: "Two" });
  const reloading = test.server.reloadPlugins([folder]);
  expect(await titles()).toEqual(["One"]);
  await test.call("POST", `/v1/jobs/${id}/cancel`, { body: {} });
  expect((await reloading).state).toBe("reloaded");
  expect((await test.call("GET", `/v1/jobs/${id}`)).json()).toMatchObject({ state: "interrupted" });
  expect(await titles()).toEqual(["Two"]);
});

it("the history of requests names a field that an auth scheme declares a secret since then", async () => {
  const folders = [writeAuthPlugin({ "x-secret": true })];
  expect((await test.server.reloadPlugins(folders)).problems).toEqual([]);
  const auth = { type: "mine", motto: "PLUM-canary" };
  await test.call("POST", "/v1/requests", { body: { url: "http://127.0.0.1:1/", auth } });
  const { requests } = (await test.call("GET", "/v1/request-history")).json() as {
    readonly requests: readonly { readonly id: string }[];
  };
  const kept = await test.call("GET", `/v1/request-history/${requests[0]?.id ?? ""}`);
  expect(kept.json()).toMatchObject({
    request: { auth: { type: "mine", motto: "***" } },
    hidden: ["/auth/motto"],
  });
});

it("the environment that was chosen stays chosen", async () => {
  await test.call("PUT", "/v1/environments/active", { body: { name: "shop" } });
  await test.server.reloadPlugins([folder]);
  expect((await test.call("GET", "/v1/environments")).json()["active"]).toBe("shop");
  await test.call("PUT", "/v1/environments/active", { body: {} });
  await test.server.reloadPlugins([folder]);
  expect((await test.call("GET", "/v1/environments")).json()["active"]).toBeUndefined();
});
