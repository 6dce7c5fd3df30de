// Generated from plugin.json by `npm run gen`; do not edit.

export type Img2imgParams = {
  /** What the image shows. Default: "". */
  readonly prompt: string;
  /** What the image should not show; has no effect with embedded guidance (Flux, HiDream). Default: "". */
  readonly negative: string;
  /** File of the image to start from: PNG, JPEG, WebP, GIF, BMP or AVIF. */
  readonly image: string;
  /** File of an image whose white parts are sampled again; the rest goes through the VAE only. */
  readonly mask?: string;
  /** Decides which files the model needs, how it is sampled, and the recommended settings. auto detects the family from the name of diffusionModel; without diffusionModel, auto means checkpoint. Default: "auto". */
  readonly family:
    "auto" | "checkpoint" | "flux" | "flux2" | "z-image" | "z-image-turbo" | "anima" | "hidream" | "custom";
  /** Checkpoint as the backend names it; when neither model nor diffusionModel is given, the backend's first one whose name is not that of a model for video, inpainting or refining. */
  readonly model?: string;
  /** Model without text encoders and VAE, loaded instead of a checkpoint; a GGUF file needs the extension ComfyUI-GGUF. */
  readonly diffusionModel?: string;
  /** Number format of the diffusion model's weights in memory; ignored for GGUF. Default: "default". */
  readonly weightDtype: "default" | "fp8_e4m3fn" | "fp8_e4m3fn_fast" | "fp8_e5m2";
  /** First text encoder; found by the names of the family when not given. With a checkpoint it replaces the checkpoint's own text encoder. */
  readonly encoder1?: string;
  /** Second text encoder; see encoder1. */
  readonly encoder2?: string;
  /** Third text encoder; see encoder1. */
  readonly encoder3?: string;
  /** Fourth text encoder; see encoder1. */
  readonly encoder4?: string;
  /** Value of the loader's input type, such as sdxl, sd3, flux, hidream, qwen_image, lumina2. Decided by the family when not given, and for custom by the number of text encoders. */
  readonly encoderType?: string;
  /** VAE file. When not given, the checkpoint's own VAE is used; for a diffusion model, it is found by the name that the family uses. */
  readonly vae?: string;
  /** 1 uses the last layer of the text encoder, 2 the layer before it, and so on. Default: 1. */
  readonly clipSkip: number;
  /** The checkpoint is quantized to NF4 (4 bits) and loaded by an extension. Default: false. */
  readonly nf4: boolean;
  /** File (.yaml) that describes an old checkpoint; copied into the backend's folder models/configs, which must be on this machine. */
  readonly modelConfig?: string;
  /** Shifts the noise schedule towards high noise. When not given, 3 for Z-Image and HiDream, otherwise no shift. */
  readonly shift?: number;
  /** Guidance embedded in the conditioning. When not given, 3.5 for Flux, HiDream and most custom models, otherwise none. 0 embeds none, so that cfg takes effect. */
  readonly guidance?: number;
  /** Second checkpoint that finishes the sampling. */
  readonly refiner?: string;
  /** Steps of the refiner, after `steps` of the base model. Default: 10. */
  readonly refinerSteps: number;
  /** 0 to 18446744073709551615; a random seed when not given. */
  readonly seed?: string;
  /** The width of the start image when not given; in proportion when only height is given. Unit: px. */
  readonly width?: number;
  /** The height of the start image when not given; in proportion when only width is given. Unit: px. */
  readonly height?: number;
  /** When not given, 30 for Z-Image and Anima, 8 for Z-Image Turbo, otherwise 20. */
  readonly steps?: number;
  /** How closely the image follows the prompt (classifier-free guidance). When not given, 4 for Z-Image and Anima, 1 for Z-Image Turbo, otherwise 5. Has no effect with embedded guidance. */
  readonly cfg?: number;
  /** When not given, euler for Flux, Flux.2 and HiDream, res_multistep for Z-Image, er_sde for Anima, otherwise euler_ancestral. */
  readonly sampler?: string;
  /** A scheduler of the backend, or align_your_steps, or sd_turbo (at most 10 steps); the last two exclude a refiner. When not given, normal for a checkpoint, otherwise simple. Flux.2 ignores it and uses its own scheduler. */
  readonly scheduler?: string;
  /** Kind of model whose noise levels the scheduler align_your_steps uses. Default: "SDXL". */
  readonly alignedTo: "SD1" | "SDXL" | "SVD";
  /** Denoising strength, the fraction of the noise schedule that is used: 0 keeps the start image, 1 ignores it. Default: 0.7. */
  readonly denoise: number;
  /** Images in one run. Default: 1. */
  readonly batchSize: number;
  /** Makes only this image of the batch, counted from 1; 0 makes all. Default: 0. */
  readonly batchIndex: number;
};
