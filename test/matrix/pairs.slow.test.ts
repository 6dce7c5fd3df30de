// Two features together, in both orders: a graph that a server accepts, or a refusal that the list below expects.

import { PictorError, type WorkflowDraft } from "@pictor/host";
import { afterAll, describe, expect, it } from "vitest";
import { expected } from "./expected.js";
import { findOrphans } from "./graph-properties.js";
import { createRecordedPictor } from "./recorded-pictor.js";
import { buildDraft } from "./build-draft.js";

const recorded = await createRecordedPictor();
afterAll(() => recorded.dispose());

/** Pairs whose second feature does not apply after the first one. */
const refused: readonly (readonly [first: string, second: string])[] = [
  // The prompt is encoded already and cannot be expanded.
  ["controlnet", "prompt-expansion"],
  ["regional-prompt", "prompt-expansion"],
  // The prompt is encoded already, by a text encoder that the LoRA would have changed.
  ["controlnet", "lora"],
  ["regional-prompt", "lora"],
  // The latent is decoded already; layer-diffuse reads the transparency from it, and cudnn-toggle passes it through.
  ["face-detailer", "layer-diffuse"],
  ["face-detailer", "cudnn-toggle"],
  ["layer-diffuse", "cudnn-toggle"],
  // Sampling a transparent image again would lose its transparency.
  ["layer-diffuse", "hires-fix"],
  ["layer-diffuse", "face-detailer"],
  // The patched model of reference-only serves the first pass alone, so no later feature may change the model.
  ...["lora", "freeu", "nrs", "discrete-sampling", "cfg-rescale", "layer-diffuse"].map(
    (second) => ["reference-only", second] as const,
  ),
  // Each replaces the empty latent by a start of its own.
  ["reference-only", "plasma-noise"],
  ["plasma-noise", "reference-only"],
];
const isRefused = (first: string, second: string): boolean =>
  refused.some(([one, other]) => one === first && other === second);

async function outcome(template: string, features: readonly string[]): Promise<WorkflowDraft | "refused"> {
  try {
    return await buildDraft(recorded, template, features);
  } catch (error) {
    if (error instanceof PictorError && error.code === "FEATURE_NOT_APPLICABLE") return "refused";
    throw error;
  }
}
async function findProblems(draft: WorkflowDraft): Promise<readonly string[]> {
  const { graph, origins, inputs } = draft;
  const problems = await recorded.pictor.validate({ graph, origins, inputs, backend: "recorded" });
  return [...problems.map(({ message }) => message), ...findOrphans(draft)];
}

// One template for each kind of sampling: with a refiner, with a mask, with a guider, and of a video.
describe.each(["refiner", "mask", "klein", "wan-i2v"])("in %s", (template) => {
  const working = expected.filter(({ cells }) => cells[template] === "works").map(({ feature }) => feature);
  it.each(working)("%s before each other feature", async (first) => {
    const mismatches = [];
    for (const second of working.filter((one) => one !== first)) {
      const built = await outcome(template, [first, second]);
      if ((built === "refused") !== isRefused(first, second)) mismatches.push([second, built === "refused"]);
      else if (built !== "refused")
        mismatches.push(...(await findProblems(built)).map((problem) => [second, problem]));
    }
    expect(mismatches).toEqual([]);
  });
});
