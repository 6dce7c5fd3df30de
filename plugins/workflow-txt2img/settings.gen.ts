// Generated from plugin.json by `npm run gen`; do not edit.

export type Txt2imgParams = {
  /** What the picture shows. Default: "". */
  readonly prompt: string;
  /** Default: "". */
  readonly negative: string;
  /** Checkpoint as the backend names it; the backend's first one when not given. */
  readonly model: string;
  /** Decoder in place of the checkpoint's own. */
  readonly vae?: string;
  /** 1 uses the last layer of the text encoder, 2 the one before, .... Default: 1. */
  readonly clipSkip: number;
  /** Second checkpoint that finishes the sampling. */
  readonly refiner?: string;
  /** Steps of the refiner, after `steps` of the model. Default: 10. */
  readonly refinerSteps: number;
  /** 0 to 18446744073709551615; a random one when not given. */
  readonly seed?: string;
  /** Unit: px. Default: 1024. */
  readonly width: number;
  /** Unit: px. Default: 1024. */
  readonly height: number;
  /** Default: 20. */
  readonly steps: number;
  /** How strongly the prompt is followed (classifier-free guidance). Default: 5. */
  readonly cfg: number;
  /** Default: "euler_ancestral". */
  readonly sampler: string;
  /** One of the backend's, or sd_turbo (at most 10 steps, without a refiner). Default: "normal". */
  readonly scheduler: string;
  /** Share of the noise schedule that is used; more than 0 with a refiner. Default: 1. */
  readonly denoise: number;
  /** Pictures in one run. Default: 1. */
  readonly batchSize: number;
  /** Makes only this picture of the batch, counted from 1; 0 makes all. Default: 0. */
  readonly batchIndex: number;
};
