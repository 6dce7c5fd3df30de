// Problems of a step that are known before anything is downloaded. Pure.

import type { PictorError } from "@pictor/kernel/plugin";
import { pythonMissingFault } from "../python/find-python.js";
import { venvFault } from "../python/create-venv.js";
import type { Snapshot } from "./snapshot.js";
import { diskSpaceError } from "./disk-space.js";
import type { StepId } from "./steps.js";
import { groupDefaults } from "../settings.js";
import { torchIndexFault, torchRequirements } from "./torch-source.js";

/** Before the clone, only ComfyUI's own repository is known to require torch. */
function torchProblem({ facts, settings, tree }: Snapshot): PictorError | undefined {
  const isOwn = settings.install.source === groupDefaults.install.source;
  const requirements = tree.requirements ?? (isOwn ? "torch" : "");
  return facts.torch.kind === "unknown" && torchRequirements(requirements, facts.device).length > 0
    ? torchIndexFault(facts.device, facts.torch.reason)
    : undefined;
}

/** The error that the step would reject with; undefined if no problem is known. */
export function stepProblem(id: StepId, snapshot: Snapshot): PictorError | undefined {
  const { python, hasUv, freeGB, cloneProblem } = snapshot.facts;
  switch (id) {
    case "space":
      return diskSpaceError(snapshot, freeGB);
    case "clone":
      return cloneProblem;
    case "environment":
      if (hasUv) return undefined;
      return python.kind === "none" ? pythonMissingFault(python.found) : venvFault(python.python);
    case "torch":
      return torchProblem(snapshot);
    default:
      return undefined;
  }
}
