// The editor with which handlers of `buildWorkflow` change a draft: it adds nodes and moves cursors.

import { freeId, link } from "./empty-draft.js";
import type { AnyNodes, NodeHandle, NodeShapes } from "../contract/typed-nodes.js";
import type { TypedLink, GraphNode, InputValue, Link, NodeId } from "../contract/graph.js";
import type { AnchorName, Anchors, AnchorTypes, NodeSpec, Origin, WorkflowDraft } from "../contract/draft.js";

/** Prefix of a cursor's name: `refiner.` for the second model, none for the first. */
export type ModelPrefix = "" | "refiner.";
type CursorType<Name extends keyof Anchors> = Name extends `refiner.${infer Base extends AnchorName}`
  ? AnchorTypes[Base]
  : Name extends AnchorName
    ? AnchorTypes[Name]
    : never;

/** A draft without its nodes. */
export type DraftData = Omit<WorkflowDraft, "graph" | "origins">;
/** The parts of a draft that `GraphEditor.set` does not accept, because its other methods change them. */
type EditorManagedParts = "graph" | "origins" | "anchors" | "outputs";

/** The editor of `edit`, valid while the callback runs. `Nodes` are the known node classes. */
export interface GraphEditor<Nodes extends NodeShapes = AnyNodes> {
  /**
   * The parts of the draft that are data, with all edits so far. Graph and origins are absent, because a handler that read
   * them between two edits would have the editor copy all nodes each time; `draft` of the handler holds those of before.
   */
  readonly draft: DraftData;
  /**
   * Adds a node. Its id is `id` (default: the class) with a number appended if necessary. Inputs with the value
   * undefined are left out. `origins` names the user's setting behind an input, for error messages.
   */
  add<Class extends keyof Nodes & string>(
    nodeClass: Class,
    inputs: Nodes[Class]["inputs"],
    options?: {
      readonly id?: string;
      readonly origins?: Partial<Record<keyof Nodes[Class]["inputs"], string | Origin>>;
    },
  ): NodeHandle<Nodes[Class]["outputs"]>;
  /**
   * Adds the node that `recipe` describes, with additional inputs. Returns a link to the output that `recipe` names.
   */
  addRecipe(recipe: NodeSpec, inputs?: Readonly<Record<string, InputValue>>): Link;
  /** The link of a cursor, which the next consumer uses. Throws if no earlier phase has set the cursor. */
  cursor<Name extends keyof Anchors>(name: Name): CursorType<Name>;
  /** Moves cursors to the given links, which later consumers use. */
  move(anchors: Anchors): void;
  /** Replaces parts of the draft that no other method of the editor changes. */
  set(parts: Partial<Omit<WorkflowDraft, EditorManagedParts>>): void;
  /** Marks a node as an output node, whose files are results. */
  output(node: NodeId): void;
  /**
   * The conditioning cursor. If it is not set, encodes the prompt with the present `clip` cursor (which includes a LoRA
   * that has moved `clip`) by `draft.encoder` or CLIPTextEncode, and sets the cursor.
   */
  conditioning(side: "positive" | "negative", model?: ModelPrefix): TypedLink<"CONDITIONING">;
  /** The primary as a latent. Adds `draft.latent` if there is no primary, and encodes an image. */
  latent(): TypedLink<"LATENT">;
  /** The primary as an image. Decodes a latent by `draft.decoder` or VAEDecode. */
  image(): TypedLink<"IMAGE">;
}

const cursorNames: ReadonlySet<string> = new Set([
  "model",
  "clip",
  "vae",
  "positive",
  "negative",
] satisfies AnchorName[]);

/** The error for a cursor that no earlier phase has set. */
const missing = (name: string): Error =>
  new TypeError(`the draft has no "${name}" cursor yet; a template's earlier phase must set it`);

const isDefined = (entry: readonly [string, InputValue | undefined]): entry is [string, InputValue] =>
  entry[1] !== undefined;

/** Returns the editor, and the function that finishes its draft. */
function createEditor({ graph: given, origins: givenOrigins, ...start }: WorkflowDraft) {
  let rest: DraftData = start;
  /** Graph and origins that `add` changes in place; copied from the given ones, once, when the first node is added. */
  let nodes:
    { readonly graph: Record<NodeId, GraphNode>; readonly origins: Record<string, Origin> } | undefined;
  const mutable = () => (nodes ??= { graph: { ...given }, origins: { ...givenOrigins } });

  const addNode = (recipe: NodeSpec, more: Readonly<Record<string, InputValue>> = {}): NodeId => {
    const { graph, origins } = mutable();
    const id = freeId(graph, recipe.id ?? recipe.class);
    const inputs = Object.fromEntries(Object.entries({ ...recipe.inputs, ...more }).filter(isDefined));
    graph[id] = { class_type: recipe.class, inputs };
    for (const [input, origin] of Object.entries(recipe.origins ?? {}))
      if (Object.hasOwn(inputs, input))
        origins[`${id}.${input}`] = typeof origin === "string" ? { setting: origin } : origin;
    return id;
  };
  const addRecipe: GraphEditor["addRecipe"] = (recipe, inputs) =>
    link(addNode(recipe, inputs), recipe.output ?? 0);
  const cursor = (name: keyof Anchors): Link => {
    const found = rest.anchors[name];
    if (found === undefined) throw missing(name);
    return found;
  };
  const setPrimary = (type: "LATENT" | "IMAGE", made: Link): Link => {
    rest = { ...rest, primary: { link: made, type } };
    return made;
  };

  const editor: GraphEditor = {
    get draft() {
      return rest;
    },
    add(nodeClass, inputs, options = {}) {
      const origins = options.origins as NodeSpec["origins"];
      const id = addNode({
        id: options.id ?? nodeClass,
        class: nodeClass,
        inputs: inputs as Readonly<Record<string, InputValue>>,
        ...(origins !== undefined && { origins }),
      });
      return { id, out: (index?: number) => link(id, index ?? 0) } as NodeHandle;
    },
    addRecipe,
    cursor: cursor as GraphEditor["cursor"],
    move(anchors) {
      const unknown = Object.keys(anchors).find((name) => !cursorNames.has(name.replace(/^refiner\./, "")));
      if (unknown !== undefined)
        throw new TypeError(`there is no cursor "${unknown}"; the image is set by set({ primary: ... })`);
      rest = { ...rest, anchors: { ...rest.anchors, ...anchors } };
    },
    set(parts) {
      rest = { ...rest, ...parts };
    },
    output(node) {
      rest = { ...rest, outputs: [...rest.outputs, node] };
    },
    conditioning(side, model = "") {
      const name: keyof Anchors = `${model}${side}`;
      const found = rest.anchors[name];
      if (found !== undefined) return found;
      const { encoder = { class: "CLIPTextEncode", inputs: {}, text: "text" } } = rest;
      const recipe = {
        ...encoder,
        id: `${side === "positive" ? "Positive" : "Negative"}CLIP_${model === "" ? "Base" : "Refiner"}`,
        origins: { ...encoder.origins, [encoder.text]: side === "positive" ? "prompt" : "negative" },
      };
      const encoded = addRecipe(recipe, {
        [encoder.text]: rest.promptLinks?.[side] ?? rest.prompts[side],
        clip: cursor(`${model}clip`),
      });
      rest = { ...rest, anchors: { ...rest.anchors, [name]: encoded } };
      return encoded;
    },
    latent() {
      const { primary, latent } = rest;
      if (primary?.type === "LATENT") return primary.link;
      if (primary !== undefined) {
        const inputs = { pixels: primary.link, vae: cursor("vae") };
        return setPrimary("LATENT", addRecipe({ class: "VAEEncode", inputs }));
      }
      if (latent === undefined) throw missing("primary");
      return setPrimary("LATENT", addRecipe(latent));
    },
    image() {
      const { primary, decoder = { class: "VAEDecode", inputs: {} } } = rest;
      if (primary === undefined) throw missing("primary");
      if (primary.type === "IMAGE") return primary.link;
      return setPrimary("IMAGE", addRecipe(decoder, { samples: primary.link, vae: cursor("vae") }));
    },
  };
  const finish = (): WorkflowDraft => {
    const made = nodes ?? { graph: given, origins: givenOrigins };
    nodes = undefined;
    return { ...rest, ...made };
  };
  return { editor, finish };
}

/** Returns a copy of the draft with the edits that `work` makes through the editor. `draft` itself stays unchanged. */
export function edit<Nodes extends NodeShapes = AnyNodes>(
  draft: WorkflowDraft,
  work: (editor: GraphEditor<Nodes>) => void,
): WorkflowDraft {
  const { editor, finish } = createEditor(draft);
  work(editor);
  return finish();
}
