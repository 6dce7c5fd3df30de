// Building a draft: pure functions that add nodes and move cursors.

import type { AnchorName, InputValue, Link, NodeId, Primary, WorkflowDraft } from "./types.js";

/** A draft with nothing in it. */
export const emptyDraft: WorkflowDraft = {
  graph: {},
  anchors: {},
  prompts: { positive: "", negative: "" },
  outputs: [],
  inputs: [],
  requires: [],
  origins: {},
};

/** The connection to a node's output. */
export const link = (node: NodeId, output = 0): Link => [node, output];

/**
 * A free node id: `base`, then `base_2`, `base_3`, ... The numbers are tried in growing steps and then halved back, so
 * that a long chain of one base stays cheap; where somebody has left a gap, any free number will do.
 */
function uniqueId({ graph }: WorkflowDraft, base: string): NodeId {
  const isTaken = (count: number): boolean => Object.hasOwn(graph, count === 1 ? base : `${base}_${count}`);
  if (!isTaken(1)) return base;
  let taken = 1;
  let free = 2;
  while (isTaken(free)) {
    taken = free;
    free *= 2;
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (isTaken(middle)) taken = middle;
    else free = middle;
  }
  return `${base}_${free}`;
}

/** The node to add. */
export interface NewNode {
  /** Readable; made unique by a number behind it. */
  readonly id: string;
  readonly class: string;
  readonly inputs: Readonly<Record<string, InputValue>>;
  /** Input name to the user's setting that fills it. */
  readonly origins?: Readonly<Record<string, string>>;
}

/** Adds a node and gives the new draft and the id that the node received. */
export function addNode(
  draft: WorkflowDraft,
  node: NewNode,
): { readonly draft: WorkflowDraft; readonly id: NodeId } {
  const id = uniqueId(draft, node.id);
  const graph = { ...draft.graph, [id]: { class_type: node.class, inputs: node.inputs } };
  if (node.origins === undefined) return { draft: { ...draft, graph }, id };
  const own = Object.entries(node.origins).map(([input, setting]) => [`${id}.${input}`, setting]);
  const origins = { ...draft.origins, ...(Object.fromEntries(own) as Record<string, string>) };
  return { draft: { ...draft, graph, origins }, id };
}

/** Thrown by the helpers below when a phase asks for a cursor that no earlier phase has set. */
const missing = (name: string): Error =>
  new TypeError(`the draft has no "${name}" cursor yet; a template's earlier phase must set it`);

function cursor(draft: WorkflowDraft, name: keyof WorkflowDraft["anchors"]): Link {
  const found = draft.anchors[name];
  if (found === undefined) throw missing(name);
  return found;
}

/**
 * The conditioning cursor `side`; while there is none, the prompt's text is encoded with the present `clip` cursor
 * (so a LoRA that moved `clip` before takes part) and the cursor is set.
 */
export function conditioning(
  draft: WorkflowDraft,
  side: "positive" | "negative",
  model: "" | "refiner." = "",
): { readonly draft: WorkflowDraft; readonly link: Link } {
  const name: keyof WorkflowDraft["anchors"] = `${model}${side satisfies AnchorName}`;
  const found = draft.anchors[name];
  if (found !== undefined) return { draft, link: found };
  const suffix = model === "" ? "Base" : "Refiner";
  const added = addNode(draft, {
    id: `${side === "positive" ? "Positive" : "Negative"}CLIP_${suffix}`,
    class: "CLIPTextEncode",
    inputs: { text: draft.prompts[side], clip: cursor(draft, `${model}clip`) },
    origins: { text: side === "positive" ? "prompt" : "negative" },
  });
  const encodedLink = link(added.id);
  return {
    draft: { ...added.draft, anchors: { ...added.draft.anchors, [name]: encodedLink } },
    link: encodedLink,
  };
}

const convert = (draft: WorkflowDraft, to: Primary["type"], id: string, nodeClass: string, input: string) => {
  const primary = draft.primary;
  if (primary === undefined) throw missing("primary");
  if (primary.type === to) return { draft, link: primary.link };
  const added = addNode(draft, {
    id,
    class: nodeClass,
    inputs: { [input]: primary.link, vae: cursor(draft, "vae") },
  });
  const converted: Primary = { link: link(added.id), type: to };
  return { draft: { ...added.draft, primary: converted }, link: converted.link };
};

/** The primary as an image: a `VAEDecode` is added where it is still a latent. */
export const decoded = (draft: WorkflowDraft) => convert(draft, "IMAGE", "VAEDecode", "VAEDecode", "samples");

/** The primary as a latent: a `VAEEncode` is added where it is still an image. */
export const encoded = (draft: WorkflowDraft) => convert(draft, "LATENT", "VAEEncode", "VAEEncode", "pixels");
