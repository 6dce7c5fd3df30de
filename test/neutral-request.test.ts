// What a backend that knows no graph is sent: what the person has set is applied or refused, and nothing else is held against it.

import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import type { Backend, NodeClass, Params, Plugin, Submission } from "@pictor/kernel";
import { createTestPictor, manifestOf, type TestPictor } from "@pictor/host/testing";
import { aFile, createFakeBackend } from "../services/testing/fake-backend.js";
import { inlinePlugin } from "../services/testing/fake-plugins.js";

let test: TestPictor | undefined;
afterEach(async () => {
  await test?.dispose();
  test = undefined;
});

const choices = (name: string, input: string, options: readonly string[]): NodeClass => ({
  name,
  inputs: [{ name: input, required: true, type: "COMBO", options }],
  outputs: [],
  isOutput: false,
});
const classes = () => [choices("CheckpointLoaderSimple", "ckpt_name", ["flux-schnell", "dream"])];

/** Generates with `txt2img` on a kind with these abilities. `record` is what the steps after the generation read. */
async function generate(supports: object, params: Params) {
  const { backend } = createFakeBackend({ classes, files: [{ ...aFile(), node: "SaveImage" }] });
  const submissions: Submission[] = [];
  const contexts: { readonly params: Params; readonly seed?: bigint }[] = [];
  const submit: Backend["submit"] = (submission, options) => {
    submissions.push(submission);
    return backend.submit(submission, options);
  };
  const kind = { id: "plain", title: "Plain", settings: { type: "object", properties: {} } };
  const contributes = {
    backends: [{ ...kind, accepts: ["request"], supports: { workflows: ["txt2img"], ...supports } }],
  };
  const open = () => Promise.resolve({ ...backend, submit });
  const watch = (_output: unknown, context: (typeof contexts)[number]) => void contexts.push(context);
  test = await createTestPictor({
    plugins: [
      fileURLToPath(new URL("../plugins/workflow-txt2img", import.meta.url)),
      {
        manifest: manifestOf("backend-plain", "backend", { contributes }),
        plugin: (() => ({ provides: { backends: { plain: { open } } } })) satisfies Plugin,
      },
      inlinePlugin("output-watch", [{ hook: "afterOutput", handler: "watch" }], { watch }),
    ],
    configuration: { backends: { here: { kind: "plain" } } },
  });
  await test.pictor.load("workflow-txt2img");
  const { result } = test.pictor.generate({ workflow: "txt2img", params: { prompt: "a kite", ...params } });
  for (let step = 0; step < 3; step++) await test.clock.advance(10_000);
  return {
    result: await result,
    request: submissions[0]?.request,
    record: submissions[0]?.record,
    context: contexts[0],
  };
}
const few = { settings: ["prompt", "model", "steps"] };

describe("txt2img with a prompt alone", () => {
  it("runs on a kind without sampler, scheduler, size and seed, which are neither sent nor recorded", async () => {
    const { result, request, record, context } = await generate({ ...few, samplers: ["euler"] }, {});
    expect(result).toMatchObject({ status: "finished", problems: [] });
    const applied = { prompt: "a kite", model: "flux-schnell", steps: 20 };
    expect(request?.params).toEqual(applied);
    expect(request?.sampling).not.toHaveProperty("sampler");
    expect(request?.sampling).not.toHaveProperty("scheduler");
    expect(request).not.toHaveProperty("size");
    expect(request).not.toHaveProperty("seed");
    expect(context?.params).toEqual(applied);
    expect(context).not.toHaveProperty("seed");
    expect(result.outputs[0]).not.toHaveProperty("seed");
    expect(JSON.stringify(record)).not.toMatch(/euler|normal|seed/i);
  });

  it("uses a sampler of the kind where the workflow's own choice is none of them, and records it", async () => {
    const settings = [...few.settings, "sampler", "scheduler"];
    const { request, context } = await generate({ settings, samplers: ["heun", "euler"] }, {});
    expect(request?.sampling).toMatchObject({ sampler: "heun", scheduler: "normal" });
    expect(context?.params).toMatchObject({ sampler: "heun", scheduler: "normal" });
  });

  it("keeps the workflow's own choice where the kind has it, or says nothing", async () => {
    const { request } = await generate({ samplers: ["heun", "euler_ancestral"] }, { seed: "7" });
    expect(request).toMatchObject({
      sampling: { sampler: "euler_ancestral", scheduler: "normal" },
      seed: 7n,
    });
  });
});

describe("what a person has set", () => {
  it.each<[string, object, Params, string]>([
    [
      "a sampler that is not applied",
      few,
      { sampler: "euler" },
      'the sampler "euler". The backend supports: prompt, model',
    ],
    [
      "a sampler that there is not",
      { samplers: ["heun"] },
      { sampler: "heum" },
      'the sampler heum. The backend supports: heun. Did you mean "heun"?',
    ],
    [
      "a seed that is not applied",
      few,
      { seed: "7" },
      'the seed "7". The backend supports: prompt, model, steps.',
    ],
    [
      "a size that is not applied",
      few,
      { width: 512 },
      "the width 512. The backend supports: prompt, model, steps.",
    ],
  ])("is refused as %s, before anything is sent", async (_name, supports, params, text) => {
    const { result, request } = await generate(supports, params);
    expect(request).toBeUndefined();
    expect("error" in result && result.error.message).toContain(
      `The backend here (kind plain) cannot apply ${text}`,
    );
  });

  it("is compared with the choices of the backend", async () => {
    const { result, request } = await generate(few, { model: "drean" });
    expect(request).toBeUndefined();
    expect("error" in result && result.error.message).toBe(
      'the workflow txt2img at /model: expected one of the choices of the backend here: "flux-schnell", "dream", found "drean". ' +
        'Correct this value. Did you mean "dream"?',
    );
  });

  it("is not refused where it is the default of its field", async () => {
    const { result } = await generate(few, { negative: "", steps: 8, model: "dream" });
    expect(result.status).toBe("finished");
  });
});
