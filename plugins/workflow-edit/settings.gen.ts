// Generated from plugin.json by `npm run gen`; do not edit.

export type FluxKontextParams = {
  /** What to change, or what the picture shows. Default: "". */
  readonly prompt: string;
  /** Files to change; two are put side by side. Default: []. */
  readonly images: readonly string[];
  /** Found by its name (kontext) when not given. A GGUF file needs its extension. */
  readonly diffusionModel?: string;
  /** Number format of the model's weights in memory; not for GGUF. Default: "fp8_e4m3fn". */
  readonly weightDtype: "default" | "fp8_e4m3fn" | "fp8_e4m3fn_fast" | "fp8_e5m2";
  /** Found by its name (clip_l) when not given. */
  readonly encoder1?: string;
  /** Found by its name (t5xxl) when not given. */
  readonly encoder2?: string;
  /** Found by its name (ae) when not given. */
  readonly vae?: string;
  /** 0 to 18446744073709551615; a random one when not given. */
  readonly seed?: string;
  /** Without pictures; with them the size follows from their shape. Unit: px. Default: 1024. */
  readonly width: number;
  /** As the width. Unit: px. Default: 1024. */
  readonly height: number;
  /** Default: 25. */
  readonly steps: number;
  /** Guidance embedded in the prompt. Default: 3.5. */
  readonly guidance: number;
  /** Default: "euler". */
  readonly sampler: string;
  /** Default: "simple". */
  readonly scheduler: string;
  /** Pictures in one run. Default: 1. */
  readonly batchSize: number;
  /** Makes only this one of the batch, counted from 1; 0 makes all. Default: 0. */
  readonly batchIndex: number;
};

export type Flux2KleinParams = {
  /** What to change, or what the picture shows. Default: "". */
  readonly prompt: string;
  /** Files to change or to take from. Default: []. */
  readonly images: readonly string[];
  /** Found by its name (klein) when not given. A GGUF file needs its extension. */
  readonly diffusionModel?: string;
  /** Number format of the model's weights in memory; not for GGUF. Default: "default". */
  readonly weightDtype: "default" | "fp8_e4m3fn" | "fp8_e4m3fn_fast" | "fp8_e5m2";
  /** Found by its name when not given: qwen_3_8b for a model of 9B, else qwen_3_4b. */
  readonly encoder1?: string;
  /** Found by its name (flux2-vae) when not given. */
  readonly vae?: string;
  /** 0 to 18446744073709551615; a random one when not given. */
  readonly seed?: string;
  /** That of the first picture at about a megapixel when not given; 1024 without a picture. Unit: px. */
  readonly width?: number;
  /** That of the first picture at about a megapixel when not given; 1024 without a picture. Unit: px. */
  readonly height?: number;
  /** 4 when not given, 20 for a model whose name says base. */
  readonly steps?: number;
  /** How strongly the prompt is followed (classifier-free guidance). 1 when not given, 5 for a model whose name says base. */
  readonly cfg?: number;
  /** Default: "euler". */
  readonly sampler: string;
  /** Pictures in one run. Default: 1. */
  readonly batchSize: number;
  /** Makes only this one of the batch, counted from 1; 0 makes all. Default: 0. */
  readonly batchIndex: number;
};

export type QwenImageEditParams = {
  /** What to change. Default: "". */
  readonly prompt: string;
  /** What the result should not show. Default: "". */
  readonly negative: string;
  /** Files to change or to take from. */
  readonly images: readonly string[];
  /** Found by its name (qwen_image_edit) when not given. A GGUF file needs its extension. */
  readonly diffusionModel?: string;
  /** Number format of the model's weights in memory; not for GGUF. Default: "default". */
  readonly weightDtype: "default" | "fp8_e4m3fn" | "fp8_e4m3fn_fast" | "fp8_e5m2";
  /** Found by its name (qwen_2.5_vl) when not given. */
  readonly encoder1?: string;
  /** Found by its name (qwen_image_vae) when not given. */
  readonly vae?: string;
  /** Moves the noise schedule towards noise. Default: 3.1. */
  readonly shift: number;
  /** 0 to 18446744073709551615; a random one when not given. */
  readonly seed?: string;
  /** That of the first picture at about a megapixel when not given. Unit: px. */
  readonly width?: number;
  /** That of the first picture at about a megapixel when not given. Unit: px. */
  readonly height?: number;
  /** Default: 20. */
  readonly steps: number;
  /** How strongly the prompt is followed (classifier-free guidance). Default: 4. */
  readonly cfg: number;
  /** Default: "euler". */
  readonly sampler: string;
  /** Default: "simple". */
  readonly scheduler: string;
  /** Pictures in one run. Default: 1. */
  readonly batchSize: number;
  /** Makes only this one of the batch, counted from 1; 0 makes all. Default: 0. */
  readonly batchIndex: number;
};
