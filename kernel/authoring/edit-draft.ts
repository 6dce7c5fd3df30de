// Building on a draft: `edit` lends an editor that adds nodes and moves cursors, and gives the new draft.

import { freeId, link } from "./empty-draft.js";
import type { AnyNodes, NodeHandle, NodeShapes } from "../contract/typed-nodes.js";
import type { TypedLink, GraphNode, InputValue, Link, NodeId } from "../contract/graph.js";
import type { AnchorName, Anchors, AnchorTypes, NodeRecipe, WorkflowDraft } from "../contract/draft.js";

/** `refiner.` names the second model's cursors. */
export type ModelPrefix = "" | "refiner.";
type CursorType<Name extends keyof Anchors> = Name extends `refiner.${infer Base extends AnchorName}`
  ? AnchorTypes[Base]
  : Name extends AnchorName
    ? AnchorTypes[Name]
    : never;

/** What an editor changes only by its own functions. */
type EditorManagedParts = "graph" | "origins" | "anchors" | "outputs";

/** Lent to the function given to `edit`, for as long as it runs. `Nodes` says which classes it knows. */
export interface GraphEditor<Nodes extends NodeShapes = AnyNodes> {
  /** The draft as it stands. */
  readonly draft: WorkflowDraft;
  /**
   * Adds a node. Its id is `id`, by default the class, made unique by a number behind it. Inputs that are undefined are
   * left out. `origins` names the user's setting behind an input, so that errors can name it.
   */
  add<Class extends keyof Nodes & string>(
    nodeClass: Class,
    inputs: Nodes[Class]["inputs"],
    options?: {
      readonly id?: string;
      readonly origins?: Partial<Record<keyof Nodes[Class]["inputs"], string>>;
    },
  ): NodeHandle<Nodes[Class]["outputs"]>;
  /** Adds a node that was kept as data, with more inputs. Gives the output that the recipe names. */
  addRecipe(recipe: NodeRecipe, inputs?: Readonly<Record<string, InputValue>>): Link;
  /** The connection that the next consumer uses. Throws when no earlier phase has set it. */
  cursor<Name extends keyof Anchors>(name: Name): CursorType<Name>;
  /** Moves cursors: what comes later uses these connections. */
  move(anchors: Anchors): void;
  /** Replaces other parts of the draft. */
  set(parts: Partial<Omit<WorkflowDraft, EditorManagedParts>>): void;
  /** Marks a node whose files are a result. */
  output(node: NodeId): void;
  /**
   * The conditioning cursor; while there is none, the prompt's text is encoded with the present `clip` cursor (so a LoRA
   * that moved `clip` before takes part), by `draft.encoder` or CLIPTextEncode, and the cursor is set.
   */
  conditioning(side: "positive" | "negative", model?: ModelPrefix): TypedLink<"CONDITIONING">;
  /** The primary as a latent: `draft.latent` is added while there is none, and an image is encoded. */
  latent(): TypedLink<"LATENT">;
  /** The primary as an image: a latent is decoded by `draft.decoder`, by default VAEDecode. */
  image(): TypedLink<"IMAGE">;
}

const cursorNames: ReadonlySet<string> = new Set([
  "model",
  "clip",
  "vae",
  "positive",
  "negative",
] satisfies AnchorName[]);

/** Thrown when a phase asks for what no earlier phase has set. */
const missing = (name: string): Error =>
  new TypeError(`the draft has no "${name}" cursor yet; a template's earlier phase must set it`);

const isGiven = (entry: readonly [string, InputValue | undefined]): entry is [string, InputValue] =>
  entry[1] !== undefined;

function createEditor(start: WorkflowDraft): GraphEditor {
  let rest = start;
  /** Graph and origins of the present draft, while nobody else has seen them: else they are copied first. */
  let nodes:
    { readonly graph: Record<NodeId, GraphNode>; readonly origins: Record<string, string> } | undefined;
  const own = () => {
    if (nodes !== undefined) return nodes;
    nodes = { graph: { ...rest.graph }, origins: { ...rest.origins } };
    rest = { ...rest, ...nodes };
    return nodes;
  };

  const addNode = (recipe: NodeRecipe, more: Readonly<Record<string, InputValue>> = {}): NodeId => {
    const { graph, origins } = own();
    const id = freeId(graph, recipe.id ?? recipe.class);
    const inputs = Object.fromEntries(Object.entries({ ...recipe.inputs, ...more }).filter(isGiven));
    graph[id] = { class_type: recipe.class, inputs };
    for (const [input, setting] of Object.entries(recipe.origins ?? {}))
      if (Object.hasOwn(inputs, input)) origins[`${id}.${input}`] = setting;
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

  return {
    get draft() {
      nodes = undefined;
      return rest;
    },
    add(nodeClass, inputs, options = {}) {
      const given = options.origins as Readonly<Record<string, string>> | undefined;
      const id = addNode({
        id: options.id ?? nodeClass,
        class: nodeClass,
        inputs: inputs as Readonly<Record<string, InputValue>>,
        ...(given !== undefined && { origins: given }),
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
}

/** Gives the draft that `work` leaves; the given one stays as it is. */
export function edit<Nodes extends NodeShapes = AnyNodes>(
  draft: WorkflowDraft,
  work: (editor: GraphEditor<Nodes>) => void,
): WorkflowDraft {
  const editor = createEditor(draft);
  work(editor);
  return editor.draft;
}
