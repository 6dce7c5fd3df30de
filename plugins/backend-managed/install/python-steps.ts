// The steps that make the Python environment and install packages into it.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { PictorError } from "@pictor/kernel/plugin";
import { createVenv, venvCommand, venvFault } from "../python/create-venv.js";
import { pythonMissingFault } from "../python/find-python.js";
import { installCommand, installRequirements, isBlank } from "../python/install-packages.js";
import { torchPackages } from "../python/missing-module.js";
import { displayIndexes } from "../python/package-indexes.js";
import { redactCredentials } from "../python/redact-credentials.js";
import { groupDefaults } from "../settings.js";
import type { Device } from "./choose-device.js";
import type { Snapshot } from "./snapshot.js";
import { formatCommand, isInEnvironment, pending, shownIndexes, textInput, type Step } from "./step.js";
import { torchIndexFault, torchRequirements } from "./torch-source.js";

export const environmentStep: Step = {
  inputs: ({ settings, layout }) => [settings.python, layout.venv],
  isOnDisk: isInEnvironment,
  problem({ facts: { python, hasUv } }) {
    if (hasUv) return undefined;
    return python.kind === "none" ? pythonMissingFault(python.found) : venvFault(python.python);
  },
  detail({ facts: { python, hasUv }, layout }) {
    if (python.kind === "none" && !hasUv) return [];
    const found = python.kind === "found" ? python.python : undefined;
    return [formatCommand(venvCommand(layout.venv ?? "", found, hasUv))];
  },
  async perform(instance, { facts: { python, hasUv } }, work) {
    if (python.kind === "none" && !hasUv) throw pythonMissingFault(python.found);
    const found = python.kind === "found" ? python.python : undefined;
    const { venv = "" } = instance.layout;
    return { python: await createVenv(instance, venv, found, hasUv, work) };
  },
};

function packagesCommand(
  { facts, layout }: Snapshot,
  what: readonly string[],
  indexes: readonly string[],
  again = false,
): string {
  const { file, args } = installCommand(facts.hasUv ? "uv" : "pip", layout.python, what, again);
  return formatCommand([file, ...args, ...indexes]);
}

/** Whether the installed torch is for another device or from another index, so that a matching version must be replaced too. */
function reinstallsTorch({ state, facts }: Snapshot): boolean {
  const { device, index } = state.steps.torch?.facts ?? {};
  if (device === undefined || facts.torch.kind === "unknown") return false;
  return device !== facts.device || index !== displayIndexes(facts.torch.indexes).join(" ");
}

/** Devices whose torch packages include the libraries of the card. */
const isLarge: ReadonlySet<Device> = new Set<Device>(["nvidia", "amd", "intel"]);

/** What the choice of the device means: a card that was not found, or that PyTorch has nothing for, is not used. */
function deviceNote({ facts: { device }, settings: { install } }: Snapshot): string {
  if (isLarge.has(device)) return "; torch for it is several gigabytes";
  if (device !== "cpu" || install.device !== "auto") return "";
  return "; no graphics card was found that PyTorch has packages for (to use one all the same, set install.device, such as directml for AMD on Windows)";
}

/** Before the clone, only ComfyUI's own repository is known to require torch. */
function torchProblem({ facts, settings, tree }: Snapshot): PictorError | undefined {
  const isOwn = settings.install.source === groupDefaults.install.source;
  const requirements = tree.requirements ?? (isOwn ? "torch" : "");
  return facts.torch.kind === "unknown" && torchRequirements(requirements, facts.device).length > 0
    ? torchIndexFault(facts.device, facts.torch.reason)
    : undefined;
}

export const torchStep: Step = {
  inputs({ facts: { device, torch }, tree }, token) {
    const indexes = torch.kind === "known" ? displayIndexes(torch.indexes) : [];
    const lines =
      token("clone") === pending || tree.requirements === undefined
        ? pending
        : torchRequirements(tree.requirements, device);
    // If no package belongs to torch, the device does not matter.
    return lines.length === 0 ? [] : [token("environment"), device, indexes, lines];
  },
  isOnDisk: isInEnvironment,
  problem: torchProblem,
  detail(snapshot) {
    const { facts, tree } = snapshot;
    const device = `device: ${facts.device}${deviceNote(snapshot)}`;
    const lines = torchRequirements(tree.requirements ?? torchPackages.join("\n"), facts.device);
    if (lines.length === 0) return ["the requirements of this version name no torch"];
    if (facts.torch.kind === "unknown")
      return torchProblem(snapshot) === undefined ? [device, facts.torch.reason] : [device];
    const indexes = displayIndexes(facts.torch.indexes);
    return [device, packagesCommand(snapshot, lines, indexes, reinstallsTorch(snapshot))];
  },
  async perform(instance, snapshot, work) {
    const { device, torch: source } = snapshot.facts;
    const lines = torchRequirements(snapshot.tree.requirements ?? "", device);
    if (lines.length === 0) return {};
    if (source.kind === "unknown") throw torchIndexFault(device, source.reason);
    const { indexes } = source;
    const reinstall = reinstallsTorch(snapshot);
    await installRequirements(instance, { lines }, { ...work, indexes, reinstall });
    return { device, index: displayIndexes(indexes).join(" ") };
  },
};

/** What the steps for a requirements file of the tree have in common. */
const fromFile = (name: string, note = ""): Pick<Step, "isOnDisk" | "detail" | "perform"> => ({
  isOnDisk: isInEnvironment,
  detail: (snapshot) => [
    packagesCommand(snapshot, ["-r", join(snapshot.layout.comfy, name)], shownIndexes(snapshot)) + note,
  ],
  async perform(instance, _snapshot, work) {
    const file = join(instance.layout.comfy, name);
    if (existsSync(file)) await installRequirements(instance, { file }, work);
    return {};
  },
});

export const requirementsStep: Step = {
  ...fromFile("requirements.txt"),
  inputs: (snapshot, token) => [
    ...[token("environment"), token("torch"), textInput(token, snapshot.tree.requirements)],
    shownIndexes(snapshot),
  ],
};

export const managerStep: Step = {
  ...fromFile("manager_requirements.txt", " (if the version includes that file)"),
  applies: ({ settings }) => settings.install.manager,
  inputs: (snapshot, token) => [
    ...[token("environment"), textInput(token, snapshot.tree.managerRequirements)],
    shownIndexes(snapshot),
  ],
};

export const packagesStep: Step = {
  applies: ({ settings }) => !isBlank(settings.install.packages.join("\n")),
  inputs: (snapshot, token) => [
    ...[token("environment"), token("requirements")],
    snapshot.settings.install.packages.map((line) => redactCredentials(line)),
    shownIndexes(snapshot),
  ],
  isOnDisk: isInEnvironment,
  detail: (snapshot) => [
    packagesCommand(snapshot, snapshot.settings.install.packages, shownIndexes(snapshot)),
  ],
  async perform(instance, _snapshot, work) {
    await installRequirements(instance, { lines: instance.settings.install.packages }, work);
    return {};
  },
};
