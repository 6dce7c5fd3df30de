// The draft of a workflow: the graph under construction, with what later phases need to know.

import type { Json } from "./values.js";
import type { TypedLink, Link, InputValue, Graph, NodeId, InputFile } from "./graph.js";

/** Values of a workflow's settings, validated and with defaults. 64-bit integers are decimal strings. */
export type Params = Readonly<Record<string, Json>>;

/** An entry of the job's ordered feature list. */
export interface FeatureUse {
  readonly id: string;
  readonly settings: Params;
}

/**
 * The anchors: for each type, the link that the next consumer uses. A feature adds nodes and moves anchors; existing
 * links are never rewired. The same names with the prefix `refiner.` exist if a second model is loaded.
 */
export interface AnchorTypes {
  readonly model: TypedLink<"MODEL">;
  readonly clip: TypedLink<"CLIP">;
  readonly vae: TypedLink<"VAE">;
  readonly positive: TypedLink<"CONDITIONING">;
  readonly negative: TypedLink<"CONDITIONING">;
}

/** Name of an anchor, without the prefix `refiner.`. */
export type AnchorName = keyof AnchorTypes;

/** The anchors that are set. Those with the prefix `refiner.` belong to the second model. */
export type Anchors = Readonly<
  Partial<AnchorTypes & { [Name in AnchorName as `refiner.${Name}`]: AnchorTypes[Name] }>
>;

/** The image under construction. It is converted on demand, by adding a decoding or an encoding node. */
export interface Primary {
  readonly link: Link;
  readonly type: "LATENT" | "IMAGE";
}

/** The user's setting behind an input of a node. */
export interface Origin {
  readonly setting: string;
  /** The part of the setting, such as `the LoRA x` for a tag in a prompt. */
  readonly part?: string;
}

/** A node as data. It is added when it is first needed; until then, a feature can replace it. */
export interface NodeSpec {
  /** Base of the node's id, to which a number is appended if necessary. Default: the class. */
  readonly id?: string;
  readonly class: string;
  readonly inputs: Readonly<Record<string, InputValue>>;
  /** For each input, the user's setting that fills it. */
  readonly origins?: Readonly<Record<string, string | Origin>>;
  /** Index of the output to use; default 0. */
  readonly output?: number;
}

/** Parameters of the sampling. They are data until a phase reads them, so that features can change them. */
export interface Sampling {
  readonly sampler: string;
  readonly scheduler: string;
  readonly steps: number;
  readonly cfg: number;
  readonly seed: bigint;
  readonly denoise: number;
  /** Guidance embedded in the positive conditioning (Flux); absent if the model takes none. */
  readonly guidance?: number;
  /** Steps of the second model, after the `steps` of the first. */
  readonly refinerSteps?: number;
  /** `sampler` (default): a single sampler node. `guider`: separate nodes for noise, guider, sampler and sigmas. */
  readonly path?: "sampler" | "guider";
  /** With path `guider`: the sigmas of the scheduler (default), or those of Flux.2, which depend on the image size. */
  readonly sigmas?: "scheduler" | "flux2";
  /** The model type for the scheduler `align_your_steps`. */
  readonly alignedTo?: "SD1" | "SDXL" | "SVD";
  /** Number of images in one run. With `index` (from 0), only that image is generated. */
  readonly batch?: { readonly size: number; readonly index?: number };
  /** A node class that replaces KSampler: it takes the inputs of KSampler, and the additional `inputs`. */
  readonly node?: { readonly class: string; readonly inputs: Readonly<Record<string, InputValue>> };
  /** Number of latents at the start of the sampled batch that are not results, such as reference images. */
  readonly discard?: number;
}

/** Texts of the prompts; empty for none. */
export interface Prompts {
  readonly positive: string;
  readonly negative: string;
}

/** Properties of the loaded model that decide whether a feature is applicable. */
export interface ModelTraits {
  /** `unet`: Stable Diffusion 1.5, SDXL and related models. `transformer`: Flux, Wan, Z-Image and related models. */
  readonly blocks: "unet" | "transformer";
  /** The noise levels of the training: `discrete` (a table) or `continuous` (flow, EDM). */
  readonly noise: "discrete" | "continuous";
  /** Whether the model accepts guidance embedded in its conditioning, as Flux does. */
  readonly takesGuidance: boolean;
  /**
   * Whether a node of the template already sets the model's classifier-free guidance. A model can have only one such
   * node.
   */
  readonly hasOwnGuidance?: boolean;
  /** Whether one node encodes text and images together, so that there is no separate conditioning of the text. */
  readonly encodesTogether?: boolean;
}

/** A node graph under construction. Frozen; handlers return a new one. */
export interface WorkflowDraft {
  readonly graph: Graph;
  readonly anchors: Anchors;
  readonly primary?: Primary;
  /** Creates the latent that sampling starts from, if there is no `primary`. */
  readonly latent?: NodeSpec;
  /**
   * Encodes every prompt in place of CLIPTextEncode. The editor fills in `clip`, and the prompt as the input named by
   * `text`.
   */
  readonly encoder?: NodeSpec & { readonly text: string };
  /**
   * A model for the first sampling only, derived from the model `from` by the feature `by`. This model does not change
   * the anchors, which later passes use, and is therefore derived after all other changes of the model.
   */
  readonly firstPass?: {
    readonly by: string;
    readonly from: TypedLink<"MODEL">;
    readonly model: TypedLink<"MODEL">;
  };
  /** Whether the primary has an alpha channel, which another sampling would lose. */
  readonly isTransparent?: boolean;
  /** Decodes every latent in place of VAEDecode. The editor fills in `samples` and `vae`. */
  readonly decoder?: NodeSpec;
  /** The area of the image to sample; the rest stays unchanged. */
  readonly mask?: TypedLink<"MASK">;
  /** The nodes of a sampling with path `guider`, for a second pass. */
  readonly guiderNodes?: {
    readonly noise: TypedLink<"NOISE">;
    readonly guider: TypedLink<"GUIDER">;
    readonly sampler: TypedLink<"SAMPLER">;
    readonly sigmas: TypedLink<"SIGMAS">;
  };
  /** The anchors as the template set them, and as the sampler used them. A later pass may start from either. */
  readonly cursors?: { readonly original: Anchors; readonly used?: Anchors };
  /** Prompts that become conditioning when a consumer first needs it, encoded with the `clip` anchor of that moment. */
  readonly prompts: Prompts;
  /** Links to nodes that provide the prompt texts at run time, in place of `prompts`. */
  readonly promptLinks?: Readonly<Partial<Record<keyof Prompts, TypedLink<"STRING">>>>;
  /**
   * The prompts to write into records and images, if they differ from the encoded texts: with choices resolved, and
   * with networks still named. Entering them reproduces the result.
   */
  readonly recordedPrompts?: Prompts;
  readonly sampling?: Sampling;
  /**
   * Settings that the template chose because the user gave none. Records contain them for reproduction, except those
   * that are not settings of the workflow.
   */
  readonly chosenParams?: Params;
  /**
   * The seed that is stored in the graph itself, or `none` if the graph uses no seed. Records use it in place of the seed
   * of the batch.
   */
  readonly seed?: bigint | "none";
  /**
   * The properties of the loaded model; absent if the template does not declare them. Features then assume that they
   * are applicable.
   */
  readonly traits?: ModelTraits;
  /** `video` if the images are the frames of one video; default `image`. */
  readonly medium?: "image" | "video";
  /** Image size in pixels. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Ids of the nodes whose files are the result. */
  readonly outputs: readonly NodeId[];
  readonly inputs: readonly InputFile[];
  readonly requires: readonly ExtensionRequirement[];
  /** The model files of the graph whose addresses are known, so that a server that lacks one can be asked to download it. */
  readonly models?: readonly ModelFile[];
  /**
   * For `node.input`, the user's setting that filled it. Error messages name the setting. The kernel puts the id of a
   * feature in front of its own settings.
   */
  readonly origins: Readonly<Record<string, Origin>>;
}

/** A model file, and where it can be had. */
export interface ModelFile {
  /** The name in the inputs of the graph, perhaps with folders, which slashes separate. */
  readonly name: string;
  /** The folder of its kind, such as `checkpoints`. */
  readonly folder: string;
  /** An http or https address. */
  readonly url: string;
}

/** An extension that the backend must have. */
export interface ExtensionRequirement {
  /** `owner/name`, a repository address, or a registry id. */
  readonly id: string;
  /** Semver range. */
  readonly range: string;
  /** The commit that a graph was made with, if its file gives no version; 7 to 40 hexadecimal digits. */
  readonly commit?: string;
  /** The node classes that need the extension; empty if a plugin's manifest requires it. */
  readonly nodeClasses: readonly string[];
}
