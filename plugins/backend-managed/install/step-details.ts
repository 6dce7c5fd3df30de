// What the steps of a plan would run or write, for people: command lines without secrets. Pure.

import { join } from "node:path";
import { indexesOf, shownIndexes } from "../python/package-indexes.js";
import { installCommand } from "../python/install-packages.js";
import { venvCommand } from "../python/create-venv.js";
import type { Device } from "./choose-device.js";
import { shownCommand } from "./format-command.js";
import type { Snapshot } from "./snapshot.js";
import { neededGB } from "./disk-space.js";
import type { StepId } from "./steps.js";
import { torchLines } from "./torch-source.js";

/** Whether a tree that was cloned from here is there, so that another version of it is checked out. */
export const isMove = ({ disk, state }: Snapshot): boolean => disk.hasTree && state.steps.clone !== undefined;

/** Whether torch is there for another device or from another index: then a version that would do must go too. */
export function replacesTorch({ state, facts }: Snapshot): boolean {
  const { device, index } = state.steps.torch?.facts ?? {};
  if (device === undefined || facts.torch.kind === "unknown") return false;
  return device !== facts.device || index !== shownIndexes(facts.torch.indexes).join(" ");
}

function packages(snapshot: Snapshot, what: readonly string[], indexes: readonly string[], again = false) {
  const tool = snapshot.facts.hasUv ? "uv" : "pip";
  const { file, args } = installCommand(tool, snapshot.layout.python, what, again);
  return shownCommand([file, ...args, ...indexes]);
}

/** Whose torch brings the libraries of the card with it. */
const isLarge: ReadonlySet<Device> = new Set<Device>(["nvidia", "amd", "intel"]);

function torchDetail(snapshot: Snapshot): readonly string[] {
  const { facts, tree } = snapshot;
  const device = `device: ${facts.device}${isLarge.has(facts.device) ? "; torch for it is several gigabytes" : ""}`;
  if (facts.torch.kind === "unknown") return [device, "no package index is known for it here"];
  const lines = torchLines(tree.requirements ?? "torch\ntorchvision\ntorchaudio", facts.device);
  if (lines.length === 0) return ["the requirements of this version name no torch"];
  return [device, packages(snapshot, lines, shownIndexes(facts.torch.indexes), replacesTorch(snapshot))];
}

function cloneDetail(snapshot: Snapshot): readonly string[] {
  const { settings, layout } = snapshot;
  const { source, version } = settings.install;
  const shown = version === "latest" ? "<newest release>" : shownCommand([version]);
  if (!isMove(snapshot))
    return [`git clone --depth 1 --branch ${shown} ${shownCommand([source, layout.comfy])}`];
  const git = shownCommand(["git", "-C", layout.comfy]);
  return [`${git} fetch ${shownCommand([source])}`, `${git} checkout --detach ${shown}`];
}

function environmentDetail({ facts, layout }: Snapshot): readonly string[] {
  const { python, hasUv } = facts;
  if (python.kind === "none" && !hasUv) return [];
  const found = python.kind === "found" ? python.python : undefined;
  return [shownCommand(venvCommand(layout.venv ?? "", found, hasUv))];
}

/** Lines for `InstallStep.detail`. */
export function detailOf(id: StepId, snapshot: Snapshot): readonly string[] {
  const { settings, layout } = snapshot;
  const indexes = shownIndexes(indexesOf(settings));
  const inTree = (name: string): string => join(layout.comfy, name);
  switch (id) {
    case "space":
      return [
        `${layout.root}: ${snapshot.facts.freeGB.toFixed(1)} GB free, ${neededGB(snapshot)} GB asked for`,
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
        torchLines(snapshot.tree.requirements ?? "torch", snapshot.facts.device).length > 0;
      return [
        ...(asksForTorch ? [shownCommand([layout.python, "-I", "-c", "import torch"])] : []),
        shownCommand([layout.python, inTree("main.py"), "--help"]),
      ];
    }
  }
}
