// The rules of all packs: the editor's own nodes, and how values are saved.

import { core } from "./core.js";
import { easyUse } from "./easy-use.js";
import { impact } from "./impact.js";
import { kjnodes } from "./kjnodes.js";
import { loraManager } from "./lora-manager.js";
import { others } from "./others.js";
import type { VirtualNodeKind, WidgetRule } from "./pack.js";
import { pysssss } from "./pysssss.js";
import { rgthree } from "./rgthree.js";
import { useEverywhere } from "./use-everywhere.js";
import { videoHelperSuite } from "./video-helper-suite.js";

const packs = [
  ...[core, rgthree, loraManager, pysssss, videoHelperSuite],
  ...[useEverywhere, impact, easyUse, kjnodes, others],
];

/** The editor's own nodes, by type. */
export const virtualNodes: ReadonlyMap<string, VirtualNodeKind> = new Map(
  packs.flatMap(({ virtual = {} }) => Object.entries(virtual)),
);

const fileNamers = new Set(packs.flatMap(({ namesFiles = [] }) => namesFiles));

/** Whether the editor replaces texts in the input `filename_prefix` of a class. */
export const namesFiles = (nodeClass: string): boolean => fileNamers.has(nodeClass);

const rules = new Map<string, WidgetRule>(packs.flatMap(({ widgets = {} }) => Object.entries(widgets)));
const families = packs.flatMap(({ families: found = {} }) => Object.entries(found));

/** The rule for the values of a class; undefined if its inputs tell. */
export const widgetRule = (nodeClass: string): WidgetRule | undefined =>
  rules.get(nodeClass) ?? families.find(([prefix]) => nodeClass.startsWith(prefix))?.[1];
