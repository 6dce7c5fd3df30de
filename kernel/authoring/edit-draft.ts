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
   * them between two edits would have the editor copy all nodes each time; `draft` of the handler has the earlier ones.
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

type EncoderRecipe = NonNullable<WorkflowDraft["encoder"]>;

/** The node that encodes a prompt, which is a setting of the user. */
function encodingOf(side: "positive" | "negative", model: ModelPrefix, draft: DraftData): EncoderRecipe {
  const { encoder = { class: "CLIPTextEncode", inputs: {}, text: "text" } } = draft;
  const id = `${side === "positive" ? "Positive" : "Negative"}CLIP_${model === "" ? "Base" : "Refiner"}`;
  const setting = side === "positive" ? "prompt" : "negative";
  return { ...encoder, id, origins: { ...encoder.origins, [encoder.text]: setting } };
}
/** The methods are functions in fields, because handlers may take them out of their editor. */
class DraftEditor implements GraphEditor {
  readonly #given: Pick<WorkflowDraft, "graph" | "origins">;
  #rest: DraftData;
  /** Graph and origins that `add` changes in place; copied from the given ones, once, when the first node is added. */
  #nodes: { readonly graph: Record<NodeId, GraphNode>; readonly origins: Record<string, Origin> } | undefined;

  constructor({ graph, origins, ...rest }: WorkflowDraft) {
    this.#given = { graph, origins };
    this.#rest = rest;
  }

  get draft(): DraftData {
    return this.#rest;
  }

  readonly add: GraphEditor["add"] = (nodeClass, inputs, options = {}) => {
    const origins = options.origins as NodeSpec["origins"];
    const id = this.#addNode({
      id: options.id ?? nodeClass,
      class: nodeClass,
      inputs: inputs as Readonly<Record<string, InputValue>>,
      ...(origins !== undefined && { origins }),
    });
    return { id, out: (index?: number) => link(id, index ?? 0) } as NodeHandle;
  };

  readonly addRecipe: GraphEditor["addRecipe"] = (recipe, inputs) =>
    link(this.#addNode(recipe, inputs), recipe.output ?? 0);

  readonly cursor = ((name: keyof Anchors): Link => {
    const found = this.#rest.anchors[name];
    if (found === undefined) throw missing(name);
    return found;
  }) as GraphEditor["cursor"];

  readonly move: GraphEditor["move"] = (anchors) => {
    const unknown = Object.keys(anchors).find((name) => !cursorNames.has(name.replace(/^refiner\./, "")));
    if (unknown !== undefined)
      throw new TypeError(`there is no cursor "${unknown}"; the image is set by set({ primary: ... })`);
    this.#moveAnchors(anchors);
  };

  readonly set: GraphEditor["set"] = (parts) => {
    this.#rest = { ...this.#rest, ...parts };
  };

  readonly output: GraphEditor["output"] = (node) => {
    this.#rest = { ...this.#rest, outputs: [...this.#rest.outputs, node] };
  };

  readonly conditioning: GraphEditor["conditioning"] = (side, model = "") => {
    const name: keyof Anchors = `${model}${side}`;
    const found = this.#rest.anchors[name];
    if (found !== undefined) return found;
    const { prompts, promptLinks } = this.#rest;
    const recipe = encodingOf(side, model, this.#rest);
    const text = promptLinks?.[side] ?? prompts[side];
    const encoded = this.addRecipe(recipe, { [recipe.text]: text, clip: this.cursor(`${model}clip`) });
    this.#moveAnchors({ [name]: encoded });
    return encoded;
  };

  readonly latent: GraphEditor["latent"] = () => {
    const { primary, latent } = this.#rest;
    if (primary?.type === "LATENT") return primary.link;
    if (primary !== undefined) {
      const inputs = { pixels: primary.link, vae: this.cursor("vae") };
      return this.#setPrimary("LATENT", this.addRecipe({ class: "VAEEncode", inputs }));
    }
    if (latent === undefined) throw missing("primary");
    return this.#setPrimary("LATENT", this.addRecipe(latent));
  };

  readonly image: GraphEditor["image"] = () => {
    const { primary, decoder = { class: "VAEDecode", inputs: {} } } = this.#rest;
    if (primary === undefined) throw missing("primary");
    if (primary.type === "IMAGE") return primary.link;
    const inputs = { samples: primary.link, vae: this.cursor("vae") };
    return this.#setPrimary("IMAGE", this.addRecipe(decoder, inputs));
  };

  /** The edited draft. */
  finish(): WorkflowDraft {
    const made = this.#nodes ?? this.#given;
    this.#nodes = undefined;
    return { ...this.#rest, ...made };
  }

  #addNode(recipe: NodeSpec, more: Readonly<Record<string, InputValue>> = {}): NodeId {
    const { graph, origins } = (this.#nodes ??= {
      graph: { ...this.#given.graph },
      origins: { ...this.#given.origins },
    });
    const id = freeId(graph, recipe.id ?? recipe.class);
    const inputs = Object.fromEntries(Object.entries({ ...recipe.inputs, ...more }).filter(isDefined));
    graph[id] = { class_type: recipe.class, inputs };
    for (const [input, origin] of Object.entries(recipe.origins ?? {}))
      if (Object.hasOwn(inputs, input))
        origins[`${id}.${input}`] = typeof origin === "string" ? { setting: origin } : origin;
    return id;
  }

  #moveAnchors(anchors: Anchors): void {
    this.#rest = { ...this.#rest, anchors: { ...this.#rest.anchors, ...anchors } };
  }

  #setPrimary(type: "LATENT" | "IMAGE", made: Link): Link {
    this.#rest = { ...this.#rest, primary: { link: made, type } };
    return made;
  }
}

/** Returns a copy of the draft with the edits that `work` makes through the editor. `draft` itself stays unchanged. */
export function edit<Nodes extends NodeShapes = AnyNodes>(
  draft: WorkflowDraft,
  work: (editor: GraphEditor<Nodes>) => void,
): WorkflowDraft {
  const editor = new DraftEditor(draft);
  work(editor);
  return editor.finish();
}
