// An example text-to-image graph for the simulated nodes.

export interface ExampleGraphOptions {
  readonly text?: string;
  readonly negative?: string;
  /** The seed; default 1. The server answers a repeated graph from its cache; another seed causes a new run. */
  readonly seed?: number;
  /** Number of steps; default 3. */
  readonly steps?: number;
  readonly cfg?: number;
  /** Width in pixels; default 64. */
  readonly width?: number;
  /** Height in pixels; default 64. */
  readonly height?: number;
  readonly batch?: number;
  readonly sampler?: string;
  readonly scheduler?: string;
  readonly denoise?: number;
  readonly checkpoint?: string;
  /** Prefix of the file names; default "test". */
  readonly prefix?: string;
}

/** A graph in API format: nodes by id. */
export type ExampleGraph = Record<string, { class_type: string; inputs: Record<string, unknown> }>;

/**
 * Builds the example graph: node 3 is the KSampler, node 9 saves the images. With the defaults, a run takes a few
 * milliseconds.
 */
export function exampleGraph(options: ExampleGraphOptions = {}): ExampleGraph {
  return {
    "4": {
      class_type: "CheckpointLoaderSimple",
      inputs: { ckpt_name: options.checkpoint ?? "simulated-landscape.safetensors" },
    },
    "5": {
      class_type: "EmptyLatentImage",
      inputs: { width: options.width ?? 64, height: options.height ?? 64, batch_size: options.batch ?? 1 },
    },
    "6": {
      class_type: "CLIPTextEncode",
      inputs: { text: options.text ?? "a red kite over the sea", clip: ["4", 1] },
    },
    "7": { class_type: "CLIPTextEncode", inputs: { text: options.negative ?? "", clip: ["4", 1] } },
    "3": {
      class_type: "KSampler",
      inputs: {
        seed: options.seed ?? 1,
        steps: options.steps ?? 3,
        cfg: options.cfg ?? 7,
        sampler_name: options.sampler ?? "euler",
        scheduler: options.scheduler ?? "normal",
        denoise: options.denoise ?? 1,
        model: ["4", 0],
        positive: ["6", 0],
        negative: ["7", 0],
        latent_image: ["5", 0],
      },
    },
    "8": { class_type: "VAEDecode", inputs: { samples: ["3", 0], vae: ["4", 2] } },
    "9": { class_type: "SaveImage", inputs: { filename_prefix: options.prefix ?? "test", images: ["8", 0] } },
  };
}
