// Prompts of a draft are resolved: texts, LoRA loaders for every model, and errors.

import { resolve } from "node:path";
import { emptyDraft, link } from "@pictor/kernel/plugin";
import type { Anchors, BuildContext, Problem, WorkflowDraft } from "@pictor/kernel/plugin";
import { createBuildContext, node } from "@pictor/workflow-parts/testing";
import { describe, expect, it } from "vitest";
import { createResolvePrompts } from "./resolve-draft-prompts.js";

const nowhere = resolve("/nowhere/wildcards");
const resolvePrompts = createResolvePrompts(nowhere);
const base: Anchors = { model: link("Base"), clip: link("Base", 1), vae: link("Base", 2) };
const refined: Anchors = { ...base, "refiner.model": link("Refiner"), "refiner.clip": link("Refiner", 1) };

const draftOf = (anchors: Anchors, positive: string, negative = ""): WorkflowDraft => ({
  ...emptyDraft,
  anchors,
  cursors: { original: anchors },
  prompts: { positive, negative },
});
const run = async (
  draft: WorkflowDraft,
  context: BuildContext = createBuildContext(),
): Promise<WorkflowDraft> => {
  const made = await resolvePrompts(draft, context);
  if (made === undefined) throw new Error("the draft stayed unchanged");
  return made;
};

it.each([
  ["without prompts", "", ""],
  ["with plain prompts", "a (cat:1.2), [hat] AND a < b", "fog, embedding:easy"],
])("a draft stays unchanged: %s", async (_situation, positive, negative) => {
  expect(await resolvePrompts(draftOf(base, positive, negative), createBuildContext())).toBeUndefined();
});

it("a prompt that is longer than the limit is refused before it is parsed", async () => {
  const context = createBuildContext({ limits: { promptCharacters: 10 } });
  const refused = run(draftOf(base, "a", "{".repeat(11)), context);
  await expect(refused).rejects.toMatchObject({
    code: "LIMIT_EXCEEDED",
    details: { where: "The setting negative", setting: "limits.promptCharacters" },
  });
});

it("the encoded and the written prompts differ", async () => {
  const { prompts, recordedPrompts, graph } = await run(
    draftOf(base, "a \\{cat\\}, <lora:detail> # mine", "{fog} <embedding:easy:1.2>"),
  );
  expect(prompts).toEqual({ positive: "a {cat}", negative: "fog (embedding:easy:1.20)" });
  expect(recordedPrompts).toEqual({
    positive: "a \\{cat\\}, <lora:detail>",
    negative: "fog <embedding:easy:1.2>",
  });
  expect(Object.keys(graph)).toEqual(["Loras_Base_LoraLoader"]);
});

it("a { that is never closed is text, and the user is told where", async () => {
  const problems: Problem[] = [];
  const report = (problem: Problem) => void problems.push(problem);
  const { prompts } = await run(draftOf(base, "a smile :{ and {b|b}"), { ...createBuildContext(), report });
  expect(prompts.positive).toBe("a smile :{ and b");
  expect(problems).toMatchObject([
    {
      code: "PROMPT_BRACE_OPEN",
      message: "The { at line 1, column 10 of the prompt is never closed, so it is treated as text.",
    },
  ]);
});

it("the written prompts give the same draft in another build, with any seed", async () => {
  const first = await run(draftOf(base, "{a|b|c} <lora:x>", "{d|e}"));
  const { positive, negative } = first.recordedPrompts!;
  const second = await run(draftOf(base, positive, negative), createBuildContext({ seed: 99n }));
  expect(second).toEqual(first);
});

it("the two prompts make independent choices from the seed of the batch", async () => {
  const digits = "{0|1|2|3|4|5|6|7|8|9}".repeat(12);
  const texts = async (seed: bigint) =>
    (await run(draftOf(base, digits, digits), createBuildContext({ seed }))).prompts;
  expect(await texts(0n)).toEqual({ positive: "673671723541", negative: "375951870870" });
  expect(await texts(42n)).toMatchObject({ positive: "394060171761" });
});

describe("LoRAs", () => {
  const loader = (
    from: string,
    clip: readonly [string, number],
    name: string,
    weight: number,
    other = weight,
  ) =>
    node("LoraLoader", {
      model: [from, 0],
      clip,
      lora_name: name,
      strength_model: weight,
      strength_clip: other,
    });

  it("are applied to both models in the order of the texts, those of the negative prompt last", async () => {
    const draft = await run(draftOf(refined, "<lora:a:0.5>, a cat, <lyco:b:1:-0.25>", "fog <lora:c>"));
    expect(draft.graph).toEqual({
      Loras_Base_LoraLoader: loader("Base", ["Base", 1], "a", 0.5),
      Loras_Base_LoraLoader_2: loader("Loras_Base_LoraLoader", ["Loras_Base_LoraLoader", 1], "b", 1, -0.25),
      Loras_Base_LoraLoader_3: loader("Loras_Base_LoraLoader_2", ["Loras_Base_LoraLoader_2", 1], "c", 1),
      Loras_Refiner_LoraLoader: loader("Refiner", ["Refiner", 1], "a", 0.5),
      Loras_Refiner_LoraLoader_2: loader(
        "Loras_Refiner_LoraLoader",
        ["Loras_Refiner_LoraLoader", 1],
        "b",
        1,
        -0.25,
      ),
      Loras_Refiner_LoraLoader_3: loader(
        "Loras_Refiner_LoraLoader_2",
        ["Loras_Refiner_LoraLoader_2", 1],
        "c",
        1,
      ),
    });
    expect(draft.anchors).toEqual({
      model: ["Loras_Base_LoraLoader_3", 0],
      clip: ["Loras_Base_LoraLoader_3", 1],
      vae: ["Base", 2],
      "refiner.model": ["Loras_Refiner_LoraLoader_3", 0],
      "refiner.clip": ["Loras_Refiner_LoraLoader_3", 1],
    });
    expect(draft.cursors).toEqual({ original: draft.anchors });
    expect(draft.origins).toMatchObject({
      "Loras_Base_LoraLoader.lora_name": { setting: "prompt", part: "the LoRA a" },
      "Loras_Refiner_LoraLoader_2.strength_clip": { setting: "prompt", part: "the LoRA b" },
      "Loras_Base_LoraLoader_3.lora_name": { setting: "negative", part: "the LoRA c" },
    });
  });

  it("are applied to the model only if no text encoder is loaded", async () => {
    const { graph, anchors, cursors } = await run(draftOf({ model: link("Base") }, "<lora:a:0.5:1>"));
    expect(graph).toEqual({
      Loras_Base_LoraLoader: node("LoraLoaderModelOnly", {
        model: ["Base", 0],
        lora_name: "a",
        strength_model: 0.5,
      }),
    });
    expect(anchors).toEqual({ model: ["Loras_Base_LoraLoader", 0] });
    expect(cursors).toEqual({ original: anchors });
  });

  it("do not add patches of features to the models as they were loaded", async () => {
    const draft = draftOf(base, "<lora:a>");
    const used = { model: link("Base") };
    const { cursors } = await run({ ...draft, cursors: { original: base, used } });
    expect(cursors).toMatchObject({ original: { model: ["Loras_Base_LoraLoader", 0] }, used });
    const { cursors: none, ...rest } = draft;
    expect(none).toBeDefined();
    expect((await run(rest)).cursors).toBeUndefined();
  });

  it("are an error if no model is loaded", async () => {
    const made = resolvePrompts(
      draftOf({}, "a cat", "fog <lora:a>"),
      createBuildContext({ workflow: "upscale" }),
    );
    await expect(made).rejects.toMatchObject({
      code: "PROMPT_INVALID",
      hint: expect.stringContaining("The workflow upscale loads no model") as string,
      details: { setting: "negative", kind: "networks-unusable", start: 4, end: 12 },
    });
  });
});

it("an unknown wildcard names the folder", async () => {
  await expect(resolvePrompts(draftOf(base, "__color__"), createBuildContext())).rejects.toMatchObject({
    code: "PROMPT_INVALID",
    what: expect.stringContaining(`color.txt in ${nowhere}`) as string,
    hint: expect.stringContaining("folder cannot be read") as string,
  });
});
