// Two add-ons together, in both orders: a graph that a server takes, or a refusal that the list below expects.

import { PictorError, type WorkflowDraft } from "@pictor/kernel";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expected } from "./expected.js";
import { orphans } from "./properties.js";
import { recordedWorld, type RecordedWorld } from "./recorded-kernel.test.support.js";
import { draftOf } from "./requests.test.support.js";

let world: RecordedWorld;
beforeAll(async () => {
  world = await recordedWorld();
});
afterAll(() => world.dispose());

/** First, then second: what the second one finds gone, or done already. */
const refused: readonly (readonly [first: string, second: string])[] = [
  // The prompt is encoded: it cannot be written further.
  ["controlnet", "prompt-expansion"],
  ["regional-prompt", "prompt-expansion"],
  // The prompt is encoded, by an encoder that the LoRA would have changed.
  ["controlnet", "lora"],
  ["regional-prompt", "lora"],
  // The latent is decoded: no transparency is left in it, and none passes the switch.
  ["face-detailer", "layer-diffuse"],
  ["face-detailer", "cudnn-toggle"],
  ["layer-diffuse", "cudnn-toggle"],
  // Sampling a transparent picture again would lose its transparency.
  ["layer-diffuse", "hires-fix"],
  ["layer-diffuse", "face-detailer"],
  // Its model is for the first pass alone, so nothing may change the model behind it.
  ...["lora", "freeu", "nrs", "discrete-sampling", "cfg-rescale", "layer-diffuse"].map(
    (second) => ["reference-only", second] as const,
  ),
  // Each puts its own start in place of the empty latent.
  ["reference-only", "plasma-noise"],
  ["plasma-noise", "reference-only"],
];
const isRefused = (first: string, second: string): boolean =>
  refused.some(([one, other]) => one === first && other === second);

async function outcome(template: string, features: readonly string[]): Promise<WorkflowDraft | "refused"> {
  try {
    return await draftOf(world, template, features);
  } catch (error) {
    if (error instanceof PictorError && error.code === "FEATURE_NOT_APPLICABLE") return "refused";
    throw error;
  }
}
async function faults(draft: WorkflowDraft): Promise<readonly string[]> {
  const { graph, origins } = draft;
  const problems = await world.kernel.validate({ graph, origins, backend: "recorded" });
  return [...problems.map(({ message }) => message), ...orphans(draft)];
}

// One template for each way of sampling: with a second model, with a guider, in a mask, and a video.
describe.each(["refiner", "mask", "klein", "wan-i2v"])("in %s", (template) => {
  const working = expected.filter(({ cells }) => cells[template] === "works").map(({ feature }) => feature);
  it.each(working)("%s before each other", async (first) => {
    const wrong = [];
    for (const second of working.filter((one) => one !== first)) {
      const built = await outcome(template, [first, second]);
      if ((built === "refused") !== isRefused(first, second)) wrong.push([second, built === "refused"]);
      else if (built !== "refused") wrong.push(...(await faults(built)).map((fault) => [second, fault]));
    }
    expect(wrong).toEqual([]);
  });
});
