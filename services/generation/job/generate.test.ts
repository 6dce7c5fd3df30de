// Whole generations on a backend in memory: every ending, its outputs, and its events.

import { describe, expect, it } from "vitest";
import { type TestPictor, type TestPictorOptions } from "@pictor/host/testing";
import { createFakeBackend, type FakeBackendOptions } from "../../testing/fake-backend.js";
import { fakeWorkflow, inlinePlugin, openPictor } from "../../testing/fake-plugins.js";
import {
  noInteraction,
  type GenerateRequest,
  type GenerationResult,
  type Interaction,
  type JobEvent,
} from "@pictor/kernel";
import { promptLimits } from "@pictor/prompt-life";

async function start(options: FakeBackendOptions = {}, plugins: TestPictorOptions["plugins"] = []) {
  const backend = createFakeBackend(options);
  return { ...(await openPictor([backend, fakeWorkflow, ...plugins])), backend };
}

/** Runs the generation to its end, advancing the clock by at most `ms`. */
async function finish(
  { pictor, clock }: TestPictor,
  request: Partial<GenerateRequest> = {},
  ms = promptLimits.recordMs,
): Promise<GenerationResult & { readonly events: readonly JobEvent[] }> {
  const generation = pictor.generate({ workflow: "fake", ...request });
  const events: JobEvent[] = [];
  const reading = (async () => {
    for await (const event of generation.events) events.push(event);
  })();
  await clock.advance(ms);
  const result = await generation.result;
  await reading;
  expect(clock.pending()).toBe(0);
  return { ...result, events };
}
const statesIn = (events: readonly JobEvent[]) =>
  events.flatMap((event) => (event.type === "job" ? [event.state] : []));
const tap = (hook: string, handler: string, more = {}) => ({ hook, handler, ...more });
const boom = () => {
  throw new Error("boom");
};

describe("a generation that finishes", () => {
  it("passes every state, publishes its output and unsubscribes", async () => {
    const test = await start();
    const { status, outputs, problems, events } = await finish(test);
    expect({ status, problems }).toEqual({ status: "finished", problems: [] });
    expect(outputs.map(({ file }) => file.filename)).toEqual(["a.png"]);
    expect(statesIn(events)).toEqual([
      "building",
      "gating",
      "validating",
      "uploading",
      "queued",
      "running",
      "fetching",
      "finished",
    ]);
    expect(new Set(events.map(({ type }) => type))).toEqual(
      new Set(["job", "node", "progress", "preview", "output"]),
    );
    expect(test.backend.listening()).toBe(0);
  });

  it("in three batches begins with the given seed, and numbers outputs of one name", async () => {
    const test = await start();
    const result = await finish(test, { count: 3, params: { seed: "18446744073709551615" } });
    // The server gives the files of all batches the same name. A second file of one name in a batch is the same image.
    const outputs = [0, 1, 2].map((batch) => ({ index: batch, batch, file: { filename: "a.png" } }));
    expect(result).toMatchObject({ status: "finished", outputs });
    expect(result.outputs[0]?.seed).toBe(18446744073709551615n);
    expect(test.backend.calls.filter((name) => name === "submit")).toHaveLength(3);
  });

  it("with problems when an output step fails: the image stays on the server, and the problem names its address", async () => {
    const plugin = inlinePlugin("output-a", [tap("afterOutput", "save")], { save: boom });
    const { status, outputs, problems } = await finish(await start({}, [plugin]));
    expect({ status, count: outputs.length }).toEqual({ status: "finished", count: 1 });
    expect(problems).toMatchObject([
      {
        code: "OUTPUT_NOT_SAVED",
        plugin: "output-a",
        hook: "afterOutput",
        hint: expect.stringContaining("http://fake/view/a.png"),
      },
    ]);
  });

  it("while an observer fails at every event", async () => {
    const plugin = inlinePlugin("panel-a", [tap("onEvent", "watch")], { watch: boom }, { kind: "panel" });
    const { status, problems } = await finish(await start({}, [plugin]));
    expect(status).toBe("finished");
    expect(
      problems.every(
        ({ code, plugin: id, hook }) => code === "TAP_THREW" && id === "panel-a" && hook === "onEvent",
      ),
    ).toBe(true);
  });

  it("passes all events to an observing plugin", async () => {
    const seen: string[] = [];
    const plugin = inlinePlugin(
      "panel-a",
      [tap("onEvent", "watch", { when: { types: ["job", "output"] } })],
      { watch: (event: JobEvent) => void seen.push(event.type === "job" ? event.state : event.type) },
      { kind: "panel" },
    );
    const { events } = await finish(await start({}, [plugin]));
    expect(seen).toEqual(
      events.flatMap((event) =>
        event.type === "job" ? [event.state] : event.type === "output" ? ["output"] : [],
      ),
    );
  });

  it("does not change the caller's request", async () => {
    const params = { prompt: "b" };
    const request = Object.freeze({ params: Object.freeze(params), features: Object.freeze([]) });
    expect((await finish(await start(), request)).status).toBe("finished");
  });
});

describe("a generation that is vetoed", () => {
  const veto = { kind: "veto", code: "MISSING", message: "install it" };

  it("ends before anything is sent to the backend", async () => {
    const test = await start({}, [
      inlinePlugin("a-checker", [tap("beforeFirstBatch", "check")], { check: () => veto }),
    ]);
    const result = await finish(test);
    expect(result).toMatchObject({ status: "vetoed", veto, outputs: [] });
    expect(test.backend.calls).not.toContain("submit");
    expect(statesIn(result.events)).toEqual(["building", "gating", "vetoed"]);
  });

  it("takes the safe choice if nobody can be asked, and the answer of the request's own user", async () => {
    const ask = async (
      _plan: unknown,
      { interaction }: { readonly interaction: { ask(question: object): Promise<string> } },
    ) =>
      (await interaction.ask({
        title: "Install?",
        choices: [
          { id: "yes", text: "yes" },
          { id: "no", text: "no" },
        ],
        safeChoice: "no",
      })) === "no"
        ? veto
        : undefined;
    const test = await start({}, [
      inlinePlugin("a-checker", [tap("beforeFirstBatch", "check")], { check: ask }),
    ]);
    expect((await finish(test)).status).toBe("vetoed");
    const interaction: Interaction = {
      ...noInteraction,
      ask: ({ choices }) => Promise.resolve(choices[0]?.id ?? ""),
    };
    expect((await finish(test, { interaction })).status).toBe("finished");
  });
});

describe("a generation that fails", () => {
  it.each<[string, Partial<GenerateRequest>, string]>([
    ["an unknown workflow", { workflow: "fak" }, "WORKFLOW_UNKNOWN"],
    ["a wrong setting", { params: { steps: "many" } }, "SETTINGS_INVALID"],
    ["an unknown setting", { params: { stepz: 3 } }, "SETTINGS_INVALID"],
    ["no workflow", JSON.parse('{"workflow": null}') as Partial<GenerateRequest>, "WORKFLOW_UNKNOWN"],
    ["an unknown member", { parms: { steps: 3 } } as Partial<GenerateRequest>, "SETTINGS_INVALID"],
    ["an unknown feature", { features: [{ id: "lora" }] }, "FEATURE_UNKNOWN"],
    ["a feature without id", JSON.parse('{"features": ["lora"]}') as object, "SETTINGS_INVALID"],
    ["a value that the backend does not take", { params: { steps: 1_000 } }, "GRAPH_INVALID"],
    ["an unknown backend", { backend: "studo" }, "BACKEND_UNKNOWN"],
    ["no batch at all", { count: 0 }, "SETTINGS_INVALID"],
    ["a part of a batch", { count: 1.5 }, "SETTINGS_INVALID"],
  ])("before anything is queued: %s", async (_name, request, code) => {
    const test = await start();
    expect(await finish(test, request)).toMatchObject({ status: "failed", error: { code }, outputs: [] });
    expect(test.backend.calls).not.toContain("submit");
  });

  it("when a build handler throws, naming it", async () => {
    const plugin = inlinePlugin(
      "workflow-b",
      [tap("buildWorkflow", "more", { phase: "refine" })],
      { more: boom },
      { kind: "workflow" },
    );
    expect(await finish(await start({}, [plugin]))).toMatchObject({
      status: "failed",
      error: { code: "TAP_THREW", details: { plugin: "workflow-b", hook: "buildWorkflow" } },
    });
  });

  it("at a node, naming it; the error comes before the ending", async () => {
    const { status, events, ...rest } = await finish(await start({ fate: "failed" }));
    expect({ status, ...rest }).toMatchObject({
      status: "failed",
      error: { code: "NODE_FAILED", details: { node: "Save", class: "FakeSave", reason: "out of paint" } },
    });
    expect(events.slice(-2)).toMatchObject([
      { type: "error", error: { code: "NODE_FAILED" } },
      { type: "job", state: "failed" },
    ]);
  });
});

it("a generation that is interrupted or lost by the server keeps earlier images", async () => {
  expect(await finish(await start({ fate: "interrupted" }))).toMatchObject({
    status: "interrupted",
    by: "server",
    outputs: [{ index: 0 }],
  });
});
