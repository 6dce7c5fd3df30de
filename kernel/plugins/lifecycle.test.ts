// The life of a plugin in a kernel: loaded once, on first use, with its permissions, and released in order.

import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import {
  createTestPictor,
  manifestOf,
  settlePromises,
  type TestPictor,
  type TestPictorOptions,
} from "@pictor/host/testing";
import type { Plugin, PluginContext, PluginRegistration } from "../contract/plugins.js";

const open: TestPictor[] = [];
afterEach(async () => {
  for (const kernel of open.splice(0)) await kernel.dispose();
});
async function createPictorWith(plugins: TestPictorOptions["plugins"], configuration = {}) {
  const test = await createTestPictor({ plugins, configuration });
  open.push(test);
  return test;
}
const inline = (plugin: Plugin, more: object = {}, id = "auth-a") => ({
  manifest: manifestOf(id, "auth", more),
  plugin,
});

describe("the context", () => {
  const contextOf = async (more: object, configuration = {}): Promise<PluginContext> => {
    let given: PluginContext | undefined;
    const { pictor } = await createPictorWith(
      [inline((context) => ((given = context), {}), more)],
      configuration,
    );
    await pictor.load("auth-a");
    return given!;
  };

  it("contains nothing without a permission", async () => {
    const context = await contextOf({});
    expect(Object.keys(context).sort()).toEqual([
      "apiVersion",
      "clock",
      "config",
      "hide",
      "id",
      "logger",
      "onDispose",
      "signal",
    ]);
    expect(Object.isFrozen(context)).toBe(true);
  });

  it("contains the frozen configuration with defaults", async () => {
    const config = {
      type: "object",
      properties: { size: { type: "integer", default: 3 }, mode: { type: "string" } },
    };
    const context = await contextOf({ config }, { plugins: { "auth-a": { config: { mode: "x" } } } });
    expect(context.config).toEqual({ size: 3, mode: "x" });
    expect(Object.isFrozen(context.config)).toBe(true);
  });
});

describe("loading", () => {
  it("happens once, even for concurrent calls", async () => {
    let runs = 0;
    const { pictor } = await createPictorWith([inline(() => (runs++, {}))]);
    const records = await Promise.all([pictor.load("auth-a"), pictor.load("auth-a")]);
    expect([runs, ...records.map(({ status }) => status.state)]).toEqual([1, "ready", "ready"]);
  });

  it.each<[string, unknown, string]>([
    ["nothing", undefined, "nothing"],
    ["null", null, "null"],
    ["a text", "x", "string"],
    ["a handler that is not a function", { handlers: { run: 5 } }, "not a function"],
    ["a scheme that is not declared", { provides: { authSchemes: { x: {} } } }, '"x"'],
    ["a backend kind that is not declared", { provides: { backends: { x: {} } } }, '"x"'],
  ])("refuses %s as a registration", async (_name, parts, text) => {
    const { pictor } = await createPictorWith([inline(() => parts as PluginRegistration)]);
    await expect(pictor.load("auth-a")).rejects.toMatchObject({
      code: "PLUGIN_SURFACE",
      message: expect.stringContaining(text),
    });
    expect(pictor.plugins()[0]!.status.state).toBe("failed");
  });

  it("refuses a scheme whose code issues tokens while its manifest does not say so", async () => {
    const scheme = { id: "a", title: "A", handler: "add", settings: { type: "object", properties: {} } };
    const provides = { authSchemes: { a: { token: () => undefined } } };
    const { pictor } = await createPictorWith([
      inline(() => ({ handlers: { add: () => undefined }, provides }) as unknown as PluginRegistration, {
        contributes: { authSchemes: [scheme] },
      }),
    ]);
    await expect(pictor.load("auth-a")).rejects.toThrow("declares issuesTokens false for a");
  });

  it.each([
    ["that the configuration disables", {}, { enabled: false }, "the configuration says so"],
    ["whose manifest is wrong", { apiVersion: "^9.0.0" }, {}, "^9.0.0"],
  ])("of a plugin %s rejects with the reason, and imports nothing", async (_what, more, decision, reason) => {
    let runs = 0;
    const { pictor } = await createPictorWith([inline(() => (runs++, {}), more)], {
      plugins: { "auth-a": decision },
    });
    const refused = (text: string) => ({
      code: "PLUGIN_DISABLED",
      message: expect.stringContaining(text) as string,
    });
    await expect(pictor.load("auth-a")).rejects.toMatchObject(refused(reason));
    expect(runs).toBe(0);
  });

  it("refuses wrong configuration, with pointer and nearest key", async () => {
    const config = { type: "object", properties: { size: { type: "integer" } } };
    const { pictor } = await createPictorWith([inline(() => ({}), { config })], {
      plugins: { "auth-a": { config: { siz: 1 } } },
    });
    await expect(pictor.load("auth-a")).rejects.toMatchObject({
      code: "SETTINGS_INVALID",
      details: { where: "plugins/auth-a/config", pointer: "#" },
      hint: expect.stringContaining('"size"'),
    });
  });

  it("of an unknown plugin offers the nearest id", async () => {
    const { pictor } = await createPictorWith([inline(() => ({}))]);
    await expect(pictor.load("auth-b")).rejects.toMatchObject({
      code: "PLUGIN_UNKNOWN",
      hint: expect.stringContaining('"auth-a"'),
    });
  });

  it("that fails removes contributions, runs the release callbacks, and disables dependent plugins", async () => {
    const released: string[] = [];
    const contributes = {
      authSchemes: [{ id: "a", title: "A", handler: "add", settings: { type: "object", properties: {} } }],
    };
    const { pictor } = await createPictorWith([
      inline(
        ({ onDispose, signal }) => {
          onDispose(() => void released.push(`socket ${signal.aborted}`));
          throw new Error("boom");
        },
        { contributes },
      ),
      inline(() => ({}), { requires: { plugins: { "auth-a": "^1.0.0" } } }, "auth-b"),
    ]);
    await expect(pictor.load("auth-a")).rejects.toMatchObject({ code: "PLUGIN_APPLY_FAILED" });
    expect(released).toEqual(["socket true"]);
    expect(pictor.contributions("authSchemes")).toEqual([]);
    expect(pictor.plugins().map(({ id, status }) => [id, status.state])).toEqual([
      ["auth-a", "failed"],
      ["auth-b", "disabled"],
    ]);
  });
});

describe("a tap", () => {
  it.each([
    [{ timeoutMs: 5 }, 5],
    [{ timeoutMs: 60_000 }, 30_000],
    [{}, 30_000],
  ])("with %j has the limit of %i ms: it may only shorten that of the hook", async (more, timeoutMs) => {
    const taps = [{ hook: "beforeSend", handler: "run", ...more }];
    const { pictor } = await createPictorWith([inline(() => ({}), { taps })]);
    expect(pictor.inspect("beforeSend")).toMatchObject([{ owner: "auth-a", timeoutMs }]);
  });

  it("whose order cannot be satisfied makes its plugin fail, of several plugins each", async () => {
    const after = (id: string) => ({ taps: [{ hook: "beforeSend", handler: "run", after: [id] }] });
    const { pictor } = await createPictorWith([
      inline(() => ({}), after("auth-x")),
      inline(() => ({}), after("auth-y"), "auth-b"),
      inline(
        () => ({ handlers: { run: () => undefined } }),
        { taps: [{ hook: "beforeSend", handler: "run" }] },
        "auth-c",
      ),
    ]);
    expect(pictor.plugins().map(({ status }) => status.state)).toEqual(["failed", "failed", "valid"]);
    expect(pictor.problems().map(({ code }) => code)).toEqual(["HOOK_ORDER_UNKNOWN", "HOOK_ORDER_UNKNOWN"]);
  });

  it("that runs many times at once is no reason for a warning of Node about listeners", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => {
      if (warning.name === "MaxListenersExceededWarning") warnings.push(warning);
    };
    process.on("warning", note);
    onTestFinished(() => void process.off("warning", note));
    const taps = [{ hook: "beforeSend", handler: "run" }];
    const run = () => new Promise<undefined>(() => undefined);
    const { pictor } = await createPictorWith([inline(() => ({ handlers: { run } }), { taps })]);
    const callers = Array.from({ length: 20 }, () => new AbortController());
    const sent = callers.map(({ signal }) =>
      pictor.send({ url: "http://127.0.0.1:1/" }, { signal }).catch(() => undefined),
    );
    await settlePromises();
    // The warning is told in the next turn.
    await new Promise((resolve) => setImmediate(resolve));
    for (const caller of callers) caller.abort();
    await Promise.all(sent);
    expect(warnings).toEqual([]);
  });
});

describe("disposal", () => {
  it("aborts the signal first, then calls the plugin's dispose, then the release callbacks in reverse order", async () => {
    const seen: string[] = [];
    const { pictor, dispose } = await createPictorWith([
      inline(({ onDispose, signal }) => {
        for (const name of ["first", "second"]) onDispose(() => void seen.push(`${name} ${signal.aborted}`));
        return { dispose: () => void seen.push("own") };
      }),
    ]);
    await pictor.load("auth-a");
    await dispose();
    expect(seen).toEqual(["own", "second true", "first true"]);
    expect(pictor.plugins()[0]!.status.state).toBe("disposed");
  });

  it("continues when a release callback throws or hangs, and reports it", async () => {
    const seen: string[] = [];
    const { pictor, dispose, log } = await createPictorWith([
      inline(({ onDispose }) => {
        onDispose(() => void seen.push("last"));
        onDispose(() => new Promise<void>(() => undefined));
        onDispose(() => {
          throw new Error("boom");
        });
        return {};
      }),
    ]);
    await pictor.load("auth-a");
    await dispose();
    expect(seen).toEqual(["last"]);
    expect(log.filter(({ level }) => level === "error")).toHaveLength(2);
  });

  it("happens once and ends with no tap", async () => {
    let count = 0;
    const taps = [{ hook: "beforeSend", handler: "run" }];
    const { pictor, dispose } = await createPictorWith([
      inline(
        () => ({
          handlers: { run: () => undefined },
          dispose: () => {
            count++;
          },
        }),
        { taps },
      ),
    ]);
    await pictor.load("auth-a");
    await Promise.all([dispose(), pictor.dispose()]);
    expect([count, pictor.inspect("beforeSend")]).toEqual([1, []]);
  });

  it("leaves plugins that failed or are disabled with their reasons", async () => {
    const { pictor, dispose } = await createPictorWith([
      inline(() => {
        throw new Error("boom");
      }),
      inline(() => ({}), { requires: { plugins: { "auth-a": "^1.0.0" } } }, "auth-b"),
    ]);
    await pictor.load("auth-a").catch(() => undefined);
    await dispose();
    expect(pictor.plugins().map(({ status }) => status)).toMatchObject([
      { state: "failed", reason: expect.stringContaining("boom") },
      { state: "disabled", reason: expect.stringContaining("auth-a") },
    ]);
  });

  it("releases at once what a plugin registers afterwards, also if a callback fails", async () => {
    let context: PluginContext | undefined;
    const { pictor, dispose } = await createPictorWith([inline((given) => ((context = given), {}))]);
    await pictor.load("auth-a");
    await dispose();
    const seen: string[] = [];
    context!.onDispose(() => {
      throw new Error("boom");
    });
    context!.onDispose(() => void seen.push("late"));
    await settlePromises();
    expect(seen).toEqual(["late"]);
  });
});

it("a scheme must not have the id none", async () => {
  const contributes = {
    authSchemes: [
      { id: "none", title: "None", handler: "add", settings: { type: "object", properties: {} } },
    ],
  };
  const { pictor } = await createPictorWith([inline(() => ({}), { contributes })]);
  expect(pictor.problems()).toMatchObject([{ code: "MANIFEST_INVALID" }]);
});

it("a handler that a scheme or a feature names must not have a tap for it too", async () => {
  const settings = { type: "object", properties: {} };
  const contributes = {
    authSchemes: [{ id: "a", title: "A", handler: "add", settings }],
    features: [{ id: "soften", title: "Soften", handler: "soften", settings }],
  };
  const soften = { hook: "buildWorkflow", handler: "soften", when: { feature: "soften" } };
  const taps = [
    { hook: "beforeSend", handler: "add", when: { authType: "basic" } },
    { hook: "beforeSend", handler: "add", band: "sign", when: { authType: "a" } },
    { ...soften, phase: "refine" },
    { ...soften, phase: "condition" },
  ];
  const { pictor } = await createPictorWith([inline(() => ({}), { contributes, taps })]);
  expect(pictor.problems().map(({ message }) => message)).toEqual(
    [1, 3].map((index) => expect.stringContaining(`#/taps/${index}: expected no tap`) as string),
  );
});

describe("a secret in a plugin's own configuration", () => {
  const config = { type: "object", properties: { key: { type: "string", "x-secret": true } } };
  const start = async (key: unknown, seen: unknown[] = []) =>
    createTestPictor({
      plugins: [
        inline((context) => ({ ...(void seen.push(context.config) as unknown as object) }), { config }),
      ],
      configuration: { plugins: { "auth-a": { config: { key } } } },
    });

  it("is resolved from its reference, and hidden from then on", async () => {
    process.env["PICTOR_TEST_KEY"] = "canary-9917";
    const seen: unknown[] = [];
    const { pictor, dispose } = await start({ $env: "PICTOR_TEST_KEY" }, seen);
    await pictor.load("auth-a");
    expect([seen, pictor.redact("it is canary-9917")]).toEqual([[{ key: "canary-9917" }], "it is ***"]);
    await dispose();
  });

  it("is refused as plain text", async () => {
    const { pictor, dispose } = await start("canary-9917");
    await expect(pictor.load("auth-a")).rejects.toMatchObject({ code: "CONFIG_SECRET_INLINE" });
    await dispose();
  });
});
