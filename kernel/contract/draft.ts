// The records of a graph and of a draft, the graph under construction.

import type { Json } from "./values.js";
import type { TypedLink, Link, InputValue, Graph, NodeId, InputFile } from "./graph.js";

/** Values of a workflow's settings, validated and with defaults; 64-bit integers as decimal strings. */
export type Params = Readonly<Record<string, Json>>;

/** One entry of a job's ordered feature list. */
export interface FeatureUse {
  readonly id: string;
  readonly settings: Params;
}

/**
 * Cursors: the connection that the next consumer will use. A feature adds nodes and moves cursors; nothing is
 * rewired afterwards. The same names exist under `refiner.` where a second model is loaded.
 */
export interface AnchorTypes {
  readonly model: TypedLink<"MODEL">;
  readonly clip: TypedLink<"CLIP">;
  readonly vae: TypedLink<"VAE">;
  readonly positive: TypedLink<"CONDITIONING">;
  readonly negative: TypedLink<"CONDITIONING">;
}

/** Name of a cursor. */
export type AnchorName = keyof AnchorTypes;

/** The cursors that are set; those under `refiner.` belong to the second model. */
export type Anchors = Readonly<
  Partial<AnchorTypes & { [Name in AnchorName as `refiner.${Name}`]: AnchorTypes[Name] }>
>;

/** The image in the making; converted on demand by adding a decode or an encode. */
export interface Primary {
  readonly link: Link;
  readonly type: "LATENT" | "IMAGE";
}

/** A node that is still data: added when it is first needed, so that until then a feature can put another in its place. */
export interface NodeRecipe {
  /** Readable; made unique by a number behind it. Default: the class. */
  readonly id?: string;
  readonly class: string;
  readonly inputs: Readonly<Record<string, InputValue>>;
  /** Input name to the user's setting that fills it. */
  readonly origins?: Readonly<Record<string, string>>;
  /** Index of its output that is used; default 0. */
  readonly output?: number;
}

/** How the sampling will be done: data until a phase reads it, so that a feature can still change it. */
export interface Sampling {
  readonly sampler: string;
  readonly scheduler: string;
  readonly steps: number;
  readonly cfg: number;
  readonly seed: bigint;
  readonly denoise: number;
  /** Guidance embedded in the positive conditioning (Flux); absent where the model takes none. */
  readonly guidance?: number;
  /** Steps of the second model, after `steps` of the first. */
  readonly refinerSteps?: number;
  /** `sampler`: one node that samples (default). `guider`: noise, guider, sampler and sigmas as nodes of their own. */
  readonly path?: "sampler" | "guider";
  /** On the path `guider`: sigmas of the scheduler (default), or those of Flux.2, which depend on the image's size. */
  readonly sigmas?: "scheduler" | "flux2";
  /** Which table the scheduler align_your_steps takes. */
  readonly alignedTo?: "SD1" | "SDXL" | "SVD";
  /** Images in one run; `index`, from 0, makes that one alone. */
  readonly batch?: { readonly size: number; readonly index?: number };
  /** A node in place of KSampler, which takes the same inputs and these. */
  readonly node?: { readonly class: string; readonly inputs: Readonly<Record<string, InputValue>> };
  /** Latents at the head of the sampled batch that are no results, such as a reference. */
  readonly discard?: number;
}

/** Texts; empty for none. */
export interface Prompts {
  readonly positive: string;
  readonly negative: string;
}

/** What features must know of the loaded model to see whether they make sense. */
export interface ModelTraits {
  /** `unet`: Stable Diffusion 1.5, SDXL and their kin. `transformer`: Flux, Wan, Z-Image and their kin. */
  readonly blocks: "unet" | "transformer";
  /** Noise levels as it was trained: a table of them, or continuous ones (flow, EDM). */
  readonly noise: "discrete" | "continuous";
  /** Whether it can take guidance embedded in its conditioning, as Flux does. */
  readonly takesGuidance: boolean;
  /** Its classifier-free guidance is set by a node of the template, and a model holds one only. */
  readonly hasOwnGuidance?: boolean;
  /** Text and images are encoded by one node: the text has no conditioning of its own. */
  readonly encodesTogether?: boolean;
}

/** A node graph under construction. Frozen; handlers return a new one. */
export interface WorkflowDraft {
  readonly graph: Graph;
  readonly anchors: Anchors;
  readonly primary?: Primary;
  /** Makes the latent that sampling starts from, while there is no `primary`. */
  readonly latent?: NodeRecipe;
  /** Encodes every prompt, in place of CLIPTextEncode; `clip` is filled in, and the prompt under the name `text`. */
  readonly encoder?: NodeRecipe & { readonly text: string };
  /**
   * A model that only the first sampling uses, made from the model `from` by the feature `by`. Later passes use the
   * cursors, which it leaves as they are; so it comes behind whatever else changes the model.
   */
  readonly firstPass?: {
    readonly by: string;
    readonly from: TypedLink<"MODEL">;
    readonly model: TypedLink<"MODEL">;
  };
  /** The primary has an alpha channel, which sampling it again would lose. */
  readonly isTransparent?: boolean;
  /** Decodes every latent, in place of VAEDecode; `samples` and `vae` are filled in. */
  readonly decoder?: NodeRecipe;
  /** The part of the image that is sampled; the rest stays. */
  readonly mask?: TypedLink<"MASK">;
  /** The nodes of a sampling on the path `guider`, for a second pass. */
  readonly guided?: {
    readonly noise: TypedLink<"NOISE">;
    readonly guider: TypedLink<"GUIDER">;
    readonly sampler: TypedLink<"SAMPLER">;
    readonly sigmas: TypedLink<"SIGMAS">;
  };
  /** The cursors as the template set them, and as the sampler used them: a later pass may inherit either. */
  readonly cursors?: { readonly original: Anchors; readonly used?: Anchors };
  /** Texts that become conditioning when a consumer first asks for it, with the `clip` cursor of that moment. */
  readonly prompts: Prompts;
  /** Nodes that give these texts in place of `prompts`, when they run. */
  readonly promptLinks?: Readonly<Partial<Record<keyof Prompts, TypedLink<"STRING">>>>;
  /**
   * The prompts as a person would write them to get the same again, where that differs from what is encoded: choices
   * made, networks still named. They go into records and images.
   */
  readonly written?: Prompts;
  readonly sampling?: Sampling;
  /**
   * Settings that the template chose where the person gave none. Records name them, so that the same is made again; what
   * is no setting of the workflow is left out there.
   */
  readonly chosen?: Params;
  /** The seed that the graph has of its own, where nobody gave one: records name it in place of the random one. */
  readonly seed?: bigint;
  /** Absent where the template does not say: then features assume that they fit. */
  readonly traits?: ModelTraits;
  /** `video` where the images are the frames of one film; default `image`. */
  readonly medium?: "image" | "video";
  /** Image size in pixels. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Ids of the nodes whose files are the result. */
  readonly outputs: readonly NodeId[];
  readonly inputs: readonly InputFile[];
  readonly requires: readonly ExtensionRequirement[];
  /** Node and input to the user's setting that filled it: error messages name the setting. */
  readonly origins: Readonly<Record<string, string>>;
}

/** An extension that the backend must have. */
export interface ExtensionRequirement {
  /** `owner/name`, an address of its repository, or a registry id. */
  readonly id: string;
  /** Semver range. */
  readonly range: string;
  /** A commit that a graph was made with, where its file names no version; 7 to 40 hexadecimal digits. */
  readonly commit?: string;
  /** The node classes that need it; empty when a plugin's manifest does. */
  readonly nodeClasses: readonly string[];
}
