// Generated from plugin.json by `npm run gen`; do not edit.

export type WanTextToVideoParams = {
  /** What the video shows. Default: "". */
  readonly prompt: string;
  /** What the video should not show. Default: "". */
  readonly negative: string;
  /** Wan text-to-video model; found by its name (wan, t2v) when not given. A GGUF file needs the extension ComfyUI-GGUF. */
  readonly diffusionModel?: string;
  /** Number format of the diffusion model's weights in memory; ignored for GGUF. Default: "fp8_e4m3fn_fast". */
  readonly weightDtype: "default" | "fp8_e4m3fn" | "fp8_e4m3fn_fast" | "fp8_e5m2";
  /** Text encoder file; found by its name (umt5) when not given. */
  readonly encoder1?: string;
  /** VAE file; found by its name (wan_2.1_vae) when not given. */
  readonly vae?: string;
  /** Shifts the noise schedule towards high noise. Default: 8. */
  readonly shift: number;
  /** 0 to 18446744073709551615; a random seed when not given. */
  readonly seed?: string;
  /** Unit: px. Default: 832. */
  readonly width: number;
  /** Unit: px. Default: 480. */
  readonly height: number;
  /** A multiple of 4 plus 1, such as 29, 33 or 81. Default: 33. */
  readonly frames: number;
  /** Default: 20. */
  readonly steps: number;
  /** How closely the video follows the prompt (classifier-free guidance). Default: 5. */
  readonly cfg: number;
  /** Default: "uni_pc". */
  readonly sampler: string;
  /** Default: "simple". */
  readonly scheduler: string;
  /** Denoising strength, the fraction of the noise schedule that is used. Default: 1. */
  readonly denoise: number;
  /** Videos in one run. Default: 1. */
  readonly batchSize: number;
  /** Makes only this video of the batch, counted from 1; 0 makes all. Default: 0. */
  readonly batchIndex: number;
  /** Frames per second of the video. Default: 16. */
  readonly fps: number;
  /** Default: true. */
  readonly lossless: boolean;
  /** Quality of the file; for a lossless file, the effort that goes into a smaller file. Default: 85. */
  readonly quality: number;
  /** Slower compression makes smaller files. Default: "default". */
  readonly method: "default" | "fastest" | "slowest";
};

export type WanImageToVideoParams = {
  /** What the video shows. Default: "". */
  readonly prompt: string;
  /** What the video should not show. Default: "". */
  readonly negative: string;
  /** File of the image that the video begins with; the backend crops it to the aspect ratio of the video. */
  readonly image: string;
  /** CLIP vision model that encodes the image; found by its name (clip_vision_h) when not given. none leaves it out, for models that take none (Wan 2.2). */
  readonly clipVision?: string;
  /** Wan image-to-video model; found by its name (wan, i2v) when not given. A GGUF file needs the extension ComfyUI-GGUF. */
  readonly diffusionModel?: string;
  /** Number format of the diffusion model's weights in memory; ignored for GGUF. Default: "fp8_e4m3fn_fast". */
  readonly weightDtype: "default" | "fp8_e4m3fn" | "fp8_e4m3fn_fast" | "fp8_e5m2";
  /** Text encoder file; found by its name (umt5) when not given. */
  readonly encoder1?: string;
  /** VAE file; found by its name (wan_2.1_vae) when not given. */
  readonly vae?: string;
  /** Shifts the noise schedule towards high noise. Default: 8. */
  readonly shift: number;
  /** 0 to 18446744073709551615; a random seed when not given. */
  readonly seed?: string;
  /** Unit: px. Default: 512. */
  readonly width: number;
  /** Unit: px. Default: 512. */
  readonly height: number;
  /** A multiple of 4 plus 1, such as 29, 33 or 81. Default: 33. */
  readonly frames: number;
  /** Default: 20. */
  readonly steps: number;
  /** How closely the video follows the prompt (classifier-free guidance). Default: 5. */
  readonly cfg: number;
  /** Default: "uni_pc". */
  readonly sampler: string;
  /** Default: "simple". */
  readonly scheduler: string;
  /** Denoising strength, the fraction of the noise schedule that is used. Default: 1. */
  readonly denoise: number;
  /** Videos in one run. Default: 1. */
  readonly batchSize: number;
  /** Makes only this video of the batch, counted from 1; 0 makes all. Default: 0. */
  readonly batchIndex: number;
  /** Frames per second of the video. Default: 16. */
  readonly fps: number;
  /** Default: true. */
  readonly lossless: boolean;
  /** Quality of the file; for a lossless file, the effort that goes into a smaller file. Default: 85. */
  readonly quality: number;
  /** Slower compression makes smaller files. Default: "default". */
  readonly method: "default" | "fastest" | "slowest";
};
