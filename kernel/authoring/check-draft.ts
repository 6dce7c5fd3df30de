// Checks a workflow draft that a handler of `buildWorkflow` returns. What the handler has not changed is not checked again.

import {
  a,
  aFlag,
  aFunction,
  aName,
  aNumber,
  anObject,
  anything,
  aText,
  exactly,
  listOf,
  members,
  oneOf,
  optional,
  orNothing,
  recordOf,
  type Check,
  type Mismatch,
  within,
} from "../base/errors/shapes.js";
import type {
  Anchors,
  ExtensionRequirement,
  ModelFile,
  ModelTraits,
  NodeSpec,
  Origin,
  Prompts,
  Sampling,
  WorkflowDraft,
} from "../contract/draft.js";
import type { InputFile } from "../contract/graph.js";
import { isWebAddress } from "./web-address.js";

const aLink = a(
  "a link: [node, output]",
  (value) => Array.isArray(value) && value.length === 2 && typeof value[0] === "string",
);
const isPlain = (value: object): boolean =>
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as object);
const anInput = a(
  "a text, a number, true or false, null, a link, or a plain object",
  (value) =>
    (typeof value === "object" ? value === null || Array.isArray(value) || isPlain(value) : true) &&
    typeof value !== "function" &&
    typeof value !== "symbol",
);
// The server ignores further members of a node, and graphs of other programs have some.
const aNode = members({ class_type: aName, inputs: recordOf(anInput) });

const nodeSpec = {
  id: optional(aText),
  class: aName,
  inputs: recordOf(anInput),
  origins: optional(anObject),
  output: optional(aNumber),
};
const aSpec = optional(exactly<NodeSpec>(nodeSpec));

const link = optional(aLink);
const anchorSet = exactly<Anchors>({
  model: link,
  clip: link,
  vae: link,
  positive: link,
  negative: link,
  "refiner.model": link,
  "refiner.clip": link,
  "refiner.vae": link,
  "refiner.positive": link,
  "refiner.negative": link,
});
const somePrompts = exactly<Prompts>({ positive: aText, negative: aText });

const aSampling = exactly<Sampling>({
  sampler: aName,
  scheduler: aName,
  steps: aNumber,
  cfg: aNumber,
  seed: a("a bigint", (value) => typeof value === "bigint"),
  denoise: aNumber,
  guidance: optional(aNumber),
  refinerSteps: optional(aNumber),
  path: optional(oneOf("sampler", "guider")),
  sigmas: optional(oneOf("scheduler", "flux2")),
  alignedTo: optional(oneOf("SD1", "SDXL", "SVD")),
  batch: optional(exactly<NonNullable<Sampling["batch"]>>({ size: aNumber, index: optional(aNumber) })),
  node: optional(exactly<NonNullable<Sampling["node"]>>({ class: aName, inputs: recordOf(anInput) })),
  discard: optional(aNumber),
});

const someTraits = exactly<ModelTraits>({
  blocks: oneOf("unet", "transformer"),
  noise: oneOf("discrete", "continuous"),
  takesGuidance: aFlag,
  hasOwnGuidance: optional(aFlag),
  encodesTogether: optional(aFlag),
});

const anInputFile = exactly<InputFile>({
  name: aName,
  mime: aName,
  length: optional(aNumber),
  area: optional(aText),
  source: optional(exactly<NonNullable<InputFile["source"]>>({ path: aText, sha256: aText })),
  open: aFunction,
});

const aRequirement = exactly<ExtensionRequirement>({
  id: aName,
  range: aText,
  commit: optional(aText),
  nodeClasses: listOf(aText),
});

const aWebAddress = a(
  "an http or https address",
  (value) => typeof value === "string" && isWebAddress(value),
);
const aModelFile = exactly<ModelFile>({ name: aName, folder: aName, url: aWebAddress });

const guiderNodes = exactly<NonNullable<WorkflowDraft["guiderNodes"]>>({
  noise: aLink,
  guider: aLink,
  sampler: aLink,
  sigmas: aLink,
});

const anOrigin = exactly<Origin>({ setting: aText, part: optional(aText) });

/** The members of a draft. The entries of graph and origins are checked where they have changed. */
const checks: Readonly<Record<keyof WorkflowDraft, Check>> = {
  graph: anObject,
  anchors: anchorSet,
  primary: optional(
    exactly<NonNullable<WorkflowDraft["primary"]>>({ link: aLink, type: oneOf("LATENT", "IMAGE") }),
  ),
  latent: aSpec,
  encoder: optional(exactly<NonNullable<WorkflowDraft["encoder"]>>({ ...nodeSpec, text: aName })),
  firstPass: optional(
    exactly<NonNullable<WorkflowDraft["firstPass"]>>({ by: aName, from: aLink, model: aLink }),
  ),
  isTransparent: optional(aFlag),
  decoder: aSpec,
  mask: link,
  guiderNodes: optional(guiderNodes),
  cursors: optional(
    exactly<NonNullable<WorkflowDraft["cursors"]>>({ original: anchorSet, used: optional(anchorSet) }),
  ),
  prompts: somePrompts,
  promptLinks: optional(exactly<Prompts>({ positive: link, negative: link })),
  recordedPrompts: optional(somePrompts),
  sampling: optional(aSampling),
  chosenParams: optional(anObject),
  seed: optional(a('a bigint, or "none"', (value) => typeof value === "bigint" || value === "none")),
  traits: optional(someTraits),
  medium: optional(oneOf("image", "video")),
  size: optional(exactly<NonNullable<WorkflowDraft["size"]>>({ width: aNumber, height: aNumber })),
  outputs: listOf(aText),
  inputs: listOf(anInputFile),
  requires: listOf(aRequirement),
  models: optional(listOf(aModelFile)),
  origins: anObject,
};
const isDraft = orNothing(
  "a workflow draft: { ...draft, graph }",
  exactly(Object.fromEntries(Object.keys(checks).map((name) => [name, anything]))),
);

type Entries = Readonly<Record<string, unknown>>;
/** Checks the entries of a record that are not the same as before. A graph can have thousands of nodes. */
function changedEntries(value: Entries, before: Entries, check: Check): Mismatch | undefined {
  for (const name of Object.keys(value)) {
    const inner = value[name] === before[name] ? undefined : check(value[name]);
    if (inner !== undefined) return within(name, inner);
  }
  return undefined;
}

/** What is wrong with a draft; `before` is the one that the handler was called with. */
export function checkDraft(value: unknown, before: unknown): Mismatch | undefined {
  const whole = isDraft(value);
  if (whole !== undefined) return whole;
  const [draft, last] = [value, before] as [Entries, Entries];
  for (const [name, check] of Object.entries(checks)) {
    if (draft[name] === last[name]) continue;
    const entry = name === "graph" ? aNode : name === "origins" ? anOrigin : undefined;
    const inner =
      check(draft[name]) ?? (entry && changedEntries(draft[name] as Entries, last[name] as Entries, entry));
    if (inner !== undefined) return within(name, inner);
  }
  return undefined;
}
