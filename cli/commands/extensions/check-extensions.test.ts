// `pictor extensions check` and `extensions lock`: over workflows of a plugin written in the test.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PictorError, type Catalog, type PluginSource, type WorkflowDraft } from "@pictor/host";
import { describe, expect, it } from "vitest";
import { extension, fakeExtensions, type FakeExtensions } from "../../testing/fake-extensions.js";
import { createYard, fakeLifecycle, running, type FakeServer } from "../../testing/managed-host.js";
import { runCheck } from "./check-extensions.js";
import { runLock } from "./lock-extensions.js";

const manifest = {
  manifestVersion: 1,
  id: "workflow-draw",
  kind: "workflow",
  version: "1.0.0",
  apiVersion: "^1.0.0",
  main: "./index.js",
  title: "Draw",
  description: "For tests",
  taps: [
    { hook: "buildWorkflow", handler: "draw", phase: "sample", when: { workflow: "draw" } },
    { hook: "buildWorkflow", handler: "draw", phase: "sample", when: { workflow: "custom" } },
    { hook: "beforeFirstBatch", handler: "gate", band: "default" },
  ],
  contributes: {
    workflows: ["draw", "custom"].map((id) => ({
      id,
      title: id,
      params: {
        type: "object",
        properties: { prompt: { type: "string", default: "" }, graph: { type: "string", default: "" } },
      },
    })),
    nodeClasses: [
      { class: "PackNode", extension: "owner/pack", range: ">=1.2.0" },
      { class: "OtherNode", extension: "owner/other", range: "*" },
    ],
  },
};

/** Builds a graph of these classes; the gate does what the test says. */
const drawing = (
  classes: readonly string[],
  gate: () => Promise<unknown> = () => Promise.resolve(undefined),
) =>
  ({
    kind: "inline",
    manifest,
    plugin: () => ({
      handlers: {
        draw: (draft: WorkflowDraft) => ({
          ...draft,
          graph: Object.fromEntries(
            classes.map((class_type, index) => [String(index + 1), { class_type, inputs: {} }]),
          ),
          outputs: ["1"],
        }),
        gate,
      },
    }),
  }) as unknown as PluginSource;

const catalogOf = (...names: readonly string[]): Catalog =>
  loadedFrom(...names.map((name) => [name] as const));
/** Classes, and the folder below `custom_nodes` that each comes from. */
const loadedFrom = (...classes: readonly (readonly [name: string, place?: string])[]): Catalog =>
  new Map(
    classes.map(([name, place]) => {
      const module = place === undefined ? {} : { module: `custom_nodes.${place}` };
      return [name, { name, inputs: [], outputs: [], isOutput: true, ...module }];
    }),
  );

async function world(
  fake: FakeExtensions,
  classes: readonly string[],
  { server = fakeLifecycle(running), has = classes, gate }: WorldOptions = {},
) {
  const facets = { extensions: fake.facet, lifecycle: server.facet };
  const place = await createYard(facets, undefined, [drawing(classes, gate)]);
  place.yard.catalog = catalogOf(...has);
  return place;
}
interface WorldOptions {
  readonly server?: FakeServer;
  /** Classes of the server. */
  readonly has?: readonly string[];
  readonly gate?: () => Promise<unknown>;
}

describe("check", () => {
  it("of what is all there ends well", async () => {
    const fake = fakeExtensions({ installed: [extension("owner/pack", { version: "1.3.0", loaded: true })] });
    const { run } = await world(fake, ["PackNode"]);
    const { code, out, err } = await run((host) => runCheck(host, "draw", undefined, {}));
    expect(code).toBe(0);
    expect(out).toMatch(/ok +owner\/pack +>=1\.2\.0 +1\.3\.0 +pack +PackNode/);
    expect(err).toContain("studio has all required extensions.");
  });

  it("says what is missing, too old or disabled, for what, and what to do", async () => {
    const fake = fakeExtensions({ installed: [extension("owner/pack", { version: "1.0.0" })] });
    const { run } = await world(fake, ["PackNode", "OtherNode"], { has: ["PackNode"] });
    const { code, out, err } = await run((host) => runCheck(host, "draw", undefined, {}));
    expect(code).toBe(4);
    expect(out).toMatch(/install +owner\/other +\* +- +OtherNode/);
    expect(out).toMatch(/update +owner\/pack +>=1\.2\.0 +1\.0\.0 +pack +PackNode/);
    expect(err).toContain("owner/pack is 1.0.0, too old: >=1.2.0 is needed; PackNode needs it.");
    expect(err).toContain("--install");
    const { records } = await run((host) => runCheck(host, "draw", undefined, {}), { json: true });
    expect(records).toMatchObject([
      {
        type: "result",
        status: "invalid",
        exitCode: 4,
        requirements: [
          { id: "owner/other", range: "*", step: "install", requiredBy: [{ nodeClasses: ["OtherNode"] }] },
          {
            id: "owner/pack",
            step: "update",
            because: "outdated",
            found: { version: "1.0.0", place: "pack" },
          },
        ],
      },
    ]);
  });

  it.each([
    ["nobody knows where to take something from", () => Promise.resolve(undefined)],
    [
      "no version of something is in the range",
      () => Promise.reject(new PictorError("EXTENSION_NO_VERSION", "None.", "", {})),
    ],
  ])("promises nothing where %s, as a generation would refuse it", async (_case, locate) => {
    const fake = fakeExtensions();
    const { run } = await world({ ...fake, facet: { ...fake.facet, locate } }, ["OtherNode"], { has: [] });
    const { code, err } = await run((host) => runCheck(host, "draw", undefined, {}));
    expect(code).toBe(4);
    expect(err).toContain("Install owner/other (any version) into custom_nodes of the server");
    expect(err).not.toContain("--install");
  });

  it("of a class that nobody has named takes the extension that brings it for needed", async () => {
    const fake = fakeExtensions({ providers: { Strange: ["some/pack"], Twice: ["a/one", "b/two"] } });
    const { run } = await world(fake, ["Strange", "Stranger", "Twice"], { has: [] });
    const { code, out, err } = await run((host) => runCheck(host, "draw", undefined, {}));
    expect(code).toBe(4);
    expect(out).toMatch(/install +some\/pack +\* +- +Strange/);
    expect(err).toContain(
      "Stranger: the backend has no such node class, and no known extension provides it.",
    );
    expect(err).toContain(
      "Twice: the backend has no such node class; these extensions provide it: a/one or b/two.",
    );
    const { records } = await run((host) => runCheck(host, "draw", undefined, {}), { json: true });
    expect(records).toMatchObject([
      {
        requirements: [
          { id: "some/pack", step: "install" },
          { nodeClass: "Stranger", step: "unknown", providers: [] },
          { nodeClass: "Twice", step: "unknown", providers: ["a/one", "b/two"] },
        ],
      },
    ]);
  });

  it.each([
    ["disabled", { enabled: false }, "enable"],
    ["there without it", { loaded: true }, "update"],
    ["not loaded yet", { loaded: false }, "restart"],
  ])("of a class whose extension is %s says what a generation would do", async (_, more, step) => {
    const installed = [extension("some/pack", more)];
    const fake = fakeExtensions({ installed, providers: { Strange: ["some/pack"] } });
    const { run } = await world(fake, ["Strange"], { has: [] });
    const { code, records } = await run((host) => runCheck(host, "draw", undefined, {}), { json: true });
    expect(code).toBe(4);
    expect(records).toMatchObject([{ requirements: [{ id: "some/pack", step }] }]);
  });

  it("of a class that the server has names the extension that it was loaded from", async () => {
    const installed = [extension("acme/glow", { version: "1.3.0", loaded: true }), extension("acme/unused")];
    const { run, yard, folder } = await world(fakeExtensions({ installed }), ["AcmeGlow", "KSampler"]);
    yard.catalog = loadedFrom(["AcmeGlow", "glow"], ["KSampler"]);
    const { code, out, err } = await run((host) => runCheck(host, "draw", undefined, {}));
    expect(code).toBe(0);
    expect(out).toMatch(/ok +acme\/glow +\* +1\.3\.0 +glow +AcmeGlow/);
    expect(out).not.toContain("unused");
    expect(err).toContain("studio has all required extensions.");
    writeFileSync(
      join(folder, "pictor-extensions.lock.json"),
      '{"pictorExtensions": 1, "extensions": {"acme/glow": {"version": "1.2.0"}}}',
    );
    const locked = await run((host) => runCheck(host, "draw", undefined, {}));
    expect({ code: locked.code, err: locked.err }).toMatchObject({
      code: 4,
      err: expect.stringContaining("not what the lock file names: 1.2.0"),
    });
  });

  it("of what needs none says so", async () => {
    const { run } = await world(fakeExtensions(), ["KSampler"]);
    const { code, out, err } = await run((host) => runCheck(host, "draw", undefined, {}));
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(err).toContain("No extension is needed.");
  });

  it("starts no server that does not run", async () => {
    const server = fakeLifecycle();
    const fake = fakeExtensions({ installed: [extension("owner/pack", { version: "1.3.0" })] });
    const { run } = await world(fake, ["PackNode"], { server, has: [] });
    const { code, err } = await run((host) => runCheck(host, "draw", undefined, {}));
    expect({ code, done: server.done }).toEqual({ code: 0, done: [] });
    expect(err).toContain("studio is not running");
  });

  it("of classes that nobody names says nothing about a server that does not run", async () => {
    const { run } = await world(fakeExtensions(), ["Strange"], { server: fakeLifecycle(), has: [] });
    const { code, err } = await run((host) => runCheck(host, "draw", undefined, {}));
    expect(code).toBe(0);
    expect(err).toContain("No plugin requires an extension. studio is not running;");
    expect(err).not.toContain("No extension is needed");
  });

  it("of a backend without extensions goes by its node classes", async () => {
    const { run, yard } = await world(fakeExtensions(), ["OtherNode"]);
    yard.catalog = catalogOf("OtherNode");
    expect((await run((host) => runCheck(host, "draw", undefined, { backend: "box" }))).code).toBe(0);
    yard.catalog = new Map();
    expect((await run((host) => runCheck(host, "draw", undefined, { backend: "box" }))).code).toBe(4);
  });

  it("takes a file for the graph of a workflow that runs files", async () => {
    const { run } = await world(fakeExtensions(), ["OtherNode"]);
    expect((await run((host) => runCheck(host, "graphs/fox.json", undefined, {}))).code).toBe(0);
    const piped = await run((host) => runCheck(host, "-", undefined, {}));
    expect({ code: piped.code, err: piped.err }).toMatchObject({
      code: 2,
      err: expect.stringContaining("does not read a graph from standard input"),
    });
    const unknown = await run((host) => runCheck(host, "darw", undefined, {}));
    expect({ code: unknown.code, err: unknown.err }).toMatchObject({
      code: 2,
      err: expect.stringContaining("draw"),
    });
  });

  it("obeys the project's lock file, and refuses a broken one", async () => {
    const fake = fakeExtensions({ installed: [extension("owner/pack", { version: "1.3.0" })] });
    const { run, folder } = await world(fake, ["PackNode"]);
    const file = join(folder, "pictor-extensions.lock.json");
    writeFileSync(file, '{"pictorExtensions": 1, "extensions": {"owner/pack": {"version": "1.4.0"}}}');
    const { code, err } = await run((host) => runCheck(host, "draw", undefined, {}));
    expect({ code, err }).toMatchObject({
      code: 4,
      err: expect.stringContaining("not what the lock file names: 1.4.0"),
    });
    writeFileSync(file, '{"pictorExtensions": 1, "extensions": {"owner/pack": {"version": "newest"}}}');
    const broken = await run((host) => runCheck(host, "draw", undefined, {}));
    expect({ code: broken.code, err: broken.err }).toMatchObject({
      code: 2,
      err: expect.stringContaining("EXTENSION_LOCK_INVALID"),
    });
  });
});

describe("check --install", () => {
  it("passes the gates, and looks again", async () => {
    const fake = fakeExtensions({ installed: [] });
    const gate = () => {
      fake.installed = [extension("owner/pack", { version: "1.3.0", loaded: true })];
      return Promise.resolve(undefined);
    };
    const { run } = await world(fake, ["PackNode"], { gate });
    const { code, out } = await run((host) => runCheck(host, "draw", undefined, { install: true }));
    expect(code).toBe(0);
    expect(out).toMatch(/ok +owner\/pack/);
  });

  it("that a gate refuses ends with its words", async () => {
    const veto = { kind: "veto", code: "MISSING", message: "owner/pack is missing", hint: "Install it." };
    const { run } = await world(fakeExtensions(), ["PackNode"], { gate: () => Promise.resolve(veto) });
    const { code, err } = await run((host) => runCheck(host, "draw", undefined, { install: true }));
    expect(code).toBe(4);
    expect(err).toMatch(/owner\/pack is missing\n {2}Install it\.\n {2}MISSING/);
    const json = await run((host) => runCheck(host, "draw", undefined, { install: true }), { json: true });
    expect(json.records.at(-1)).toMatchObject({ status: "vetoed", exitCode: 4, veto: { code: "MISSING" } });
  });
});

describe("lock", () => {
  it("writes what is used, and keeps what others have locked", async () => {
    const installed = [
      extension("owner/pack", { version: "1.3.0", commit: "a".repeat(40) }),
      extension("owner/unused"),
    ];
    const { run, folder } = await world(fakeExtensions({ installed }), ["PackNode"]);
    const file = join(folder, "pictor-extensions.lock.json");
    writeFileSync(file, '{"pictorExtensions": 1, "extensions": {"owner/older": {"version": "0.1.0"}}}');
    const { code, out, err } = await run((host) => runLock(host, "draw", undefined, {}));
    expect({ code, out }).toEqual({
      code: 0,
      out: "ID          VERSION  COMMIT\nowner/pack  1.3.0    aaaaaaaa\n",
    });
    expect(err).toContain("1 extension is locked in ");
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
      extensions: {
        "owner/older": { version: "0.1.0" },
        "owner/pack": { version: "1.3.0", commit: "a".repeat(40), source: "https://github.com/owner/pack" },
      },
    });
    const { records } = await run((host) => runLock(host, "draw", undefined, {}), { json: true });
    expect(records).toMatchObject([{ path: file, extensions: [{ id: "owner/pack" }] }]);
  });

  it("refuses what is not there, and writes nothing", async () => {
    const { run, folder } = await world(fakeExtensions(), ["PackNode"], { has: [] });
    const { code, err } = await run((host) => runLock(host, "draw", undefined, {}));
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining("owner/pack cannot be locked"),
    });
    expect(() => readFileSync(join(folder, "pictor-extensions.lock.json"))).toThrow("ENOENT");
  });

  it("writes what classes that nobody explains were loaded from", async () => {
    const installed = [extension("acme/glow", { version: "1.3.0", loaded: true })];
    const { run, yard, folder } = await world(fakeExtensions({ installed }), ["AcmeGlow", "KSampler"]);
    yard.catalog = loadedFrom(["AcmeGlow", "glow"], ["KSampler"]);
    const { code, out } = await run((host) => runLock(host, "draw", undefined, {}));
    expect({ code, out }).toEqual({ code: 0, out: "ID         VERSION  COMMIT\nacme/glow  1.3.0\n" });
    const text = readFileSync(join(folder, "pictor-extensions.lock.json"), "utf8");
    expect(JSON.parse(text)).toMatchObject({ extensions: { "acme/glow": { version: "1.3.0" } } });
  });

  it("refuses a class that nobody explains and that is not there", async () => {
    const { run } = await world(fakeExtensions(), ["Strange"], { has: [] });
    const { code, err } = await run((host) => runLock(host, "draw", undefined, {}));
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining("Strange: the backend has no"),
    });
  });

  it("of what needs none writes no file", async () => {
    const { run, folder } = await world(fakeExtensions(), ["KSampler"]);
    const { code, err } = await run((host) => runLock(host, "draw", undefined, {}));
    expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining("nothing to lock") });
    expect(() => readFileSync(join(folder, "pictor-extensions.lock.json"))).toThrow("ENOENT");
  });
});
