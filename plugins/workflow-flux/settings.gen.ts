// Generated from plugin.json by `npm run gen`; do not edit.

export type FluxParams = {
  /** What the image shows. Default: "". */
  readonly prompt: string;
  /** Flux model as the backend names it; found by its name when not given. A GGUF file needs the extension ComfyUI-GGUF. */
  readonly diffusionModel?: string;
  /** Number format of the diffusion model's weights in memory; ignored for GGUF. Default: "default". */
  readonly weightDtype: "default" | "fp8_e4m3fn" | "fp8_e4m3fn_fast" | "fp8_e5m2";
  /** Text encoder CLIP-L; found by its name when not given. */
  readonly encoder1?: string;
  /** Text encoder T5; found by its name when not given. */
  readonly encoder2?: string;
  /** VAE file; found by its name (ae) when not given. */
  readonly vae?: string;
  /** 0 to 18446744073709551615; a random seed when not given. */
  readonly seed?: string;
  /** Unit: px. Default: 1024. */
  readonly width: number;
  /** Unit: px. Default: 1024. */
  readonly height: number;
  /** Default: 20. */
  readonly steps: number;
  /** How closely the image follows the prompt; embedded in the conditioning, as a guidance-distilled model expects it. Default: 3.5. */
  readonly guidance: number;
  /** Default: "euler". */
  readonly sampler: string;
  /** Default: "simple". */
  readonly scheduler: string;
  /** Images in one run. Default: 1. */
  readonly batchSize: number;
  /** Makes only this image of the batch, counted from 1; 0 makes all. Default: 0. */
  readonly batchIndex: number;
};
