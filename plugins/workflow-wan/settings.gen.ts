// Generated from plugin.json by `npm run gen`; do not edit.

export type WanTextToVideoParams = {
  /** What the film shows. Default: "". */
  readonly prompt: string;
  /** What it should not show. Default: "". */
  readonly negative: string;
  /** Wan model for text; found by its name (wan, t2v) when not given. A GGUF file needs its extension. */
  readonly diffusionModel?: string;
  /** Number format of the model's weights in memory; not for GGUF. Default: "fp8_e4m3fn_fast". */
  readonly weightDtype: "default" | "fp8_e4m3fn" | "fp8_e4m3fn_fast" | "fp8_e5m2";
  /** Found by its name (umt5) when not given. */
  readonly encoder1?: string;
  /** Found by its name (wan_2.1_vae) when not given. */
  readonly vae?: string;
  /** Moves the noise schedule towards noise. Default: 8. */
  readonly shift: number;
  /** 0 to 18446744073709551615; a random one when not given. */
  readonly seed?: string;
  /** Unit: px. Default: 832. */
  readonly width: number;
  /** Unit: px. Default: 480. */
  readonly height: number;
  /** A multiple of 4 and one more: 29, 33, 81. Default: 33. */
  readonly frames: number;
  /** Default: 20. */
  readonly steps: number;
  /** How strongly the prompt is followed (classifier-free guidance). Default: 5. */
  readonly cfg: number;
  /** Default: "uni_pc". */
  readonly sampler: string;
  /** Default: "simple". */
  readonly scheduler: string;
  /** Share of the noise schedule that is used. Default: 1. */
  readonly denoise: number;
  /** Films in one run. Default: 1. */
  readonly batchSize: number;
  /** Makes only this one of the batch, counted from 1; 0 makes all. Default: 0. */
  readonly batchIndex: number;
  /** Of the film. Default: 16. */
  readonly fps: number;
  /** Default: true. */
  readonly lossless: boolean;
  /** Of the file; where it is lossless, how much time goes into a smaller one. Default: 85. */
  readonly quality: number;
  /** Slower makes smaller files. Default: "default". */
  readonly method: "default" | "fastest" | "slowest";
};

export type WanImageToVideoParams = {
  /** What the film shows. Default: "". */
  readonly prompt: string;
  /** What it should not show. Default: "". */
  readonly negative: string;
  /** File that the film begins with; the backend cuts it to the film's shape. */
  readonly image: string;
  /** Model that sees the picture; found by its name (clip_vision_h) when not given. none leaves it out, for models that take none (Wan 2.2). */
  readonly clipVision?: string;
  /** Wan model for pictures; found by its name (wan, i2v) when not given. A GGUF file needs its extension. */
  readonly diffusionModel?: string;
  /** Number format of the model's weights in memory; not for GGUF. Default: "fp8_e4m3fn_fast". */
  readonly weightDtype: "default" | "fp8_e4m3fn" | "fp8_e4m3fn_fast" | "fp8_e5m2";
  /** Found by its name (umt5) when not given. */
  readonly encoder1?: string;
  /** Found by its name (wan_2.1_vae) when not given. */
  readonly vae?: string;
  /** Moves the noise schedule towards noise. Default: 8. */
  readonly shift: number;
  /** 0 to 18446744073709551615; a random one when not given. */
  readonly seed?: string;
  /** Unit: px. Default: 512. */
  readonly width: number;
  /** Unit: px. Default: 512. */
  readonly height: number;
  /** A multiple of 4 and one more: 29, 33, 81. Default: 33. */
  readonly frames: number;
  /** Default: 20. */
  readonly steps: number;
  /** How strongly the prompt is followed (classifier-free guidance). Default: 5. */
  readonly cfg: number;
  /** Default: "uni_pc". */
  readonly sampler: string;
  /** Default: "simple". */
  readonly scheduler: string;
  /** Share of the noise schedule that is used. Default: 1. */
  readonly denoise: number;
  /** Films in one run. Default: 1. */
  readonly batchSize: number;
  /** Makes only this one of the batch, counted from 1; 0 makes all. Default: 0. */
  readonly batchIndex: number;
  /** Of the film. Default: 16. */
  readonly fps: number;
  /** Default: true. */
  readonly lossless: boolean;
  /** Of the file; where it is lossless, how much time goes into a smaller one. Default: 85. */
  readonly quality: number;
  /** Slower makes smaller files. Default: "default". */
  readonly method: "default" | "fastest" | "slowest";
};
