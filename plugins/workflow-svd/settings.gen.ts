// Generated from plugin.json by `npm run gen`; do not edit.

export type SvdParams = {
  /** File that the film begins with; the backend cuts it to the film's shape. */
  readonly image: string;
  /** Checkpoint of Stable Video Diffusion as the backend names it; its first checkpoint when not given. */
  readonly model: string;
  /** 0 to 18446744073709551615; a random one when not given. */
  readonly seed?: string;
  /** Unit: px. Default: 1024. */
  readonly width: number;
  /** Unit: px. Default: 576. */
  readonly height: number;
  /** Models are trained for 14 or 25. Default: 14. */
  readonly frames: number;
  /** How much moves (motion bucket). Default: 127. */
  readonly motion: number;
  /** Noise that is added to the picture: more lets the film leave it further. Default: 0. */
  readonly augmentation: number;
  /** Default: 20. */
  readonly steps: number;
  /** How strongly the picture is followed at the last frame (classifier-free guidance). Default: 2.5. */
  readonly cfg: number;
  /** Default: 1. */
  readonly minCfg: number;
  /** Default: "euler". */
  readonly sampler: string;
  /** One of the backend's, or align_your_steps. Default: "karras". */
  readonly scheduler: string;
  /** Share of the noise schedule that is used. Default: 1. */
  readonly denoise: number;
  /** 1 only: the model takes a batch for the frames of one film. Default: 1. */
  readonly batchSize: number;
  /** Of the film. Default: 6. */
  readonly fps: number;
  /** What the model is told; `fps`, rounded, when not given. */
  readonly modelFps?: number;
  /** Default: true. */
  readonly lossless: boolean;
  /** Of the file; where it is lossless, how much time goes into a smaller one. Default: 85. */
  readonly quality: number;
  /** Slower makes smaller files. Default: "default". */
  readonly method: "default" | "fastest" | "slowest";
};
