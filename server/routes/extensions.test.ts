// Extensions over the API: lists, checks, and changes as operations with questions.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Operation } from "@pictor/client";
import type { Catalog, PluginSource } from "@pictor/kernel";
import {
  extension,
  fakeBackendKinds,
  fakeExtensions,
  fakeLifecycle,
  manifestOf,
  running,
  type FakeBackend,
  type FakeExtensions,
} from "@pictor/host/testing";
import { followOperations, type OperationsClient } from "../testing/operations-client.js";
import { startTestServer, type TestServer } from "../testing/start-server.js";

let test: TestServer;
afterEach(() => test.close());
const path = "/v1/backends/studio/extensions";

/** A plugin that declares an extension of a node class. */
const declaring: PluginSource = {
  kind: "inline",
  manifest: manifestOf("workflow-pack", "workflow", {
    contributes: { nodeClasses: [{ class: "PackNode", extension: "owner/pack", range: ">=1.2.0" }] },
  }),
  plugin: () => ({}),
};

const catalogOf = (...names: readonly string[]): Catalog =>
  new Map(names.map((name) => [name, { name, inputs: [], outputs: [], isOutput: true }]));

async function stage(
  fake: FakeExtensions,
  server = fakeLifecycle(running),
): Promise<{ readonly client: OperationsClient; readonly backend: FakeBackend }> {
  const facets = { extensions: fake.facet, lifecycle: server.facet };
  const backend: FakeBackend = { facets, prompts: [], catalog: new Map(), opened: [] };
  test = await startTestServer({
    builtins: "none",
    sources: [fakeBackendKinds(backend), declaring],
    configuration: { backends: { studio: { kind: "managed" }, box: { kind: "plain" } } },
  });
  return { backend, client: await followOperations(test) };
}
const graph = { "1": { class_type: "PackNode", inputs: {} }, "2": { class_type: "KSampler", inputs: {} } };
const check = async (body: object = { graph }) => test.call("POST", `${path}/check`, { body });

describe("looking", () => {
  it("lists the extensions, their states, and the possible changes", async () => {
    const installed = [extension("owner/pack", { loaded: false, failure: "no module x" })];
    await stage(fakeExtensions({ installed, actions: ["enable", "disable"] }));
    expect((await test.call("GET", path)).json()).toMatchObject({
      extensions: [{ id: "owner/pack", version: "1.0.0", enabled: true, failure: "no module x" }],
      actions: ["enable", "disable"],
      reason: "the test forbids it",
    });
    expect(await test.codeOf("GET", "/v1/backends/box/extensions")).toEqual([422, "BACKEND_CANNOT"]);
  });

  it("finds what can be installed, in pages", async () => {
    const available = ["One pack", "Another pack", "Other"].map((title) => ({ id: title, title }));
    await stage(fakeExtensions({ available }));
    const found = await test.call("GET", `${path}/available?search=pack&limit=1`);
    expect(found.json()).toEqual({ extensions: [available[0]], total: 2, cursor: "1" });
  });
});

describe("a check", () => {
  it("tells for each extension what has to be done, with the versions", async () => {
    const fake = fakeExtensions({ installed: [extension("owner/pack", { version: "1.0.0" })] });
    const { backend } = await stage(fake);
    backend.catalog = catalogOf("PackNode", "KSampler");
    expect((await check()).json()).toMatchObject({
      isComplete: false,
      canInstall: true,
      isServerKnown: true,
      unknown: [],
      steps: [
        {
          id: "owner/pack",
          range: ">=1.2.0",
          step: "update",
          because: "outdated",
          found: { version: "1.0.0" },
          requiredBy: [{ nodeClasses: ["PackNode"] }],
        },
      ],
      advice: [expect.stringContaining("too old: >=1.2.0 is needed")],
    });
    fake.installed = [extension("owner/pack", { version: "1.3.0", loaded: true })];
    expect((await check()).json()).toMatchObject({ isComplete: true, steps: [{ step: "ok" }] });
  });

  it.each([
    ["neither a workflow nor a graph", {}],
    ["both", { workflow: "w", graph }],
    ["a graph without classes", { graph: { "1": { inputs: {} } } }],
    ["a graph whose node is none", { graph: { "1": null } }],
  ])("refuses %s", async (_what, body) => {
    await stage(fakeExtensions());
    const reply = await check(body);
    expect([reply.status, reply.json()["code"]]).toEqual([422, "API_INPUT_INVALID"]);
  });
});

describe("an installation of extensions", () => {
  it("asks with the sources of the code, installs, asks again, and restarts", async () => {
    const server = fakeLifecycle(running);
    const fake = fakeExtensions();
    const { client } = await stage(fake, server);
    const operation = await client.begin(`${path}/install`, {
      extensions: [{ id: "owner/pack", range: "^1.0.0" }],
    });
    const question = await client.question(operation);
    expect(question).toMatchObject({
      title: "Install owner/pack ^1.0.0 on studio? Its code will run on the machine of studio.",
      detail: ["owner/pack ^1.0.0: from https://github.com/owner/pack"],
    });
    await client.answer(question, { choice: "yes" });
    const again = await client.events.until(
      ({ event, data }) =>
        event === "question" &&
        (data["question"] as { readonly title: string }).title.startsWith("Restart studio now"),
    );
    await client.answer(again.data["question"] as never, { choice: "yes" });
    expect(await client.ended(operation)).toMatchObject({
      state: "finished",
      log: ["Install owner/pack ^1.0.0", "owner/pack 2.0.0 is installed as pack."],
      result: { outcome: "changed", extensions: [{ id: "owner/pack" }], restart: "done", notLoaded: [] },
    });
    expect([fake.done, server.done]).toEqual([
      [["install", { id: "owner/pack", range: "^1.0.0", isTyped: true }]],
      ["restart"],
    ]);
  });

  it("asks nothing if a person has agreed, and does nothing twice", async () => {
    const fake = fakeExtensions();
    const { client } = await stage(fake, fakeLifecycle());
    const body = { extensions: [{ id: "owner/pack" }], confirmed: true };
    expect((await client.run(`${path}/install`, body)).result).toMatchObject({
      outcome: "changed",
      restart: "not needed",
    });
    expect(await client.run(`${path}/install`, body)).toMatchObject({
      result: { outcome: "nothing to do" },
      log: ["owner/pack is on studio already: 2.0.0."],
    });
    expect(fake.done).toHaveLength(1);
  });

  it("is refused before it starts for what names no extension", async () => {
    await stage(fakeExtensions());
    for (const [body, code] of [
      [{ extensions: [{ id: "https://user:secret@evil/x" }] }, "EXTENSION_ID_REFUSED"],
      [{ extensions: [{ id: "owner/x", range: "banana" }] }, "EXTENSION_RANGE_INVALID"],
      [{ extensions: [] }, "API_INPUT_INVALID"],
    ] as const) {
      const reply = await test.call("POST", `${path}/install`, { body });
      expect([reply.status, reply.json()["code"]]).toEqual([422, code]);
      expect(reply.bytes.toString()).not.toContain("secret@");
    }
  });
});

describe("the other changes", () => {
  it("update, disable, enable and remove", async () => {
    const installed = [extension("owner/pack"), extension("owner/other", { enabled: false })];
    const fake = fakeExtensions({ installed });
    const { client } = await stage(fake, fakeLifecycle());
    const one = { extensions: [{ id: "owner/pack" }], confirmed: true };
    expect((await client.run(`${path}/update`, one)).title).toBe("Update owner/pack on studio");
    const all = await client.run(`${path}/update`, { confirmed: true });
    expect(all.title).toBe("Update all extensions on studio");
    await client.run(`${path}/disable`, { ids: ["owner/pack"] });
    await client.run(`${path}/enable`, { ids: ["other"] });
    const removal = await client.begin(`${path}/remove`, { ids: ["owner/other"] });
    const question = await client.question(removal);
    expect(question.detail).toEqual(["owner/other: the files in other are deleted"]);
    await client.answer(question, { choice: "yes" });
    expect((await client.ended(removal)).result).toMatchObject({ outcome: "changed" });
    expect(fake.installed).toMatchObject([{ id: "owner/pack", version: "2.0.0", enabled: false }]);
    const missing = await client.run(`${path}/disable`, { ids: ["owner/pak"] });
    expect(missing.error).toMatchObject({ code: "EXTENSION_NOT_INSTALLED" });
    const listed = async (query: string) =>
      ((await test.call("GET", `/v1/operations${query}`)).json()["operations"] as Operation[]).map(
        ({ id }) => id,
      );
    expect(await listed("?state=failed")).toEqual([missing.id]);
    expect(await listed("?state=running")).toEqual([]);
    expect((await listed("")).slice(0, 2)).toEqual([missing.id, removal.id]);
  });

  it("lock what a graph uses", async () => {
    const fake = fakeExtensions({ installed: [extension("owner/pack", { version: "1.3.0", loaded: true })] });
    const { client, backend } = await stage(fake);
    backend.catalog = catalogOf("PackNode", "KSampler");
    const operation = await client.run(`${path}/lock`, { graph });
    const file = join(test.folder, "pictor-extensions.lock.json");
    expect(operation.result).toMatchObject({ locked: [{ id: "owner/pack", version: "1.3.0" }], path: file });
    expect(readFileSync(file, "utf8")).toContain("1.3.0");
  });
});

describe("what is missing", () => {
  const body = { workflow: "txt2img", params: { prompt: "a kite", width: 64, height: 64 } };

  it("is installed as a generation would, and checked again", async () => {
    test = await startTestServer();
    const client = await followOperations(test);
    const embedded = "/v1/backends/embedded/extensions";
    const checked = await test.call("POST", `${embedded}/check`, { body });
    expect(checked.json()).toMatchObject({ isComplete: true, isServerKnown: true, steps: [] });
    const operation = await client.run(`${embedded}/install-missing`, body);
    expect(operation.result).toMatchObject({ outcome: "ready", check: { isComplete: true } });
    const unknown = await client.run(`${embedded}/install-missing`, { workflow: "nosuch" });
    expect(unknown.error).toMatchObject({ code: "WORKFLOW_UNKNOWN" });
  });

  it("of a graph is not installed: a workflow is needed", async () => {
    await stage(fakeExtensions());
    expect(await test.codeOf("POST", `${path}/install-missing`, { body: { graph } })).toEqual([
      422,
      "API_INPUT_INVALID",
    ]);
  });
});
