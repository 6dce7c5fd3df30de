// The five hooks: one table of places, limits, failure policies and value rules.

import { bands, phases, type Band, type HookName } from "../contract/hook-names.js";
import type { HookDefinition } from "./hook-definition.js";
import { draftRules, outputRules, requestRules } from "./value-rules.js";

/** A header or query parameter that a handler of these bands adds is a credential; only requests have these bands. */
export const credentialBands: ReadonlySet<string> = new Set<Band>(["auth", "sign"]);
const commonBands = bands.filter((band) => !credentialBands.has(band));

const inBands = { placeKind: "band", places: commonBands, defaultPlace: "default" } as const;

/** The definition of each hook. */
export const fiveHooks = {
  beforeSend: {
    name: "beforeSend",
    ...inBands,
    places: bands,
    limitMs: 30_000,
    shape: { kind: "waterfall", onFailure: "fail", value: requestRules },
  },
  buildWorkflow: {
    name: "buildWorkflow",
    placeKind: "phase",
    places: phases,
    defaultPlace: "prepare",
    limitMs: 10_000,
    shape: { kind: "waterfall", onFailure: "fail", value: draftRules },
  },
  beforeFirstBatch: { name: "beforeFirstBatch", ...inBands, limitMs: 600_000, shape: { kind: "gate" } },
  onEvent: { name: "onEvent", ...inBands, limitMs: 0, shape: { kind: "observers" } },
  afterOutput: {
    name: "afterOutput",
    ...inBands,
    limitMs: 60_000,
    shape: { kind: "waterfall", onFailure: "isolate", value: outputRules },
  },
} as const satisfies Readonly<Record<HookName, HookDefinition>>;
