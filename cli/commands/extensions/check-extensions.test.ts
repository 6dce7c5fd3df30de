// `pictor extensions check` and `extensions lock`, with a workflow plugin in the test.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PictorError, type Catalog, type PluginSource, type WorkflowDraft } from "@pictor/kernel";
import { describe, expect, it } from "vitest";
import {
  extension,
  fakeExtensions,
  type FakeExtensions,
  fakeLifecycle,
  type FakeLifecycle,
  manifestOf,
  running,
} from "@pictor/host/testing";
import { createBackendFixture, type RunOptions } from "../../testing/backend-fixture.js";
import { runCheck } from "./check-extensions.js";
import { runLock } from "./lock-extensions.js";
import { ending } from "../../testing/ending.js";

const manifest = manifestOf("workflow-draw", "workflow", {
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
});

/** A plugin whose workflows build a graph of these classes, and whose gate the test sets. */
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
/** Node classes, each with its folder below `custom_nodes`. */
const loadedFrom = (...classes: readonly (readonly [name: string, place?: string])[]): Catalog =>
  new Map(
    classes.map(([name, place]) => {
      const module = place === undefined ? {} : { module: `custom_nodes.${place}` };
      return [name, { name, inputs: [], outputs: [], isOutput: true, ...module }];
    }),
  );

async function fixtureWith(
  fake: FakeExtensions,
  classes: readonly string[],
  { server = fakeLifecycle(running), has = classes, gate }: FixtureOptions = {},
) {
  const facets = { extensions: fake.facet, lifecycle: server.facet };
  const place = await createBackendFixture(facets, undefined, [drawing(classes, gate)]);
  place.backend.catalog = catalogOf(...has);
  return {
    ...place,
    lockFile: join(place.folder, "pictor-extensions.lock.json"),
    check: (options: Parameters<typeof runCheck>[3] = {}, more: RunOptions = {}, target = "draw") =>
      place.run((host) => runCheck(host, target, undefined, options), more),
    lock: (more: RunOptions = {}) => place.run((host) => runLock(host, "draw", undefined, {}), more),
  };
}
interface FixtureOptions {
  readonly server?: FakeLifecycle;
  /** Node classes of the server. */
  readonly has?: readonly string[];
  readonly gate?: () => Promise<unknown>;
}

describe("check", () => {
  it("reports missing and outdated extensions, what needs them, and what to do", async () => {
    const fake = fakeExtensions({ installed: [extension("owner/pack", { version: "1.0.0" })] });
    const { check } = await fixtureWith(fake, ["PackNode", "OtherNode"], { has: ["PackNode"] });
    const { code, out, err } = await check();
    expect(code).toBe(4);
    expect(out).toMatch(/install +owner\/other +\* +- +OtherNode/);
    expect(out).toMatch(/update +owner\/pack +>=1\.2\.0 +1\.0\.0 +pack +PackNode/);
    expect(err).toContain("owner/pack is 1.0.0, too old: >=1.2.0 is needed; PackNode needs it.");
    expect(err).toContain("--install");
    const { records } = await check({}, { json: true });
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
    ["the source of an extension is unknown", () => Promise.resolve(undefined)],
    [
      "no version of an extension is in the range",
      () => Promise.reject(new PictorError("EXTENSION_NO_VERSION", "None.", "", {})),
    ],
  ])("does not offer an installation if %s", async (_case, locate) => {
    const fake = fakeExtensions();
    const { check } = await fixtureWith({ ...fake, facet: { ...fake.facet, locate } }, ["OtherNode"], {
      has: [],
    });
    const { code, err } = await check();
    expect(code).toBe(4);
    expect(err).toContain("Install owner/other (any version) into custom_nodes of the server");
    expect(err).not.toContain("--install");
  });

  it("requires the extension that provides an unexplained class", async () => {
    const fake = fakeExtensions({ providers: { Strange: ["some/pack"], Twice: ["a/one", "b/two"] } });
    const { check } = await fixtureWith(fake, ["Strange", "Stranger", "Twice"], { has: [] });
    const { code, out, err } = await check();
    expect(code).toBe(4);
    expect(out).toMatch(/install +some\/pack +\* +- +Strange/);
    expect(err).toContain(
      "Stranger: the backend has no such node class, and no known extension provides it.",
    );
    expect(err).toContain(
      "Twice: the backend has no such node class; these extensions provide it: a/one or b/two.",
    );
    const { records } = await check({}, { json: true });
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

  it("names the extension from which the server loaded a class", async () => {
    const installed = [extension("acme/glow", { version: "1.3.0", loaded: true }), extension("acme/unused")];
    const { check, backend, lockFile } = await fixtureWith(fakeExtensions({ installed }), [
      "AcmeGlow",
      "KSampler",
    ]);
    backend.catalog = loadedFrom(["AcmeGlow", "glow"], ["KSampler"]);
    const { code, out, err } = await check();
    expect(code).toBe(0);
    expect(out).toMatch(/ok +acme\/glow +\* +1\.3\.0 +glow +AcmeGlow/);
    expect(out).not.toContain("unused");
    expect(err).toContain("studio has all required extensions.");
    writeFileSync(lockFile, '{"pictorExtensions": 1, "extensions": {"acme/glow": {"version": "1.2.0"}}}');
    expect(await check()).toMatchObject(ending(4, "not what the lock file names: 1.2.0"));
  });

  it("reports that no extension is needed", async () => {
    const { check } = await fixtureWith(fakeExtensions(), ["KSampler"]);
    const { code, out, err } = await check();
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(err).toContain("No extension is needed.");
  });

  it("does not start the server", async () => {
    const server = fakeLifecycle();
    const fake = fakeExtensions({ installed: [extension("owner/pack", { version: "1.3.0" })] });
    const { check } = await fixtureWith(fake, ["PackNode"], { server, has: [] });
    const { code, err } = await check();
    expect({ code, done: server.done }).toEqual({ code: 0, done: [] });
    expect(err).toContain("studio is not running");
  });

  it("cannot check unexplained classes while the server does not run", async () => {
    const { check } = await fixtureWith(fakeExtensions(), ["Strange"], { server: fakeLifecycle(), has: [] });
    const { code, err } = await check();
    expect(code).toBe(0);
    expect(err).toContain("No plugin requires an extension. studio is not running;");
    expect(err).not.toContain("No extension is needed");
  });

  it("treats a path as a graph for the workflow custom", async () => {
    const { check } = await fixtureWith(fakeExtensions(), ["OtherNode"]);
    expect((await check({}, {}, "graphs/fox.json")).code).toBe(0);
    expect(await check({}, {}, "-")).toMatchObject(ending(2, "does not read a graph from standard input"));
    expect(await check({}, {}, "darw")).toMatchObject(ending(2, "draw"));
  });

  it("applies the project's lock file, and refuses an invalid one", async () => {
    const fake = fakeExtensions({ installed: [extension("owner/pack", { version: "1.3.0" })] });
    const { check, lockFile } = await fixtureWith(fake, ["PackNode"]);
    writeFileSync(lockFile, '{"pictorExtensions": 1, "extensions": {"owner/pack": {"version": "1.4.0"}}}');
    expect(await check()).toMatchObject(ending(4, "not what the lock file names: 1.4.0"));
    writeFileSync(lockFile, '{"pictorExtensions": 1, "extensions": {"owner/pack": {"version": "newest"}}}');
    expect(await check()).toMatchObject(ending(2, "EXTENSION_LOCK_INVALID"));
  });
});

describe("check --install", () => {
  it("runs the gates, and checks again", async () => {
    const fake = fakeExtensions({ installed: [] });
    const gate = () => {
      fake.installed = [extension("owner/pack", { version: "1.3.0", loaded: true })];
      return Promise.resolve(undefined);
    };
    const { check } = await fixtureWith(fake, ["PackNode"], { gate });
    const { code, out } = await check({ install: true });
    expect(code).toBe(0);
    expect(out).toMatch(/ok +owner\/pack/);
  });

  it("prints the veto of a gate", async () => {
    const veto = { kind: "veto", code: "MISSING", message: "owner/pack is missing", hint: "Install it." };
    const { check } = await fixtureWith(fakeExtensions(), ["PackNode"], {
      gate: () => Promise.resolve(veto),
    });
    const { code, err } = await check({ install: true });
    expect(code).toBe(4);
    expect(err).toMatch(/owner\/pack is missing\n {2}Install it\.\n {2}MISSING/);
    const json = await check({ install: true }, { json: true });
    expect(json.records.at(-1)).toMatchObject({ status: "vetoed", exitCode: 4, veto: { code: "MISSING" } });
  });
});

describe("lock", () => {
  it("locks the used extensions, and keeps other entries", async () => {
    const installed = [
      extension("owner/pack", { version: "1.3.0", commit: "a".repeat(40) }),
      extension("owner/unused"),
    ];
    const { lock, lockFile } = await fixtureWith(fakeExtensions({ installed }), ["PackNode"]);
    writeFileSync(lockFile, '{"pictorExtensions": 1, "extensions": {"owner/older": {"version": "0.1.0"}}}');
    const { code, out, err } = await lock();
    expect({ code, out }).toEqual({
      code: 0,
      out: "ID          VERSION  COMMIT\nowner/pack  1.3.0    aaaaaaaa\n",
    });
    expect(err).toContain("1 extension is locked in ");
    expect(JSON.parse(readFileSync(lockFile, "utf8"))).toMatchObject({
      extensions: {
        "owner/older": { version: "0.1.0" },
        "owner/pack": { version: "1.3.0", commit: "a".repeat(40), source: "https://github.com/owner/pack" },
      },
    });
    const { records } = await lock({ json: true });
    expect(records).toMatchObject([{ path: lockFile, extensions: [{ id: "owner/pack" }] }]);
  });

  it("refuses a missing extension, and writes nothing", async () => {
    const { lock, lockFile } = await fixtureWith(fakeExtensions(), ["PackNode"], { has: [] });
    expect(await lock()).toMatchObject(ending(2, "owner/pack cannot be locked"));
    expect(() => readFileSync(lockFile)).toThrow("ENOENT");
  });

  it("refuses an unexplained class that the server does not have", async () => {
    const { lock } = await fixtureWith(fakeExtensions(), ["Strange"], { has: [] });
    expect(await lock()).toMatchObject(ending(2, "Strange: the backend has no"));
  });

  it("writes no file if no extension is needed", async () => {
    const { lock, lockFile } = await fixtureWith(fakeExtensions(), ["KSampler"]);
    expect(await lock()).toMatchObject(ending(0, "nothing to lock"));
    expect(() => readFileSync(lockFile)).toThrow("ENOENT");
  });
});
