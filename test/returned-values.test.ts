// What plugins give back is checked: a plugin for each fault, and the text of its error.

import {
  createTestPictor,
  manifestOf,
  partialBackend,
  settlePromises,
  type TestPictor,
} from "@pictor/host/testing";
import type { Plugin } from "@pictor/kernel";
import { afterEach, describe, expect, it } from "vitest";
import { fakeWorkflow, inlinePlugin } from "../services/testing/fake-plugins.js";
import { createFakeBackend, fakeBackendPlugin } from "../services/testing/fake-backend.js";

let test: TestPictor | undefined;
afterEach(async () => {
  await test?.dispose();
  test = undefined;
});

const messageOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => "it succeeded",
    (error: unknown) => (error as { readonly what?: string }).what ?? String(error),
  );
const hang = () => new Promise<never>(() => undefined);

// --- auth schemes ------------------------------------------------------------------------------------------------

const action = { id: "login", title: "Sign in" };
const schemeOf = (scheme: object) => ({
  manifest: manifestOf("auth-acme", "auth", {
    contributes: {
      authSchemes: [
        {
          id: "acme",
          title: "Acme",
          handler: "add",
          settings: { type: "object", properties: {} },
          actions: [action],
        },
      ],
    },
  }),
  plugin: (() => ({
    handlers: { add: () => undefined },
    provides: {
      authSchemes: {
        acme: { status: () => ({ state: "ready" }), actions: { login: () => ({}) }, ...scheme },
      },
    },
  })) as unknown as Plugin,
});
const profiles = { mine: { type: "acme", schemes: { acme: {} } }, none: { type: "none", schemes: {} } };
const withScheme = async (scheme: object): Promise<TestPictor> =>
  (test = await createTestPictor({ plugins: [schemeOf(scheme)], configuration: { profiles } }));

const wrongStatus = (found: string, expected: string) =>
  `The plugin auth-acme returned an invalid value from status() of the auth scheme acme: ${found}; expected ${expected}.`;

describe("a status", () => {
  it.each<[string, unknown, string]>([
    ["no fields", { state: "missing" }, wrongStatus('"fields" is nothing', "an array")],
    ["no expiry", { state: "pending" }, wrongStatus('"expiresAtMs" is nothing', "a finite number")],
    [
      "a date as expiry",
      { state: "ready", expiresAtMs: "2030" },
      wrongStatus('"expiresAtMs" is a string: "2030"', "a finite number"),
    ],
  ])("with %s becomes a note of the profile, and other profiles are shown", async (_name, status, text) => {
    const { pictor } = await withScheme({ status: () => status });
    const view = await pictor.profiles.view("mine");
    expect(view).toMatchObject({ configured: false, status: { state: "missing" } });
    expect(view.status.notes?.[0]).toContain(text);
    expect(await pictor.profiles.view("none")).toMatchObject({ configured: false });
  });

  it("that throws names the plugin", async () => {
    const { pictor } = await withScheme({
      status: () => {
        throw new TypeError("x is undefined");
      },
    });
    expect((await pictor.profiles.view("mine")).status.notes?.[0]).toContain(
      "The plugin auth-acme failed in status() of the auth scheme acme: x is undefined.",
    );
  });

  it("that never comes has a limit", async () => {
    const { pictor, clock } = await withScheme({ status: hang });
    const viewing = pictor.profiles.view("mine");
    await clock.advance(10_000);
    expect((await viewing).status.notes?.[0]).toContain(
      "The plugin auth-acme did not finish status() of the auth scheme acme within 10000 ms.",
    );
    expect(clock.pending()).toBe(0);
  });
});

const fromLogin = "the action login of the auth scheme acme";
it.each<[string, (setting: unknown, context: never) => unknown, string]>([
  [
    "throws",
    () => Promise.reject(new Error("no such account")),
    `The plugin auth-acme failed in ${fromLogin}: no such account.`,
  ],
])("an action that %s is refused", async (_name, login, text) => {
  const { pictor } = await withScheme({ actions: { login } });
  expect(await messageOf(pictor.profiles.run("mine", "login"))).toBe(text);
});

it("claims that are no list are refused", async () => {
  const { pictor } = await withScheme({ claims: () => Promise.resolve({}) });
  expect(await messageOf(pictor.profiles.claims("mine"))).toBe(
    "The plugin auth-acme returned an invalid value from claims() of the auth scheme acme: an object; expected an array.",
  );
});

// --- backends ----------------------------------------------------------------------------------------------------

const backendOf = (open: () => unknown) => ({
  manifest: manifestOf("backend-acme", "backend", {
    contributes: { backends: [{ id: "acme", title: "Acme", settings: { type: "object", properties: {} } }] },
  }),
  plugin: (() => ({ provides: { backends: { acme: { open } } } })) as unknown as Plugin,
});
const openWith = async (open: () => unknown): Promise<TestPictor> =>
  (test = await createTestPictor({
    plugins: [backendOf(open)],
    configuration: { backends: { b: { kind: "acme" } } },
  }));
const of = "of the backend b (kind acme)";
const wrong = (call: string, found: string, expected: string) =>
  `The plugin backend-acme returned an invalid value from ${call} ${of}: ${found}; expected ${expected}.`;

describe("a backend", () => {
  it.each<[string, () => unknown, string]>([
    ["that is nothing", () => undefined, wrong("open()", "nothing", "an object")],
    ["without methods", () => ({ facets: {} }), wrong("open()", '"info" is nothing', "a function")],
    [
      "without facets",
      () => partialBackend({ facets: undefined }),
      wrong("open()", '"facets" is nothing', "an object"),
    ],
    [
      "with half a facet",
      () => partialBackend({ facets: { lifecycle: { state: hang } } }),
      wrong("open()", '"facets.lifecycle.restart" is nothing', "a function"),
    ],
    [
      "that cannot be opened",
      () => Promise.reject(new Error("no driver")),
      `The plugin backend-acme failed in open() ${of}: no driver.`,
    ],
  ])("%s is refused at once", async (_name, open, text) => {
    const { pictor } = await openWith(open);
    expect(await messageOf(pictor.openBackend("b"))).toBe(text);
    expect(pictor.backends()).toMatchObject([{ name: "b" }]);
  });

  it("that never opens has a limit", async () => {
    const { pictor, clock } = await openWith(hang);
    const opening = messageOf(pictor.openBackend("b"));
    await settlePromises();
    await clock.advance(60_000);
    expect(await opening).toBe(`The plugin backend-acme did not finish open() ${of} within 60000 ms.`);
  });

  it("whose identity never comes has a limit", async () => {
    const { pictor, clock } = await openWith(() => partialBackend({ info: hang }));
    const asking = messageOf((await pictor.openBackend("b")).backend.info());
    await clock.advance(60_000);
    expect(await asking).toBe(`The plugin backend-acme did not finish info() ${of} within 60000 ms.`);
  });
});

const file = { node: "1", filename: "a.png", subfolder: "", area: "output", mime: "image/png", address: "" };

describe("a call of a backend", () => {
  const info = { name: "b", kind: "acme", title: "Acme", version: "1", facets: [] };
  const states = 'one of "unknown", "queued", "running", "succeeded", "interrupted", "failed", "lost"';
  const outcomes = 'one of "removed", "interrupting", "gone", "refused"';
  const facets =
    'one of "localFiles", "localOutput", "retention", "direct", "extensions", "lifecycle", "installation", "members", "waiting", "work", "failures"';
  const strayed = { state: "succeeded", outputs: [file, { ...file, area: "disk" }] };
  const classes = new Map([["A", { name: "A", inputs: [], isOutput: true }]]);

  it.each<[string, unknown, string, string]>([
    ["info", { ...info, title: 7 }, '"title" is a number: 7', "a string"],
    ["info", { ...info, facets: ["magic"] }, '"facets[0]" is a string: "magic"', facets],
    ["catalog", {}, "an object", "a Map"],
    ["catalog", classes, '"A.outputs" is nothing', "an array"],
    ["state", undefined, "nothing", "an object"],
    ["state", { state: "done" }, '"state" is a string: "done"', states],
    ["state", strayed, '"outputs[1].area" is a string: "disk"', 'one of "output", "temp", "input"'],
    ["submit", { dropped: [] }, '"promptId" is nothing', "a string that is not empty"],
    ["cancel", true, "a boolean: true", outcomes],
    ["prompts", {}, "an object", "an array"],
    ["fetchSubmission", {}, '"graph" is nothing', "an object"],
    ["events", undefined, "nothing", "a function"],
  ])("%s() that returns %j is refused", async (method, value, found, expected) => {
    const { pictor } = await openWith(() => partialBackend({ [method]: () => Promise.resolve(value) }));
    const { backend } = await pictor.openBackend("b");
    const call = backend[method as "state"].bind(backend) as (given: unknown) => Promise<unknown>;
    const argument = { submit: {}, events: () => undefined }[method] ?? "p";
    expect(await messageOf(call(argument))).toBe(wrong(`${method}()`, found, expected));
  });

  it.each<[string, unknown, string]>([
    ["no stream", "bytes", wrong("fetchOutput()", 'a string: "bytes"', "an async iterable of Uint8Array")],
    [
      "texts",
      (async function* () {
        yield await Promise.resolve("bytes");
      })(),
      wrong("fetchOutput()", 'a string: "bytes"', "a Uint8Array"),
    ],
  ])("that returns %s for a file is refused", async (_name, stream, text) => {
    const { pictor } = await openWith(() => partialBackend({ fetchOutput: () => stream }));
    const { backend } = await pictor.openBackend("b");
    const bytes = backend.fetchOutput(file as never);
    const reading = bytes[Symbol.asyncIterator]().next();
    expect(await messageOf(reading)).toBe(text);
  });

  it("of the facet lifecycle is checked, too", async () => {
    const lifecycle = { state: () => Promise.resolve({ state: "on" }), restart: hang };
    const { pictor } = await openWith(() => partialBackend({ facets: { lifecycle } }));
    const { backend } = await pictor.openBackend("b");
    expect(await messageOf(backend.facets.lifecycle!.state())).toBe(
      wrong(
        "lifecycle.state()",
        '"state" is a string: "on"',
        'one of "absent", "stopped", "starting", "running", "crashed"',
      ),
    );
  });

  it("that throws names the plugin; an error of the contract and the reason of a signal stay as they are", async () => {
    const stopped = AbortSignal.abort(new Error("stopped"));
    const { pictor } = await openWith(() =>
      partialBackend({
        prompts: () => {
          throw new Error("no socket");
        },
      }),
    );
    const { backend } = await pictor.openBackend("b");
    expect(await messageOf(backend.prompts())).toBe(
      `The plugin backend-acme failed in prompts() ${of}: no socket.`,
    );
    expect(await messageOf(backend.prompts({ signal: stopped }))).toBe("Error: no socket");
  });

  it("may deliver wrong events: they are dropped, and the first of each type is logged", async () => {
    let send: (event: unknown) => void = () => undefined;
    const events = (listener: typeof send) => {
      send = listener;
      return Promise.resolve(() => undefined);
    };
    const { pictor, log } = await openWith(() => partialBackend({ events }));
    const seen: unknown[] = [];
    await (await pictor.openBackend("b")).backend.events((event) => void seen.push(event));
    const good = { type: "started", promptId: "p" };
    for (const event of [{ type: "progress", promptId: "p" }, { type: "progress" }, null, good]) send(event);
    expect(seen).toEqual([good]);
    expect(log.map(({ message }) => message)).toEqual([
      wrong("events()", '"node" is nothing', "a string"),
      wrong("events()", "null", "an object"),
    ]);
  });
});

it.each<[string, unknown]>([
  ["nothing", undefined],
  ["an unknown state", { state: "done" }],
])(
  "a job on a backend with a fault whose record is %s fails at once, and is not lost after a minute",
  async (_name, record) => {
    const { backend } = createFakeBackend({ fate: "running" });
    const open = () =>
      Promise.resolve(partialBackend({ ...backend, state: () => Promise.resolve(record as never) }));
    test = await createTestPictor({
      plugins: [fakeWorkflow, fakeBackendPlugin(open)],
      configuration: { backends: { b: { kind: "fake" } } },
    });
    const generation = test.pictor.generate({ workflow: "fake" });
    await test.clock.advance(6_000);
    expect(await generation.result).toMatchObject({
      status: "failed",
      error: { code: "PLUGIN_VALUE_INVALID", details: { where: "state() of the backend b (kind fake)" } },
    });
  },
);

// --- secret stores -----------------------------------------------------------------------------------------------

const store = { description: "a drawer", set: hang, delete: hang, exclusively: hang };
const from = (call: string) =>
  `The plugin secrets-acme returned an invalid value from ${call} of the secret store acme: `;
it.each<[string, unknown, string]>([
  ["that is nothing", undefined, `${from("open()")}nothing; expected an object.`],
  ["without a method", store, `${from("open()")}"get" is nothing; expected a function.`],
  [
    "whose keys are no list",
    { ...store, get: hang, keys: () => Promise.resolve("a") },
    `${from("keys()")}a string: "a"; expected an array.`,
  ],
])("a secret store %s is refused", async (_name, opened, text) => {
  const plugin = (() => ({
    provides: { secretStores: { acme: { open: () => Promise.resolve(opened) } } },
  })) as unknown as Plugin;
  const manifest = manifestOf("secrets-acme", "secrets", {
    contributes: { secretStores: [{ id: "acme", title: "Acme" }] },
  });
  test = await createTestPictor({
    plugins: [{ manifest, plugin }],
    configuration: { secrets: { store: "acme" } },
  });
  expect(await messageOf(test.pictor.secrets.names())).toBe(text);
});

// --- questions and reports ---------------------------------------------------------------------------------------

const jobWith = async (hook: string, handle: unknown): Promise<TestPictor> =>
  (test = await createTestPictor({
    plugins: [
      fakeWorkflow,
      fakeBackendPlugin(() => Promise.resolve(createFakeBackend().backend)),
      inlinePlugin("a-checker", [{ hook, handler: "handle" }], { handle }),
    ],
    configuration: { backends: { b: { kind: "fake" } } },
  }));

describe("an observer", () => {
  type Reporting = { report(problem: object): void };
  const problem = { code: "HOOK_REFUSED", message: "The webhook answered 500." };
  const named = { ...problem, plugin: "a-checker", hook: "onEvent" };

  it("reports a problem to the readers of the job, once", async () => {
    const { pictor, clock } = await jobWith("onEvent", (_event: object, { report }: Reporting) =>
      report(problem),
    );
    const generation = pictor.generate({ workflow: "fake" });
    const seen: unknown[] = [];
    const reading = (async () => {
      for await (const event of generation.events) if (event.type === "warning") seen.push(event.problem);
    })();
    await clock.advance(0);
    expect((await generation.result).problems).toEqual([named]);
    await reading;
    expect(seen).toEqual([named]);
  });

  it("that reports about the warnings of another one, and is reported about, ends in a list", async () => {
    type Warning = { readonly type: string; readonly problem: { readonly message: string } };
    const answering = (event: Warning, { report }: Reporting): void => {
      const { type, problem: heard } = event;
      report({ code: "HOOK_REFUSED", message: type === "warning" ? `about ${heard.message}` : "first" });
    };
    const observer = (id: string) =>
      inlinePlugin(id, [{ hook: "onEvent", handler: "handle" }], { handle: answering });
    test = await createTestPictor({
      plugins: [
        fakeWorkflow,
        fakeBackendPlugin(() => Promise.resolve(createFakeBackend().backend)),
        ...[observer("a-checker"), observer("b-checker")],
      ],
      configuration: { backends: { b: { kind: "fake" } } },
    });
    const { result } = test.pictor.generate({ workflow: "fake" });
    await test.clock.advance(0);
    const { problems } = await result;
    expect(problems.map(({ plugin, message }) => `${plugin}: ${message}`).sort()).toEqual([
      ...["a-checker: about first", "a-checker: first", "b-checker: about first", "b-checker: first"],
    ]);
  });

  it("that reports after the end of the job is heard in the log", async () => {
    let late = (): void => undefined;
    const { pictor, clock, log } = await jobWith("onEvent", (_event: object, { report }: Reporting) => {
      late = () => report(problem);
    });
    const { result } = pictor.generate({ workflow: "fake" });
    await clock.advance(0);
    expect((await result).problems).toEqual([]);
    late();
    expect(log).toMatchObject([
      { level: "warn", plugin: "a-checker", message: problem.message, details: named },
    ]);
  });
});
