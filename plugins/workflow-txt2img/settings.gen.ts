// Generated from plugin.json by `npm run gen`; do not edit.

export type Txt2imgParams = {
  /** What the picture shows. Default: "". */
  readonly prompt: string;
  /** What it should not show; without effect where guidance is embedded in the prompt (Flux, HiDream). Default: "". */
  readonly negative: string;
  /** Family of the model: what it needs, how it is sampled, and what is recommended for it. auto reads it from the name of diffusionModel, and is checkpoint without one. Default: "auto". */
  readonly profile:
    "auto" | "checkpoint" | "flux" | "flux2" | "z-image" | "z-image-turbo" | "anima" | "hidream" | "custom";
  /** Checkpoint as the backend names it; the backend's first one when neither it nor diffusionModel is given. */
  readonly model?: string;
  /** Model without text encoders and VAE, loaded in place of a checkpoint; a GGUF file needs its extension. */
  readonly diffusionModel?: string;
  /** Number format of a diffusion model's weights in memory; not for GGUF. Default: "default". */
  readonly weightDtype: "default" | "fp8_e4m3fn" | "fp8_e4m3fn_fast" | "fp8_e5m2";
  /** First text encoder; found by the profile when not given. Beside a checkpoint it replaces the checkpoint's own. */
  readonly encoder1?: string;
  /** Second text encoder, as the first. */
  readonly encoder2?: string;
  /** Third text encoder, as the first. */
  readonly encoder3?: string;
  /** Fourth text encoder, as the first. */
  readonly encoder4?: string;
  /** Kind of the text encoders, such as sdxl, sd3, flux, hidream, qwen_image, lumina2: what their loader takes as type. By the profile when not given, and for custom by their number. */
  readonly encoderType?: string;
  /** Encoder and decoder of pictures, in place of the checkpoint's own; for a diffusion model found by the profile when not given. */
  readonly vae?: string;
  /** 1 uses the last layer of the text encoder, 2 the one before, .... Default: 1. */
  readonly clipSkip: number;
  /** The checkpoint is quantised to NF4: loaded by an extension. Default: false. */
  readonly nf4: boolean;
  /** File (.yaml) that describes an old checkpoint; brought into the backend's folder of configurations, which must be on this machine. */
  readonly modelConfig?: string;
  /** Moves the noise schedule towards noise; 3 for Z-Image and HiDream when not given, else not moved. */
  readonly shift?: number;
  /** Guidance embedded in the prompt; 3.5 for Flux, HiDream and most custom models when not given, else none. 0 for none: then cfg counts. */
  readonly guidance?: number;
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
  /** 20 when not given; 30 for Z-Image and Anima, 8 for Z-Image Turbo. */
  readonly steps?: number;
  /** How strongly the prompt is followed (classifier-free guidance). 5 when not given; 4 for Z-Image and Anima, 1 for Z-Image Turbo, and without effect beside guidance. */
  readonly cfg?: number;
  /** euler_ancestral when not given; euler for Flux, Flux.2 and HiDream, res_multistep for Z-Image, er_sde for Anima. */
  readonly sampler?: string;
  /** One of the backend's, or align_your_steps, or sd_turbo (at most 10 steps); these two without a refiner. normal for a checkpoint when not given, else simple. Flux.2 has its own. */
  readonly scheduler?: string;
  /** Family whose table the scheduler align_your_steps takes. Default: "SDXL". */
  readonly alignedTo: "SD1" | "SDXL" | "SVD";
  /** Share of the noise schedule that is used; more than 0 with a refiner. Default: 1. */
  readonly denoise: number;
  /** Pictures in one run. Default: 1. */
  readonly batchSize: number;
  /** Makes only this picture of the batch, counted from 1; 0 makes all. Default: 0. */
  readonly batchIndex: number;
};
