// Generated from the catalog of ComfyUI 0.33.0 in test/fixtures by `npm run gen`; do not edit.

import type { InputValue, Link, TypedLink } from "@pictor/kernel/plugin";

type Whole = number | bigint | TypedLink<"INT">;
type Decimal = number | TypedLink<"FLOAT">;
type Text = string | TypedLink<"STRING">;
type Flag = boolean | TypedLink<"BOOLEAN">;
type Choice = string | TypedLink<"COMBO">;

export type CoreNodes = {
  APG: {
    inputs: { model: TypedLink<"MODEL">; eta: Decimal; norm_threshold: Decimal; momentum: Decimal };
    outputs: ["MODEL"];
  };
  ARVideoI2V: {
    inputs: {
      model: TypedLink<"MODEL">;
      vae: TypedLink<"VAE">;
      start_image: TypedLink<"IMAGE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
    };
    outputs: ["MODEL", "LATENT"];
  };
  AddLayer: {
    inputs: {
      image: TypedLink<"IMAGE">;
      layers?: TypedLink<"LAYERS"> | undefined;
      mask?: TypedLink<"MASK"> | undefined;
      name?: Text | undefined;
      x?: Whole | undefined;
      y?: Whole | undefined;
      opacity?: Decimal | undefined;
      blend_mode?: Choice | undefined;
      rotation?: Decimal | undefined;
      width?: Whole | undefined;
      height?: Whole | undefined;
      z_index?: Whole | undefined;
      flip_h?: Flag | undefined;
      flip_v?: Flag | undefined;
    };
    outputs: ["LAYERS"];
  };
  AddNoise: {
    inputs: {
      model: TypedLink<"MODEL">;
      noise: TypedLink<"NOISE">;
      sigmas: TypedLink<"SIGMAS">;
      latent_image: TypedLink<"LATENT">;
    };
    outputs: ["LATENT"];
  };
  AddTextPrefix: { inputs: { texts: Text; prefix: Text }; outputs: ["STRING"] };
  AddTextSuffix: { inputs: { texts: Text; suffix: Text }; outputs: ["STRING"] };
  AdjustBrightness: { inputs: { images: TypedLink<"IMAGE">; factor: Decimal }; outputs: ["IMAGE"] };
  AdjustContrast: { inputs: { images: TypedLink<"IMAGE">; factor: Decimal }; outputs: ["IMAGE"] };
  AlignYourStepsScheduler: {
    inputs: { model_type: "SD1" | "SDXL" | "SVD" | TypedLink<"COMBO">; steps: Whole; denoise: Decimal };
    outputs: ["SIGMAS"];
  };
  AnimaLLLiteApply: {
    inputs: {
      model: TypedLink<"MODEL">;
      model_patch: TypedLink<"MODEL_PATCH">;
      image: TypedLink<"IMAGE">;
      strength: Decimal;
      start_percent: Decimal;
      end_percent: Decimal;
      mask?: TypedLink<"MASK"> | undefined;
    };
    outputs: ["MODEL"];
  };
  ApplyTextureToMesh: {
    inputs: {
      mesh: TypedLink<"MESH">;
      base_color: TypedLink<"IMAGE">;
      metallic?: TypedLink<"IMAGE"> | undefined;
      roughness?: TypedLink<"IMAGE"> | undefined;
      occlusion?: TypedLink<"IMAGE"> | undefined;
      normal_map?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: ["MESH"];
  };
  AudioAdjustVolume: { inputs: { audio: TypedLink<"AUDIO">; volume: Whole }; outputs: ["AUDIO"] };
  AudioConcat: {
    inputs: {
      audio1: TypedLink<"AUDIO">;
      audio2: TypedLink<"AUDIO">;
      direction: "after" | "before" | TypedLink<"COMBO">;
    };
    outputs: ["AUDIO"];
  };
  AudioEncoderEncode: {
    inputs: { audio_encoder: TypedLink<"AUDIO_ENCODER">; audio: TypedLink<"AUDIO"> };
    outputs: ["AUDIO_ENCODER_OUTPUT"];
  };
  AudioEncoderLoader: { inputs: { audio_encoder_name: Choice }; outputs: ["AUDIO_ENCODER"] };
  AudioEqualizer3Band: {
    inputs: {
      audio: TypedLink<"AUDIO">;
      low_gain_dB: Decimal;
      low_freq: Whole;
      mid_gain_dB: Decimal;
      mid_freq: Whole;
      mid_q: Decimal;
      high_gain_dB: Decimal;
      high_freq: Whole;
    };
    outputs: ["AUDIO"];
  };
  AudioMerge: {
    inputs: {
      audio1: TypedLink<"AUDIO">;
      audio2: TypedLink<"AUDIO">;
      merge_method: "add" | "mean" | "subtract" | "multiply" | TypedLink<"COMBO">;
    };
    outputs: ["AUDIO"];
  };
  BakeAmbientOcclusion: {
    inputs: {
      low_poly: TypedLink<"MESH">;
      high_poly: TypedLink<"MESH">;
      resolution: Whole;
      samples: Whole;
      max_distance: Decimal;
      strength: Decimal;
      bias: Decimal;
    };
    outputs: ["IMAGE"];
  };
  BakeNormalMapFromMesh: {
    inputs: {
      low_poly: TypedLink<"MESH">;
      high_poly: TypedLink<"MESH">;
      resolution: Whole;
      cage_distance: Decimal;
      ignore_backfaces: Flag;
    };
    outputs: ["IMAGE"];
  };
  BakeTextureFromVoxel: {
    inputs: {
      mesh: TypedLink<"MESH">;
      voxel_colors: TypedLink<"VOXEL">;
      texture_size: Whole;
      reference_mesh?: TypedLink<"MESH"> | undefined;
    };
    outputs: ["IMAGE", "IMAGE", "IMAGE"];
  };
  BasicGuider: {
    inputs: { model: TypedLink<"MODEL">; conditioning: TypedLink<"CONDITIONING"> };
    outputs: ["GUIDER"];
  };
  BasicScheduler: {
    inputs: { model: TypedLink<"MODEL">; scheduler: Choice; steps: Whole; denoise: Decimal };
    outputs: ["SIGMAS"];
  };
  BatchImagesNode: { inputs: { [part: `images.${string}`]: InputValue | undefined }; outputs: ["IMAGE"] };
  BatchLatentsNode: { inputs: { [part: `latents.${string}`]: InputValue | undefined }; outputs: ["LATENT"] };
  BatchMasksNode: { inputs: { [part: `masks.${string}`]: InputValue | undefined }; outputs: ["MASK"] };
  BerniniConditioning: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      source_video?: TypedLink<"IMAGE"> | undefined;
      reference_video?: TypedLink<"IMAGE"> | undefined;
      ref_max_size?: Whole | undefined;
      [part: `reference_images.${string}`]: InputValue | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  BetaSamplingScheduler: {
    inputs: { model: TypedLink<"MODEL">; steps: Whole; alpha: Decimal; beta: Decimal };
    outputs: ["SIGMAS"];
  };
  BuildJsonPromptIdeogram: {
    inputs: {
      element: TypedLink<"ARRAY">;
      high_level_description: Text;
      background: Text;
      style: "none" | "photo" | "art_style" | TypedLink<"COMBO">;
      aesthetics: Text;
      lighting: Text;
      medium: Text;
      color_palette: InputValue;
      [part: `style.${string}`]: InputValue | undefined;
    };
    outputs: ["DICT"];
  };
  CFGGuider: {
    inputs: {
      model: TypedLink<"MODEL">;
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      cfg: Decimal;
    };
    outputs: ["GUIDER"];
  };
  CFGNorm: {
    inputs: { model: TypedLink<"MODEL">; strength: Decimal; pre_cfg?: Flag | undefined };
    outputs: ["MODEL"];
  };
  CFGOverride: {
    inputs: { model: TypedLink<"MODEL">; cfg: Decimal; start_percent: Decimal; end_percent: Decimal };
    outputs: ["MODEL"];
  };
  CFGZeroStar: { inputs: { model: TypedLink<"MODEL"> }; outputs: ["MODEL"] };
  CLIPAttentionMultiply: {
    inputs: { clip: TypedLink<"CLIP">; q: Decimal; k: Decimal; v: Decimal; out: Decimal };
    outputs: ["CLIP"];
  };
  CLIPLoader: {
    inputs: { clip_name: Choice; type: Choice; device?: "default" | "cpu" | undefined };
    outputs: ["CLIP"];
  };
  CLIPMergeAdd: { inputs: { clip1: TypedLink<"CLIP">; clip2: TypedLink<"CLIP"> }; outputs: ["CLIP"] };
  CLIPMergeSimple: {
    inputs: { clip1: TypedLink<"CLIP">; clip2: TypedLink<"CLIP">; ratio: Decimal };
    outputs: ["CLIP"];
  };
  CLIPMergeSubtract: {
    inputs: { clip1: TypedLink<"CLIP">; clip2: TypedLink<"CLIP">; multiplier: Decimal };
    outputs: ["CLIP"];
  };
  CLIPSave: { inputs: { clip: TypedLink<"CLIP">; filename_prefix: Text }; outputs: [] };
  CLIPSetLastLayer: { inputs: { clip: TypedLink<"CLIP">; stop_at_clip_layer: Whole }; outputs: ["CLIP"] };
  CLIPTextEncode: { inputs: { text: Text; clip: TypedLink<"CLIP"> }; outputs: ["CONDITIONING"] };
  CLIPTextEncodeControlnet: {
    inputs: { clip: TypedLink<"CLIP">; conditioning: TypedLink<"CONDITIONING">; text: Text };
    outputs: ["CONDITIONING"];
  };
  CLIPTextEncodeFlux: {
    inputs: { clip: TypedLink<"CLIP">; clip_l: Text; t5xxl: Text; guidance: Decimal };
    outputs: ["CONDITIONING"];
  };
  CLIPTextEncodeHiDream: {
    inputs: { clip: TypedLink<"CLIP">; clip_l: Text; clip_g: Text; t5xxl: Text; llama: Text };
    outputs: ["CONDITIONING"];
  };
  CLIPTextEncodeHunyuanDiT: {
    inputs: { clip: TypedLink<"CLIP">; bert: Text; mt5xl: Text };
    outputs: ["CONDITIONING"];
  };
  CLIPTextEncodeKandinsky5: {
    inputs: { clip: TypedLink<"CLIP">; clip_l: Text; qwen25_7b: Text };
    outputs: ["CONDITIONING"];
  };
  CLIPTextEncodeLumina2: {
    inputs: {
      system_prompt: "superior" | "alignment" | TypedLink<"COMBO">;
      user_prompt: Text;
      clip: TypedLink<"CLIP">;
    };
    outputs: ["CONDITIONING"];
  };
  CLIPTextEncodePixArtAlpha: {
    inputs: { width: Whole; height: Whole; text: Text; clip: TypedLink<"CLIP"> };
    outputs: ["CONDITIONING"];
  };
  CLIPTextEncodeSD3: {
    inputs: {
      clip: TypedLink<"CLIP">;
      clip_l: Text;
      clip_g: Text;
      t5xxl: Text;
      empty_padding: "none" | "empty_prompt" | TypedLink<"COMBO">;
    };
    outputs: ["CONDITIONING"];
  };
  CLIPTextEncodeSDXL: {
    inputs: {
      clip: TypedLink<"CLIP">;
      width: Whole;
      height: Whole;
      crop_w: Whole;
      crop_h: Whole;
      target_width: Whole;
      target_height: Whole;
      text_g: Text;
      text_l: Text;
    };
    outputs: ["CONDITIONING"];
  };
  CLIPTextEncodeSDXLRefiner: {
    inputs: { ascore: Decimal; width: Whole; height: Whole; text: Text; clip: TypedLink<"CLIP"> };
    outputs: ["CONDITIONING"];
  };
  CLIPVisionEncode: {
    inputs: { clip_vision: TypedLink<"CLIP_VISION">; image: TypedLink<"IMAGE">; crop: "center" | "none" };
    outputs: ["CLIP_VISION_OUTPUT"];
  };
  CLIPVisionLoader: { inputs: { clip_name: Choice }; outputs: ["CLIP_VISION"] };
  Canny: {
    inputs: { image: TypedLink<"IMAGE">; low_threshold: Decimal; high_threshold: Decimal };
    outputs: ["IMAGE"];
  };
  CaseConverter: {
    inputs: {
      string: Text;
      mode: "UPPERCASE" | "lowercase" | "Capitalize" | "Title Case" | TypedLink<"COMBO">;
    };
    outputs: ["STRING"];
  };
  CenterCropImages: {
    inputs: { images: TypedLink<"IMAGE">; width: Whole; height: Whole };
    outputs: ["IMAGE"];
  };
  CheckpointLoader: { inputs: { config_name: Choice; ckpt_name: Choice }; outputs: ["MODEL", "CLIP", "VAE"] };
  CheckpointLoaderSimple: { inputs: { ckpt_name: Choice }; outputs: ["MODEL", "CLIP", "VAE"] };
  CheckpointSave: {
    inputs: {
      model: TypedLink<"MODEL">;
      clip: TypedLink<"CLIP">;
      vae: TypedLink<"VAE">;
      filename_prefix: Text;
    };
    outputs: [];
  };
  ChromaRadianceOptions: {
    inputs: {
      model: TypedLink<"MODEL">;
      preserve_wrapper: Flag;
      start_sigma: Decimal;
      end_sigma: Decimal;
      nerf_tile_size: Whole;
      force_sequential_txt_ids: Flag;
    };
    outputs: ["MODEL"];
  };
  ColorToRGBInt: { inputs: { color: TypedLink<"COLOR"> }; outputs: ["INT", "COLOR", "FLOAT"] };
  ColorTransfer: {
    inputs: {
      image_target: TypedLink<"IMAGE">;
      image_ref: TypedLink<"IMAGE">;
      method: "reinhard_lab" | "mkl_lab" | "histogram" | TypedLink<"COMBO">;
      source_stats: "per_frame" | "uniform" | "target_frame" | TypedLink<"COMBO">;
      strength: Decimal;
      [part: `source_stats.${string}`]: InputValue | undefined;
    };
    outputs: ["IMAGE"];
  };
  CombineHooks2: {
    inputs: { hooks_A?: TypedLink<"HOOKS"> | undefined; hooks_B?: TypedLink<"HOOKS"> | undefined };
    outputs: ["HOOKS"];
  };
  CombineHooks4: {
    inputs: {
      hooks_A?: TypedLink<"HOOKS"> | undefined;
      hooks_B?: TypedLink<"HOOKS"> | undefined;
      hooks_C?: TypedLink<"HOOKS"> | undefined;
      hooks_D?: TypedLink<"HOOKS"> | undefined;
    };
    outputs: ["HOOKS"];
  };
  CombineHooks8: {
    inputs: {
      hooks_A?: TypedLink<"HOOKS"> | undefined;
      hooks_B?: TypedLink<"HOOKS"> | undefined;
      hooks_C?: TypedLink<"HOOKS"> | undefined;
      hooks_D?: TypedLink<"HOOKS"> | undefined;
      hooks_E?: TypedLink<"HOOKS"> | undefined;
      hooks_F?: TypedLink<"HOOKS"> | undefined;
      hooks_G?: TypedLink<"HOOKS"> | undefined;
      hooks_H?: TypedLink<"HOOKS"> | undefined;
    };
    outputs: ["HOOKS"];
  };
  ComfyAndNode: { inputs: { [part: `values.${string}`]: InputValue | undefined }; outputs: ["BOOLEAN"] };
  ComfyMathExpression: {
    inputs: { expression: Text; [part: `values.${string}`]: InputValue | undefined };
    outputs: ["FLOAT", "INT", "BOOLEAN"];
  };
  ComfyNotNode: { inputs: { value: Link }; outputs: ["BOOLEAN"] };
  ComfyNumberConvert: { inputs: { value: Whole | Decimal | Text | Flag }; outputs: ["FLOAT", "INT"] };
  ComfyOrNode: { inputs: { [part: `values.${string}`]: InputValue | undefined }; outputs: ["BOOLEAN"] };
  ComfySwitchNode: { inputs: { switch: Flag; on_false: Link; on_true: Link }; outputs: [string] };
  ConditioningAverage: {
    inputs: {
      conditioning_to: TypedLink<"CONDITIONING">;
      conditioning_from: TypedLink<"CONDITIONING">;
      conditioning_to_strength: Decimal;
    };
    outputs: ["CONDITIONING"];
  };
  ConditioningCombine: {
    inputs: { conditioning_1: TypedLink<"CONDITIONING">; conditioning_2: TypedLink<"CONDITIONING"> };
    outputs: ["CONDITIONING"];
  };
  ConditioningConcat: {
    inputs: { conditioning_to: TypedLink<"CONDITIONING">; conditioning_from: TypedLink<"CONDITIONING"> };
    outputs: ["CONDITIONING"];
  };
  ConditioningMultiply: {
    inputs: { conditioning: TypedLink<"CONDITIONING">; multiplier: Decimal };
    outputs: ["CONDITIONING"];
  };
  ConditioningSetArea: {
    inputs: {
      conditioning: TypedLink<"CONDITIONING">;
      width: Whole;
      height: Whole;
      x: Whole;
      y: Whole;
      strength: Decimal;
    };
    outputs: ["CONDITIONING"];
  };
  ConditioningSetAreaPercentage: {
    inputs: {
      conditioning: TypedLink<"CONDITIONING">;
      width: Decimal;
      height: Decimal;
      x: Decimal;
      y: Decimal;
      strength: Decimal;
    };
    outputs: ["CONDITIONING"];
  };
  ConditioningSetAreaPercentageVideo: {
    inputs: {
      conditioning: TypedLink<"CONDITIONING">;
      width: Decimal;
      height: Decimal;
      temporal: Decimal;
      x: Decimal;
      y: Decimal;
      z: Decimal;
      strength: Decimal;
    };
    outputs: ["CONDITIONING"];
  };
  ConditioningSetAreaStrength: {
    inputs: { conditioning: TypedLink<"CONDITIONING">; strength: Decimal };
    outputs: ["CONDITIONING"];
  };
  ConditioningSetDefaultCombine: {
    inputs: {
      cond: TypedLink<"CONDITIONING">;
      cond_DEFAULT: TypedLink<"CONDITIONING">;
      hooks?: TypedLink<"HOOKS"> | undefined;
    };
    outputs: ["CONDITIONING"];
  };
  ConditioningSetMask: {
    inputs: {
      conditioning: TypedLink<"CONDITIONING">;
      mask: TypedLink<"MASK">;
      strength: Decimal;
      set_cond_area: "default" | "mask bounds";
    };
    outputs: ["CONDITIONING"];
  };
  ConditioningSetProperties: {
    inputs: {
      cond_NEW: TypedLink<"CONDITIONING">;
      strength: Decimal;
      set_cond_area: "default" | "mask bounds";
      mask?: TypedLink<"MASK"> | undefined;
      hooks?: TypedLink<"HOOKS"> | undefined;
      timesteps?: TypedLink<"TIMESTEPS_RANGE"> | undefined;
    };
    outputs: ["CONDITIONING"];
  };
  ConditioningSetPropertiesAndCombine: {
    inputs: {
      cond: TypedLink<"CONDITIONING">;
      cond_NEW: TypedLink<"CONDITIONING">;
      strength: Decimal;
      set_cond_area: "default" | "mask bounds";
      mask?: TypedLink<"MASK"> | undefined;
      hooks?: TypedLink<"HOOKS"> | undefined;
      timesteps?: TypedLink<"TIMESTEPS_RANGE"> | undefined;
    };
    outputs: ["CONDITIONING"];
  };
  ConditioningSetTimestepRange: {
    inputs: { conditioning: TypedLink<"CONDITIONING">; start: Decimal; end: Decimal };
    outputs: ["CONDITIONING"];
  };
  ConditioningStableAudio: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      seconds_start: Decimal;
      seconds_total: Decimal;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  ConditioningTimestepsRange: {
    inputs: { start_percent: Decimal; end_percent: Decimal };
    outputs: ["TIMESTEPS_RANGE", "TIMESTEPS_RANGE", "TIMESTEPS_RANGE"];
  };
  ConditioningZeroOut: { inputs: { conditioning: TypedLink<"CONDITIONING"> }; outputs: ["CONDITIONING"] };
  ContextWindowsManual: {
    inputs: {
      model: TypedLink<"MODEL">;
      context_length: Whole;
      context_overlap: Whole;
      context_schedule:
        "standard_static" | "standard_uniform" | "looped_uniform" | "batched" | TypedLink<"COMBO">;
      context_stride: Whole;
      closed_loop: Flag;
      fuse_method: "pyramid" | "relative" | "flat" | "overlap-linear" | TypedLink<"COMBO">;
      dim: Whole;
      freenoise: Flag;
      cond_retain_index_list: Text;
      split_conds_to_windows: Flag;
      latent_retain_index_list: Text;
      causal_window_fix: Flag;
    };
    outputs: ["MODEL"];
  };
  ControlNetApply: {
    inputs: {
      conditioning: TypedLink<"CONDITIONING">;
      control_net: TypedLink<"CONTROL_NET">;
      image: TypedLink<"IMAGE">;
      strength: Decimal;
    };
    outputs: ["CONDITIONING"];
  };
  ControlNetApplyAdvanced: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      control_net: TypedLink<"CONTROL_NET">;
      image: TypedLink<"IMAGE">;
      strength: Decimal;
      start_percent: Decimal;
      end_percent: Decimal;
      vae?: TypedLink<"VAE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  ControlNetApplySD3: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      control_net: TypedLink<"CONTROL_NET">;
      vae: TypedLink<"VAE">;
      image: TypedLink<"IMAGE">;
      strength: Decimal;
      start_percent: Decimal;
      end_percent: Decimal;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  ControlNetInpaintingAliMamaApply: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      control_net: TypedLink<"CONTROL_NET">;
      vae: TypedLink<"VAE">;
      image: TypedLink<"IMAGE">;
      mask: TypedLink<"MASK">;
      strength: Decimal;
      start_percent: Decimal;
      end_percent: Decimal;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  ControlNetLoader: { inputs: { control_net_name: Choice }; outputs: ["CONTROL_NET"] };
  ConvertArrayToString: { inputs: { array: TypedLink<"ARRAY">; indent: Whole }; outputs: ["STRING"] };
  ConvertDictionaryToString: {
    inputs: { dictionary: TypedLink<"DICT">; indent: Whole };
    outputs: ["STRING"];
  };
  CosmosImageToVideoLatent: {
    inputs: {
      vae: TypedLink<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      start_image?: TypedLink<"IMAGE"> | undefined;
      end_image?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: ["LATENT"];
  };
  CosmosPredict2ImageToVideoLatent: {
    inputs: {
      vae: TypedLink<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      start_image?: TypedLink<"IMAGE"> | undefined;
      end_image?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: ["LATENT"];
  };
  CreateBoundingBoxes: {
    inputs: {
      width: Whole;
      height: Whole;
      editor_state: InputValue;
      background?: TypedLink<"IMAGE"> | undefined;
      bboxes?: TypedLink<"BOUNDING_BOX"> | TypedLink<"ARRAY"> | Text | undefined;
      last_incoming?: InputValue | undefined;
    };
    outputs: ["IMAGE", "BOUNDING_BOX", "ARRAY"];
  };
  CreateCameraInfo: {
    inputs: {
      mode: "orbit" | "look_at" | "quaternion" | TypedLink<"COMBO">;
      target_x: Decimal;
      target_y: Decimal;
      target_z: Decimal;
      roll: Decimal;
      fov: Decimal;
      zoom: Decimal;
      camera_type: "perspective" | "orthographic" | TypedLink<"COMBO">;
      [part: `mode.${string}`]: InputValue | undefined;
    };
    outputs: ["LOAD3D_CAMERA"];
  };
  CreateHookKeyframe: {
    inputs: {
      strength_mult: Decimal;
      start_percent: Decimal;
      prev_hook_kf?: TypedLink<"HOOK_KEYFRAMES"> | undefined;
    };
    outputs: ["HOOK_KEYFRAMES"];
  };
  CreateHookKeyframesFromFloats: {
    inputs: {
      floats_strength: InputValue;
      start_percent: Decimal;
      end_percent: Decimal;
      print_keyframes: Flag;
      prev_hook_kf?: TypedLink<"HOOK_KEYFRAMES"> | undefined;
    };
    outputs: ["HOOK_KEYFRAMES"];
  };
  CreateHookKeyframesInterpolated: {
    inputs: {
      strength_start: Decimal;
      strength_end: Decimal;
      interpolation: "linear" | "ease_in" | "ease_out" | "ease_in_out";
      start_percent: Decimal;
      end_percent: Decimal;
      keyframes_count: Whole;
      print_keyframes: Flag;
      prev_hook_kf?: TypedLink<"HOOK_KEYFRAMES"> | undefined;
    };
    outputs: ["HOOK_KEYFRAMES"];
  };
  CreateHookLora: {
    inputs: {
      lora_name: Choice;
      strength_model: Decimal;
      strength_clip: Decimal;
      prev_hooks?: TypedLink<"HOOKS"> | undefined;
    };
    outputs: ["HOOKS"];
  };
  CreateHookLoraModelOnly: {
    inputs: { lora_name: Choice; strength_model: Decimal; prev_hooks?: TypedLink<"HOOKS"> | undefined };
    outputs: ["HOOKS"];
  };
  CreateHookModelAsLora: {
    inputs: {
      ckpt_name: Choice;
      strength_model: Decimal;
      strength_clip: Decimal;
      prev_hooks?: TypedLink<"HOOKS"> | undefined;
    };
    outputs: ["HOOKS"];
  };
  CreateHookModelAsLoraModelOnly: {
    inputs: { ckpt_name: Choice; strength_model: Decimal; prev_hooks?: TypedLink<"HOOKS"> | undefined };
    outputs: ["HOOKS"];
  };
  CreateList: { inputs: { [part: `inputs.${string}`]: InputValue | undefined }; outputs: [string] };
  CreateVideo: {
    inputs: {
      images: TypedLink<"IMAGE">;
      fps: Decimal;
      audio?: TypedLink<"AUDIO"> | undefined;
      bit_depth?: Whole | undefined;
    };
    outputs: ["VIDEO"];
  };
  CropByBBoxes: {
    inputs: {
      image: TypedLink<"IMAGE">;
      bboxes: TypedLink<"BOUNDING_BOX">;
      output_width: Whole;
      output_height: Whole;
      padding: Whole;
      keep_aspect: "stretch" | "pad" | TypedLink<"COMBO">;
    };
    outputs: ["IMAGE"];
  };
  CropMask: {
    inputs: { mask: TypedLink<"MASK">; x: Whole; y: Whole; width: Whole; height: Whole };
    outputs: ["MASK"];
  };
  CurveEditor: {
    inputs: { curve: TypedLink<"CURVE">; histogram?: TypedLink<"HISTOGRAM"> | undefined };
    outputs: ["CURVE"];
  };
  CustomCombo: { inputs: { choice: Choice }; outputs: ["STRING", "INT"] };
  DA3GeometryToMesh: {
    inputs: {
      da3_geometry: TypedLink<"DA3_GEOMETRY">;
      batch_index: Whole;
      decimation: Whole;
      discontinuity_threshold: Decimal;
      confidence_threshold: Decimal;
      use_sky_mask: Flag;
      texture: Flag;
    };
    outputs: ["MESH"];
  };
  DA3Inference: {
    inputs: {
      da3_model: TypedLink<"DA3_MODEL">;
      image: TypedLink<"IMAGE">;
      resolution: Whole;
      resize_method: "upper_bound_resize" | "lower_bound_resize" | TypedLink<"COMBO">;
      mode: "mono" | "multiview" | TypedLink<"COMBO">;
      [part: `mode.${string}`]: InputValue | undefined;
    };
    outputs: ["DA3_GEOMETRY"];
  };
  DA3Render: {
    inputs: {
      da3_geometry: TypedLink<"DA3_GEOMETRY">;
      output: "depth" | "depth_colored" | "sky_mask" | "confidence" | TypedLink<"COMBO">;
      [part: `output.${string}`]: InputValue | undefined;
    };
    outputs: ["IMAGE"];
  };
  DecimateMesh: {
    inputs: {
      mesh: TypedLink<"MESH">;
      target_face_count: Whole;
      placement_mode: "midpoint" | "qem" | TypedLink<"COMBO">;
      [part: `placement_mode.${string}`]: InputValue | undefined;
    };
    outputs: ["MESH"];
  };
  DiffControlNetLoader: {
    inputs: { model: TypedLink<"MODEL">; control_net_name: Choice };
    outputs: ["CONTROL_NET"];
  };
  DifferentialDiffusion: {
    inputs: { model: TypedLink<"MODEL">; strength?: Decimal | undefined };
    outputs: ["MODEL"];
  };
  DiffusersLoader: { inputs: { model_path: Choice }; outputs: ["MODEL", "CLIP", "VAE"] };
  DisableNoise: { inputs: Record<string, never>; outputs: ["NOISE"] };
  DrawBBoxes: {
    inputs: { bboxes: TypedLink<"BOUNDING_BOX">; image?: TypedLink<"IMAGE"> | undefined };
    outputs: ["IMAGE"];
  };
  DualCFGGuider: {
    inputs: {
      model: TypedLink<"MODEL">;
      cond1: TypedLink<"CONDITIONING">;
      cond2: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      cfg_conds: Decimal;
      cfg_cond2_negative: Decimal;
      style: "regular" | "nested" | TypedLink<"COMBO">;
    };
    outputs: ["GUIDER"];
  };
  DualCLIPLoader: {
    inputs: {
      clip_name1: Choice;
      clip_name2: Choice;
      type:
        | "sdxl"
        | "sd3"
        | "flux"
        | "hunyuan_video"
        | "hidream"
        | "hunyuan_image"
        | "hunyuan_video_15"
        | "kandinsky5"
        | "kandinsky5_image"
        | "ltxv"
        | "newbie"
        | "ace";
      device?: "default" | "cpu" | undefined;
    };
    outputs: ["CLIP"];
  };
  DualModelGuider: {
    inputs: {
      model: TypedLink<"MODEL">;
      positive: TypedLink<"CONDITIONING">;
      cfg: Decimal;
      model_negative?: TypedLink<"MODEL"> | undefined;
      negative?: TypedLink<"CONDITIONING"> | undefined;
    };
    outputs: ["GUIDER"];
  };
  EasyCache: {
    inputs: {
      model: TypedLink<"MODEL">;
      reuse_threshold: Decimal;
      start_percent: Decimal;
      end_percent: Decimal;
      verbose: Flag;
    };
    outputs: ["MODEL"];
  };
  EmptyARVideoLatent: {
    inputs: { width: Whole; height: Whole; length: Whole; batch_size: Whole };
    outputs: ["LATENT"];
  };
  "EmptyAceStep1.5LatentAudio": { inputs: { seconds: Decimal; batch_size: Whole }; outputs: ["LATENT"] };
  EmptyAceStepLatentAudio: { inputs: { seconds: Decimal; batch_size: Whole }; outputs: ["LATENT"] };
  EmptyAudio: { inputs: { duration: Decimal; sample_rate: Whole; channels: Whole }; outputs: ["AUDIO"] };
  EmptyChromaRadianceLatentImage: {
    inputs: { width: Whole; height: Whole; batch_size: Whole };
    outputs: ["LATENT"];
  };
  EmptyCosmosLatentVideo: {
    inputs: { width: Whole; height: Whole; length: Whole; batch_size: Whole };
    outputs: ["LATENT"];
  };
  EmptyFlux2LatentImage: { inputs: { width: Whole; height: Whole; batch_size: Whole }; outputs: ["LATENT"] };
  EmptyHiDreamO1LatentImage: {
    inputs: { width: Whole; height: Whole; batch_size: Whole };
    outputs: ["LATENT"];
  };
  EmptyHunyuanImageLatent: {
    inputs: { width: Whole; height: Whole; batch_size: Whole };
    outputs: ["LATENT"];
  };
  EmptyHunyuanLatentVideo: {
    inputs: { width: Whole; height: Whole; length: Whole; batch_size: Whole };
    outputs: ["LATENT"];
  };
  EmptyHunyuanVideo15Latent: {
    inputs: { width: Whole; height: Whole; length: Whole; batch_size: Whole };
    outputs: ["LATENT"];
  };
  EmptyImage: {
    inputs: { width: Whole; height: Whole; batch_size: Whole; color: Whole };
    outputs: ["IMAGE"];
  };
  EmptyLTXVLatentVideo: {
    inputs: { width: Whole; height: Whole; length: Whole; batch_size: Whole };
    outputs: ["LATENT"];
  };
  EmptyLatentAudio: { inputs: { seconds: Decimal; batch_size: Whole }; outputs: ["LATENT"] };
  EmptyLatentHunyuan3Dv2: { inputs: { resolution: Whole; batch_size: Whole }; outputs: ["LATENT"] };
  EmptyLatentImage: { inputs: { width: Whole; height: Whole; batch_size: Whole }; outputs: ["LATENT"] };
  EmptyMiniMaxH3LatentAV: { inputs: { width: Whole; height: Whole; length: Whole }; outputs: ["LATENT"] };
  EmptyMiniMaxMusic3LatentAudio: { inputs: { seconds: Decimal; batch_size: Whole }; outputs: ["LATENT"] };
  EmptyMochiLatentVideo: {
    inputs: { width: Whole; height: Whole; length: Whole; batch_size: Whole };
    outputs: ["LATENT"];
  };
  EmptyQwenImageLayeredLatentImage: {
    inputs: { width: Whole; height: Whole; layers: Whole; batch_size: Whole };
    outputs: ["LATENT"];
  };
  EmptySD3LatentImage: { inputs: { width: Whole; height: Whole; batch_size: Whole }; outputs: ["LATENT"] };
  EmptyTrellis2LatentStructure: { inputs: { batch_size: Whole }; outputs: ["LATENT"] };
  "Epsilon Scaling": { inputs: { model: TypedLink<"MODEL">; scaling_factor: Decimal }; outputs: ["MODEL"] };
  ExponentialScheduler: {
    inputs: { steps: Whole; sigma_max: Decimal; sigma_min: Decimal };
    outputs: ["SIGMAS"];
  };
  ExtendIntermediateSigmas: {
    inputs: {
      sigmas: TypedLink<"SIGMAS">;
      steps: Whole;
      start_at_sigma: Decimal;
      end_at_sigma: Decimal;
      spacing: "linear" | "cosine" | "sine" | TypedLink<"COMBO">;
    };
    outputs: ["SIGMAS"];
  };
  FeatherMask: {
    inputs: { mask: TypedLink<"MASK">; left: Whole; top: Whole; right: Whole; bottom: Whole };
    outputs: ["MASK"];
  };
  File3DToSplat: { inputs: { model_3d: InputValue }; outputs: ["SPLAT"] };
  FillHoles: {
    inputs: {
      mesh: TypedLink<"MESH">;
      max_perimeter: Decimal;
      weld_epsilon_rel: Decimal;
      max_vertices: Whole;
      fill_chains: Flag;
    };
    outputs: ["MESH"];
  };
  FlipSigmas: { inputs: { sigmas: TypedLink<"SIGMAS"> }; outputs: ["SIGMAS"] };
  Flux2Scheduler: { inputs: { steps: Whole; width: Whole; height: Whole }; outputs: ["SIGMAS"] };
  FluxDisableGuidance: { inputs: { conditioning: TypedLink<"CONDITIONING"> }; outputs: ["CONDITIONING"] };
  FluxGuidance: {
    inputs: { conditioning: TypedLink<"CONDITIONING">; guidance: Decimal };
    outputs: ["CONDITIONING"];
  };
  FluxKVCache: { inputs: { model: TypedLink<"MODEL"> }; outputs: ["MODEL"] };
  FluxKontextImageScale: { inputs: { image: TypedLink<"IMAGE"> }; outputs: ["IMAGE"] };
  FluxKontextMultiReferenceLatentMethod: {
    inputs: {
      conditioning: TypedLink<"CONDITIONING">;
      reference_latents_method: "offset" | "index" | "uxo/uno" | "index_timestep_zero" | TypedLink<"COMBO">;
    };
    outputs: ["CONDITIONING"];
  };
  FrameInterpolate: {
    inputs: { interp_model: TypedLink<"INTERP_MODEL">; images: TypedLink<"IMAGE">; multiplier: Whole };
    outputs: ["IMAGE"];
  };
  FrameInterpolationModelLoader: { inputs: { model_name: Choice }; outputs: ["INTERP_MODEL"] };
  FreSca: {
    inputs: { model: TypedLink<"MODEL">; scale_low: Decimal; scale_high: Decimal; freq_cutoff: Whole };
    outputs: ["MODEL"];
  };
  FreeU: {
    inputs: { model: TypedLink<"MODEL">; b1: Decimal; b2: Decimal; s1: Decimal; s2: Decimal };
    outputs: ["MODEL"];
  };
  FreeU_V2: {
    inputs: { model: TypedLink<"MODEL">; b1: Decimal; b2: Decimal; s1: Decimal; s2: Decimal };
    outputs: ["MODEL"];
  };
  GITSScheduler: { inputs: { coeff: Decimal; steps: Whole; denoise: Decimal }; outputs: ["SIGMAS"] };
  GLIGENLoader: { inputs: { gligen_name: Choice }; outputs: ["GLIGEN"] };
  GLIGENTextBoxApply: {
    inputs: {
      conditioning_to: TypedLink<"CONDITIONING">;
      clip: TypedLink<"CLIP">;
      gligen_textbox_model: TypedLink<"GLIGEN">;
      text: Text;
      width: Whole;
      height: Whole;
      x: Whole;
      y: Whole;
    };
    outputs: ["CONDITIONING"];
  };
  GenerateTracks: {
    inputs: {
      width: Whole;
      height: Whole;
      start_x: Decimal;
      start_y: Decimal;
      end_x: Decimal;
      end_y: Decimal;
      num_frames: Whole;
      num_tracks: Whole;
      track_spread: Decimal;
      bezier: Flag;
      mid_x: Decimal;
      mid_y: Decimal;
      interpolation: "linear" | "ease_in" | "ease_out" | "ease_in_out" | "constant" | TypedLink<"COMBO">;
      track_mask?: TypedLink<"MASK"> | undefined;
    };
    outputs: ["TRACKS", "INT"];
  };
  GetICLoRAParameters: { inputs: { iclora_model: TypedLink<"MODEL"> }; outputs: ["IC_LORA_PARAMETERS"] };
  GetImageSize: { inputs: { image: TypedLink<"IMAGE"> }; outputs: ["INT", "INT", "INT"] };
  GetMeshInfo: { inputs: { mesh: TypedLink<"MESH"> }; outputs: ["MESH", "STRING"] };
  GetSplatCount: { inputs: { splat: TypedLink<"SPLAT"> }; outputs: ["SPLAT", "INT"] };
  GetVideoComponents: {
    inputs: { video: TypedLink<"VIDEO"> };
    outputs: ["IMAGE", "AUDIO", "FLOAT", "INT", "COMBO"];
  };
  GrowMask: { inputs: { mask: TypedLink<"MASK">; expand: Whole; tapered_corners: Flag }; outputs: ["MASK"] };
  HiDreamO1PatchSeamSmoothing: {
    inputs: {
      model: TypedLink<"MODEL">;
      start_percent: Decimal;
      end_percent: Decimal;
      pattern: "single_shift" | "symmetric" | TypedLink<"COMBO">;
      passes: "2" | "4" | "ramp_2_4" | "ramp_2_4_8" | TypedLink<"COMBO">;
      blend: "average" | "window" | "median" | TypedLink<"COMBO">;
      strength: Decimal;
    };
    outputs: ["MODEL"];
  };
  HiDreamO1ReferenceImages: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      [part: `images.${string}`]: InputValue | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  Hunyuan3Dv2Conditioning: {
    inputs: { clip_vision_output: TypedLink<"CLIP_VISION_OUTPUT"> };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  Hunyuan3Dv2ConditioningMultiView: {
    inputs: {
      front?: TypedLink<"CLIP_VISION_OUTPUT"> | undefined;
      left?: TypedLink<"CLIP_VISION_OUTPUT"> | undefined;
      back?: TypedLink<"CLIP_VISION_OUTPUT"> | undefined;
      right?: TypedLink<"CLIP_VISION_OUTPUT"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  HunyuanImageToVideo: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      guidance_type: "v1 (concat)" | "v2 (replace)" | "custom" | TypedLink<"COMBO">;
      start_image?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "LATENT"];
  };
  HunyuanRefinerLatent: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      latent: TypedLink<"LATENT">;
      noise_augmentation: Decimal;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  HunyuanVideo15ImageToVideo: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      start_image?: TypedLink<"IMAGE"> | undefined;
      clip_vision_output?: TypedLink<"CLIP_VISION_OUTPUT"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  HunyuanVideo15LatentUpscaleWithModel: {
    inputs: {
      model: TypedLink<"LATENT_UPSCALE_MODEL">;
      samples: TypedLink<"LATENT">;
      upscale_method: "nearest-exact" | "bilinear" | "area" | "bicubic" | "bislerp" | TypedLink<"COMBO">;
      width: Whole;
      height: Whole;
      crop: "disabled" | "center" | TypedLink<"COMBO">;
    };
    outputs: ["LATENT"];
  };
  HunyuanVideo15SuperResolution: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      latent: TypedLink<"LATENT">;
      noise_augmentation: Decimal;
      vae?: TypedLink<"VAE"> | undefined;
      start_image?: TypedLink<"IMAGE"> | undefined;
      clip_vision_output?: TypedLink<"CLIP_VISION_OUTPUT"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  HyperTile: {
    inputs: {
      model: TypedLink<"MODEL">;
      tile_size: Whole;
      swap_size: Whole;
      max_depth: Whole;
      scale_depth: Flag;
    };
    outputs: ["MODEL"];
  };
  HypernetworkLoader: {
    inputs: { model: TypedLink<"MODEL">; hypernetwork_name: Choice; strength: Decimal };
    outputs: ["MODEL"];
  };
  Ideogram4Scheduler: {
    inputs: { steps: Whole; width: Whole; height: Whole; mu: Decimal; std: Decimal };
    outputs: ["SIGMAS"];
  };
  ImageAddNoise: {
    inputs: { image: TypedLink<"IMAGE">; seed: Whole; strength: Decimal };
    outputs: ["IMAGE"];
  };
  ImageBatch: { inputs: { image1: TypedLink<"IMAGE">; image2: TypedLink<"IMAGE"> }; outputs: ["IMAGE"] };
  ImageBlend: {
    inputs: {
      image1: TypedLink<"IMAGE">;
      image2: TypedLink<"IMAGE">;
      blend_factor: Decimal;
      blend_mode:
        "normal" | "multiply" | "screen" | "overlay" | "soft_light" | "difference" | TypedLink<"COMBO">;
    };
    outputs: ["IMAGE"];
  };
  ImageBlur: {
    inputs: { image: TypedLink<"IMAGE">; blur_radius: Whole; sigma: Decimal };
    outputs: ["IMAGE"];
  };
  ImageColorToMask: { inputs: { image: TypedLink<"IMAGE">; color: Whole }; outputs: ["MASK"] };
  ImageCompare: {
    inputs: {
      compare_view: InputValue;
      image_a?: TypedLink<"IMAGE"> | undefined;
      image_b?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: [];
  };
  ImageCompositeMasked: {
    inputs: {
      destination: TypedLink<"IMAGE">;
      source: TypedLink<"IMAGE">;
      x: Whole;
      y: Whole;
      resize_source: Flag;
      mask?: TypedLink<"MASK"> | undefined;
    };
    outputs: ["IMAGE"];
  };
  ImageCompositor: {
    inputs: { layers: TypedLink<"LAYERS">; compositor: InputValue };
    outputs: ["IMAGE", "MASK"];
  };
  ImageCrop: {
    inputs: { image: TypedLink<"IMAGE">; width: Whole; height: Whole; x: Whole; y: Whole };
    outputs: ["IMAGE"];
  };
  ImageCropToMask: {
    inputs: {
      images: TypedLink<"IMAGE">;
      masks: TypedLink<"MASK">;
      width: Whole;
      height: Whole;
      pad_factor: Decimal;
      grow_mask: Whole;
      background: TypedLink<"COLOR">;
    };
    outputs: ["IMAGE"];
  };
  ImageCropV2: {
    inputs: { image: TypedLink<"IMAGE">; crop_region: TypedLink<"BOUNDING_BOX"> };
    outputs: ["IMAGE"];
  };
  ImageDeduplication: {
    inputs: { images: TypedLink<"IMAGE">; similarity_threshold: Decimal };
    outputs: ["IMAGE"];
  };
  ImageFlip: {
    inputs: {
      image: TypedLink<"IMAGE">;
      flip_method: "x-axis: vertically" | "y-axis: horizontally" | TypedLink<"COMBO">;
    };
    outputs: ["IMAGE"];
  };
  ImageFromBatch: {
    inputs: { image: TypedLink<"IMAGE">; batch_index: Whole; length: Whole };
    outputs: ["IMAGE"];
  };
  ImageGrid: {
    inputs: {
      images: TypedLink<"IMAGE">;
      columns: Whole;
      cell_width: Whole;
      cell_height: Whole;
      padding: Whole;
    };
    outputs: ["IMAGE"];
  };
  ImageHistogram: {
    inputs: { image: TypedLink<"IMAGE"> };
    outputs: ["HISTOGRAM", "HISTOGRAM", "HISTOGRAM", "HISTOGRAM", "HISTOGRAM"];
  };
  ImageInvert: { inputs: { image: TypedLink<"IMAGE"> }; outputs: ["IMAGE"] };
  ImageMergeTileList: {
    inputs: { image_list: TypedLink<"IMAGE">; final_width: Whole; final_height: Whole; overlap: Whole };
    outputs: ["IMAGE"];
  };
  ImageOnlyCheckpointLoader: { inputs: { ckpt_name: Choice }; outputs: ["MODEL", "CLIP_VISION", "VAE"] };
  ImageOnlyCheckpointSave: {
    inputs: {
      model: TypedLink<"MODEL">;
      clip_vision: TypedLink<"CLIP_VISION">;
      vae: TypedLink<"VAE">;
      filename_prefix: Text;
    };
    outputs: [];
  };
  ImagePadForOutpaint: {
    inputs: {
      image: TypedLink<"IMAGE">;
      left: Whole;
      top: Whole;
      right: Whole;
      bottom: Whole;
      feathering: Whole;
    };
    outputs: ["IMAGE", "MASK"];
  };
  ImageQuantize: {
    inputs: {
      image: TypedLink<"IMAGE">;
      colors: Whole;
      dither:
        "none" | "floyd-steinberg" | "bayer-2" | "bayer-4" | "bayer-8" | "bayer-16" | TypedLink<"COMBO">;
    };
    outputs: ["IMAGE"];
  };
  ImageRGBToYUV: { inputs: { image: TypedLink<"IMAGE"> }; outputs: ["IMAGE", "IMAGE", "IMAGE"] };
  ImageRotate: {
    inputs: {
      image: TypedLink<"IMAGE">;
      rotation: "none" | "90 degrees" | "180 degrees" | "270 degrees" | TypedLink<"COMBO">;
    };
    outputs: ["IMAGE"];
  };
  ImageScale: {
    inputs: {
      image: TypedLink<"IMAGE">;
      upscale_method: "nearest-exact" | "bilinear" | "area" | "bicubic" | "lanczos";
      width: Whole;
      height: Whole;
      crop: "disabled" | "center";
    };
    outputs: ["IMAGE"];
  };
  ImageScaleBy: {
    inputs: {
      image: TypedLink<"IMAGE">;
      upscale_method: "nearest-exact" | "bilinear" | "area" | "bicubic" | "lanczos";
      scale_by: Decimal;
    };
    outputs: ["IMAGE"];
  };
  ImageScaleToMaxDimension: {
    inputs: {
      image: TypedLink<"IMAGE">;
      upscale_method:
        "area" | "lanczos" | "bilinear" | "nearest-exact" | "bilinear" | "bicubic" | TypedLink<"COMBO">;
      largest_size: Whole;
    };
    outputs: ["IMAGE"];
  };
  ImageScaleToTotalPixels: {
    inputs: {
      image: TypedLink<"IMAGE">;
      upscale_method: "nearest-exact" | "bilinear" | "area" | "bicubic" | "lanczos" | TypedLink<"COMBO">;
      megapixels: Decimal;
      resolution_steps: Whole;
    };
    outputs: ["IMAGE"];
  };
  ImageSharpen: {
    inputs: { image: TypedLink<"IMAGE">; sharpen_radius: Whole; sigma: Decimal; alpha: Decimal };
    outputs: ["IMAGE"];
  };
  ImageStitch: {
    inputs: {
      image1: TypedLink<"IMAGE">;
      direction: "right" | "down" | "left" | "up" | TypedLink<"COMBO">;
      match_image_size: Flag;
      spacing_width: Whole;
      spacing_color: "white" | "black" | "red" | "green" | "blue" | TypedLink<"COMBO">;
      image2?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: ["IMAGE"];
  };
  ImageToMask: {
    inputs: { image: TypedLink<"IMAGE">; channel: "red" | "green" | "blue" | "alpha" | TypedLink<"COMBO"> };
    outputs: ["MASK"];
  };
  ImageUpscaleWithModel: {
    inputs: { upscale_model: TypedLink<"UPSCALE_MODEL">; image: TypedLink<"IMAGE"> };
    outputs: ["IMAGE"];
  };
  ImageYUVToRGB: {
    inputs: { Y: TypedLink<"IMAGE">; U: TypedLink<"IMAGE">; V: TypedLink<"IMAGE"> };
    outputs: ["IMAGE"];
  };
  InpaintModelConditioning: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      pixels: TypedLink<"IMAGE">;
      mask: TypedLink<"MASK">;
      noise_mask: Flag;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  InstructPixToPixConditioning: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      pixels: TypedLink<"IMAGE">;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  InvertMask: { inputs: { mask: TypedLink<"MASK"> }; outputs: ["MASK"] };
  JoinAudioChannels: {
    inputs: { audio_left: TypedLink<"AUDIO">; audio_right: TypedLink<"AUDIO"> };
    outputs: ["AUDIO"];
  };
  JoinImageWithAlpha: { inputs: { image: TypedLink<"IMAGE">; alpha: TypedLink<"MASK"> }; outputs: ["IMAGE"] };
  JsonExtractString: { inputs: { json_string: Text; key: Text }; outputs: ["STRING"] };
  KSampler: {
    inputs: {
      model: TypedLink<"MODEL">;
      seed: Whole;
      steps: Whole;
      cfg: Decimal;
      sampler_name: Choice;
      scheduler: Choice;
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      latent_image: TypedLink<"LATENT">;
      denoise: Decimal;
    };
    outputs: ["LATENT"];
  };
  KSamplerAdvanced: {
    inputs: {
      model: TypedLink<"MODEL">;
      add_noise: "enable" | "disable";
      noise_seed: Whole;
      steps: Whole;
      cfg: Decimal;
      sampler_name: Choice;
      scheduler: Choice;
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      latent_image: TypedLink<"LATENT">;
      start_at_step: Whole;
      end_at_step: Whole;
      return_with_leftover_noise: "disable" | "enable";
    };
    outputs: ["LATENT"];
  };
  KSamplerSelect: { inputs: { sampler_name: Choice }; outputs: ["SAMPLER"] };
  Kandinsky5ImageToVideo: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      start_image?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT", "LATENT"];
  };
  KarrasScheduler: {
    inputs: { steps: Whole; sigma_max: Decimal; sigma_min: Decimal; rho: Decimal };
    outputs: ["SIGMAS"];
  };
  LTXAVTextEncoderLoader: {
    inputs: { text_encoder: Choice; ckpt_name: Choice; device: "default" | "cpu" | TypedLink<"COMBO"> };
    outputs: ["CLIP"];
  };
  LTXVAddGuide: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      latent: TypedLink<"LATENT">;
      image: TypedLink<"IMAGE">;
      frame_idx: Whole;
      strength: Decimal;
      attention_mask?: TypedLink<"MASK"> | undefined;
      iclora_parameters?: TypedLink<"IC_LORA_PARAMETERS"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  LTXVAudioVAEDecode: {
    inputs: { samples: TypedLink<"LATENT">; audio_vae: TypedLink<"VAE"> };
    outputs: ["AUDIO"];
  };
  LTXVAudioVAEEncode: {
    inputs: { audio: TypedLink<"AUDIO">; audio_vae: TypedLink<"VAE"> };
    outputs: ["LATENT"];
  };
  LTXVAudioVAELoader: { inputs: { ckpt_name: Choice }; outputs: ["VAE"] };
  LTXVConcatAVLatent: {
    inputs: { video_latent: TypedLink<"LATENT">; audio_latent: TypedLink<"LATENT"> };
    outputs: ["LATENT"];
  };
  LTXVConditioning: {
    inputs: { positive: TypedLink<"CONDITIONING">; negative: TypedLink<"CONDITIONING">; frame_rate: Decimal };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  LTXVContextWindows: {
    inputs: {
      model: TypedLink<"MODEL">;
      context_length: Whole;
      context_overlap: Whole;
      context_schedule:
        "standard_static" | "standard_uniform" | "looped_uniform" | "batched" | TypedLink<"COMBO">;
      context_stride: Whole;
      closed_loop: Flag;
      fuse_method: "pyramid" | "relative" | "flat" | "overlap-linear" | TypedLink<"COMBO">;
      freenoise: Flag;
      retain_first_frame: Flag;
      split_conds_to_windows: Flag;
    };
    outputs: ["MODEL"];
  };
  LTXVCropGuides: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      latent: TypedLink<"LATENT">;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  LTXVDualCFGGuider: {
    inputs: {
      model: TypedLink<"MODEL">;
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      video_cfg: Decimal;
      audio_cfg: Decimal;
    };
    outputs: ["GUIDER"];
  };
  LTXVDurationPredictor: {
    inputs: {
      model: TypedLink<"MODEL">;
      positive: TypedLink<"CONDITIONING">;
      duration_head: TypedLink<"MODEL_PATCH">;
      frame_rate: Decimal;
      min_seconds: Decimal;
      max_seconds: Decimal;
    };
    outputs: ["INT", "FLOAT"];
  };
  LTXVEmptyLatentAudio: {
    inputs: {
      frames_number: Whole;
      frame_rate: Decimal | Whole;
      batch_size: Whole;
      audio_vae: TypedLink<"VAE">;
    };
    outputs: ["LATENT"];
  };
  LTXVImgToVideo: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      image: TypedLink<"IMAGE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      strength: Decimal;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  LTXVImgToVideoInplace: {
    inputs: {
      vae: TypedLink<"VAE">;
      image: TypedLink<"IMAGE">;
      latent: TypedLink<"LATENT">;
      strength: Decimal;
      bypass: Flag;
    };
    outputs: ["LATENT"];
  };
  LTXVLatentUpsampler: {
    inputs: {
      samples: TypedLink<"LATENT">;
      upscale_model: TypedLink<"LATENT_UPSCALE_MODEL">;
      vae: TypedLink<"VAE">;
    };
    outputs: ["LATENT"];
  };
  LTXVModalityGuidance: {
    inputs: {
      model: TypedLink<"MODEL">;
      modality_scale: Decimal;
      start_percent: Decimal;
      end_percent: Decimal;
    };
    outputs: ["MODEL"];
  };
  LTXVPreprocess: { inputs: { image: TypedLink<"IMAGE">; img_compression: Whole }; outputs: ["IMAGE"] };
  LTXVReferenceAudio: {
    inputs: {
      model: TypedLink<"MODEL">;
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      reference_audio: TypedLink<"AUDIO">;
      audio_vae: TypedLink<"VAE">;
      identity_guidance_scale: Decimal;
      start_percent: Decimal;
      end_percent: Decimal;
    };
    outputs: ["MODEL", "CONDITIONING", "CONDITIONING"];
  };
  LTXVScheduler: {
    inputs: {
      steps: Whole;
      max_shift: Decimal;
      base_shift: Decimal;
      stretch: Flag;
      terminal: Decimal;
      latent?: TypedLink<"LATENT"> | undefined;
    };
    outputs: ["SIGMAS"];
  };
  LTXVSeparateAVLatent: { inputs: { av_latent: TypedLink<"LATENT"> }; outputs: ["LATENT", "LATENT"] };
  LTXVSpatioTemporalGuidance: {
    inputs: {
      model: TypedLink<"MODEL">;
      scale: Decimal;
      blocks: Text;
      start_percent: Decimal;
      end_percent: Decimal;
    };
    outputs: ["MODEL"];
  };
  LaplaceScheduler: {
    inputs: { steps: Whole; sigma_max: Decimal; sigma_min: Decimal; mu: Decimal; beta: Decimal };
    outputs: ["SIGMAS"];
  };
  LatentAdd: {
    inputs: { samples1: TypedLink<"LATENT">; samples2: TypedLink<"LATENT"> };
    outputs: ["LATENT"];
  };
  LatentApplyOperation: {
    inputs: { samples: TypedLink<"LATENT">; operation: TypedLink<"LATENT_OPERATION"> };
    outputs: ["LATENT"];
  };
  LatentApplyOperationCFG: {
    inputs: { model: TypedLink<"MODEL">; operation: TypedLink<"LATENT_OPERATION"> };
    outputs: ["MODEL"];
  };
  LatentBatch: {
    inputs: { samples1: TypedLink<"LATENT">; samples2: TypedLink<"LATENT"> };
    outputs: ["LATENT"];
  };
  LatentBatchSeedBehavior: {
    inputs: { samples: TypedLink<"LATENT">; seed_behavior: "random" | "fixed" | TypedLink<"COMBO"> };
    outputs: ["LATENT"];
  };
  LatentBlend: {
    inputs: { samples1: TypedLink<"LATENT">; samples2: TypedLink<"LATENT">; blend_factor: Decimal };
    outputs: ["LATENT"];
  };
  LatentComposite: {
    inputs: {
      samples_to: TypedLink<"LATENT">;
      samples_from: TypedLink<"LATENT">;
      x: Whole;
      y: Whole;
      feather: Whole;
    };
    outputs: ["LATENT"];
  };
  LatentCompositeMasked: {
    inputs: {
      destination: TypedLink<"LATENT">;
      source: TypedLink<"LATENT">;
      x: Whole;
      y: Whole;
      resize_source: Flag;
      mask?: TypedLink<"MASK"> | undefined;
    };
    outputs: ["LATENT"];
  };
  LatentConcat: {
    inputs: {
      samples1: TypedLink<"LATENT">;
      samples2: TypedLink<"LATENT">;
      dim: "x" | "-x" | "y" | "-y" | "t" | "-t" | TypedLink<"COMBO">;
    };
    outputs: ["LATENT"];
  };
  LatentCrop: {
    inputs: { samples: TypedLink<"LATENT">; width: Whole; height: Whole; x: Whole; y: Whole };
    outputs: ["LATENT"];
  };
  LatentCut: {
    inputs: {
      samples: TypedLink<"LATENT">;
      dim: "x" | "y" | "t" | TypedLink<"COMBO">;
      index: Whole;
      amount: Whole;
    };
    outputs: ["LATENT"];
  };
  LatentCutToBatch: {
    inputs: { samples: TypedLink<"LATENT">; dim: "t" | "x" | "y" | TypedLink<"COMBO">; slice_size: Whole };
    outputs: ["LATENT"];
  };
  LatentFlip: {
    inputs: { samples: TypedLink<"LATENT">; flip_method: "x-axis: vertically" | "y-axis: horizontally" };
    outputs: ["LATENT"];
  };
  LatentFromBatch: {
    inputs: { samples: TypedLink<"LATENT">; batch_index: Whole; length: Whole };
    outputs: ["LATENT"];
  };
  LatentInterpolate: {
    inputs: { samples1: TypedLink<"LATENT">; samples2: TypedLink<"LATENT">; ratio: Decimal };
    outputs: ["LATENT"];
  };
  LatentMultiply: { inputs: { samples: TypedLink<"LATENT">; multiplier: Decimal }; outputs: ["LATENT"] };
  LatentOperationSharpen: {
    inputs: { sharpen_radius: Whole; sigma: Decimal; alpha: Decimal };
    outputs: ["LATENT_OPERATION"];
  };
  LatentOperationTonemapReinhard: { inputs: { multiplier: Decimal }; outputs: ["LATENT_OPERATION"] };
  LatentRotate: {
    inputs: { samples: TypedLink<"LATENT">; rotation: "none" | "90 degrees" | "180 degrees" | "270 degrees" };
    outputs: ["LATENT"];
  };
  LatentSubtract: {
    inputs: { samples1: TypedLink<"LATENT">; samples2: TypedLink<"LATENT"> };
    outputs: ["LATENT"];
  };
  LatentUpscale: {
    inputs: {
      samples: TypedLink<"LATENT">;
      upscale_method: "nearest-exact" | "bilinear" | "area" | "bicubic" | "bislerp";
      width: Whole;
      height: Whole;
      crop: "disabled" | "center";
    };
    outputs: ["LATENT"];
  };
  LatentUpscaleBy: {
    inputs: {
      samples: TypedLink<"LATENT">;
      upscale_method: "nearest-exact" | "bilinear" | "area" | "bicubic" | "bislerp";
      scale_by: Decimal;
    };
    outputs: ["LATENT"];
  };
  LatentUpscaleModelLoader: { inputs: { model_name: Choice }; outputs: ["LATENT_UPSCALE_MODEL"] };
  LayersFromBoundingBoxes: {
    inputs: {
      image: TypedLink<"IMAGE">;
      bboxes: TypedLink<"BOUNDING_BOX"> | TypedLink<"ARRAY"> | Text;
      mask?: TypedLink<"MASK"> | undefined;
      layers?: TypedLink<"LAYERS"> | undefined;
      crop_to_content?: Flag | undefined;
      canvas_width?: Whole | undefined;
      canvas_height?: Whole | undefined;
    };
    outputs: ["LAYERS"];
  };
  LazyCache: {
    inputs: {
      model: TypedLink<"MODEL">;
      reuse_threshold: Decimal;
      start_percent: Decimal;
      end_percent: Decimal;
      verbose: Flag;
    };
    outputs: ["MODEL"];
  };
  Load3D: {
    inputs: { model_file: Choice; image: InputValue; width: Whole; height: Whole };
    outputs: ["IMAGE", "MASK", "STRING", "IMAGE", "LOAD3D_CAMERA", "VIDEO", "FILE_3D", "LOAD3D_MODEL_INFO"];
  };
  Load3DAdvanced: {
    inputs: { model_file: Choice; viewport_state: InputValue; width: Whole; height: Whole };
    outputs: ["FILE_3D", "LOAD3D_MODEL_INFO", "LOAD3D_CAMERA", "INT", "INT"];
  };
  LoadAudio: { inputs: { audio: Choice }; outputs: ["AUDIO"] };
  LoadBackgroundRemovalModel: { inputs: { bg_removal_name: Choice }; outputs: ["BACKGROUND_REMOVAL"] };
  LoadDA3Model: {
    inputs: { model_name: Choice; weight_dtype: "default" | "fp16" | "bf16" | "fp32" | TypedLink<"COMBO"> };
    outputs: ["DA3_MODEL"];
  };
  LoadImage: { inputs: { image: Choice }; outputs: ["IMAGE", "MASK"] };
  LoadImageDataSetFromFolder: { inputs: { folder: Choice }; outputs: ["IMAGE"] };
  LoadImageMask: {
    inputs: { image: Choice; channel: "alpha" | "red" | "green" | "blue" };
    outputs: ["MASK"];
  };
  LoadImageOutput: { inputs: { image: Choice }; outputs: ["IMAGE", "MASK"] };
  LoadImageTextDataSetFromFolder: { inputs: { folder: Choice }; outputs: ["IMAGE", "STRING"] };
  LoadLatent: { inputs: { latent: Choice }; outputs: ["LATENT"] };
  LoadMediaPipeFaceLandmarker: { inputs: { model_name: Choice }; outputs: ["FACE_DETECTION_MODEL"] };
  LoadMoGeModel: { inputs: { model_name: Choice }; outputs: ["MOGE_MODEL"] };
  LoadTrainingDataset: { inputs: { folder_name: Choice }; outputs: ["LATENT", "CONDITIONING"] };
  LoadVideo: { inputs: { file: Choice }; outputs: ["VIDEO"] };
  LoadVideoDataSetFromFolder: { inputs: { folder: Choice }; outputs: ["VIDEO"] };
  LoadVideoTextDataSetFromFolder: { inputs: { folder: Choice }; outputs: ["VIDEO", "STRING"] };
  LoraLoader: {
    inputs: {
      model: TypedLink<"MODEL">;
      clip: TypedLink<"CLIP">;
      lora_name: Choice;
      strength_model: Decimal;
      strength_clip: Decimal;
    };
    outputs: ["MODEL", "CLIP"];
  };
  LoraLoaderBypass: {
    inputs: {
      model: TypedLink<"MODEL">;
      clip: TypedLink<"CLIP">;
      lora_name: Choice;
      strength_model: Decimal;
      strength_clip: Decimal;
    };
    outputs: ["MODEL", "CLIP"];
  };
  LoraLoaderBypassModelOnly: {
    inputs: { model: TypedLink<"MODEL">; lora_name: Choice; strength_model: Decimal };
    outputs: ["MODEL"];
  };
  LoraLoaderModelOnly: {
    inputs: { model: TypedLink<"MODEL">; lora_name: Choice; strength_model: Decimal };
    outputs: ["MODEL"];
  };
  LoraModelLoader: {
    inputs: {
      model: TypedLink<"MODEL">;
      lora: TypedLink<"LORA_MODEL">;
      strength_model: Decimal;
      bypass: Flag;
    };
    outputs: ["MODEL"];
  };
  LoraSave: {
    inputs: {
      filename_prefix: Text;
      rank: Whole;
      lora_type: "standard" | "full_diff" | TypedLink<"COMBO">;
      bias_diff: Flag;
      model_diff?: TypedLink<"MODEL"> | undefined;
      text_encoder_diff?: TypedLink<"CLIP"> | undefined;
    };
    outputs: [];
  };
  LossGraphNode: { inputs: { loss: TypedLink<"LOSS_MAP">; filename_prefix: Text }; outputs: [] };
  LotusConditioning: { inputs: Record<string, never>; outputs: ["CONDITIONING"] };
  Mahiro: { inputs: { model: TypedLink<"MODEL"> }; outputs: ["MODEL"] };
  MakeTrainingDataset: {
    inputs: {
      images: TypedLink<"IMAGE">;
      vae: TypedLink<"VAE">;
      clip: TypedLink<"CLIP">;
      texts?: Text | undefined;
    };
    outputs: ["LATENT", "CONDITIONING"];
  };
  ManualSigmas: { inputs: { sigmas: Text }; outputs: ["SIGMAS"] };
  MaskComposite: {
    inputs: {
      destination: TypedLink<"MASK">;
      source: TypedLink<"MASK">;
      x: Whole;
      y: Whole;
      operation: "multiply" | "add" | "subtract" | "and" | "or" | "xor" | TypedLink<"COMBO">;
    };
    outputs: ["MASK"];
  };
  MaskPreview: { inputs: { mask: TypedLink<"MASK"> }; outputs: ["MASK"] };
  MaskToImage: { inputs: { mask: TypedLink<"MASK"> }; outputs: ["IMAGE"] };
  MediaPipeFaceLandmarker: {
    inputs: {
      face_detection_model: TypedLink<"FACE_DETECTION_MODEL">;
      image: TypedLink<"IMAGE">;
      detector_variant: "short" | "full" | "both" | TypedLink<"COMBO">;
      num_faces: Whole;
      min_confidence: Decimal;
      missing_frame_fallback: "empty" | "previous" | "interpolate" | TypedLink<"COMBO">;
    };
    outputs: ["FACE_LANDMARKS", "BOUNDING_BOX"];
  };
  MediaPipeFaceMask: {
    inputs: {
      face_landmarks: TypedLink<"FACE_LANDMARKS">;
      regions: "all" | "custom" | TypedLink<"COMBO">;
      [part: `regions.${string}`]: InputValue | undefined;
    };
    outputs: ["MASK"];
  };
  MediaPipeFaceMeshVisualize: {
    inputs: {
      face_landmarks: TypedLink<"FACE_LANDMARKS">;
      connections: "all" | "fill" | "custom" | TypedLink<"COMBO">;
      color: TypedLink<"COLOR">;
      thickness: Whole;
      point_size: Whole;
      image?: TypedLink<"IMAGE"> | undefined;
      [part: `connections.${string}`]: InputValue | undefined;
    };
    outputs: ["IMAGE"];
  };
  MergeImageLists: { inputs: { images: TypedLink<"IMAGE"> }; outputs: ["IMAGE"] };
  MergeMeshes: { inputs: { [part: `meshes.${string}`]: InputValue | undefined }; outputs: ["MESH"] };
  MergeSplat: { inputs: { [part: `splats.${string}`]: InputValue | undefined }; outputs: ["SPLAT"] };
  MergeTextLists: { inputs: { texts: Text }; outputs: ["STRING"] };
  MeshSmoothNormals: { inputs: { mesh: TypedLink<"MESH">; crease_angle: Decimal }; outputs: ["MESH"] };
  MeshTextureToImage: {
    inputs: { mesh: TypedLink<"MESH"> };
    outputs: ["IMAGE", "IMAGE", "IMAGE", "IMAGE", "IMAGE"];
  };
  MeshToFile3D: { inputs: { mesh: TypedLink<"MESH"> }; outputs: ["FILE_3D_GLB"] };
  MiniMaxH3AddGuide: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      latent: TypedLink<"LATENT">;
      frame_idx: Whole;
      vae?: TypedLink<"VAE"> | undefined;
      audio_vae?: TypedLink<"VAE"> | undefined;
      image?: TypedLink<"IMAGE"> | undefined;
      audio?: TypedLink<"AUDIO"> | undefined;
    };
    outputs: ["CONDITIONING"];
  };
  MiniMaxH3ImageToVideo: {
    inputs: {
      clip: TypedLink<"CLIP">;
      vae: TypedLink<"VAE">;
      prompt: Text;
      width: Whole;
      height: Whole;
      length: Whole;
      first_frame?: TypedLink<"IMAGE"> | undefined;
      last_frame?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "LATENT"];
  };
  MiniMaxH3ReferenceToVideo: {
    inputs: {
      clip: TypedLink<"CLIP">;
      vae: TypedLink<"VAE">;
      audio_vae: TypedLink<"VAE">;
      prompt: Text;
      width: Whole;
      height: Whole;
      length: Whole;
      ref_image_size: "match" | "max" | TypedLink<"COMBO">;
      [part: `ref_images.${string}`]: InputValue | undefined;
      [part: `ref_videos.${string}`]: InputValue | undefined;
      [part: `ref_video_audios.${string}`]: InputValue | undefined;
      [part: `ref_audios.${string}`]: InputValue | undefined;
    };
    outputs: ["CONDITIONING", "LATENT"];
  };
  MiniMaxH3SigmaShift: {
    inputs: { model: TypedLink<"MODEL">; shift_video: Decimal; shift_audio: Decimal };
    outputs: ["MODEL"];
  };
  MiniMaxMusic3TextEncode: {
    inputs: {
      clip: TypedLink<"CLIP">;
      caption: Text;
      lyrics: Text;
      seed: Whole;
      max_duration: Decimal;
      cfg_scale: Decimal;
      top_k: Whole;
    };
    outputs: ["CONDITIONING", "FLOAT"];
  };
  MoGeGeometryToFOV: {
    inputs: {
      moge_geometry: TypedLink<"MOGE_GEOMETRY">;
      axis: "vertical" | "horizontal" | "diagonal" | TypedLink<"COMBO">;
      unit: "degrees" | "radians" | TypedLink<"COMBO">;
    };
    outputs: ["FLOAT", "FLOAT"];
  };
  MoGeInference: {
    inputs: {
      moge_model: TypedLink<"MOGE_MODEL">;
      image: TypedLink<"IMAGE">;
      resolution_level: Whole;
      fov_x_degrees: Decimal;
      batch_size: Whole;
      force_projection: Flag;
      apply_mask: Flag;
    };
    outputs: ["MOGE_GEOMETRY"];
  };
  MoGePanoramaInference: {
    inputs: {
      moge_model: TypedLink<"MOGE_MODEL">;
      image: TypedLink<"IMAGE">;
      resolution_level: Whole;
      split_resolution: Whole;
      merge_resolution: Whole;
      batch_size: Whole;
    };
    outputs: ["MOGE_GEOMETRY"];
  };
  MoGePointMapToMesh: {
    inputs: {
      moge_geometry: TypedLink<"MOGE_GEOMETRY">;
      batch_index: Whole;
      decimation: Whole;
      discontinuity_threshold: Decimal;
      texture: Flag;
    };
    outputs: ["MESH"];
  };
  MoGeRender: {
    inputs: {
      moge_geometry: TypedLink<"MOGE_GEOMETRY">;
      output: "depth" | "depth_colored" | "normal_opengl" | "normal_directx" | "mask" | TypedLink<"COMBO">;
    };
    outputs: ["IMAGE"];
  };
  ModelAttentionBackend: { inputs: { model: TypedLink<"MODEL">; attention: Choice }; outputs: ["MODEL"] };
  ModelComputeDtype: {
    inputs: { model: TypedLink<"MODEL">; dtype: "default" | "fp32" | "fp16" | "bf16" };
    outputs: ["MODEL"];
  };
  ModelMergeAdd: { inputs: { model1: TypedLink<"MODEL">; model2: TypedLink<"MODEL"> }; outputs: ["MODEL"] };
  ModelMergeAuraflow: {
    inputs: {
      model1: TypedLink<"MODEL">;
      model2: TypedLink<"MODEL">;
      positional_encoding: Decimal;
      register_tokens: Decimal;
      [part: `init_x_linear.${string}`]: InputValue | undefined;
      [part: `cond_seq_linear.${string}`]: InputValue | undefined;
      [part: `t_embedder.${string}`]: InputValue | undefined;
      [part: `double_layers.${string}`]: InputValue | undefined;
      [part: `single_layers.${string}`]: InputValue | undefined;
      [part: `modF.${string}`]: InputValue | undefined;
      [part: `final_linear.${string}`]: InputValue | undefined;
    };
    outputs: ["MODEL"];
  };
  ModelMergeBlocks: {
    inputs: {
      model1: TypedLink<"MODEL">;
      model2: TypedLink<"MODEL">;
      input: Decimal;
      middle: Decimal;
      out: Decimal;
    };
    outputs: ["MODEL"];
  };
  ModelMergeCosmos14B: {
    inputs: {
      model1: TypedLink<"MODEL">;
      model2: TypedLink<"MODEL">;
      [part: `pos_embedder.${string}`]: InputValue | undefined;
      [part: `extra_pos_embedder.${string}`]: InputValue | undefined;
      [part: `x_embedder.${string}`]: InputValue | undefined;
      [part: `t_embedder.${string}`]: InputValue | undefined;
      [part: `affline_norm.${string}`]: InputValue | undefined;
      [part: `blocks.${string}`]: InputValue | undefined;
      [part: `final_layer.${string}`]: InputValue | undefined;
    };
    outputs: ["MODEL"];
  };
  ModelMergeCosmos7B: {
    inputs: {
      model1: TypedLink<"MODEL">;
      model2: TypedLink<"MODEL">;
      [part: `pos_embedder.${string}`]: InputValue | undefined;
      [part: `extra_pos_embedder.${string}`]: InputValue | undefined;
      [part: `x_embedder.${string}`]: InputValue | undefined;
      [part: `t_embedder.${string}`]: InputValue | undefined;
      [part: `affline_norm.${string}`]: InputValue | undefined;
      [part: `blocks.${string}`]: InputValue | undefined;
      [part: `final_layer.${string}`]: InputValue | undefined;
    };
    outputs: ["MODEL"];
  };
  ModelMergeCosmosPredict2_14B: {
    inputs: {
      model1: TypedLink<"MODEL">;
      model2: TypedLink<"MODEL">;
      [part: `pos_embedder.${string}`]: InputValue | undefined;
      [part: `x_embedder.${string}`]: InputValue | undefined;
      [part: `t_embedder.${string}`]: InputValue | undefined;
      [part: `t_embedding_norm.${string}`]: InputValue | undefined;
      [part: `blocks.${string}`]: InputValue | undefined;
      [part: `final_layer.${string}`]: InputValue | undefined;
    };
    outputs: ["MODEL"];
  };
  ModelMergeCosmosPredict2_2B: {
    inputs: {
      model1: TypedLink<"MODEL">;
      model2: TypedLink<"MODEL">;
      [part: `pos_embedder.${string}`]: InputValue | undefined;
      [part: `x_embedder.${string}`]: InputValue | undefined;
      [part: `t_embedder.${string}`]: InputValue | undefined;
      [part: `t_embedding_norm.${string}`]: InputValue | undefined;
      [part: `blocks.${string}`]: InputValue | undefined;
      [part: `final_layer.${string}`]: InputValue | undefined;
    };
    outputs: ["MODEL"];
  };
  ModelMergeFlux1: {
    inputs: {
      model1: TypedLink<"MODEL">;
      model2: TypedLink<"MODEL">;
      guidance_in: Decimal;
      [part: `img_in.${string}`]: InputValue | undefined;
      [part: `time_in.${string}`]: InputValue | undefined;
      [part: `vector_in.${string}`]: InputValue | undefined;
      [part: `txt_in.${string}`]: InputValue | undefined;
      [part: `double_blocks.${string}`]: InputValue | undefined;
      [part: `single_blocks.${string}`]: InputValue | undefined;
      [part: `final_layer.${string}`]: InputValue | undefined;
    };
    outputs: ["MODEL"];
  };
  ModelMergeKrea2: {
    inputs: {
      model1: TypedLink<"MODEL">;
      model2: TypedLink<"MODEL">;
      [part: `first.${string}`]: InputValue | undefined;
      [part: `tmlp.${string}`]: InputValue | undefined;
      [part: `txtmlp.${string}`]: InputValue | undefined;
      [part: `tproj.${string}`]: InputValue | undefined;
      [part: `txtfusion.${string}`]: InputValue | undefined;
      [part: `blocks.${string}`]: InputValue | undefined;
      [part: `last.${string}`]: InputValue | undefined;
    };
    outputs: ["MODEL"];
  };
  ModelMergeLTXV: {
    inputs: {
      model1: TypedLink<"MODEL">;
      model2: TypedLink<"MODEL">;
      scale_shift_table: Decimal;
      [part: `patchify_proj.${string}`]: InputValue | undefined;
      [part: `adaln_single.${string}`]: InputValue | undefined;
      [part: `caption_projection.${string}`]: InputValue | undefined;
      [part: `transformer_blocks.${string}`]: InputValue | undefined;
      [part: `proj_out.${string}`]: InputValue | undefined;
    };
    outputs: ["MODEL"];
  };
  ModelMergeMochiPreview: {
    inputs: {
      model1: TypedLink<"MODEL">;
      model2: TypedLink<"MODEL">;
      [part: `pos_frequencies.${string}`]: InputValue | undefined;
      [part: `t_embedder.${string}`]: InputValue | undefined;
      [part: `t5_y_embedder.${string}`]: InputValue | undefined;
      [part: `t5_yproj.${string}`]: InputValue | undefined;
      [part: `blocks.${string}`]: InputValue | undefined;
      [part: `final_layer.${string}`]: InputValue | undefined;
    };
    outputs: ["MODEL"];
  };
  ModelMergeQwenImage: {
    inputs: {
      model1: TypedLink<"MODEL">;
      model2: TypedLink<"MODEL">;
      [part: `pos_embeds.${string}`]: InputValue | undefined;
      [part: `img_in.${string}`]: InputValue | undefined;
      [part: `txt_norm.${string}`]: InputValue | undefined;
      [part: `txt_in.${string}`]: InputValue | undefined;
      [part: `time_text_embed.${string}`]: InputValue | undefined;
      [part: `transformer_blocks.${string}`]: InputValue | undefined;
      [part: `proj_out.${string}`]: InputValue | undefined;
    };
    outputs: ["MODEL"];
  };
  ModelMergeSD1: {
    inputs: {
      model1: TypedLink<"MODEL">;
      model2: TypedLink<"MODEL">;
      [part: `time_embed.${string}`]: InputValue | undefined;
      [part: `label_emb.${string}`]: InputValue | undefined;
      [part: `input_blocks.${string}`]: InputValue | undefined;
      [part: `middle_block.${string}`]: InputValue | undefined;
      [part: `output_blocks.${string}`]: InputValue | undefined;
      [part: `out.${string}`]: InputValue | undefined;
    };
    outputs: ["MODEL"];
  };
  ModelMergeSD2: {
    inputs: {
      model1: TypedLink<"MODEL">;
      model2: TypedLink<"MODEL">;
      [part: `time_embed.${string}`]: InputValue | undefined;
      [part: `label_emb.${string}`]: InputValue | undefined;
      [part: `input_blocks.${string}`]: InputValue | undefined;
      [part: `middle_block.${string}`]: InputValue | undefined;
      [part: `output_blocks.${string}`]: InputValue | undefined;
      [part: `out.${string}`]: InputValue | undefined;
    };
    outputs: ["MODEL"];
  };
  ModelMergeSD35_Large: {
    inputs: {
      model1: TypedLink<"MODEL">;
      model2: TypedLink<"MODEL">;
      [part: `pos_embed.${string}`]: InputValue | undefined;
      [part: `x_embedder.${string}`]: InputValue | undefined;
      [part: `context_embedder.${string}`]: InputValue | undefined;
      [part: `y_embedder.${string}`]: InputValue | undefined;
      [part: `t_embedder.${string}`]: InputValue | undefined;
      [part: `joint_blocks.${string}`]: InputValue | undefined;
      [part: `final_layer.${string}`]: InputValue | undefined;
    };
    outputs: ["MODEL"];
  };
  ModelMergeSD3_2B: {
    inputs: {
      model1: TypedLink<"MODEL">;
      model2: TypedLink<"MODEL">;
      [part: `pos_embed.${string}`]: InputValue | undefined;
      [part: `x_embedder.${string}`]: InputValue | undefined;
      [part: `context_embedder.${string}`]: InputValue | undefined;
      [part: `y_embedder.${string}`]: InputValue | undefined;
      [part: `t_embedder.${string}`]: InputValue | undefined;
      [part: `joint_blocks.${string}`]: InputValue | undefined;
      [part: `final_layer.${string}`]: InputValue | undefined;
    };
    outputs: ["MODEL"];
  };
  ModelMergeSDXL: {
    inputs: {
      model1: TypedLink<"MODEL">;
      model2: TypedLink<"MODEL">;
      [part: `time_embed.${string}`]: InputValue | undefined;
      [part: `label_emb.${string}`]: InputValue | undefined;
      [part: `input_blocks.${string}`]: InputValue | undefined;
      [part: `middle_block.${string}`]: InputValue | undefined;
      [part: `output_blocks.${string}`]: InputValue | undefined;
      [part: `out.${string}`]: InputValue | undefined;
    };
    outputs: ["MODEL"];
  };
  ModelMergeSimple: {
    inputs: { model1: TypedLink<"MODEL">; model2: TypedLink<"MODEL">; ratio: Decimal };
    outputs: ["MODEL"];
  };
  ModelMergeSubtract: {
    inputs: { model1: TypedLink<"MODEL">; model2: TypedLink<"MODEL">; multiplier: Decimal };
    outputs: ["MODEL"];
  };
  ModelMergeWAN2_1: {
    inputs: {
      model1: TypedLink<"MODEL">;
      model2: TypedLink<"MODEL">;
      [part: `patch_embedding.${string}`]: InputValue | undefined;
      [part: `time_embedding.${string}`]: InputValue | undefined;
      [part: `time_projection.${string}`]: InputValue | undefined;
      [part: `text_embedding.${string}`]: InputValue | undefined;
      [part: `img_emb.${string}`]: InputValue | undefined;
      [part: `blocks.${string}`]: InputValue | undefined;
      [part: `head.${string}`]: InputValue | undefined;
    };
    outputs: ["MODEL"];
  };
  ModelNoiseScale: { inputs: { model: TypedLink<"MODEL">; noise_scale: Decimal }; outputs: ["MODEL"] };
  ModelPatchLoader: { inputs: { name: Choice }; outputs: ["MODEL_PATCH"] };
  ModelSamplingAuraFlow: { inputs: { model: TypedLink<"MODEL">; shift: Decimal }; outputs: ["MODEL"] };
  ModelSamplingContinuousEDM: {
    inputs: {
      model: TypedLink<"MODEL">;
      sampling: "v_prediction" | "edm" | "edm_playground_v2.5" | "eps" | "cosmos_rflow";
      sigma_max: Decimal;
      sigma_min: Decimal;
    };
    outputs: ["MODEL"];
  };
  ModelSamplingContinuousV: {
    inputs: { model: TypedLink<"MODEL">; sampling: Choice; sigma_max: Decimal; sigma_min: Decimal };
    outputs: ["MODEL"];
  };
  ModelSamplingDiscrete: {
    inputs: {
      model: TypedLink<"MODEL">;
      sampling: "eps" | "v_prediction" | "lcm" | "x0" | "img_to_img" | "img_to_img_flow";
      zsnr: Flag;
    };
    outputs: ["MODEL"];
  };
  ModelSamplingFlux: {
    inputs: {
      model: TypedLink<"MODEL">;
      max_shift: Decimal;
      base_shift: Decimal;
      width: Whole;
      height: Whole;
    };
    outputs: ["MODEL"];
  };
  ModelSamplingLTXV: {
    inputs: {
      model: TypedLink<"MODEL">;
      max_shift: Decimal;
      base_shift: Decimal;
      latent?: TypedLink<"LATENT"> | undefined;
    };
    outputs: ["MODEL"];
  };
  ModelSamplingSD3: { inputs: { model: TypedLink<"MODEL">; shift: Decimal }; outputs: ["MODEL"] };
  ModelSamplingStableCascade: { inputs: { model: TypedLink<"MODEL">; shift: Decimal }; outputs: ["MODEL"] };
  ModelSave: { inputs: { model: TypedLink<"MODEL">; filename_prefix: Text }; outputs: [] };
  Morphology: {
    inputs: {
      image: TypedLink<"IMAGE">;
      operation:
        "erode" | "dilate" | "open" | "close" | "gradient" | "bottom_hat" | "top_hat" | TypedLink<"COMBO">;
      kernel_size: Whole;
    };
    outputs: ["IMAGE"];
  };
  MultiGPU_WorkUnits: { inputs: { model: TypedLink<"MODEL">; max_gpus: Whole }; outputs: ["MODEL"] };
  NAGuidance: {
    inputs: { model: TypedLink<"MODEL">; nag_scale: Decimal; nag_alpha: Decimal; nag_tau: Decimal };
    outputs: ["MODEL"];
  };
  NormalizeImages: {
    inputs: { images: TypedLink<"IMAGE">; mean: Decimal; std: Decimal };
    outputs: ["IMAGE"];
  };
  NormalizeVideoLatentStart: {
    inputs: { latent: TypedLink<"LATENT">; start_frame_count: Whole; reference_frame_count: Whole };
    outputs: ["LATENT"];
  };
  OpticalFlowLoader: { inputs: { model_name: Choice }; outputs: ["OPTICAL_FLOW"] };
  OptimalStepsScheduler: {
    inputs: { model_type: "FLUX" | "Wan" | "Chroma" | TypedLink<"COMBO">; steps: Whole; denoise: Decimal };
    outputs: ["SIGMAS"];
  };
  PaintMesh: { inputs: { mesh: TypedLink<"MESH">; voxel_colors: TypedLink<"VOXEL"> }; outputs: ["MESH"] };
  Painter: {
    inputs: {
      mask: Text;
      width: Whole;
      height: Whole;
      bg_color: TypedLink<"COLOR">;
      image?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: ["IMAGE", "MASK"];
  };
  PairConditioningCombine: {
    inputs: {
      positive_A: TypedLink<"CONDITIONING">;
      negative_A: TypedLink<"CONDITIONING">;
      positive_B: TypedLink<"CONDITIONING">;
      negative_B: TypedLink<"CONDITIONING">;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  PairConditioningSetDefaultCombine: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      positive_DEFAULT: TypedLink<"CONDITIONING">;
      negative_DEFAULT: TypedLink<"CONDITIONING">;
      hooks?: TypedLink<"HOOKS"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  PairConditioningSetProperties: {
    inputs: {
      positive_NEW: TypedLink<"CONDITIONING">;
      negative_NEW: TypedLink<"CONDITIONING">;
      strength: Decimal;
      set_cond_area: "default" | "mask bounds";
      mask?: TypedLink<"MASK"> | undefined;
      hooks?: TypedLink<"HOOKS"> | undefined;
      timesteps?: TypedLink<"TIMESTEPS_RANGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  PairConditioningSetPropertiesAndCombine: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      positive_NEW: TypedLink<"CONDITIONING">;
      negative_NEW: TypedLink<"CONDITIONING">;
      strength: Decimal;
      set_cond_area: "default" | "mask bounds";
      mask?: TypedLink<"MASK"> | undefined;
      hooks?: TypedLink<"HOOKS"> | undefined;
      timesteps?: TypedLink<"TIMESTEPS_RANGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  PatchModelAddDownscale: {
    inputs: {
      model: TypedLink<"MODEL">;
      block_number: Whole;
      downscale_factor: Decimal;
      start_percent: Decimal;
      end_percent: Decimal;
      downscale_after_skip: Flag;
      downscale_method: "bicubic" | "nearest-exact" | "bilinear" | "area" | "bislerp" | TypedLink<"COMBO">;
      upscale_method: "bicubic" | "nearest-exact" | "bilinear" | "area" | "bislerp" | TypedLink<"COMBO">;
    };
    outputs: ["MODEL"];
  };
  PerpNeg: {
    inputs: { model: TypedLink<"MODEL">; empty_conditioning: TypedLink<"CONDITIONING">; neg_scale: Decimal };
    outputs: ["MODEL"];
  };
  PerpNegGuider: {
    inputs: {
      model: TypedLink<"MODEL">;
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      empty_conditioning: TypedLink<"CONDITIONING">;
      cfg: Decimal;
      neg_scale: Decimal;
    };
    outputs: ["GUIDER"];
  };
  PerturbedAttentionGuidance: { inputs: { model: TypedLink<"MODEL">; scale: Decimal }; outputs: ["MODEL"] };
  PhotoMakerEncode: {
    inputs: {
      photomaker: TypedLink<"PHOTOMAKER">;
      image: TypedLink<"IMAGE">;
      clip: TypedLink<"CLIP">;
      text: Text;
    };
    outputs: ["CONDITIONING"];
  };
  PhotoMakerLoader: { inputs: { photomaker_model_name: Choice }; outputs: ["PHOTOMAKER"] };
  PiDConditioning: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      latent: TypedLink<"LATENT">;
      latent_format: "flux" | "sd3" | "sdxl" | "qwenimage" | TypedLink<"COMBO">;
      degrade_sigma: Decimal;
    };
    outputs: ["CONDITIONING"];
  };
  Pixal3DConditioning: {
    inputs: {
      clip_vision_model: TypedLink<"CLIP_VISION">;
      image: TypedLink<"IMAGE">;
      camera_angle_x: Decimal;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  PolyexponentialScheduler: {
    inputs: { steps: Whole; sigma_max: Decimal; sigma_min: Decimal; rho: Decimal };
    outputs: ["SIGMAS"];
  };
  PorterDuffImageComposite: {
    inputs: {
      source: TypedLink<"IMAGE">;
      source_alpha: TypedLink<"MASK">;
      destination: TypedLink<"IMAGE">;
      destination_alpha: TypedLink<"MASK">;
      mode: Choice;
    };
    outputs: ["IMAGE", "MASK"];
  };
  Preview3D: {
    inputs: {
      model_file: InputValue;
      camera_info?: TypedLink<"LOAD3D_CAMERA"> | undefined;
      bg_image?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: [];
  };
  Preview3DAdvanced: {
    inputs: {
      model_3d: InputValue;
      viewport_state: InputValue;
      width: Whole;
      height: Whole;
      model_3d_info?: TypedLink<"LOAD3D_MODEL_INFO"> | undefined;
      camera_info?: TypedLink<"LOAD3D_CAMERA"> | undefined;
    };
    outputs: ["FILE_3D", "LOAD3D_MODEL_INFO", "LOAD3D_CAMERA", "INT", "INT"];
  };
  PreviewAny: { inputs: { source: Link }; outputs: ["STRING"] };
  PreviewAudio: { inputs: { audio: TypedLink<"AUDIO"> }; outputs: ["AUDIO"] };
  PreviewGaussianSplat: {
    inputs: {
      model_3d: InputValue;
      viewport_state: InputValue;
      width: Whole;
      height: Whole;
      model_3d_info?: TypedLink<"LOAD3D_MODEL_INFO"> | undefined;
      camera_info?: TypedLink<"LOAD3D_CAMERA"> | undefined;
    };
    outputs: ["FILE_3D_SPLAT_ANY", "LOAD3D_MODEL_INFO", "LOAD3D_CAMERA", "INT", "INT"];
  };
  PreviewImage: { inputs: { images: TypedLink<"IMAGE"> }; outputs: ["IMAGE"] };
  PreviewPointCloud: {
    inputs: {
      model_3d: InputValue;
      viewport_state: InputValue;
      width: Whole;
      height: Whole;
      model_3d_info?: TypedLink<"LOAD3D_MODEL_INFO"> | undefined;
      camera_info?: TypedLink<"LOAD3D_CAMERA"> | undefined;
    };
    outputs: ["FILE_3D_POINT_CLOUD_ANY", "LOAD3D_MODEL_INFO", "LOAD3D_CAMERA", "INT", "INT"];
  };
  PrimitiveBoolean: { inputs: { value: Flag }; outputs: ["BOOLEAN"] };
  PrimitiveBoundingBox: {
    inputs: { x: Whole; y: Whole; width: Whole; height: Whole };
    outputs: ["BOUNDING_BOX"];
  };
  PrimitiveFloat: { inputs: { value: Decimal }; outputs: ["FLOAT"] };
  PrimitiveInt: { inputs: { value: Whole }; outputs: ["INT"] };
  PrimitiveString: { inputs: { value: Text }; outputs: ["STRING"] };
  PrimitiveStringMultiline: { inputs: { value: Text }; outputs: ["STRING"] };
  QuadrupleCLIPLoader: {
    inputs: { clip_name1: Choice; clip_name2: Choice; clip_name3: Choice; clip_name4: Choice };
    outputs: ["CLIP"];
  };
  QwenImageDiffsynthControlnet: {
    inputs: {
      model: TypedLink<"MODEL">;
      model_patch: TypedLink<"MODEL_PATCH">;
      vae: TypedLink<"VAE">;
      image: TypedLink<"IMAGE">;
      strength: Decimal;
      mask?: TypedLink<"MASK"> | undefined;
    };
    outputs: ["MODEL"];
  };
  RTDETR_detect: {
    inputs: {
      model: TypedLink<"MODEL">;
      image: TypedLink<"IMAGE">;
      threshold: Decimal;
      class_name: Choice;
      max_detections: Whole;
    };
    outputs: ["BOUNDING_BOX"];
  };
  RandomCropImages: {
    inputs: { images: TypedLink<"IMAGE">; width: Whole; height: Whole; seed: Whole };
    outputs: ["IMAGE"];
  };
  RandomNoise: { inputs: { noise_seed: Whole }; outputs: ["NOISE"] };
  RebatchImages: { inputs: { images: TypedLink<"IMAGE">; batch_size: Whole }; outputs: ["IMAGE"] };
  RebatchLatents: { inputs: { latents: TypedLink<"LATENT">; batch_size: Whole }; outputs: ["LATENT"] };
  RecordAudio: { inputs: { audio: InputValue }; outputs: ["AUDIO"] };
  ReferenceLatent: {
    inputs: { conditioning: TypedLink<"CONDITIONING">; latent?: TypedLink<"LATENT"> | undefined };
    outputs: ["CONDITIONING"];
  };
  ReferenceTimbreAudio: {
    inputs: { conditioning: TypedLink<"CONDITIONING">; latent?: TypedLink<"LATENT"> | undefined };
    outputs: ["CONDITIONING"];
  };
  RegexExtract: {
    inputs: {
      string: Text;
      regex_pattern: Text;
      mode: "First Match" | "All Matches" | "First Group" | "All Groups" | TypedLink<"COMBO">;
      case_insensitive: Flag;
      multiline: Flag;
      dotall: Flag;
      group_index: Whole;
    };
    outputs: ["STRING"];
  };
  RegexMatch: {
    inputs: { string: Text; regex_pattern: Text; case_insensitive: Flag; multiline: Flag; dotall: Flag };
    outputs: ["BOOLEAN"];
  };
  RegexReplace: {
    inputs: {
      string: Text;
      regex_pattern: Text;
      replace: Text;
      case_insensitive?: Flag | undefined;
      multiline?: Flag | undefined;
      dotall?: Flag | undefined;
      count?: Whole | undefined;
    };
    outputs: ["STRING"];
  };
  RemeshMesh: {
    inputs: {
      mesh: TypedLink<"MESH">;
      resolution: Whole;
      sign_mode: "udf" | "sdf" | TypedLink<"COMBO">;
      band: Decimal;
      project_back: Decimal;
      fix_poles: Flag;
      smooth_iters: Whole;
      drop_small_components: Decimal;
      precluster_max_verts: Whole;
      [part: `sign_mode.${string}`]: InputValue | undefined;
    };
    outputs: ["MESH"];
  };
  RemoveBackground: {
    inputs: { bg_removal_model: TypedLink<"BACKGROUND_REMOVAL">; image: TypedLink<"IMAGE"> };
    outputs: ["MASK"];
  };
  RenderMesh: {
    inputs: {
      mesh: TypedLink<"MESH">;
      mode: "auto" | "texture" | "vertex colors" | "solid" | "normal" | "depth" | TypedLink<"COMBO">;
      width: Whole;
      height: Whole;
      background: TypedLink<"COLOR">;
      model_3d_info?: TypedLink<"LOAD3D_MODEL_INFO"> | undefined;
      camera_info?: TypedLink<"LOAD3D_CAMERA"> | undefined;
    };
    outputs: ["IMAGE", "MASK"];
  };
  RenderSplat: {
    inputs: {
      splat: TypedLink<"SPLAT">;
      width: Whole;
      height: Whole;
      frames: Whole;
      splat_scale: Decimal;
      sharpen: Decimal;
      headlight_shading: Decimal;
      opacity_threshold: Decimal;
      render_style: "color" | "clay" | "depth" | "normal" | TypedLink<"COMBO">;
      background: TypedLink<"COLOR">;
      bg_image?: TypedLink<"IMAGE"> | undefined;
      camera_info?: TypedLink<"LOAD3D_CAMERA"> | undefined;
    };
    outputs: ["IMAGE", "MASK"];
  };
  RenderUVAtlas: { inputs: { mesh: TypedLink<"MESH">; resolution: Whole }; outputs: ["IMAGE"] };
  RenormCFG: {
    inputs: { model: TypedLink<"MODEL">; cfg_trunc: Decimal; renorm_cfg: Decimal };
    outputs: ["MODEL"];
  };
  RepeatImageBatch: { inputs: { image: TypedLink<"IMAGE">; amount: Whole }; outputs: ["IMAGE"] };
  RepeatLatentBatch: { inputs: { samples: TypedLink<"LATENT">; amount: Whole }; outputs: ["LATENT"] };
  ReplaceText: { inputs: { texts: Text; find: Text; replace: Text }; outputs: ["STRING"] };
  ReplaceVideoLatentFrames: {
    inputs: { destination: TypedLink<"LATENT">; index: Whole; source?: TypedLink<"LATENT"> | undefined };
    outputs: ["LATENT"];
  };
  RescaleCFG: { inputs: { model: TypedLink<"MODEL">; multiplier: Decimal }; outputs: ["MODEL"] };
  ResizeAndPadImage: {
    inputs: {
      image: TypedLink<"IMAGE">;
      target_width: Whole;
      target_height: Whole;
      padding_color: "white" | "black" | TypedLink<"COMBO">;
      interpolation: "area" | "bicubic" | "nearest-exact" | "bilinear" | "lanczos" | TypedLink<"COMBO">;
    };
    outputs: ["IMAGE"];
  };
  ResizeImageMaskNode: {
    inputs: {
      input: Link;
      resize_type:
        | "scale dimensions"
        | "scale by multiplier"
        | "scale longer dimension"
        | "scale shorter dimension"
        | "scale width"
        | "scale height"
        | "scale total pixels"
        | "match size"
        | "scale to multiple"
        | TypedLink<"COMBO">;
      scale_method: "nearest-exact" | "bilinear" | "area" | "bicubic" | "lanczos" | TypedLink<"COMBO">;
      [part: `resize_type.${string}`]: InputValue | undefined;
    };
    outputs: [string];
  };
  ResizeImagesByLongerEdge: {
    inputs: { images: TypedLink<"IMAGE">; longer_edge: Whole };
    outputs: ["IMAGE"];
  };
  ResizeImagesByShorterEdge: {
    inputs: { images: TypedLink<"IMAGE">; shorter_edge: Whole };
    outputs: ["IMAGE"];
  };
  ResolutionBucket: {
    inputs: { latents: TypedLink<"LATENT">; conditioning: TypedLink<"CONDITIONING"> };
    outputs: ["LATENT", "CONDITIONING"];
  };
  ResolutionSelector: {
    inputs: {
      aspect_ratio:
        | "1:1 (Square)"
        | "2:3 (Portrait Photo)"
        | "3:2 (Photo)"
        | "3:4 (Portrait Standard)"
        | "4:3 (Standard)"
        | "9:16 (Portrait Widescreen)"
        | "16:9 (Widescreen)"
        | "21:9 (Ultrawide)"
        | TypedLink<"COMBO">;
      megapixels: Decimal;
      multiple: Whole;
    };
    outputs: ["INT", "INT"];
  };
  RotateMesh: {
    inputs: {
      mesh: TypedLink<"MESH">;
      mode: "euler_xyz" | "quaternion" | TypedLink<"COMBO">;
      [part: `mode.${string}`]: InputValue | undefined;
    };
    outputs: ["MESH"];
  };
  SAM3_Detect: {
    inputs: {
      model: TypedLink<"MODEL">;
      image: TypedLink<"IMAGE">;
      threshold: Decimal;
      refine_iterations: Whole;
      individual_masks: Flag;
      conditioning?: TypedLink<"CONDITIONING"> | undefined;
      bboxes?: TypedLink<"BOUNDING_BOX"> | undefined;
      positive_coords?: Text | undefined;
      negative_coords?: Text | undefined;
    };
    outputs: ["MASK", "BOUNDING_BOX"];
  };
  SAM3_TrackPreview: {
    inputs: {
      track_data: TypedLink<"SAM3_TRACK_DATA">;
      opacity: Decimal;
      fps: Decimal;
      images?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: [];
  };
  SAM3_TrackToMask: {
    inputs: { track_data: TypedLink<"SAM3_TRACK_DATA">; object_indices: Text };
    outputs: ["MASK"];
  };
  SAM3_VideoTrack: {
    inputs: {
      images: TypedLink<"IMAGE">;
      model: TypedLink<"MODEL">;
      detection_threshold: Decimal;
      max_objects: Whole;
      detect_interval: Whole;
      initial_mask?: TypedLink<"MASK"> | undefined;
      conditioning?: TypedLink<"CONDITIONING"> | undefined;
    };
    outputs: ["SAM3_TRACK_DATA"];
  };
  SCAIL2ColoredMask: {
    inputs: {
      driving_track_data: TypedLink<"SAM3_TRACK_DATA">;
      object_indices: Text;
      sort_by: "none" | "left_to_right" | "area" | TypedLink<"COMBO">;
      replacement_mode: Flag;
      ref_track_data?: TypedLink<"SAM3_TRACK_DATA"> | TypedLink<"MASK"> | undefined;
    };
    outputs: ["IMAGE", "IMAGE"];
  };
  SDPoseDrawKeypoints: {
    inputs: {
      keypoints: TypedLink<"POSE_KEYPOINT">;
      draw_body: Flag;
      draw_hands: Flag;
      draw_face: Flag;
      draw_feet: Flag;
      stick_width: Whole;
      face_point_size: Whole;
      score_threshold: Decimal;
      draw_head: Flag;
    };
    outputs: ["IMAGE"];
  };
  SDPoseFaceBBoxes: {
    inputs: { keypoints: TypedLink<"POSE_KEYPOINT">; scale: Decimal; force_square: Flag };
    outputs: ["BOUNDING_BOX"];
  };
  SDPoseKeypointExtractor: {
    inputs: {
      model: TypedLink<"MODEL">;
      vae: TypedLink<"VAE">;
      image: TypedLink<"IMAGE">;
      batch_size: Whole;
      bboxes?: TypedLink<"BOUNDING_BOX"> | undefined;
    };
    outputs: ["POSE_KEYPOINT"];
  };
  SDTurboScheduler: {
    inputs: { model: TypedLink<"MODEL">; steps: Whole; denoise: Decimal };
    outputs: ["SIGMAS"];
  };
  SD_4XUpscale_Conditioning: {
    inputs: {
      images: TypedLink<"IMAGE">;
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      scale_ratio: Decimal;
      noise_augmentation: Decimal;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  SUPIRApply: {
    inputs: {
      model: TypedLink<"MODEL">;
      model_patch: TypedLink<"MODEL_PATCH">;
      vae: TypedLink<"VAE">;
      image: TypedLink<"IMAGE">;
      strength_start: Decimal;
      strength_end: Decimal;
      restore_cfg: Decimal;
      restore_cfg_s_tmin: Decimal;
    };
    outputs: ["MODEL"];
  };
  SV3D_Conditioning: {
    inputs: {
      clip_vision: TypedLink<"CLIP_VISION">;
      init_image: TypedLink<"IMAGE">;
      vae: TypedLink<"VAE">;
      width: Whole;
      height: Whole;
      video_frames: Whole;
      elevation: Decimal;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  SVD_img2vid_Conditioning: {
    inputs: {
      clip_vision: TypedLink<"CLIP_VISION">;
      init_image: TypedLink<"IMAGE">;
      vae: TypedLink<"VAE">;
      width: Whole;
      height: Whole;
      video_frames: Whole;
      motion_bucket_id: Whole;
      fps: Whole;
      augmentation_level: Decimal;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  SamplerARVideo: { inputs: { num_frame_per_block: Whole }; outputs: ["SAMPLER"] };
  SamplerCustom: {
    inputs: {
      model: TypedLink<"MODEL">;
      add_noise: Flag;
      noise_seed: Whole;
      cfg: Decimal;
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      sampler: TypedLink<"SAMPLER">;
      sigmas: TypedLink<"SIGMAS">;
      latent_image: TypedLink<"LATENT">;
    };
    outputs: ["LATENT", "LATENT"];
  };
  SamplerCustomAdvanced: {
    inputs: {
      noise: TypedLink<"NOISE">;
      guider: TypedLink<"GUIDER">;
      sampler: TypedLink<"SAMPLER">;
      sigmas: TypedLink<"SIGMAS">;
      latent_image: TypedLink<"LATENT">;
    };
    outputs: ["LATENT", "LATENT"];
  };
  SamplerDPMAdaptative: {
    inputs: {
      order: Whole;
      rtol: Decimal;
      atol: Decimal;
      h_init: Decimal;
      pcoeff: Decimal;
      icoeff: Decimal;
      dcoeff: Decimal;
      accept_safety: Decimal;
      eta: Decimal;
      s_noise: Decimal;
    };
    outputs: ["SAMPLER"];
  };
  SamplerDPMPP_2M_SDE: {
    inputs: {
      solver_type: "midpoint" | "heun" | TypedLink<"COMBO">;
      eta: Decimal;
      s_noise: Decimal;
      noise_device: "gpu" | "cpu" | TypedLink<"COMBO">;
    };
    outputs: ["SAMPLER"];
  };
  SamplerDPMPP_2S_Ancestral: { inputs: { eta: Decimal; s_noise: Decimal }; outputs: ["SAMPLER"] };
  SamplerDPMPP_3M_SDE: {
    inputs: { eta: Decimal; s_noise: Decimal; noise_device: "gpu" | "cpu" | TypedLink<"COMBO"> };
    outputs: ["SAMPLER"];
  };
  SamplerDPMPP_SDE: {
    inputs: { eta: Decimal; s_noise: Decimal; r: Decimal; noise_device: "gpu" | "cpu" | TypedLink<"COMBO"> };
    outputs: ["SAMPLER"];
  };
  SamplerER_SDE: {
    inputs: {
      solver_type: "ER-SDE" | "Reverse-time SDE" | "ODE" | TypedLink<"COMBO">;
      max_stage: Whole;
      eta: Decimal;
      s_noise: Decimal;
    };
    outputs: ["SAMPLER"];
  };
  SamplerEulerAncestral: { inputs: { eta: Decimal; s_noise: Decimal }; outputs: ["SAMPLER"] };
  SamplerEulerAncestralCFGPP: { inputs: { eta: Decimal; s_noise: Decimal }; outputs: ["SAMPLER"] };
  SamplerEulerCFGpp: {
    inputs: { version: "regular" | "alternative" | TypedLink<"COMBO"> };
    outputs: ["SAMPLER"];
  };
  SamplerLCM: {
    inputs: { s_noise: Decimal; s_noise_end: Decimal; noise_clip_std: Decimal };
    outputs: ["SAMPLER"];
  };
  SamplerLCMUpscale: {
    inputs: {
      scale_ratio: Decimal;
      scale_steps: Whole;
      upscale_method: "bislerp" | "nearest-exact" | "bilinear" | "area" | "bicubic" | TypedLink<"COMBO">;
    };
    outputs: ["SAMPLER"];
  };
  SamplerLMS: { inputs: { order: Whole }; outputs: ["SAMPLER"] };
  SamplerSASolver: {
    inputs: {
      model: TypedLink<"MODEL">;
      eta: Decimal;
      sde_start_percent: Decimal;
      sde_end_percent: Decimal;
      s_noise: Decimal;
      predictor_order: Whole;
      corrector_order: Whole;
      use_pece: Flag;
      simple_order_2: Flag;
    };
    outputs: ["SAMPLER"];
  };
  SamplerSEEDS2: {
    inputs: {
      solver_type: "phi_1" | "phi_2" | TypedLink<"COMBO">;
      eta: Decimal;
      s_noise: Decimal;
      r: Decimal;
    };
    outputs: ["SAMPLER"];
  };
  SamplingPercentToSigma: {
    inputs: { model: TypedLink<"MODEL">; sampling_percent: Decimal; return_actual_sigma: Flag };
    outputs: ["FLOAT"];
  };
  Save3DAdvanced: {
    inputs: {
      model_3d: InputValue;
      filename_prefix: Text;
      viewport_state: InputValue;
      width: Whole;
      height: Whole;
      model_3d_info?: TypedLink<"LOAD3D_MODEL_INFO"> | undefined;
      camera_info?: TypedLink<"LOAD3D_CAMERA"> | undefined;
    };
    outputs: ["FILE_3D", "LOAD3D_MODEL_INFO", "LOAD3D_CAMERA", "INT", "INT"];
  };
  SaveAnimatedPNG: {
    inputs: { images: TypedLink<"IMAGE">; filename_prefix: Text; fps: Decimal; compress_level: Whole };
    outputs: ["IMAGE"];
  };
  SaveAnimatedWEBP: {
    inputs: {
      images: TypedLink<"IMAGE">;
      filename_prefix: Text;
      fps: Decimal;
      lossless: Flag;
      quality: Whole;
      method: "default" | "fastest" | "slowest" | TypedLink<"COMBO">;
    };
    outputs: ["IMAGE"];
  };
  SaveAudio: { inputs: { audio: TypedLink<"AUDIO">; filename_prefix: Text }; outputs: ["AUDIO"] };
  SaveAudioAdvanced: {
    inputs: {
      audio: TypedLink<"AUDIO">;
      filename_prefix: Text;
      format: "flac" | "mp3" | "opus" | TypedLink<"COMBO">;
      [part: `format.${string}`]: InputValue | undefined;
    };
    outputs: ["AUDIO"];
  };
  SaveAudioMP3: {
    inputs: {
      audio: TypedLink<"AUDIO">;
      filename_prefix: Text;
      quality: "V0" | "128k" | "320k" | TypedLink<"COMBO">;
    };
    outputs: ["AUDIO"];
  };
  SaveAudioOpus: {
    inputs: {
      audio: TypedLink<"AUDIO">;
      filename_prefix: Text;
      quality: "64k" | "96k" | "128k" | "192k" | "320k" | TypedLink<"COMBO">;
    };
    outputs: ["AUDIO"];
  };
  SaveGLB: { inputs: { mesh: InputValue; filename_prefix: Text }; outputs: [] };
  SaveGaussianSplat: {
    inputs: {
      model_3d: InputValue;
      filename_prefix: Text;
      viewport_state: InputValue;
      width: Whole;
      height: Whole;
      model_3d_info?: TypedLink<"LOAD3D_MODEL_INFO"> | undefined;
      camera_info?: TypedLink<"LOAD3D_CAMERA"> | undefined;
    };
    outputs: ["FILE_3D_SPLAT_ANY", "LOAD3D_MODEL_INFO", "LOAD3D_CAMERA", "INT", "INT"];
  };
  SaveImage: { inputs: { images: TypedLink<"IMAGE">; filename_prefix: Text }; outputs: ["IMAGE"] };
  SaveImageAdvanced: {
    inputs: {
      images: TypedLink<"IMAGE">;
      filename_prefix: Text;
      format: "png" | "exr" | TypedLink<"COMBO">;
      [part: `format.${string}`]: InputValue | undefined;
    };
    outputs: ["IMAGE"];
  };
  SaveImageDataSetToFolder: {
    inputs: {
      images: TypedLink<"IMAGE">;
      folder_name: Text;
      filename_prefix: Text;
      mode: "overwrite" | "increment" | TypedLink<"COMBO">;
    };
    outputs: [];
  };
  SaveImageTextDataSetToFolder: {
    inputs: {
      images: TypedLink<"IMAGE">;
      folder_name: Text;
      filename_prefix: Text;
      mode: "overwrite" | "increment" | TypedLink<"COMBO">;
      texts?: Text | undefined;
    };
    outputs: [];
  };
  SaveLatent: { inputs: { samples: TypedLink<"LATENT">; filename_prefix: Text }; outputs: ["LATENT"] };
  SaveLoRA: {
    inputs: { lora: TypedLink<"LORA_MODEL">; prefix: Text; steps?: Whole | undefined };
    outputs: [];
  };
  SavePointCloud: {
    inputs: {
      model_3d: InputValue;
      filename_prefix: Text;
      viewport_state: InputValue;
      width: Whole;
      height: Whole;
      model_3d_info?: TypedLink<"LOAD3D_MODEL_INFO"> | undefined;
      camera_info?: TypedLink<"LOAD3D_CAMERA"> | undefined;
    };
    outputs: ["FILE_3D_POINT_CLOUD_ANY", "LOAD3D_MODEL_INFO", "LOAD3D_CAMERA", "INT", "INT"];
  };
  SaveSVGNode: { inputs: { svg: TypedLink<"SVG">; filename_prefix: Text }; outputs: ["SVG"] };
  SaveText: {
    inputs: { text: Text; filename_prefix: Text; format: "txt" | "csv" | "md" | "json" | TypedLink<"COMBO"> };
    outputs: ["STRING"];
  };
  SaveTrainingDataset: {
    inputs: {
      latents: TypedLink<"LATENT">;
      conditioning: TypedLink<"CONDITIONING">;
      folder_name: Text;
      shard_size: Whole;
    };
    outputs: [];
  };
  SaveVideo: {
    inputs: {
      video: TypedLink<"VIDEO">;
      filename_prefix: Text;
      format: "auto" | "mp4" | "mkv" | "webm" | TypedLink<"COMBO">;
      codec?: "auto" | "h264" | "av1" | TypedLink<"COMBO"> | undefined;
      [part: `format.${string}`]: InputValue | undefined;
      [part: `codec.${string}`]: InputValue | undefined;
    };
    outputs: ["VIDEO"];
  };
  SaveWEBM: {
    inputs: {
      images: TypedLink<"IMAGE">;
      filename_prefix: Text;
      codec: "vp9" | "av1" | TypedLink<"COMBO">;
      fps: Decimal;
      crf: Decimal;
    };
    outputs: ["IMAGE"];
  };
  ScaleROPE: {
    inputs: {
      model: TypedLink<"MODEL">;
      scale_x: Decimal;
      shift_x: Decimal;
      scale_y: Decimal;
      shift_y: Decimal;
      scale_t: Decimal;
      shift_t: Decimal;
    };
    outputs: ["MODEL"];
  };
  SeedNode: { inputs: { seed: Whole }; outputs: ["INT"] };
  SeedVR2Conditioning: {
    inputs: { model: TypedLink<"MODEL">; vae_conditioning: TypedLink<"LATENT"> };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  SeedVR2PostProcessing: {
    inputs: {
      images: TypedLink<"IMAGE">;
      original_resized_images: TypedLink<"IMAGE">;
      color_correction_method: "lab" | "wavelet" | "adain" | "none" | TypedLink<"COMBO">;
    };
    outputs: ["IMAGE"];
  };
  SeedVR2Preprocess: { inputs: { resized_images: TypedLink<"IMAGE"> }; outputs: ["IMAGE"] };
  SeedVR2TemporalChunk: {
    inputs: {
      latent: TypedLink<"LATENT">;
      temporal_overlap: Whole;
      chunking_mode: "auto" | "manual" | TypedLink<"COMBO">;
      [part: `chunking_mode.${string}`]: InputValue | undefined;
    };
    outputs: ["LATENT", "INT"];
  };
  SeedVR2TemporalMerge: {
    inputs: { latents: TypedLink<"LATENT">; temporal_overlap: Whole };
    outputs: ["LATENT"];
  };
  SelectCLIPDevice: {
    inputs: { clip: TypedLink<"CLIP">; device: "default" | "cpu" | TypedLink<"COMBO"> };
    outputs: ["CLIP"];
  };
  SelectModelDevice: {
    inputs: { model: TypedLink<"MODEL">; device: "default" | "cpu" | TypedLink<"COMBO"> };
    outputs: ["MODEL"];
  };
  SelectVAEDevice: { inputs: { vae: TypedLink<"VAE">; device: Choice }; outputs: ["VAE"] };
  SelfAttentionGuidance: {
    inputs: { model: TypedLink<"MODEL">; scale: Decimal; blur_sigma: Decimal };
    outputs: ["MODEL"];
  };
  SetClipHooks: {
    inputs: {
      clip: TypedLink<"CLIP">;
      apply_to_conds: Flag;
      schedule_clip: Flag;
      hooks?: TypedLink<"HOOKS"> | undefined;
    };
    outputs: ["CLIP"];
  };
  SetFirstSigma: { inputs: { sigmas: TypedLink<"SIGMAS">; sigma: Decimal }; outputs: ["SIGMAS"] };
  SetHookKeyframes: {
    inputs: { hooks: TypedLink<"HOOKS">; hook_kf?: TypedLink<"HOOK_KEYFRAMES"> | undefined };
    outputs: ["HOOKS"];
  };
  SetLatentNoiseMask: {
    inputs: { samples: TypedLink<"LATENT">; mask: TypedLink<"MASK"> };
    outputs: ["LATENT"];
  };
  SetUnionControlNetType: {
    inputs: {
      control_net: TypedLink<"CONTROL_NET">;
      type:
        | "auto"
        | "openpose"
        | "depth"
        | "hed/pidi/scribble/ted"
        | "canny/lineart/anime_lineart/mlsd"
        | "normal"
        | "segment"
        | "tile"
        | "repaint"
        | TypedLink<"COMBO">;
    };
    outputs: ["CONTROL_NET"];
  };
  ShuffleDataset: { inputs: { images: TypedLink<"IMAGE">; seed: Whole }; outputs: ["IMAGE"] };
  ShuffleImageTextDataset: {
    inputs: { images: TypedLink<"IMAGE">; texts: Text; seed: Whole };
    outputs: ["IMAGE", "STRING"];
  };
  ShuffleVideoDataset: { inputs: { videos: TypedLink<"VIDEO">; seed: Whole }; outputs: ["VIDEO"] };
  ShuffleVideoTextDataset: {
    inputs: { videos: TypedLink<"VIDEO">; texts: Text; seed: Whole };
    outputs: ["VIDEO", "STRING"];
  };
  SkipLayerGuidanceDiT: {
    inputs: {
      model: TypedLink<"MODEL">;
      double_layers: Text;
      single_layers: Text;
      scale: Decimal;
      start_percent: Decimal;
      end_percent: Decimal;
      rescaling_scale: Decimal;
    };
    outputs: ["MODEL"];
  };
  SkipLayerGuidanceDiTSimple: {
    inputs: {
      model: TypedLink<"MODEL">;
      double_layers: Text;
      single_layers: Text;
      start_percent: Decimal;
      end_percent: Decimal;
    };
    outputs: ["MODEL"];
  };
  SkipLayerGuidanceSD3: {
    inputs: {
      model: TypedLink<"MODEL">;
      layers: Text;
      scale: Decimal;
      start_percent: Decimal;
      end_percent: Decimal;
    };
    outputs: ["MODEL"];
  };
  SolidMask: { inputs: { value: Decimal; width: Whole; height: Whole }; outputs: ["MASK"] };
  SplatToFile3D: {
    inputs: { splat: TypedLink<"SPLAT">; format: "ply" | "ksplat" | "spz" | TypedLink<"COMBO"> };
    outputs: ["FILE_3D_SPLAT_ANY"];
  };
  SplatToMesh: {
    inputs: {
      splat: TypedLink<"SPLAT">;
      resolution: Whole;
      kernel: Whole;
      smooth: Whole;
      level: Decimal;
      min_component: Whole;
      min_opacity: Decimal;
      color_sharpen: Decimal;
    };
    outputs: ["MESH"];
  };
  SplitAudioChannels: { inputs: { audio: TypedLink<"AUDIO"> }; outputs: ["AUDIO", "AUDIO"] };
  SplitImageToTileList: {
    inputs: { image: TypedLink<"IMAGE">; tile_width: Whole; tile_height: Whole; overlap: Whole };
    outputs: ["IMAGE"];
  };
  SplitImageWithAlpha: { inputs: { image: TypedLink<"IMAGE"> }; outputs: ["IMAGE", "MASK"] };
  SplitSigmas: { inputs: { sigmas: TypedLink<"SIGMAS">; step: Whole }; outputs: ["SIGMAS", "SIGMAS"] };
  SplitSigmasDenoise: {
    inputs: { sigmas: TypedLink<"SIGMAS">; denoise: Decimal };
    outputs: ["SIGMAS", "SIGMAS"];
  };
  StableCascade_EmptyLatentImage: {
    inputs: { width: Whole; height: Whole; compression: Whole; batch_size: Whole };
    outputs: ["LATENT", "LATENT"];
  };
  StableCascade_StageB_Conditioning: {
    inputs: { conditioning: TypedLink<"CONDITIONING">; stage_c: TypedLink<"LATENT"> };
    outputs: ["CONDITIONING"];
  };
  StableCascade_StageC_VAEEncode: {
    inputs: { image: TypedLink<"IMAGE">; vae: TypedLink<"VAE">; compression: Whole };
    outputs: ["LATENT", "LATENT"];
  };
  StableCascade_SuperResolutionControlnet: {
    inputs: { image: TypedLink<"IMAGE">; vae: TypedLink<"VAE"> };
    outputs: ["IMAGE", "LATENT", "LATENT"];
  };
  StableZero123_Conditioning: {
    inputs: {
      clip_vision: TypedLink<"CLIP_VISION">;
      init_image: TypedLink<"IMAGE">;
      vae: TypedLink<"VAE">;
      width: Whole;
      height: Whole;
      batch_size: Whole;
      elevation: Decimal;
      azimuth: Decimal;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  StableZero123_Conditioning_Batched: {
    inputs: {
      clip_vision: TypedLink<"CLIP_VISION">;
      init_image: TypedLink<"IMAGE">;
      vae: TypedLink<"VAE">;
      width: Whole;
      height: Whole;
      batch_size: Whole;
      elevation: Decimal;
      azimuth: Decimal;
      elevation_batch_increment: Decimal;
      azimuth_batch_increment: Decimal;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  StringCompare: {
    inputs: {
      string_a: Text;
      string_b: Text;
      mode: "Starts With" | "Ends With" | "Equal" | TypedLink<"COMBO">;
      case_sensitive: Flag;
    };
    outputs: ["BOOLEAN"];
  };
  StringConcatenate: { inputs: { string_a: Text; string_b: Text; delimiter: Text }; outputs: ["STRING"] };
  StringContains: { inputs: { string: Text; substring: Text; case_sensitive: Flag }; outputs: ["BOOLEAN"] };
  StringFormat: {
    inputs: { f_string: Text; [part: `values.${string}`]: InputValue | undefined };
    outputs: ["STRING"];
  };
  StringLength: { inputs: { string: Text }; outputs: ["INT"] };
  StringReplace: { inputs: { string: Text; find: Text; replace: Text }; outputs: ["STRING"] };
  StringSubstring: { inputs: { string: Text; start: Whole; end: Whole }; outputs: ["STRING"] };
  StringTrim: {
    inputs: { string: Text; mode: "Both" | "Left" | "Right" | TypedLink<"COMBO"> };
    outputs: ["STRING"];
  };
  StripWhitespace: { inputs: { texts: Text }; outputs: ["STRING"] };
  StyleModelApply: {
    inputs: {
      conditioning: TypedLink<"CONDITIONING">;
      style_model: TypedLink<"STYLE_MODEL">;
      clip_vision_output: TypedLink<"CLIP_VISION_OUTPUT">;
      strength: Decimal;
      strength_type: "multiply" | "attn_bias";
    };
    outputs: ["CONDITIONING"];
  };
  StyleModelLoader: { inputs: { style_model_name: Choice }; outputs: ["STYLE_MODEL"] };
  T5TokenizerOptions: {
    inputs: { clip: TypedLink<"CLIP">; min_padding: Whole; min_length: Whole };
    outputs: ["CLIP"];
  };
  TCFG: { inputs: { model: TypedLink<"MODEL"> }; outputs: ["MODEL"] };
  TemporalScoreRescaling: {
    inputs: { model: TypedLink<"MODEL">; tsr_k: Decimal; tsr_sigma: Decimal };
    outputs: ["MODEL"];
  };
  TextEncodeAceStepAudio: {
    inputs: { clip: TypedLink<"CLIP">; tags: Text; lyrics: Text; lyrics_strength: Decimal };
    outputs: ["CONDITIONING"];
  };
  "TextEncodeAceStepAudio1.5": {
    inputs: {
      clip: TypedLink<"CLIP">;
      tags: Text;
      lyrics: Text;
      seed: Whole;
      bpm: Whole;
      duration: Decimal;
      timesignature: "2" | "3" | "4" | "6" | TypedLink<"COMBO">;
      language: Choice;
      keyscale: Choice;
      generate_audio_codes: Flag;
      cfg_scale: Decimal;
      temperature: Decimal;
      top_p: Decimal;
      top_k: Whole;
      min_p: Decimal;
    };
    outputs: ["CONDITIONING"];
  };
  TextEncodeBooguEdit: {
    inputs: {
      clip: TypedLink<"CLIP">;
      prompt: Text;
      negative_prompt: Text;
      vae: TypedLink<"VAE">;
      [part: `images.${string}`]: InputValue | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  TextEncodeHunyuanVideo_ImageToVideo: {
    inputs: {
      clip: TypedLink<"CLIP">;
      clip_vision_output: TypedLink<"CLIP_VISION_OUTPUT">;
      prompt: Text;
      image_interleave: Whole;
    };
    outputs: ["CONDITIONING"];
  };
  TextEncodeJoyImageEdit: {
    inputs: {
      clip: TypedLink<"CLIP">;
      prompt: Text;
      vae?: TypedLink<"VAE"> | undefined;
      [part: `images.${string}`]: InputValue | undefined;
    };
    outputs: ["CONDITIONING"];
  };
  TextEncodeMageFlowEdit: {
    inputs: {
      clip: TypedLink<"CLIP">;
      prompt: Text;
      negative_prompt: Text;
      width: Whole;
      height: Whole;
      batch_size: Whole;
      vae?: TypedLink<"VAE"> | undefined;
      [part: `images.${string}`]: InputValue | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  TextEncodeQwenImageEdit: {
    inputs: {
      clip: TypedLink<"CLIP">;
      prompt: Text;
      vae?: TypedLink<"VAE"> | undefined;
      image?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING"];
  };
  TextEncodeQwenImageEditPlus: {
    inputs: {
      clip: TypedLink<"CLIP">;
      prompt: Text;
      vae?: TypedLink<"VAE"> | undefined;
      image1?: TypedLink<"IMAGE"> | undefined;
      image2?: TypedLink<"IMAGE"> | undefined;
      image3?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING"];
  };
  TextEncodeZImageOmni: {
    inputs: {
      clip: TypedLink<"CLIP">;
      prompt: Text;
      auto_resize_images: Flag;
      image_encoder?: TypedLink<"CLIP_VISION"> | undefined;
      vae?: TypedLink<"VAE"> | undefined;
      image1?: TypedLink<"IMAGE"> | undefined;
      image2?: TypedLink<"IMAGE"> | undefined;
      image3?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING"];
  };
  TextGenerate: {
    inputs: {
      clip: TypedLink<"CLIP">;
      prompt: Text;
      max_length: Whole;
      sampling_mode: "on" | "off" | TypedLink<"COMBO">;
      image?: TypedLink<"IMAGE"> | undefined;
      video?: TypedLink<"IMAGE"> | undefined;
      audio?: TypedLink<"AUDIO"> | undefined;
      thinking?: Flag | undefined;
      use_default_template?: Flag | undefined;
      [part: `sampling_mode.${string}`]: InputValue | undefined;
    };
    outputs: ["STRING"];
  };
  TextGenerateLTX2Prompt: {
    inputs: {
      clip: TypedLink<"CLIP">;
      prompt: Text;
      max_length: Whole;
      sampling_mode: "on" | "off" | TypedLink<"COMBO">;
      image?: TypedLink<"IMAGE"> | undefined;
      video?: TypedLink<"IMAGE"> | undefined;
      audio?: TypedLink<"AUDIO"> | undefined;
      thinking?: Flag | undefined;
      use_default_template?: Flag | undefined;
      [part: `sampling_mode.${string}`]: InputValue | undefined;
    };
    outputs: ["STRING"];
  };
  TextOverlay: {
    inputs: {
      images: TypedLink<"IMAGE">;
      text: Text;
      font_size: Decimal;
      color: TypedLink<"COLOR">;
      position: "top" | "bottom" | TypedLink<"COMBO">;
      align: "left" | "center" | "right" | TypedLink<"COMBO">;
      outline: Flag;
    };
    outputs: ["IMAGE"];
  };
  TextToLowercase: { inputs: { texts: Text }; outputs: ["STRING"] };
  TextToUppercase: { inputs: { texts: Text }; outputs: ["STRING"] };
  ThresholdMask: { inputs: { mask: TypedLink<"MASK">; value: Decimal }; outputs: ["MASK"] };
  TomePatchModel: { inputs: { model: TypedLink<"MODEL">; ratio: Decimal }; outputs: ["MODEL"] };
  TorchCompileModel: {
    inputs: { model: TypedLink<"MODEL">; backend: "inductor" | "cudagraphs" | TypedLink<"COMBO"> };
    outputs: ["MODEL"];
  };
  TrainLoraNode: {
    inputs: {
      model: TypedLink<"MODEL">;
      latents: TypedLink<"LATENT">;
      positive: TypedLink<"CONDITIONING">;
      batch_size: Whole;
      grad_accumulation_steps: Whole;
      steps: Whole;
      learning_rate: Decimal;
      rank: Whole;
      optimizer: "AdamW" | "Adam" | "SGD" | "RMSprop" | TypedLink<"COMBO">;
      loss_function: "MSE" | "L1" | "Huber" | "SmoothL1" | TypedLink<"COMBO">;
      seed: Whole;
      training_dtype: "bf16" | "fp32" | "none" | TypedLink<"COMBO">;
      lora_dtype: "bf16" | "fp32" | TypedLink<"COMBO">;
      quantized_backward: Flag;
      algorithm: "LoRA" | "LoHa" | "LoKr" | "OFT" | TypedLink<"COMBO">;
      gradient_checkpointing: Flag;
      checkpoint_depth: Whole;
      offloading: Flag;
      existing_lora: Choice;
      bucket_mode: Flag;
      bypass_mode: Flag;
    };
    outputs: ["LORA_MODEL", "LOSS_MAP", "INT"];
  };
  TransformSplat: {
    inputs: {
      splat: TypedLink<"SPLAT">;
      translate_x: Decimal;
      translate_y: Decimal;
      translate_z: Decimal;
      rotate_x: Decimal;
      rotate_y: Decimal;
      rotate_z: Decimal;
      scale_x: Decimal;
      scale_y: Decimal;
      scale_z: Decimal;
    };
    outputs: ["SPLAT"];
  };
  Trellis2Conditioning: {
    inputs: { clip_vision_model: TypedLink<"CLIP_VISION">; image: TypedLink<"IMAGE"> };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  Trellis2ShapeStage: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      voxel: TypedLink<"VOXEL">;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  Trellis2TextureStage: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      shape_latent: TypedLink<"LATENT">;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  Trellis2UpsampleStage: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      shape_latent: TypedLink<"LATENT">;
      vae: TypedLink<"VAE">;
      target_resolution: Whole;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  TrimAudioDuration: {
    inputs: { audio: TypedLink<"AUDIO">; start_index: Decimal; duration: Decimal };
    outputs: ["AUDIO"];
  };
  TrimVideoLatent: { inputs: { samples: TypedLink<"LATENT">; trim_amount: Whole }; outputs: ["LATENT"] };
  TripleCLIPLoader: {
    inputs: { clip_name1: Choice; clip_name2: Choice; clip_name3: Choice };
    outputs: ["CLIP"];
  };
  TripoSplatConditioning: {
    inputs: { clip_vision: TypedLink<"CLIP_VISION">; vae: TypedLink<"VAE">; image: TypedLink<"IMAGE"> };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  TripoSplatPreprocessImage: {
    inputs: { image: TypedLink<"IMAGE">; mask: TypedLink<"MASK">; erode_radius: Whole; size: Whole };
    outputs: ["IMAGE"];
  };
  TripoSplatSamplingPreview: {
    inputs: {
      model: TypedLink<"MODEL">;
      vae: TypedLink<"VAE">;
      octree_level: Whole;
      num_gaussians: Whole;
      yaw: Decimal;
      pitch: Decimal;
      point_size: Whole;
    };
    outputs: ["MODEL"];
  };
  TruncateText: { inputs: { texts: Text; max_length: Whole }; outputs: ["STRING"] };
  UNETLoader: {
    inputs: { unet_name: Choice; weight_dtype: "default" | "fp8_e4m3fn" | "fp8_e4m3fn_fast" | "fp8_e5m2" };
    outputs: ["MODEL"];
  };
  UNetCrossAttentionMultiply: {
    inputs: { model: TypedLink<"MODEL">; q: Decimal; k: Decimal; v: Decimal; out: Decimal };
    outputs: ["MODEL"];
  };
  UNetSelfAttentionMultiply: {
    inputs: { model: TypedLink<"MODEL">; q: Decimal; k: Decimal; v: Decimal; out: Decimal };
    outputs: ["MODEL"];
  };
  UNetTemporalAttentionMultiply: {
    inputs: {
      model: TypedLink<"MODEL">;
      self_structural: Decimal;
      self_temporal: Decimal;
      cross_structural: Decimal;
      cross_temporal: Decimal;
    };
    outputs: ["MODEL"];
  };
  USOStyleReference: {
    inputs: {
      model: TypedLink<"MODEL">;
      model_patch: TypedLink<"MODEL_PATCH">;
      clip_vision_output: TypedLink<"CLIP_VISION_OUTPUT">;
    };
    outputs: ["MODEL"];
  };
  UnwrapMesh: {
    inputs: {
      mesh: TypedLink<"MESH">;
      segmenter: "pec" | "adaptive" | TypedLink<"COMBO">;
      resolution: Whole;
      padding: Whole;
      weld_distance: Decimal;
    };
    outputs: ["MESH"];
  };
  UpscaleModelLoader: { inputs: { model_name: Choice }; outputs: ["UPSCALE_MODEL"] };
  VAEDecode: { inputs: { samples: TypedLink<"LATENT">; vae: TypedLink<"VAE"> }; outputs: ["IMAGE"] };
  VAEDecodeAudio: { inputs: { samples: TypedLink<"LATENT">; vae: TypedLink<"VAE"> }; outputs: ["AUDIO"] };
  VAEDecodeAudioTiled: {
    inputs: { samples: TypedLink<"LATENT">; vae: TypedLink<"VAE">; tile_size: Whole; overlap: Whole };
    outputs: ["AUDIO"];
  };
  VAEDecodeHunyuan3D: {
    inputs: {
      samples: TypedLink<"LATENT">;
      vae: TypedLink<"VAE">;
      num_chunks: Whole;
      octree_resolution: Whole;
    };
    outputs: ["VOXEL"];
  };
  VAEDecodeTiled: {
    inputs: {
      samples: TypedLink<"LATENT">;
      vae: TypedLink<"VAE">;
      tile_size: Whole;
      overlap: Whole;
      temporal_size: Whole;
      temporal_overlap: Whole;
    };
    outputs: ["IMAGE"];
  };
  VAEDecodeTripoSplat: {
    inputs: { samples: TypedLink<"LATENT">; vae: TypedLink<"VAE">; num_gaussians: Whole; seed: Whole };
    outputs: ["SPLAT"];
  };
  VAEEncode: { inputs: { pixels: TypedLink<"IMAGE">; vae: TypedLink<"VAE"> }; outputs: ["LATENT"] };
  VAEEncodeAudio: { inputs: { audio: TypedLink<"AUDIO">; vae: TypedLink<"VAE"> }; outputs: ["LATENT"] };
  VAEEncodeForInpaint: {
    inputs: {
      pixels: TypedLink<"IMAGE">;
      vae: TypedLink<"VAE">;
      mask: TypedLink<"MASK">;
      grow_mask_by: Whole;
    };
    outputs: ["LATENT"];
  };
  VAEEncodeTiled: {
    inputs: {
      pixels: TypedLink<"IMAGE">;
      vae: TypedLink<"VAE">;
      tile_size: Whole;
      overlap: Whole;
      temporal_size: Whole;
      temporal_overlap: Whole;
    };
    outputs: ["LATENT"];
  };
  VAELoader: { inputs: { vae_name: Choice }; outputs: ["VAE"] };
  VAESave: { inputs: { vae: TypedLink<"VAE">; filename_prefix: Text }; outputs: [] };
  VOIDInpaintConditioning: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      video: TypedLink<"IMAGE">;
      quadmask: TypedLink<"MASK">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  VOIDQuadmaskPreprocess: { inputs: { mask: TypedLink<"MASK">; dilate_width: Whole }; outputs: ["MASK"] };
  VOIDSampler: { inputs: Record<string, never>; outputs: ["SAMPLER"] };
  VOIDWarpedNoise: {
    inputs: {
      optical_flow: TypedLink<"OPTICAL_FLOW">;
      video: TypedLink<"IMAGE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
    };
    outputs: ["LATENT"];
  };
  VOIDWarpedNoiseSource: { inputs: { warped_noise: TypedLink<"LATENT"> }; outputs: ["NOISE"] };
  VPScheduler: {
    inputs: { steps: Whole; beta_d: Decimal; beta_min: Decimal; eps_s: Decimal };
    outputs: ["SIGMAS"];
  };
  VaeDecodeShapeTrellis: {
    inputs: { samples: TypedLink<"LATENT">; vae: TypedLink<"VAE"> };
    outputs: ["MESH", "SHAPE_SUBDIVIDES"];
  };
  VaeDecodeStructureTrellis2: {
    inputs: {
      samples: TypedLink<"LATENT">;
      vae: TypedLink<"VAE">;
      resolution: "32" | "64" | TypedLink<"COMBO">;
    };
    outputs: ["VOXEL"];
  };
  VaeDecodeTextureTrellis: {
    inputs: {
      samples: TypedLink<"LATENT">;
      vae: TypedLink<"VAE">;
      shape_subdivides: TypedLink<"SHAPE_SUBDIVIDES">;
    };
    outputs: ["VOXEL"];
  };
  "Video Slice": {
    inputs: { video: TypedLink<"VIDEO">; start_time: Decimal; duration: Decimal; strict_duration: Flag };
    outputs: ["VIDEO"];
  };
  VideoFrameSample: {
    inputs: {
      video: TypedLink<"VIDEO">;
      num_frames: Whole;
      strategy: "uniform" | "head" | "tail" | "random" | TypedLink<"COMBO">;
      seed: Whole;
    };
    outputs: ["VIDEO"];
  };
  VideoLinearCFGGuidance: { inputs: { model: TypedLink<"MODEL">; min_cfg: Decimal }; outputs: ["MODEL"] };
  VideoRandomTemporalCrop: {
    inputs: { video: TypedLink<"VIDEO">; length: Whole; seed: Whole };
    outputs: ["VIDEO"];
  };
  VideoTemporalCrop: {
    inputs: { video: TypedLink<"VIDEO">; start_frame: Whole; length: Whole };
    outputs: ["VIDEO"];
  };
  VideoTriangleCFGGuidance: { inputs: { model: TypedLink<"MODEL">; min_cfg: Decimal }; outputs: ["MODEL"] };
  VoxelToMesh: {
    inputs: {
      voxel: TypedLink<"VOXEL">;
      algorithm: "surface net" | "basic" | TypedLink<"COMBO">;
      threshold: Decimal;
    };
    outputs: ["MESH"];
  };
  VoxelToMeshBasic: { inputs: { voxel: TypedLink<"VOXEL">; threshold: Decimal }; outputs: ["MESH"] };
  Wan22FunControlToVideo: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      ref_image?: TypedLink<"IMAGE"> | undefined;
      control_video?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  Wan22ImageToVideoLatent: {
    inputs: {
      vae: TypedLink<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      start_image?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: ["LATENT"];
  };
  WanAnimate2Cache: {
    inputs: {
      model: TypedLink<"MODEL">;
      device: "cpu" | "gpu" | TypedLink<"COMBO">;
      dtype: "default" | "int8" | "int4" | TypedLink<"COMBO">;
    };
    outputs: ["MODEL"];
  };
  WanAnimate2ToVideo: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      video_frame_offset: Whole;
      pose_strength: Decimal;
      pose_start_percent: Decimal;
      pose_end_percent: Decimal;
      reference_image_strength: Decimal;
      reference_image?: TypedLink<"IMAGE"> | undefined;
      pose_video?: TypedLink<"IMAGE"> | undefined;
      clip_vision_output?: TypedLink<"CLIP_VISION_OUTPUT"> | undefined;
      positive_pose?: TypedLink<"CONDITIONING"> | undefined;
      clip_vision_output_pose?: TypedLink<"CLIP_VISION_OUTPUT"> | undefined;
      continue_motion?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT", "INT", "INT", "INT"];
  };
  WanAnimateToVideo: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      continue_motion_max_frames: Whole;
      video_frame_offset: Whole;
      clip_vision_output?: TypedLink<"CLIP_VISION_OUTPUT"> | undefined;
      reference_image?: TypedLink<"IMAGE"> | undefined;
      face_video?: TypedLink<"IMAGE"> | undefined;
      pose_video?: TypedLink<"IMAGE"> | undefined;
      background_video?: TypedLink<"IMAGE"> | undefined;
      character_mask?: TypedLink<"MASK"> | undefined;
      continue_motion?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT", "INT", "INT", "INT"];
  };
  WanCameraEmbedding: {
    inputs: {
      camera_pose:
        | "Static"
        | "Pan Up"
        | "Pan Down"
        | "Pan Left"
        | "Pan Right"
        | "Zoom In"
        | "Zoom Out"
        | "Anti Clockwise (ACW)"
        | "ClockWise (CW)"
        | TypedLink<"COMBO">;
      width: Whole;
      height: Whole;
      length: Whole;
      speed?: Decimal | undefined;
      fx?: Decimal | undefined;
      fy?: Decimal | undefined;
      cx?: Decimal | undefined;
      cy?: Decimal | undefined;
    };
    outputs: ["WAN_CAMERA_EMBEDDING", "INT", "INT", "INT"];
  };
  WanCameraImageToVideo: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      clip_vision_output?: TypedLink<"CLIP_VISION_OUTPUT"> | undefined;
      start_image?: TypedLink<"IMAGE"> | undefined;
      camera_conditions?: TypedLink<"WAN_CAMERA_EMBEDDING"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  WanContextWindowsManual: {
    inputs: {
      model: TypedLink<"MODEL">;
      context_length: Whole;
      context_overlap: Whole;
      context_schedule:
        "standard_static" | "standard_uniform" | "looped_uniform" | "batched" | TypedLink<"COMBO">;
      context_stride: Whole;
      closed_loop: Flag;
      fuse_method: "pyramid" | "relative" | "flat" | "overlap-linear" | TypedLink<"COMBO">;
      freenoise: Flag;
      retain_first_frame: Flag;
      split_conds_to_windows: Flag;
    };
    outputs: ["MODEL"];
  };
  WanDancerEncodeAudio: {
    inputs: { audio: TypedLink<"AUDIO">; video_frames: Whole; audio_inject_scale: Decimal };
    outputs: ["AUDIO_ENCODER_OUTPUT", "STRING"];
  };
  WanDancerPadKeyframes: {
    inputs: {
      images: TypedLink<"IMAGE">;
      segment_length: Whole;
      segment_index: Whole;
      audio: TypedLink<"AUDIO">;
    };
    outputs: ["IMAGE", "MASK", "AUDIO"];
  };
  WanDancerPadKeyframesList: {
    inputs: {
      images: TypedLink<"IMAGE">;
      segment_length: Whole;
      num_segments: Whole;
      audio: TypedLink<"AUDIO">;
    };
    outputs: ["IMAGE", "MASK", "AUDIO"];
  };
  WanDancerVideo: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      clip_vision_output?: TypedLink<"CLIP_VISION_OUTPUT"> | undefined;
      clip_vision_output_ref?: TypedLink<"CLIP_VISION_OUTPUT"> | undefined;
      start_image?: TypedLink<"IMAGE"> | undefined;
      mask?: TypedLink<"MASK"> | undefined;
      audio_encoder_output?: TypedLink<"AUDIO_ENCODER_OUTPUT"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  WanFirstLastFrameToVideo: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      clip_vision_start_image?: TypedLink<"CLIP_VISION_OUTPUT"> | undefined;
      clip_vision_end_image?: TypedLink<"CLIP_VISION_OUTPUT"> | undefined;
      start_image?: TypedLink<"IMAGE"> | undefined;
      end_image?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  WanFunControlToVideo: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      clip_vision_output?: TypedLink<"CLIP_VISION_OUTPUT"> | undefined;
      start_image?: TypedLink<"IMAGE"> | undefined;
      control_video?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  WanFunInpaintToVideo: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      clip_vision_output?: TypedLink<"CLIP_VISION_OUTPUT"> | undefined;
      start_image?: TypedLink<"IMAGE"> | undefined;
      end_image?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  WanHuMoImageToVideo: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      audio_encoder_output?: TypedLink<"AUDIO_ENCODER_OUTPUT"> | undefined;
      ref_image?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  WanImageToVideo: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      clip_vision_output?: TypedLink<"CLIP_VISION_OUTPUT"> | undefined;
      start_image?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  WanInfiniteTalkToVideo: {
    inputs: {
      mode: "single_speaker" | "two_speakers" | TypedLink<"COMBO">;
      model: TypedLink<"MODEL">;
      model_patch: TypedLink<"MODEL_PATCH">;
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      audio_encoder_output_1: TypedLink<"AUDIO_ENCODER_OUTPUT">;
      motion_frame_count: Whole;
      audio_scale: Decimal;
      clip_vision_output?: TypedLink<"CLIP_VISION_OUTPUT"> | undefined;
      start_image?: TypedLink<"IMAGE"> | undefined;
      previous_frames?: TypedLink<"IMAGE"> | undefined;
      [part: `mode.${string}`]: InputValue | undefined;
    };
    outputs: ["MODEL", "CONDITIONING", "CONDITIONING", "LATENT", "INT"];
  };
  WanMoveConcatTrack: {
    inputs: { tracks_1: TypedLink<"TRACKS">; tracks_2?: TypedLink<"TRACKS"> | undefined };
    outputs: ["TRACKS"];
  };
  WanMoveTrackToVideo: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      strength: Decimal;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      start_image: TypedLink<"IMAGE">;
      tracks?: TypedLink<"TRACKS"> | undefined;
      clip_vision_output?: TypedLink<"CLIP_VISION_OUTPUT"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  WanMoveTracksFromCoords: {
    inputs: { track_coords?: Text | undefined; track_mask?: TypedLink<"MASK"> | undefined };
    outputs: ["TRACKS", "INT"];
  };
  WanMoveVisualizeTracks: {
    inputs: {
      images: TypedLink<"IMAGE">;
      line_resolution: Whole;
      circle_size: Whole;
      opacity: Decimal;
      line_width: Whole;
      tracks?: TypedLink<"TRACKS"> | undefined;
    };
    outputs: ["IMAGE"];
  };
  WanPhantomSubjectToVideo: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      images?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "CONDITIONING", "LATENT"];
  };
  WanSCAILToVideo: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      pose_strength: Decimal;
      pose_start: Decimal;
      pose_end: Decimal;
      video_frame_offset: Whole;
      previous_frame_count: Whole;
      pose_video?: TypedLink<"IMAGE"> | undefined;
      pose_video_mask?: TypedLink<"IMAGE"> | undefined;
      replacement_mode?: Flag | undefined;
      reference_image?: TypedLink<"IMAGE"> | undefined;
      reference_image_mask?: TypedLink<"IMAGE"> | undefined;
      clip_vision_output?: TypedLink<"CLIP_VISION_OUTPUT"> | undefined;
      previous_frames?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT", "INT"];
  };
  WanSoundImageToVideo: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      audio_encoder_output?: TypedLink<"AUDIO_ENCODER_OUTPUT"> | undefined;
      ref_image?: TypedLink<"IMAGE"> | undefined;
      control_video?: TypedLink<"IMAGE"> | undefined;
      ref_motion?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  WanSoundImageToVideoExtend: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      length: Whole;
      video_latent: TypedLink<"LATENT">;
      audio_encoder_output?: TypedLink<"AUDIO_ENCODER_OUTPUT"> | undefined;
      ref_image?: TypedLink<"IMAGE"> | undefined;
      control_video?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  WanTrackToVideo: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      tracks: Text;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      temperature: Decimal;
      topk: Whole;
      start_image: TypedLink<"IMAGE">;
      clip_vision_output?: TypedLink<"CLIP_VISION_OUTPUT"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  WanUni3CControlnetApply: {
    inputs: {
      model: TypedLink<"MODEL">;
      model_patch: TypedLink<"MODEL_PATCH">;
      vae: TypedLink<"VAE">;
      render_video: TypedLink<"IMAGE">;
      strength: Decimal;
      start_percent: Decimal;
      end_percent: Decimal;
    };
    outputs: ["MODEL"];
  };
  WanVaceToVideo: {
    inputs: {
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      vae: TypedLink<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      strength: Decimal;
      control_video?: TypedLink<"IMAGE"> | undefined;
      control_masks?: TypedLink<"MASK"> | undefined;
      reference_image?: TypedLink<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT", "INT"];
  };
  WebcamCapture: {
    inputs: { image: InputValue; width: Whole; height: Whole; capture_on_queue: Flag };
    outputs: ["IMAGE"];
  };
  WeldVertices: {
    inputs: { mesh: TypedLink<"MESH">; epsilon_rel: Decimal; epsilon_abs: Decimal };
    outputs: ["MESH"];
  };
  ZImageFunControlnet: {
    inputs: {
      model: TypedLink<"MODEL">;
      model_patch: TypedLink<"MODEL_PATCH">;
      vae: TypedLink<"VAE">;
      strength: Decimal;
      image?: TypedLink<"IMAGE"> | undefined;
      inpaint_image?: TypedLink<"IMAGE"> | undefined;
      mask?: TypedLink<"MASK"> | undefined;
    };
    outputs: ["MODEL"];
  };
  unCLIPCheckpointLoader: { inputs: { ckpt_name: Choice }; outputs: ["MODEL", "CLIP", "VAE", "CLIP_VISION"] };
  unCLIPConditioning: {
    inputs: {
      conditioning: TypedLink<"CONDITIONING">;
      clip_vision_output: TypedLink<"CLIP_VISION_OUTPUT">;
      strength: Decimal;
      noise_augmentation: Decimal;
    };
    outputs: ["CONDITIONING"];
  };
  wanBlockSwap: { inputs: { model: TypedLink<"MODEL"> }; outputs: ["MODEL"] };
};
