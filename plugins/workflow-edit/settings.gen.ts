// Generated from plugin.json by `npm run gen`; do not edit.

export type FluxKontextParams = {
  /** What to change; without an image, what the new image shows. Default: "". */
  readonly prompt: string;
  /** Files of the images to edit; two are placed side by side. Default: []. */
  readonly images: readonly string[];
  /** Found by its name (kontext) when not given. A GGUF file needs the extension ComfyUI-GGUF. */
  readonly diffusionModel?: string;
  /** Number format of the diffusion model's weights in memory; ignored for GGUF. Default: "fp8_e4m3fn". */
  readonly weightDtype: "default" | "fp8_e4m3fn" | "fp8_e4m3fn_fast" | "fp8_e5m2";
  /** Found by its name (clip_l) when not given. */
  readonly encoder1?: string;
  /** Found by its name (t5xxl) when not given. */
  readonly encoder2?: string;
  /** Found by its name (ae) when not given. */
  readonly vae?: string;
  /** 0 to 18446744073709551615; a random seed when not given. */
  readonly seed?: string;
  /** Used only without an image; with images, their aspect ratio decides the size. Unit: px. Default: 1024. */
  readonly width: number;
  /** Used only without an image, like the width. Unit: px. Default: 1024. */
  readonly height: number;
  /** Default: 25. */
  readonly steps: number;
  /** How closely the image follows the prompt; embedded in the conditioning. Default: 3.5. */
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

export type Flux2KleinParams = {
  /** What to change; without an image, what the new image shows. Default: "". */
  readonly prompt: string;
  /** Files of the images to edit or to take something from. Default: []. */
  readonly images: readonly string[];
  /** Found by its name (klein) when not given. A GGUF file needs the extension ComfyUI-GGUF. */
  readonly diffusionModel?: string;
  /** Number format of the diffusion model's weights in memory; ignored for GGUF. Default: "default". */
  readonly weightDtype: "default" | "fp8_e4m3fn" | "fp8_e4m3fn_fast" | "fp8_e5m2";
  /** Found by its name when not given: qwen_3_8b for a model with 9B in its file name, else qwen_3_4b. */
  readonly encoder1?: string;
  /** Found by its name (flux2-vae) when not given. */
  readonly vae?: string;
  /** 0 to 18446744073709551615; a random seed when not given. */
  readonly seed?: string;
  /** When not given, the width of the first image scaled to about a megapixel, or 1024 without an image. Unit: px. */
  readonly width?: number;
  /** When not given, the height of the first image scaled to about a megapixel, or 1024 without an image. Unit: px. */
  readonly height?: number;
  /** 4 when not given, or 20 for a model whose file name contains the word base. */
  readonly steps?: number;
  /** How strongly the prompt is followed (classifier-free guidance). 1 when not given, or 5 for a model whose file name contains the word base. */
  readonly cfg?: number;
  /** Default: "euler". */
  readonly sampler: string;
  /** Images in one run. Default: 1. */
  readonly batchSize: number;
  /** Makes only this image of the batch, counted from 1; 0 makes all. Default: 0. */
  readonly batchIndex: number;
};

export type QwenImageEditParams = {
  /** What to change. Default: "". */
  readonly prompt: string;
  /** What the image should not show. Default: "". */
  readonly negative: string;
  /** Files of the images to edit or to take something from. */
  readonly images: readonly string[];
  /** Found by its name (qwen_image_edit) when not given. A GGUF file needs the extension ComfyUI-GGUF. */
  readonly diffusionModel?: string;
  /** Number format of the diffusion model's weights in memory; ignored for GGUF. Default: "default". */
  readonly weightDtype: "default" | "fp8_e4m3fn" | "fp8_e4m3fn_fast" | "fp8_e5m2";
  /** Found by its name (qwen_2.5_vl) when not given. */
  readonly encoder1?: string;
  /** Found by its name (qwen_image_vae) when not given. */
  readonly vae?: string;
  /** Shifts the noise schedule towards high noise. Default: 3.1. */
  readonly shift: number;
  /** 0 to 18446744073709551615; a random seed when not given. */
  readonly seed?: string;
  /** When not given, the width of the first image scaled to about a megapixel. Unit: px. */
  readonly width?: number;
  /** When not given, the height of the first image scaled to about a megapixel. Unit: px. */
  readonly height?: number;
  /** Default: 20. */
  readonly steps: number;
  /** How strongly the prompt is followed (classifier-free guidance). Default: 4. */
  readonly cfg: number;
  /** Default: "euler". */
  readonly sampler: string;
  /** Default: "simple". */
  readonly scheduler: string;
  /** Images in one run. Default: 1. */
  readonly batchSize: number;
  /** Makes only this image of the batch, counted from 1; 0 makes all. Default: 0. */
  readonly batchIndex: number;
};
