// Generated from plugin.json by `npm run gen`; do not edit.

export type SvdParams = {
  /** File of the image that the video begins with; the backend crops it to the aspect ratio of the video. */
  readonly image: string;
  /** Stable Video Diffusion checkpoint, as the backend names it; when not given, the first one with svd in its name, or the backend's first. */
  readonly model: string;
  /** 0 to 18446744073709551615; a random seed when not given. */
  readonly seed?: string;
  /** Unit: px. Default: 1024. */
  readonly width: number;
  /** Unit: px. Default: 576. */
  readonly height: number;
  /** Number of frames; the models are trained for 14 or 25. Default: 14. */
  readonly frames: number;
  /** Amount of motion (motion bucket id). Default: 127. */
  readonly motion: number;
  /** Noise added to the image; with more noise the video deviates further from the image. Default: 0. */
  readonly augmentation: number;
  /** Default: 20. */
  readonly steps: number;
  /** How closely the last frame follows the image (classifier-free guidance). Default: 2.5. */
  readonly cfg: number;
  /** Default: 1. */
  readonly minCfg: number;
  /** Default: "euler". */
  readonly sampler: string;
  /** A scheduler of the backend, or align_your_steps. Default: "karras". */
  readonly scheduler: string;
  /** Denoising strength, the fraction of the noise schedule that is used. Default: 1. */
  readonly denoise: number;
  /** Always 1: the model treats a batch as the frames of one video. Default: 1. */
  readonly batchSize: number;
  /** Frames per second of the video. Default: 6. */
  readonly fps: number;
  /** Frame rate that the model is conditioned on; `fps`, rounded, when not given. */
  readonly modelFps?: number;
  /** Default: true. */
  readonly lossless: boolean;
  /** Quality of the file; for a lossless file, the effort that goes into a smaller file. Default: 85. */
  readonly quality: number;
  /** Slower compression makes smaller files. Default: "default". */
  readonly method: "default" | "fastest" | "slowest";
};
