// The commands that the steps of a plan would run, for the user; without credentials. Pure.

import { join } from "node:path";
import { configuredIndexes, displayIndexes } from "../python/package-indexes.js";
import { installCommand } from "../python/install-packages.js";
import { venvCommand } from "../python/create-venv.js";
import type { Device } from "./choose-device.js";
import { formatCommand } from "./format-command.js";
import type { Snapshot } from "./snapshot.js";
import { stepProblem } from "./step-problems.js";
import { requiredGB } from "./disk-space.js";
import type { StepId } from "./steps.js";
import { trialFlag } from "./try-server.js";
import { torchRequirements } from "./torch-source.js";

/** Whether Pictor has cloned a tree already, so that the step checks out another version. */
const isVersionChange = ({ disk, state }: Snapshot): boolean =>
  disk.hasTree && state.steps.clone !== undefined;

/** Whether the installed torch is for another device or from another index, so that a matching version must be replaced too. */
export function reinstallsTorch({ state, facts }: Snapshot): boolean {
  const { device, index } = state.steps.torch?.facts ?? {};
  if (device === undefined || facts.torch.kind === "unknown") return false;
  return device !== facts.device || index !== displayIndexes(facts.torch.indexes).join(" ");
}

function packages(snapshot: Snapshot, what: readonly string[], indexes: readonly string[], again = false) {
  const tool = snapshot.facts.hasUv ? "uv" : "pip";
  const { file, args } = installCommand(tool, snapshot.layout.python, what, again);
  return formatCommand([file, ...args, ...indexes]);
}

/** Devices whose torch packages include the libraries of the card. */
const isLarge: ReadonlySet<Device> = new Set<Device>(["nvidia", "amd", "intel"]);

/** What the choice of the device means: a card that was not found, or that PyTorch has nothing for, is not used. */
function deviceNote({ facts: { device }, settings: { install } }: Snapshot): string {
  if (isLarge.has(device)) return "; torch for it is several gigabytes";
  if (device !== "cpu" || install.device !== "auto") return "";
  return "; no graphics card was found that PyTorch has packages for (to use one all the same, set install.device, such as directml for AMD on Windows)";
}

function torchDetail(snapshot: Snapshot): readonly string[] {
  const { facts, tree } = snapshot;
  const device = `device: ${facts.device}${deviceNote(snapshot)}`;
  const lines = torchRequirements(tree.requirements ?? "torch\ntorchvision\ntorchaudio", facts.device);
  if (lines.length === 0) return ["the requirements of this version name no torch"];
  if (facts.torch.kind === "unknown")
    return stepProblem("torch", snapshot) === undefined ? [device, facts.torch.reason] : [device];
  return [device, packages(snapshot, lines, displayIndexes(facts.torch.indexes), reinstallsTorch(snapshot))];
}

function cloneDetail(snapshot: Snapshot): readonly string[] {
  const { settings, layout } = snapshot;
  const { source, version } = settings.install;
  const shown = version === "latest" ? "<newest release>" : formatCommand([version]);
  if (!isVersionChange(snapshot))
    return [`git clone --depth 1 --branch ${shown} ${formatCommand([source, layout.comfy])}`];
  const git = formatCommand(["git", "-C", layout.comfy]);
  return [`${git} fetch ${formatCommand([source])}`, `${git} checkout --detach ${shown}`];
}

function environmentDetail({ facts, layout }: Snapshot): readonly string[] {
  const { python, hasUv } = facts;
  if (python.kind === "none" && !hasUv) return [];
  const found = python.kind === "found" ? python.python : undefined;
  return [formatCommand(venvCommand(layout.venv ?? "", found, hasUv))];
}

/** Lines for `InstallStep.detail`. */
export function stepDetails(id: StepId, snapshot: Snapshot): readonly string[] {
  const { settings, layout } = snapshot;
  const indexes = displayIndexes(configuredIndexes(settings));
  const inTree = (name: string): string => join(layout.comfy, name);
  switch (id) {
    case "space":
      return [
        `${layout.root}: ${snapshot.facts.freeGB.toFixed(1)} GB free, ${requiredGB(snapshot)} GB asked for`,
      ];
    case "clone":
      return cloneDetail(snapshot);
    case "environment":
      return environmentDetail(snapshot);
    case "torch":
      return torchDetail(snapshot);
    case "requirements":
      return [packages(snapshot, ["-r", inTree("requirements.txt")], indexes)];
    case "packages":
      return [packages(snapshot, settings.install.packages, indexes)];
    case "manager": {
      const command = packages(snapshot, ["-r", inTree("manager_requirements.txt")], indexes);
      return [`${command} (where the version brings that file)`];
    }
    case "models":
      return [`writes the section pictor of ${inTree("extra_model_paths.yaml")}`];
    case "verify": {
      const asksForTorch =
        torchRequirements(snapshot.tree.requirements ?? "torch", snapshot.facts.device).length > 0;
      return [
        ...(asksForTorch ? [formatCommand([layout.python, "-I", "-c", "import torch"])] : []),
        formatCommand([layout.python, inTree("main.py"), "--help"]),
        `${formatCommand([layout.python, inTree("main.py"), trialFlag])} (where the version knows it)`,
      ];
    }
  }
}
