// What the stage says of a result: size, seed, model, sampler, time. Pure.

import type { Job, JobOutput, Workflow } from "@pictor/client";
import { filledText } from "../../api/guards.js";
import { defaultsOf } from "../../dialect/schema.js";
import { modelTitle } from "../../parts/model-file.gen.js";
import { pixelsText } from "../../parts/texts.js";
import { clockText } from "../../shell/clock.js";

export interface Fact {
  readonly name: string;
  readonly text: string;
  /** Whether it is a name, which is cut where there is no room. */
  readonly isName?: boolean;
}

/**
 * The facts that are known; the seed has buttons of its own. `workflow` is that of the job, for the defaults of its
 * settings; `chosen` are the settings with which the journal has it.
 */
export function factsOf(
  { request, startedAtMs, createdAtMs, endedAtMs, count }: Job,
  { width, height }: JobOutput,
  workflow: Workflow | undefined,
  chosen: Readonly<Record<string, unknown>> = {},
): readonly Fact[] {
  const params: Readonly<Record<string, unknown>> = {
    ...defaultsOf(workflow?.params),
    ...request?.params,
    ...chosen,
  };
  const model = filledText(params["model"]) ?? filledText(params["diffusionModel"]) ?? "";
  const sampler = [filledText(params["sampler"]), filledText(params["scheduler"])].filter(Boolean).join(", ");
  const time = endedAtMs === undefined ? "" : clockText(endedAtMs - (startedAtMs ?? createdAtMs));
  return [
    { name: "Size", text: pixelsText(width, height) ?? "" },
    { name: "Model", text: modelTitle(model), isName: true },
    { name: "Sampler", text: sampler, isName: true },
    { name: count === 1 ? "Time" : `Time of ${count}`, text: time },
  ].filter(({ text }) => text !== "");
}
