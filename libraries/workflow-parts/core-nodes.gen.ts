// Generated from the catalog of ComfyUI 0.33.0 in test/fixtures by `npm run gen`; do not edit.

import type { InputValue, Link, LinkOf } from "@pictor/kernel/plugin";

type Whole = number | bigint | LinkOf<"INT">;
type Decimal = number | LinkOf<"FLOAT">;
type Text = string | LinkOf<"STRING">;
type Flag = boolean | LinkOf<"BOOLEAN">;
type Choice = string | LinkOf<"COMBO">;

export type CoreNodes = {
  APG: {
    inputs: {
      model: LinkOf<"MODEL">;
      eta: Decimal;
      norm_threshold: Decimal;
      momentum: Decimal;
    };
    outputs: ["MODEL"];
  };
  ARVideoI2V: {
    inputs: {
      model: LinkOf<"MODEL">;
      vae: LinkOf<"VAE">;
      start_image: LinkOf<"IMAGE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
    };
    outputs: ["MODEL", "LATENT"];
  };
  AddLayer: {
    inputs: {
      image: LinkOf<"IMAGE">;
      layers?: LinkOf<"LAYERS"> | undefined;
      mask?: LinkOf<"MASK"> | undefined;
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
      model: LinkOf<"MODEL">;
      noise: LinkOf<"NOISE">;
      sigmas: LinkOf<"SIGMAS">;
      latent_image: LinkOf<"LATENT">;
    };
    outputs: ["LATENT"];
  };
  AddTextPrefix: {
    inputs: {
      texts: Text;
      prefix: Text;
    };
    outputs: ["STRING"];
  };
  AddTextSuffix: {
    inputs: {
      texts: Text;
      suffix: Text;
    };
    outputs: ["STRING"];
  };
  AdjustBrightness: {
    inputs: {
      images: LinkOf<"IMAGE">;
      factor: Decimal;
    };
    outputs: ["IMAGE"];
  };
  AdjustContrast: {
    inputs: {
      images: LinkOf<"IMAGE">;
      factor: Decimal;
    };
    outputs: ["IMAGE"];
  };
  AlignYourStepsScheduler: {
    inputs: {
      model_type: "SD1" | "SDXL" | "SVD" | LinkOf<"COMBO">;
      steps: Whole;
      denoise: Decimal;
    };
    outputs: ["SIGMAS"];
  };
  AnimaLLLiteApply: {
    inputs: {
      model: LinkOf<"MODEL">;
      model_patch: LinkOf<"MODEL_PATCH">;
      image: LinkOf<"IMAGE">;
      strength: Decimal;
      start_percent: Decimal;
      end_percent: Decimal;
      mask?: LinkOf<"MASK"> | undefined;
    };
    outputs: ["MODEL"];
  };
  ApplyTextureToMesh: {
    inputs: {
      mesh: LinkOf<"MESH">;
      base_color: LinkOf<"IMAGE">;
      metallic?: LinkOf<"IMAGE"> | undefined;
      roughness?: LinkOf<"IMAGE"> | undefined;
      occlusion?: LinkOf<"IMAGE"> | undefined;
      normal_map?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: ["MESH"];
  };
  AudioAdjustVolume: {
    inputs: {
      audio: LinkOf<"AUDIO">;
      volume: Whole;
    };
    outputs: ["AUDIO"];
  };
  AudioConcat: {
    inputs: {
      audio1: LinkOf<"AUDIO">;
      audio2: LinkOf<"AUDIO">;
      direction: "after" | "before" | LinkOf<"COMBO">;
    };
    outputs: ["AUDIO"];
  };
  AudioEncoderEncode: {
    inputs: {
      audio_encoder: LinkOf<"AUDIO_ENCODER">;
      audio: LinkOf<"AUDIO">;
    };
    outputs: ["AUDIO_ENCODER_OUTPUT"];
  };
  AudioEncoderLoader: {
    inputs: {
      audio_encoder_name: Choice;
    };
    outputs: ["AUDIO_ENCODER"];
  };
  AudioEqualizer3Band: {
    inputs: {
      audio: LinkOf<"AUDIO">;
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
      audio1: LinkOf<"AUDIO">;
      audio2: LinkOf<"AUDIO">;
      merge_method: "add" | "mean" | "subtract" | "multiply" | LinkOf<"COMBO">;
    };
    outputs: ["AUDIO"];
  };
  BakeAmbientOcclusion: {
    inputs: {
      low_poly: LinkOf<"MESH">;
      high_poly: LinkOf<"MESH">;
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
      low_poly: LinkOf<"MESH">;
      high_poly: LinkOf<"MESH">;
      resolution: Whole;
      cage_distance: Decimal;
      ignore_backfaces: Flag;
    };
    outputs: ["IMAGE"];
  };
  BakeTextureFromVoxel: {
    inputs: {
      mesh: LinkOf<"MESH">;
      voxel_colors: LinkOf<"VOXEL">;
      texture_size: Whole;
      reference_mesh?: LinkOf<"MESH"> | undefined;
    };
    outputs: ["IMAGE", "IMAGE", "IMAGE"];
  };
  BasicGuider: {
    inputs: {
      model: LinkOf<"MODEL">;
      conditioning: LinkOf<"CONDITIONING">;
    };
    outputs: ["GUIDER"];
  };
  BasicScheduler: {
    inputs: {
      model: LinkOf<"MODEL">;
      scheduler: Choice;
      steps: Whole;
      denoise: Decimal;
    };
    outputs: ["SIGMAS"];
  };
  BatchImagesNode: {
    inputs: {
      [part: `images.${string}`]: InputValue | undefined;
    };
    outputs: ["IMAGE"];
  };
  BatchLatentsNode: {
    inputs: {
      [part: `latents.${string}`]: InputValue | undefined;
    };
    outputs: ["LATENT"];
  };
  BatchMasksNode: {
    inputs: {
      [part: `masks.${string}`]: InputValue | undefined;
    };
    outputs: ["MASK"];
  };
  BerniniConditioning: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      source_video?: LinkOf<"IMAGE"> | undefined;
      reference_video?: LinkOf<"IMAGE"> | undefined;
      ref_max_size?: Whole | undefined;
      [part: `reference_images.${string}`]: InputValue | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  BetaSamplingScheduler: {
    inputs: {
      model: LinkOf<"MODEL">;
      steps: Whole;
      alpha: Decimal;
      beta: Decimal;
    };
    outputs: ["SIGMAS"];
  };
  BuildJsonPromptIdeogram: {
    inputs: {
      element: LinkOf<"ARRAY">;
      high_level_description: Text;
      background: Text;
      style: "none" | "photo" | "art_style" | LinkOf<"COMBO">;
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
      model: LinkOf<"MODEL">;
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      cfg: Decimal;
    };
    outputs: ["GUIDER"];
  };
  CFGNorm: {
    inputs: {
      model: LinkOf<"MODEL">;
      strength: Decimal;
      pre_cfg?: Flag | undefined;
    };
    outputs: ["MODEL"];
  };
  CFGOverride: {
    inputs: {
      model: LinkOf<"MODEL">;
      cfg: Decimal;
      start_percent: Decimal;
      end_percent: Decimal;
    };
    outputs: ["MODEL"];
  };
  CFGZeroStar: {
    inputs: {
      model: LinkOf<"MODEL">;
    };
    outputs: ["MODEL"];
  };
  CLIPAttentionMultiply: {
    inputs: {
      clip: LinkOf<"CLIP">;
      q: Decimal;
      k: Decimal;
      v: Decimal;
      out: Decimal;
    };
    outputs: ["CLIP"];
  };
  CLIPLoader: {
    inputs: {
      clip_name: Choice;
      type: Choice;
      device?: "default" | "cpu" | undefined;
    };
    outputs: ["CLIP"];
  };
  CLIPMergeAdd: {
    inputs: {
      clip1: LinkOf<"CLIP">;
      clip2: LinkOf<"CLIP">;
    };
    outputs: ["CLIP"];
  };
  CLIPMergeSimple: {
    inputs: {
      clip1: LinkOf<"CLIP">;
      clip2: LinkOf<"CLIP">;
      ratio: Decimal;
    };
    outputs: ["CLIP"];
  };
  CLIPMergeSubtract: {
    inputs: {
      clip1: LinkOf<"CLIP">;
      clip2: LinkOf<"CLIP">;
      multiplier: Decimal;
    };
    outputs: ["CLIP"];
  };
  CLIPSave: {
    inputs: {
      clip: LinkOf<"CLIP">;
      filename_prefix: Text;
    };
    outputs: [];
  };
  CLIPSetLastLayer: {
    inputs: {
      clip: LinkOf<"CLIP">;
      stop_at_clip_layer: Whole;
    };
    outputs: ["CLIP"];
  };
  CLIPTextEncode: {
    inputs: {
      text: Text;
      clip: LinkOf<"CLIP">;
    };
    outputs: ["CONDITIONING"];
  };
  CLIPTextEncodeControlnet: {
    inputs: {
      clip: LinkOf<"CLIP">;
      conditioning: LinkOf<"CONDITIONING">;
      text: Text;
    };
    outputs: ["CONDITIONING"];
  };
  CLIPTextEncodeFlux: {
    inputs: {
      clip: LinkOf<"CLIP">;
      clip_l: Text;
      t5xxl: Text;
      guidance: Decimal;
    };
    outputs: ["CONDITIONING"];
  };
  CLIPTextEncodeHiDream: {
    inputs: {
      clip: LinkOf<"CLIP">;
      clip_l: Text;
      clip_g: Text;
      t5xxl: Text;
      llama: Text;
    };
    outputs: ["CONDITIONING"];
  };
  CLIPTextEncodeHunyuanDiT: {
    inputs: {
      clip: LinkOf<"CLIP">;
      bert: Text;
      mt5xl: Text;
    };
    outputs: ["CONDITIONING"];
  };
  CLIPTextEncodeKandinsky5: {
    inputs: {
      clip: LinkOf<"CLIP">;
      clip_l: Text;
      qwen25_7b: Text;
    };
    outputs: ["CONDITIONING"];
  };
  CLIPTextEncodeLumina2: {
    inputs: {
      system_prompt: "superior" | "alignment" | LinkOf<"COMBO">;
      user_prompt: Text;
      clip: LinkOf<"CLIP">;
    };
    outputs: ["CONDITIONING"];
  };
  CLIPTextEncodePixArtAlpha: {
    inputs: {
      width: Whole;
      height: Whole;
      text: Text;
      clip: LinkOf<"CLIP">;
    };
    outputs: ["CONDITIONING"];
  };
  CLIPTextEncodeSD3: {
    inputs: {
      clip: LinkOf<"CLIP">;
      clip_l: Text;
      clip_g: Text;
      t5xxl: Text;
      empty_padding: "none" | "empty_prompt" | LinkOf<"COMBO">;
    };
    outputs: ["CONDITIONING"];
  };
  CLIPTextEncodeSDXL: {
    inputs: {
      clip: LinkOf<"CLIP">;
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
    inputs: {
      ascore: Decimal;
      width: Whole;
      height: Whole;
      text: Text;
      clip: LinkOf<"CLIP">;
    };
    outputs: ["CONDITIONING"];
  };
  CLIPVisionEncode: {
    inputs: {
      clip_vision: LinkOf<"CLIP_VISION">;
      image: LinkOf<"IMAGE">;
      crop: "center" | "none";
    };
    outputs: ["CLIP_VISION_OUTPUT"];
  };
  CLIPVisionLoader: {
    inputs: {
      clip_name: Choice;
    };
    outputs: ["CLIP_VISION"];
  };
  Canny: {
    inputs: {
      image: LinkOf<"IMAGE">;
      low_threshold: Decimal;
      high_threshold: Decimal;
    };
    outputs: ["IMAGE"];
  };
  CaseConverter: {
    inputs: {
      string: Text;
      mode: "UPPERCASE" | "lowercase" | "Capitalize" | "Title Case" | LinkOf<"COMBO">;
    };
    outputs: ["STRING"];
  };
  CenterCropImages: {
    inputs: {
      images: LinkOf<"IMAGE">;
      width: Whole;
      height: Whole;
    };
    outputs: ["IMAGE"];
  };
  CheckpointLoader: {
    inputs: {
      config_name: Choice;
      ckpt_name: Choice;
    };
    outputs: ["MODEL", "CLIP", "VAE"];
  };
  CheckpointLoaderSimple: {
    inputs: {
      ckpt_name: Choice;
    };
    outputs: ["MODEL", "CLIP", "VAE"];
  };
  CheckpointSave: {
    inputs: {
      model: LinkOf<"MODEL">;
      clip: LinkOf<"CLIP">;
      vae: LinkOf<"VAE">;
      filename_prefix: Text;
    };
    outputs: [];
  };
  ChromaRadianceOptions: {
    inputs: {
      model: LinkOf<"MODEL">;
      preserve_wrapper: Flag;
      start_sigma: Decimal;
      end_sigma: Decimal;
      nerf_tile_size: Whole;
      force_sequential_txt_ids: Flag;
    };
    outputs: ["MODEL"];
  };
  ColorToRGBInt: {
    inputs: {
      color: LinkOf<"COLOR">;
    };
    outputs: ["INT", "COLOR", "FLOAT"];
  };
  ColorTransfer: {
    inputs: {
      image_target: LinkOf<"IMAGE">;
      image_ref: LinkOf<"IMAGE">;
      method: "reinhard_lab" | "mkl_lab" | "histogram" | LinkOf<"COMBO">;
      source_stats: "per_frame" | "uniform" | "target_frame" | LinkOf<"COMBO">;
      strength: Decimal;
      [part: `source_stats.${string}`]: InputValue | undefined;
    };
    outputs: ["IMAGE"];
  };
  CombineHooks2: {
    inputs: {
      hooks_A?: LinkOf<"HOOKS"> | undefined;
      hooks_B?: LinkOf<"HOOKS"> | undefined;
    };
    outputs: ["HOOKS"];
  };
  CombineHooks4: {
    inputs: {
      hooks_A?: LinkOf<"HOOKS"> | undefined;
      hooks_B?: LinkOf<"HOOKS"> | undefined;
      hooks_C?: LinkOf<"HOOKS"> | undefined;
      hooks_D?: LinkOf<"HOOKS"> | undefined;
    };
    outputs: ["HOOKS"];
  };
  CombineHooks8: {
    inputs: {
      hooks_A?: LinkOf<"HOOKS"> | undefined;
      hooks_B?: LinkOf<"HOOKS"> | undefined;
      hooks_C?: LinkOf<"HOOKS"> | undefined;
      hooks_D?: LinkOf<"HOOKS"> | undefined;
      hooks_E?: LinkOf<"HOOKS"> | undefined;
      hooks_F?: LinkOf<"HOOKS"> | undefined;
      hooks_G?: LinkOf<"HOOKS"> | undefined;
      hooks_H?: LinkOf<"HOOKS"> | undefined;
    };
    outputs: ["HOOKS"];
  };
  ComfyAndNode: {
    inputs: {
      [part: `values.${string}`]: InputValue | undefined;
    };
    outputs: ["BOOLEAN"];
  };
  ComfyMathExpression: {
    inputs: {
      expression: Text;
      [part: `values.${string}`]: InputValue | undefined;
    };
    outputs: ["FLOAT", "INT", "BOOLEAN"];
  };
  ComfyNotNode: {
    inputs: {
      value: Link;
    };
    outputs: ["BOOLEAN"];
  };
  ComfyNumberConvert: {
    inputs: {
      value: Whole | Decimal | Text | Flag;
    };
    outputs: ["FLOAT", "INT"];
  };
  ComfyOrNode: {
    inputs: {
      [part: `values.${string}`]: InputValue | undefined;
    };
    outputs: ["BOOLEAN"];
  };
  ComfySwitchNode: {
    inputs: {
      switch: Flag;
      on_false: Link;
      on_true: Link;
    };
    outputs: [string];
  };
  ConditioningAverage: {
    inputs: {
      conditioning_to: LinkOf<"CONDITIONING">;
      conditioning_from: LinkOf<"CONDITIONING">;
      conditioning_to_strength: Decimal;
    };
    outputs: ["CONDITIONING"];
  };
  ConditioningCombine: {
    inputs: {
      conditioning_1: LinkOf<"CONDITIONING">;
      conditioning_2: LinkOf<"CONDITIONING">;
    };
    outputs: ["CONDITIONING"];
  };
  ConditioningConcat: {
    inputs: {
      conditioning_to: LinkOf<"CONDITIONING">;
      conditioning_from: LinkOf<"CONDITIONING">;
    };
    outputs: ["CONDITIONING"];
  };
  ConditioningMultiply: {
    inputs: {
      conditioning: LinkOf<"CONDITIONING">;
      multiplier: Decimal;
    };
    outputs: ["CONDITIONING"];
  };
  ConditioningSetArea: {
    inputs: {
      conditioning: LinkOf<"CONDITIONING">;
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
      conditioning: LinkOf<"CONDITIONING">;
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
      conditioning: LinkOf<"CONDITIONING">;
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
    inputs: {
      conditioning: LinkOf<"CONDITIONING">;
      strength: Decimal;
    };
    outputs: ["CONDITIONING"];
  };
  ConditioningSetDefaultCombine: {
    inputs: {
      cond: LinkOf<"CONDITIONING">;
      cond_DEFAULT: LinkOf<"CONDITIONING">;
      hooks?: LinkOf<"HOOKS"> | undefined;
    };
    outputs: ["CONDITIONING"];
  };
  ConditioningSetMask: {
    inputs: {
      conditioning: LinkOf<"CONDITIONING">;
      mask: LinkOf<"MASK">;
      strength: Decimal;
      set_cond_area: "default" | "mask bounds";
    };
    outputs: ["CONDITIONING"];
  };
  ConditioningSetProperties: {
    inputs: {
      cond_NEW: LinkOf<"CONDITIONING">;
      strength: Decimal;
      set_cond_area: "default" | "mask bounds";
      mask?: LinkOf<"MASK"> | undefined;
      hooks?: LinkOf<"HOOKS"> | undefined;
      timesteps?: LinkOf<"TIMESTEPS_RANGE"> | undefined;
    };
    outputs: ["CONDITIONING"];
  };
  ConditioningSetPropertiesAndCombine: {
    inputs: {
      cond: LinkOf<"CONDITIONING">;
      cond_NEW: LinkOf<"CONDITIONING">;
      strength: Decimal;
      set_cond_area: "default" | "mask bounds";
      mask?: LinkOf<"MASK"> | undefined;
      hooks?: LinkOf<"HOOKS"> | undefined;
      timesteps?: LinkOf<"TIMESTEPS_RANGE"> | undefined;
    };
    outputs: ["CONDITIONING"];
  };
  ConditioningSetTimestepRange: {
    inputs: {
      conditioning: LinkOf<"CONDITIONING">;
      start: Decimal;
      end: Decimal;
    };
    outputs: ["CONDITIONING"];
  };
  ConditioningStableAudio: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      seconds_start: Decimal;
      seconds_total: Decimal;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  ConditioningTimestepsRange: {
    inputs: {
      start_percent: Decimal;
      end_percent: Decimal;
    };
    outputs: ["TIMESTEPS_RANGE", "TIMESTEPS_RANGE", "TIMESTEPS_RANGE"];
  };
  ConditioningZeroOut: {
    inputs: {
      conditioning: LinkOf<"CONDITIONING">;
    };
    outputs: ["CONDITIONING"];
  };
  ContextWindowsManual: {
    inputs: {
      model: LinkOf<"MODEL">;
      context_length: Whole;
      context_overlap: Whole;
      context_schedule:
        "standard_static" | "standard_uniform" | "looped_uniform" | "batched" | LinkOf<"COMBO">;
      context_stride: Whole;
      closed_loop: Flag;
      fuse_method: "pyramid" | "relative" | "flat" | "overlap-linear" | LinkOf<"COMBO">;
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
      conditioning: LinkOf<"CONDITIONING">;
      control_net: LinkOf<"CONTROL_NET">;
      image: LinkOf<"IMAGE">;
      strength: Decimal;
    };
    outputs: ["CONDITIONING"];
  };
  ControlNetApplyAdvanced: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      control_net: LinkOf<"CONTROL_NET">;
      image: LinkOf<"IMAGE">;
      strength: Decimal;
      start_percent: Decimal;
      end_percent: Decimal;
      vae?: LinkOf<"VAE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  ControlNetApplySD3: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      control_net: LinkOf<"CONTROL_NET">;
      vae: LinkOf<"VAE">;
      image: LinkOf<"IMAGE">;
      strength: Decimal;
      start_percent: Decimal;
      end_percent: Decimal;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  ControlNetInpaintingAliMamaApply: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      control_net: LinkOf<"CONTROL_NET">;
      vae: LinkOf<"VAE">;
      image: LinkOf<"IMAGE">;
      mask: LinkOf<"MASK">;
      strength: Decimal;
      start_percent: Decimal;
      end_percent: Decimal;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  ControlNetLoader: {
    inputs: {
      control_net_name: Choice;
    };
    outputs: ["CONTROL_NET"];
  };
  ConvertArrayToString: {
    inputs: {
      array: LinkOf<"ARRAY">;
      indent: Whole;
    };
    outputs: ["STRING"];
  };
  ConvertDictionaryToString: {
    inputs: {
      dictionary: LinkOf<"DICT">;
      indent: Whole;
    };
    outputs: ["STRING"];
  };
  CosmosImageToVideoLatent: {
    inputs: {
      vae: LinkOf<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      start_image?: LinkOf<"IMAGE"> | undefined;
      end_image?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: ["LATENT"];
  };
  CosmosPredict2ImageToVideoLatent: {
    inputs: {
      vae: LinkOf<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      start_image?: LinkOf<"IMAGE"> | undefined;
      end_image?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: ["LATENT"];
  };
  CreateBoundingBoxes: {
    inputs: {
      width: Whole;
      height: Whole;
      editor_state: InputValue;
      background?: LinkOf<"IMAGE"> | undefined;
      bboxes?: LinkOf<"BOUNDING_BOX"> | LinkOf<"ARRAY"> | Text | undefined;
      last_incoming?: InputValue | undefined;
    };
    outputs: ["IMAGE", "BOUNDING_BOX", "ARRAY"];
  };
  CreateCameraInfo: {
    inputs: {
      mode: "orbit" | "look_at" | "quaternion" | LinkOf<"COMBO">;
      target_x: Decimal;
      target_y: Decimal;
      target_z: Decimal;
      roll: Decimal;
      fov: Decimal;
      zoom: Decimal;
      camera_type: "perspective" | "orthographic" | LinkOf<"COMBO">;
      [part: `mode.${string}`]: InputValue | undefined;
    };
    outputs: ["LOAD3D_CAMERA"];
  };
  CreateHookKeyframe: {
    inputs: {
      strength_mult: Decimal;
      start_percent: Decimal;
      prev_hook_kf?: LinkOf<"HOOK_KEYFRAMES"> | undefined;
    };
    outputs: ["HOOK_KEYFRAMES"];
  };
  CreateHookKeyframesFromFloats: {
    inputs: {
      floats_strength: InputValue;
      start_percent: Decimal;
      end_percent: Decimal;
      print_keyframes: Flag;
      prev_hook_kf?: LinkOf<"HOOK_KEYFRAMES"> | undefined;
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
      prev_hook_kf?: LinkOf<"HOOK_KEYFRAMES"> | undefined;
    };
    outputs: ["HOOK_KEYFRAMES"];
  };
  CreateHookLora: {
    inputs: {
      lora_name: Choice;
      strength_model: Decimal;
      strength_clip: Decimal;
      prev_hooks?: LinkOf<"HOOKS"> | undefined;
    };
    outputs: ["HOOKS"];
  };
  CreateHookLoraModelOnly: {
    inputs: {
      lora_name: Choice;
      strength_model: Decimal;
      prev_hooks?: LinkOf<"HOOKS"> | undefined;
    };
    outputs: ["HOOKS"];
  };
  CreateHookModelAsLora: {
    inputs: {
      ckpt_name: Choice;
      strength_model: Decimal;
      strength_clip: Decimal;
      prev_hooks?: LinkOf<"HOOKS"> | undefined;
    };
    outputs: ["HOOKS"];
  };
  CreateHookModelAsLoraModelOnly: {
    inputs: {
      ckpt_name: Choice;
      strength_model: Decimal;
      prev_hooks?: LinkOf<"HOOKS"> | undefined;
    };
    outputs: ["HOOKS"];
  };
  CreateList: {
    inputs: {
      [part: `inputs.${string}`]: InputValue | undefined;
    };
    outputs: [string];
  };
  CreateVideo: {
    inputs: {
      images: LinkOf<"IMAGE">;
      fps: Decimal;
      audio?: LinkOf<"AUDIO"> | undefined;
      bit_depth?: Whole | undefined;
    };
    outputs: ["VIDEO"];
  };
  CropByBBoxes: {
    inputs: {
      image: LinkOf<"IMAGE">;
      bboxes: LinkOf<"BOUNDING_BOX">;
      output_width: Whole;
      output_height: Whole;
      padding: Whole;
      keep_aspect: "stretch" | "pad" | LinkOf<"COMBO">;
    };
    outputs: ["IMAGE"];
  };
  CropMask: {
    inputs: {
      mask: LinkOf<"MASK">;
      x: Whole;
      y: Whole;
      width: Whole;
      height: Whole;
    };
    outputs: ["MASK"];
  };
  CurveEditor: {
    inputs: {
      curve: LinkOf<"CURVE">;
      histogram?: LinkOf<"HISTOGRAM"> | undefined;
    };
    outputs: ["CURVE"];
  };
  CustomCombo: {
    inputs: {
      choice: Choice;
    };
    outputs: ["STRING", "INT"];
  };
  DA3GeometryToMesh: {
    inputs: {
      da3_geometry: LinkOf<"DA3_GEOMETRY">;
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
      da3_model: LinkOf<"DA3_MODEL">;
      image: LinkOf<"IMAGE">;
      resolution: Whole;
      resize_method: "upper_bound_resize" | "lower_bound_resize" | LinkOf<"COMBO">;
      mode: "mono" | "multiview" | LinkOf<"COMBO">;
      [part: `mode.${string}`]: InputValue | undefined;
    };
    outputs: ["DA3_GEOMETRY"];
  };
  DA3Render: {
    inputs: {
      da3_geometry: LinkOf<"DA3_GEOMETRY">;
      output: "depth" | "depth_colored" | "sky_mask" | "confidence" | LinkOf<"COMBO">;
      [part: `output.${string}`]: InputValue | undefined;
    };
    outputs: ["IMAGE"];
  };
  DecimateMesh: {
    inputs: {
      mesh: LinkOf<"MESH">;
      target_face_count: Whole;
      placement_mode: "midpoint" | "qem" | LinkOf<"COMBO">;
      [part: `placement_mode.${string}`]: InputValue | undefined;
    };
    outputs: ["MESH"];
  };
  DiffControlNetLoader: {
    inputs: {
      model: LinkOf<"MODEL">;
      control_net_name: Choice;
    };
    outputs: ["CONTROL_NET"];
  };
  DifferentialDiffusion: {
    inputs: {
      model: LinkOf<"MODEL">;
      strength?: Decimal | undefined;
    };
    outputs: ["MODEL"];
  };
  DiffusersLoader: {
    inputs: {
      model_path: Choice;
    };
    outputs: ["MODEL", "CLIP", "VAE"];
  };
  DisableNoise: {
    inputs: Record<string, never>;
    outputs: ["NOISE"];
  };
  DrawBBoxes: {
    inputs: {
      bboxes: LinkOf<"BOUNDING_BOX">;
      image?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: ["IMAGE"];
  };
  DualCFGGuider: {
    inputs: {
      model: LinkOf<"MODEL">;
      cond1: LinkOf<"CONDITIONING">;
      cond2: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      cfg_conds: Decimal;
      cfg_cond2_negative: Decimal;
      style: "regular" | "nested" | LinkOf<"COMBO">;
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
      model: LinkOf<"MODEL">;
      positive: LinkOf<"CONDITIONING">;
      cfg: Decimal;
      model_negative?: LinkOf<"MODEL"> | undefined;
      negative?: LinkOf<"CONDITIONING"> | undefined;
    };
    outputs: ["GUIDER"];
  };
  EasyCache: {
    inputs: {
      model: LinkOf<"MODEL">;
      reuse_threshold: Decimal;
      start_percent: Decimal;
      end_percent: Decimal;
      verbose: Flag;
    };
    outputs: ["MODEL"];
  };
  EmptyARVideoLatent: {
    inputs: {
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
    };
    outputs: ["LATENT"];
  };
  "EmptyAceStep1.5LatentAudio": {
    inputs: {
      seconds: Decimal;
      batch_size: Whole;
    };
    outputs: ["LATENT"];
  };
  EmptyAceStepLatentAudio: {
    inputs: {
      seconds: Decimal;
      batch_size: Whole;
    };
    outputs: ["LATENT"];
  };
  EmptyAudio: {
    inputs: {
      duration: Decimal;
      sample_rate: Whole;
      channels: Whole;
    };
    outputs: ["AUDIO"];
  };
  EmptyChromaRadianceLatentImage: {
    inputs: {
      width: Whole;
      height: Whole;
      batch_size: Whole;
    };
    outputs: ["LATENT"];
  };
  EmptyCosmosLatentVideo: {
    inputs: {
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
    };
    outputs: ["LATENT"];
  };
  EmptyFlux2LatentImage: {
    inputs: {
      width: Whole;
      height: Whole;
      batch_size: Whole;
    };
    outputs: ["LATENT"];
  };
  EmptyHiDreamO1LatentImage: {
    inputs: {
      width: Whole;
      height: Whole;
      batch_size: Whole;
    };
    outputs: ["LATENT"];
  };
  EmptyHunyuanImageLatent: {
    inputs: {
      width: Whole;
      height: Whole;
      batch_size: Whole;
    };
    outputs: ["LATENT"];
  };
  EmptyHunyuanLatentVideo: {
    inputs: {
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
    };
    outputs: ["LATENT"];
  };
  EmptyHunyuanVideo15Latent: {
    inputs: {
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
    };
    outputs: ["LATENT"];
  };
  EmptyImage: {
    inputs: {
      width: Whole;
      height: Whole;
      batch_size: Whole;
      color: Whole;
    };
    outputs: ["IMAGE"];
  };
  EmptyLTXVLatentVideo: {
    inputs: {
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
    };
    outputs: ["LATENT"];
  };
  EmptyLatentAudio: {
    inputs: {
      seconds: Decimal;
      batch_size: Whole;
    };
    outputs: ["LATENT"];
  };
  EmptyLatentHunyuan3Dv2: {
    inputs: {
      resolution: Whole;
      batch_size: Whole;
    };
    outputs: ["LATENT"];
  };
  EmptyLatentImage: {
    inputs: {
      width: Whole;
      height: Whole;
      batch_size: Whole;
    };
    outputs: ["LATENT"];
  };
  EmptyMiniMaxH3LatentAV: {
    inputs: {
      width: Whole;
      height: Whole;
      length: Whole;
    };
    outputs: ["LATENT"];
  };
  EmptyMiniMaxMusic3LatentAudio: {
    inputs: {
      seconds: Decimal;
      batch_size: Whole;
    };
    outputs: ["LATENT"];
  };
  EmptyMochiLatentVideo: {
    inputs: {
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
    };
    outputs: ["LATENT"];
  };
  EmptyQwenImageLayeredLatentImage: {
    inputs: {
      width: Whole;
      height: Whole;
      layers: Whole;
      batch_size: Whole;
    };
    outputs: ["LATENT"];
  };
  EmptySD3LatentImage: {
    inputs: {
      width: Whole;
      height: Whole;
      batch_size: Whole;
    };
    outputs: ["LATENT"];
  };
  EmptyTrellis2LatentStructure: {
    inputs: {
      batch_size: Whole;
    };
    outputs: ["LATENT"];
  };
  "Epsilon Scaling": {
    inputs: {
      model: LinkOf<"MODEL">;
      scaling_factor: Decimal;
    };
    outputs: ["MODEL"];
  };
  ExponentialScheduler: {
    inputs: {
      steps: Whole;
      sigma_max: Decimal;
      sigma_min: Decimal;
    };
    outputs: ["SIGMAS"];
  };
  ExtendIntermediateSigmas: {
    inputs: {
      sigmas: LinkOf<"SIGMAS">;
      steps: Whole;
      start_at_sigma: Decimal;
      end_at_sigma: Decimal;
      spacing: "linear" | "cosine" | "sine" | LinkOf<"COMBO">;
    };
    outputs: ["SIGMAS"];
  };
  FeatherMask: {
    inputs: {
      mask: LinkOf<"MASK">;
      left: Whole;
      top: Whole;
      right: Whole;
      bottom: Whole;
    };
    outputs: ["MASK"];
  };
  File3DToSplat: {
    inputs: {
      model_3d: InputValue;
    };
    outputs: ["SPLAT"];
  };
  FillHoles: {
    inputs: {
      mesh: LinkOf<"MESH">;
      max_perimeter: Decimal;
      weld_epsilon_rel: Decimal;
      max_vertices: Whole;
      fill_chains: Flag;
    };
    outputs: ["MESH"];
  };
  FlipSigmas: {
    inputs: {
      sigmas: LinkOf<"SIGMAS">;
    };
    outputs: ["SIGMAS"];
  };
  Flux2Scheduler: {
    inputs: {
      steps: Whole;
      width: Whole;
      height: Whole;
    };
    outputs: ["SIGMAS"];
  };
  FluxDisableGuidance: {
    inputs: {
      conditioning: LinkOf<"CONDITIONING">;
    };
    outputs: ["CONDITIONING"];
  };
  FluxGuidance: {
    inputs: {
      conditioning: LinkOf<"CONDITIONING">;
      guidance: Decimal;
    };
    outputs: ["CONDITIONING"];
  };
  FluxKVCache: {
    inputs: {
      model: LinkOf<"MODEL">;
    };
    outputs: ["MODEL"];
  };
  FluxKontextImageScale: {
    inputs: {
      image: LinkOf<"IMAGE">;
    };
    outputs: ["IMAGE"];
  };
  FluxKontextMultiReferenceLatentMethod: {
    inputs: {
      conditioning: LinkOf<"CONDITIONING">;
      reference_latents_method: "offset" | "index" | "uxo/uno" | "index_timestep_zero" | LinkOf<"COMBO">;
    };
    outputs: ["CONDITIONING"];
  };
  FrameInterpolate: {
    inputs: {
      interp_model: LinkOf<"INTERP_MODEL">;
      images: LinkOf<"IMAGE">;
      multiplier: Whole;
    };
    outputs: ["IMAGE"];
  };
  FrameInterpolationModelLoader: {
    inputs: {
      model_name: Choice;
    };
    outputs: ["INTERP_MODEL"];
  };
  FreSca: {
    inputs: {
      model: LinkOf<"MODEL">;
      scale_low: Decimal;
      scale_high: Decimal;
      freq_cutoff: Whole;
    };
    outputs: ["MODEL"];
  };
  FreeU: {
    inputs: {
      model: LinkOf<"MODEL">;
      b1: Decimal;
      b2: Decimal;
      s1: Decimal;
      s2: Decimal;
    };
    outputs: ["MODEL"];
  };
  FreeU_V2: {
    inputs: {
      model: LinkOf<"MODEL">;
      b1: Decimal;
      b2: Decimal;
      s1: Decimal;
      s2: Decimal;
    };
    outputs: ["MODEL"];
  };
  GITSScheduler: {
    inputs: {
      coeff: Decimal;
      steps: Whole;
      denoise: Decimal;
    };
    outputs: ["SIGMAS"];
  };
  GLIGENLoader: {
    inputs: {
      gligen_name: Choice;
    };
    outputs: ["GLIGEN"];
  };
  GLIGENTextBoxApply: {
    inputs: {
      conditioning_to: LinkOf<"CONDITIONING">;
      clip: LinkOf<"CLIP">;
      gligen_textbox_model: LinkOf<"GLIGEN">;
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
      interpolation: "linear" | "ease_in" | "ease_out" | "ease_in_out" | "constant" | LinkOf<"COMBO">;
      track_mask?: LinkOf<"MASK"> | undefined;
    };
    outputs: ["TRACKS", "INT"];
  };
  GetICLoRAParameters: {
    inputs: {
      iclora_model: LinkOf<"MODEL">;
    };
    outputs: ["IC_LORA_PARAMETERS"];
  };
  GetImageSize: {
    inputs: {
      image: LinkOf<"IMAGE">;
    };
    outputs: ["INT", "INT", "INT"];
  };
  GetMeshInfo: {
    inputs: {
      mesh: LinkOf<"MESH">;
    };
    outputs: ["MESH", "STRING"];
  };
  GetSplatCount: {
    inputs: {
      splat: LinkOf<"SPLAT">;
    };
    outputs: ["SPLAT", "INT"];
  };
  GetVideoComponents: {
    inputs: {
      video: LinkOf<"VIDEO">;
    };
    outputs: ["IMAGE", "AUDIO", "FLOAT", "INT", "COMBO"];
  };
  GrowMask: {
    inputs: {
      mask: LinkOf<"MASK">;
      expand: Whole;
      tapered_corners: Flag;
    };
    outputs: ["MASK"];
  };
  HiDreamO1PatchSeamSmoothing: {
    inputs: {
      model: LinkOf<"MODEL">;
      start_percent: Decimal;
      end_percent: Decimal;
      pattern: "single_shift" | "symmetric" | LinkOf<"COMBO">;
      passes: "2" | "4" | "ramp_2_4" | "ramp_2_4_8" | LinkOf<"COMBO">;
      blend: "average" | "window" | "median" | LinkOf<"COMBO">;
      strength: Decimal;
    };
    outputs: ["MODEL"];
  };
  HiDreamO1ReferenceImages: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      [part: `images.${string}`]: InputValue | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  Hunyuan3Dv2Conditioning: {
    inputs: {
      clip_vision_output: LinkOf<"CLIP_VISION_OUTPUT">;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  Hunyuan3Dv2ConditioningMultiView: {
    inputs: {
      front?: LinkOf<"CLIP_VISION_OUTPUT"> | undefined;
      left?: LinkOf<"CLIP_VISION_OUTPUT"> | undefined;
      back?: LinkOf<"CLIP_VISION_OUTPUT"> | undefined;
      right?: LinkOf<"CLIP_VISION_OUTPUT"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  HunyuanImageToVideo: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      guidance_type: "v1 (concat)" | "v2 (replace)" | "custom" | LinkOf<"COMBO">;
      start_image?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "LATENT"];
  };
  HunyuanRefinerLatent: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      latent: LinkOf<"LATENT">;
      noise_augmentation: Decimal;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  HunyuanVideo15ImageToVideo: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      start_image?: LinkOf<"IMAGE"> | undefined;
      clip_vision_output?: LinkOf<"CLIP_VISION_OUTPUT"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  HunyuanVideo15LatentUpscaleWithModel: {
    inputs: {
      model: LinkOf<"LATENT_UPSCALE_MODEL">;
      samples: LinkOf<"LATENT">;
      upscale_method: "nearest-exact" | "bilinear" | "area" | "bicubic" | "bislerp" | LinkOf<"COMBO">;
      width: Whole;
      height: Whole;
      crop: "disabled" | "center" | LinkOf<"COMBO">;
    };
    outputs: ["LATENT"];
  };
  HunyuanVideo15SuperResolution: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      latent: LinkOf<"LATENT">;
      noise_augmentation: Decimal;
      vae?: LinkOf<"VAE"> | undefined;
      start_image?: LinkOf<"IMAGE"> | undefined;
      clip_vision_output?: LinkOf<"CLIP_VISION_OUTPUT"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  HyperTile: {
    inputs: {
      model: LinkOf<"MODEL">;
      tile_size: Whole;
      swap_size: Whole;
      max_depth: Whole;
      scale_depth: Flag;
    };
    outputs: ["MODEL"];
  };
  HypernetworkLoader: {
    inputs: {
      model: LinkOf<"MODEL">;
      hypernetwork_name: Choice;
      strength: Decimal;
    };
    outputs: ["MODEL"];
  };
  Ideogram4Scheduler: {
    inputs: {
      steps: Whole;
      width: Whole;
      height: Whole;
      mu: Decimal;
      std: Decimal;
    };
    outputs: ["SIGMAS"];
  };
  ImageAddNoise: {
    inputs: {
      image: LinkOf<"IMAGE">;
      seed: Whole;
      strength: Decimal;
    };
    outputs: ["IMAGE"];
  };
  ImageBatch: {
    inputs: {
      image1: LinkOf<"IMAGE">;
      image2: LinkOf<"IMAGE">;
    };
    outputs: ["IMAGE"];
  };
  ImageBlend: {
    inputs: {
      image1: LinkOf<"IMAGE">;
      image2: LinkOf<"IMAGE">;
      blend_factor: Decimal;
      blend_mode:
        "normal" | "multiply" | "screen" | "overlay" | "soft_light" | "difference" | LinkOf<"COMBO">;
    };
    outputs: ["IMAGE"];
  };
  ImageBlur: {
    inputs: {
      image: LinkOf<"IMAGE">;
      blur_radius: Whole;
      sigma: Decimal;
    };
    outputs: ["IMAGE"];
  };
  ImageColorToMask: {
    inputs: {
      image: LinkOf<"IMAGE">;
      color: Whole;
    };
    outputs: ["MASK"];
  };
  ImageCompare: {
    inputs: {
      compare_view: InputValue;
      image_a?: LinkOf<"IMAGE"> | undefined;
      image_b?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: [];
  };
  ImageCompositeMasked: {
    inputs: {
      destination: LinkOf<"IMAGE">;
      source: LinkOf<"IMAGE">;
      x: Whole;
      y: Whole;
      resize_source: Flag;
      mask?: LinkOf<"MASK"> | undefined;
    };
    outputs: ["IMAGE"];
  };
  ImageCompositor: {
    inputs: {
      layers: LinkOf<"LAYERS">;
      compositor: InputValue;
    };
    outputs: ["IMAGE", "MASK"];
  };
  ImageCrop: {
    inputs: {
      image: LinkOf<"IMAGE">;
      width: Whole;
      height: Whole;
      x: Whole;
      y: Whole;
    };
    outputs: ["IMAGE"];
  };
  ImageCropToMask: {
    inputs: {
      images: LinkOf<"IMAGE">;
      masks: LinkOf<"MASK">;
      width: Whole;
      height: Whole;
      pad_factor: Decimal;
      grow_mask: Whole;
      background: LinkOf<"COLOR">;
    };
    outputs: ["IMAGE"];
  };
  ImageCropV2: {
    inputs: {
      image: LinkOf<"IMAGE">;
      crop_region: LinkOf<"BOUNDING_BOX">;
    };
    outputs: ["IMAGE"];
  };
  ImageDeduplication: {
    inputs: {
      images: LinkOf<"IMAGE">;
      similarity_threshold: Decimal;
    };
    outputs: ["IMAGE"];
  };
  ImageFlip: {
    inputs: {
      image: LinkOf<"IMAGE">;
      flip_method: "x-axis: vertically" | "y-axis: horizontally" | LinkOf<"COMBO">;
    };
    outputs: ["IMAGE"];
  };
  ImageFromBatch: {
    inputs: {
      image: LinkOf<"IMAGE">;
      batch_index: Whole;
      length: Whole;
    };
    outputs: ["IMAGE"];
  };
  ImageGrid: {
    inputs: {
      images: LinkOf<"IMAGE">;
      columns: Whole;
      cell_width: Whole;
      cell_height: Whole;
      padding: Whole;
    };
    outputs: ["IMAGE"];
  };
  ImageHistogram: {
    inputs: {
      image: LinkOf<"IMAGE">;
    };
    outputs: ["HISTOGRAM", "HISTOGRAM", "HISTOGRAM", "HISTOGRAM", "HISTOGRAM"];
  };
  ImageInvert: {
    inputs: {
      image: LinkOf<"IMAGE">;
    };
    outputs: ["IMAGE"];
  };
  ImageMergeTileList: {
    inputs: {
      image_list: LinkOf<"IMAGE">;
      final_width: Whole;
      final_height: Whole;
      overlap: Whole;
    };
    outputs: ["IMAGE"];
  };
  ImageOnlyCheckpointLoader: {
    inputs: {
      ckpt_name: Choice;
    };
    outputs: ["MODEL", "CLIP_VISION", "VAE"];
  };
  ImageOnlyCheckpointSave: {
    inputs: {
      model: LinkOf<"MODEL">;
      clip_vision: LinkOf<"CLIP_VISION">;
      vae: LinkOf<"VAE">;
      filename_prefix: Text;
    };
    outputs: [];
  };
  ImagePadForOutpaint: {
    inputs: {
      image: LinkOf<"IMAGE">;
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
      image: LinkOf<"IMAGE">;
      colors: Whole;
      dither: "none" | "floyd-steinberg" | "bayer-2" | "bayer-4" | "bayer-8" | "bayer-16" | LinkOf<"COMBO">;
    };
    outputs: ["IMAGE"];
  };
  ImageRGBToYUV: {
    inputs: {
      image: LinkOf<"IMAGE">;
    };
    outputs: ["IMAGE", "IMAGE", "IMAGE"];
  };
  ImageRotate: {
    inputs: {
      image: LinkOf<"IMAGE">;
      rotation: "none" | "90 degrees" | "180 degrees" | "270 degrees" | LinkOf<"COMBO">;
    };
    outputs: ["IMAGE"];
  };
  ImageScale: {
    inputs: {
      image: LinkOf<"IMAGE">;
      upscale_method: "nearest-exact" | "bilinear" | "area" | "bicubic" | "lanczos";
      width: Whole;
      height: Whole;
      crop: "disabled" | "center";
    };
    outputs: ["IMAGE"];
  };
  ImageScaleBy: {
    inputs: {
      image: LinkOf<"IMAGE">;
      upscale_method: "nearest-exact" | "bilinear" | "area" | "bicubic" | "lanczos";
      scale_by: Decimal;
    };
    outputs: ["IMAGE"];
  };
  ImageScaleToMaxDimension: {
    inputs: {
      image: LinkOf<"IMAGE">;
      upscale_method:
        "area" | "lanczos" | "bilinear" | "nearest-exact" | "bilinear" | "bicubic" | LinkOf<"COMBO">;
      largest_size: Whole;
    };
    outputs: ["IMAGE"];
  };
  ImageScaleToTotalPixels: {
    inputs: {
      image: LinkOf<"IMAGE">;
      upscale_method: "nearest-exact" | "bilinear" | "area" | "bicubic" | "lanczos" | LinkOf<"COMBO">;
      megapixels: Decimal;
      resolution_steps: Whole;
    };
    outputs: ["IMAGE"];
  };
  ImageSharpen: {
    inputs: {
      image: LinkOf<"IMAGE">;
      sharpen_radius: Whole;
      sigma: Decimal;
      alpha: Decimal;
    };
    outputs: ["IMAGE"];
  };
  ImageStitch: {
    inputs: {
      image1: LinkOf<"IMAGE">;
      direction: "right" | "down" | "left" | "up" | LinkOf<"COMBO">;
      match_image_size: Flag;
      spacing_width: Whole;
      spacing_color: "white" | "black" | "red" | "green" | "blue" | LinkOf<"COMBO">;
      image2?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: ["IMAGE"];
  };
  ImageToMask: {
    inputs: {
      image: LinkOf<"IMAGE">;
      channel: "red" | "green" | "blue" | "alpha" | LinkOf<"COMBO">;
    };
    outputs: ["MASK"];
  };
  ImageUpscaleWithModel: {
    inputs: {
      upscale_model: LinkOf<"UPSCALE_MODEL">;
      image: LinkOf<"IMAGE">;
    };
    outputs: ["IMAGE"];
  };
  ImageYUVToRGB: {
    inputs: {
      Y: LinkOf<"IMAGE">;
      U: LinkOf<"IMAGE">;
      V: LinkOf<"IMAGE">;
    };
    outputs: ["IMAGE"];
  };
  InpaintModelConditioning: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      pixels: LinkOf<"IMAGE">;
      mask: LinkOf<"MASK">;
      noise_mask: Flag;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  InstructPixToPixConditioning: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      pixels: LinkOf<"IMAGE">;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  InvertMask: {
    inputs: {
      mask: LinkOf<"MASK">;
    };
    outputs: ["MASK"];
  };
  JoinAudioChannels: {
    inputs: {
      audio_left: LinkOf<"AUDIO">;
      audio_right: LinkOf<"AUDIO">;
    };
    outputs: ["AUDIO"];
  };
  JoinImageWithAlpha: {
    inputs: {
      image: LinkOf<"IMAGE">;
      alpha: LinkOf<"MASK">;
    };
    outputs: ["IMAGE"];
  };
  JsonExtractString: {
    inputs: {
      json_string: Text;
      key: Text;
    };
    outputs: ["STRING"];
  };
  KSampler: {
    inputs: {
      model: LinkOf<"MODEL">;
      seed: Whole;
      steps: Whole;
      cfg: Decimal;
      sampler_name: Choice;
      scheduler: Choice;
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      latent_image: LinkOf<"LATENT">;
      denoise: Decimal;
    };
    outputs: ["LATENT"];
  };
  KSamplerAdvanced: {
    inputs: {
      model: LinkOf<"MODEL">;
      add_noise: "enable" | "disable";
      noise_seed: Whole;
      steps: Whole;
      cfg: Decimal;
      sampler_name: Choice;
      scheduler: Choice;
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      latent_image: LinkOf<"LATENT">;
      start_at_step: Whole;
      end_at_step: Whole;
      return_with_leftover_noise: "disable" | "enable";
    };
    outputs: ["LATENT"];
  };
  KSamplerSelect: {
    inputs: {
      sampler_name: Choice;
    };
    outputs: ["SAMPLER"];
  };
  Kandinsky5ImageToVideo: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      start_image?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT", "LATENT"];
  };
  KarrasScheduler: {
    inputs: {
      steps: Whole;
      sigma_max: Decimal;
      sigma_min: Decimal;
      rho: Decimal;
    };
    outputs: ["SIGMAS"];
  };
  LTXAVTextEncoderLoader: {
    inputs: {
      text_encoder: Choice;
      ckpt_name: Choice;
      device: "default" | "cpu" | LinkOf<"COMBO">;
    };
    outputs: ["CLIP"];
  };
  LTXVAddGuide: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      latent: LinkOf<"LATENT">;
      image: LinkOf<"IMAGE">;
      frame_idx: Whole;
      strength: Decimal;
      attention_mask?: LinkOf<"MASK"> | undefined;
      iclora_parameters?: LinkOf<"IC_LORA_PARAMETERS"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  LTXVAudioVAEDecode: {
    inputs: {
      samples: LinkOf<"LATENT">;
      audio_vae: LinkOf<"VAE">;
    };
    outputs: ["AUDIO"];
  };
  LTXVAudioVAEEncode: {
    inputs: {
      audio: LinkOf<"AUDIO">;
      audio_vae: LinkOf<"VAE">;
    };
    outputs: ["LATENT"];
  };
  LTXVAudioVAELoader: {
    inputs: {
      ckpt_name: Choice;
    };
    outputs: ["VAE"];
  };
  LTXVConcatAVLatent: {
    inputs: {
      video_latent: LinkOf<"LATENT">;
      audio_latent: LinkOf<"LATENT">;
    };
    outputs: ["LATENT"];
  };
  LTXVConditioning: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      frame_rate: Decimal;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  LTXVContextWindows: {
    inputs: {
      model: LinkOf<"MODEL">;
      context_length: Whole;
      context_overlap: Whole;
      context_schedule:
        "standard_static" | "standard_uniform" | "looped_uniform" | "batched" | LinkOf<"COMBO">;
      context_stride: Whole;
      closed_loop: Flag;
      fuse_method: "pyramid" | "relative" | "flat" | "overlap-linear" | LinkOf<"COMBO">;
      freenoise: Flag;
      retain_first_frame: Flag;
      split_conds_to_windows: Flag;
    };
    outputs: ["MODEL"];
  };
  LTXVCropGuides: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      latent: LinkOf<"LATENT">;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  LTXVDualCFGGuider: {
    inputs: {
      model: LinkOf<"MODEL">;
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      video_cfg: Decimal;
      audio_cfg: Decimal;
    };
    outputs: ["GUIDER"];
  };
  LTXVDurationPredictor: {
    inputs: {
      model: LinkOf<"MODEL">;
      positive: LinkOf<"CONDITIONING">;
      duration_head: LinkOf<"MODEL_PATCH">;
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
      audio_vae: LinkOf<"VAE">;
    };
    outputs: ["LATENT"];
  };
  LTXVImgToVideo: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      image: LinkOf<"IMAGE">;
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
      vae: LinkOf<"VAE">;
      image: LinkOf<"IMAGE">;
      latent: LinkOf<"LATENT">;
      strength: Decimal;
      bypass: Flag;
    };
    outputs: ["LATENT"];
  };
  LTXVLatentUpsampler: {
    inputs: {
      samples: LinkOf<"LATENT">;
      upscale_model: LinkOf<"LATENT_UPSCALE_MODEL">;
      vae: LinkOf<"VAE">;
    };
    outputs: ["LATENT"];
  };
  LTXVModalityGuidance: {
    inputs: {
      model: LinkOf<"MODEL">;
      modality_scale: Decimal;
      start_percent: Decimal;
      end_percent: Decimal;
    };
    outputs: ["MODEL"];
  };
  LTXVPreprocess: {
    inputs: {
      image: LinkOf<"IMAGE">;
      img_compression: Whole;
    };
    outputs: ["IMAGE"];
  };
  LTXVReferenceAudio: {
    inputs: {
      model: LinkOf<"MODEL">;
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      reference_audio: LinkOf<"AUDIO">;
      audio_vae: LinkOf<"VAE">;
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
      latent?: LinkOf<"LATENT"> | undefined;
    };
    outputs: ["SIGMAS"];
  };
  LTXVSeparateAVLatent: {
    inputs: {
      av_latent: LinkOf<"LATENT">;
    };
    outputs: ["LATENT", "LATENT"];
  };
  LTXVSpatioTemporalGuidance: {
    inputs: {
      model: LinkOf<"MODEL">;
      scale: Decimal;
      blocks: Text;
      start_percent: Decimal;
      end_percent: Decimal;
    };
    outputs: ["MODEL"];
  };
  LaplaceScheduler: {
    inputs: {
      steps: Whole;
      sigma_max: Decimal;
      sigma_min: Decimal;
      mu: Decimal;
      beta: Decimal;
    };
    outputs: ["SIGMAS"];
  };
  LatentAdd: {
    inputs: {
      samples1: LinkOf<"LATENT">;
      samples2: LinkOf<"LATENT">;
    };
    outputs: ["LATENT"];
  };
  LatentApplyOperation: {
    inputs: {
      samples: LinkOf<"LATENT">;
      operation: LinkOf<"LATENT_OPERATION">;
    };
    outputs: ["LATENT"];
  };
  LatentApplyOperationCFG: {
    inputs: {
      model: LinkOf<"MODEL">;
      operation: LinkOf<"LATENT_OPERATION">;
    };
    outputs: ["MODEL"];
  };
  LatentBatch: {
    inputs: {
      samples1: LinkOf<"LATENT">;
      samples2: LinkOf<"LATENT">;
    };
    outputs: ["LATENT"];
  };
  LatentBatchSeedBehavior: {
    inputs: {
      samples: LinkOf<"LATENT">;
      seed_behavior: "random" | "fixed" | LinkOf<"COMBO">;
    };
    outputs: ["LATENT"];
  };
  LatentBlend: {
    inputs: {
      samples1: LinkOf<"LATENT">;
      samples2: LinkOf<"LATENT">;
      blend_factor: Decimal;
    };
    outputs: ["LATENT"];
  };
  LatentComposite: {
    inputs: {
      samples_to: LinkOf<"LATENT">;
      samples_from: LinkOf<"LATENT">;
      x: Whole;
      y: Whole;
      feather: Whole;
    };
    outputs: ["LATENT"];
  };
  LatentCompositeMasked: {
    inputs: {
      destination: LinkOf<"LATENT">;
      source: LinkOf<"LATENT">;
      x: Whole;
      y: Whole;
      resize_source: Flag;
      mask?: LinkOf<"MASK"> | undefined;
    };
    outputs: ["LATENT"];
  };
  LatentConcat: {
    inputs: {
      samples1: LinkOf<"LATENT">;
      samples2: LinkOf<"LATENT">;
      dim: "x" | "-x" | "y" | "-y" | "t" | "-t" | LinkOf<"COMBO">;
    };
    outputs: ["LATENT"];
  };
  LatentCrop: {
    inputs: {
      samples: LinkOf<"LATENT">;
      width: Whole;
      height: Whole;
      x: Whole;
      y: Whole;
    };
    outputs: ["LATENT"];
  };
  LatentCut: {
    inputs: {
      samples: LinkOf<"LATENT">;
      dim: "x" | "y" | "t" | LinkOf<"COMBO">;
      index: Whole;
      amount: Whole;
    };
    outputs: ["LATENT"];
  };
  LatentCutToBatch: {
    inputs: {
      samples: LinkOf<"LATENT">;
      dim: "t" | "x" | "y" | LinkOf<"COMBO">;
      slice_size: Whole;
    };
    outputs: ["LATENT"];
  };
  LatentFlip: {
    inputs: {
      samples: LinkOf<"LATENT">;
      flip_method: "x-axis: vertically" | "y-axis: horizontally";
    };
    outputs: ["LATENT"];
  };
  LatentFromBatch: {
    inputs: {
      samples: LinkOf<"LATENT">;
      batch_index: Whole;
      length: Whole;
    };
    outputs: ["LATENT"];
  };
  LatentInterpolate: {
    inputs: {
      samples1: LinkOf<"LATENT">;
      samples2: LinkOf<"LATENT">;
      ratio: Decimal;
    };
    outputs: ["LATENT"];
  };
  LatentMultiply: {
    inputs: {
      samples: LinkOf<"LATENT">;
      multiplier: Decimal;
    };
    outputs: ["LATENT"];
  };
  LatentOperationSharpen: {
    inputs: {
      sharpen_radius: Whole;
      sigma: Decimal;
      alpha: Decimal;
    };
    outputs: ["LATENT_OPERATION"];
  };
  LatentOperationTonemapReinhard: {
    inputs: {
      multiplier: Decimal;
    };
    outputs: ["LATENT_OPERATION"];
  };
  LatentRotate: {
    inputs: {
      samples: LinkOf<"LATENT">;
      rotation: "none" | "90 degrees" | "180 degrees" | "270 degrees";
    };
    outputs: ["LATENT"];
  };
  LatentSubtract: {
    inputs: {
      samples1: LinkOf<"LATENT">;
      samples2: LinkOf<"LATENT">;
    };
    outputs: ["LATENT"];
  };
  LatentUpscale: {
    inputs: {
      samples: LinkOf<"LATENT">;
      upscale_method: "nearest-exact" | "bilinear" | "area" | "bicubic" | "bislerp";
      width: Whole;
      height: Whole;
      crop: "disabled" | "center";
    };
    outputs: ["LATENT"];
  };
  LatentUpscaleBy: {
    inputs: {
      samples: LinkOf<"LATENT">;
      upscale_method: "nearest-exact" | "bilinear" | "area" | "bicubic" | "bislerp";
      scale_by: Decimal;
    };
    outputs: ["LATENT"];
  };
  LatentUpscaleModelLoader: {
    inputs: {
      model_name: Choice;
    };
    outputs: ["LATENT_UPSCALE_MODEL"];
  };
  LayersFromBoundingBoxes: {
    inputs: {
      image: LinkOf<"IMAGE">;
      bboxes: LinkOf<"BOUNDING_BOX"> | LinkOf<"ARRAY"> | Text;
      mask?: LinkOf<"MASK"> | undefined;
      layers?: LinkOf<"LAYERS"> | undefined;
      crop_to_content?: Flag | undefined;
      canvas_width?: Whole | undefined;
      canvas_height?: Whole | undefined;
    };
    outputs: ["LAYERS"];
  };
  LazyCache: {
    inputs: {
      model: LinkOf<"MODEL">;
      reuse_threshold: Decimal;
      start_percent: Decimal;
      end_percent: Decimal;
      verbose: Flag;
    };
    outputs: ["MODEL"];
  };
  Load3D: {
    inputs: {
      model_file: Choice;
      image: InputValue;
      width: Whole;
      height: Whole;
    };
    outputs: ["IMAGE", "MASK", "STRING", "IMAGE", "LOAD3D_CAMERA", "VIDEO", "FILE_3D", "LOAD3D_MODEL_INFO"];
  };
  Load3DAdvanced: {
    inputs: {
      model_file: Choice;
      viewport_state: InputValue;
      width: Whole;
      height: Whole;
    };
    outputs: ["FILE_3D", "LOAD3D_MODEL_INFO", "LOAD3D_CAMERA", "INT", "INT"];
  };
  LoadAudio: {
    inputs: {
      audio: Choice;
    };
    outputs: ["AUDIO"];
  };
  LoadBackgroundRemovalModel: {
    inputs: {
      bg_removal_name: Choice;
    };
    outputs: ["BACKGROUND_REMOVAL"];
  };
  LoadDA3Model: {
    inputs: {
      model_name: Choice;
      weight_dtype: "default" | "fp16" | "bf16" | "fp32" | LinkOf<"COMBO">;
    };
    outputs: ["DA3_MODEL"];
  };
  LoadImage: {
    inputs: {
      image: Choice;
    };
    outputs: ["IMAGE", "MASK"];
  };
  LoadImageDataSetFromFolder: {
    inputs: {
      folder: Choice;
    };
    outputs: ["IMAGE"];
  };
  LoadImageMask: {
    inputs: {
      image: Choice;
      channel: "alpha" | "red" | "green" | "blue";
    };
    outputs: ["MASK"];
  };
  LoadImageOutput: {
    inputs: {
      image: Choice;
    };
    outputs: ["IMAGE", "MASK"];
  };
  LoadImageTextDataSetFromFolder: {
    inputs: {
      folder: Choice;
    };
    outputs: ["IMAGE", "STRING"];
  };
  LoadLatent: {
    inputs: {
      latent: Choice;
    };
    outputs: ["LATENT"];
  };
  LoadMediaPipeFaceLandmarker: {
    inputs: {
      model_name: Choice;
    };
    outputs: ["FACE_DETECTION_MODEL"];
  };
  LoadMoGeModel: {
    inputs: {
      model_name: Choice;
    };
    outputs: ["MOGE_MODEL"];
  };
  LoadTrainingDataset: {
    inputs: {
      folder_name: Choice;
    };
    outputs: ["LATENT", "CONDITIONING"];
  };
  LoadVideo: {
    inputs: {
      file: Choice;
    };
    outputs: ["VIDEO"];
  };
  LoadVideoDataSetFromFolder: {
    inputs: {
      folder: Choice;
    };
    outputs: ["VIDEO"];
  };
  LoadVideoTextDataSetFromFolder: {
    inputs: {
      folder: Choice;
    };
    outputs: ["VIDEO", "STRING"];
  };
  LoraLoader: {
    inputs: {
      model: LinkOf<"MODEL">;
      clip: LinkOf<"CLIP">;
      lora_name: Choice;
      strength_model: Decimal;
      strength_clip: Decimal;
    };
    outputs: ["MODEL", "CLIP"];
  };
  LoraLoaderBypass: {
    inputs: {
      model: LinkOf<"MODEL">;
      clip: LinkOf<"CLIP">;
      lora_name: Choice;
      strength_model: Decimal;
      strength_clip: Decimal;
    };
    outputs: ["MODEL", "CLIP"];
  };
  LoraLoaderBypassModelOnly: {
    inputs: {
      model: LinkOf<"MODEL">;
      lora_name: Choice;
      strength_model: Decimal;
    };
    outputs: ["MODEL"];
  };
  LoraLoaderModelOnly: {
    inputs: {
      model: LinkOf<"MODEL">;
      lora_name: Choice;
      strength_model: Decimal;
    };
    outputs: ["MODEL"];
  };
  LoraModelLoader: {
    inputs: {
      model: LinkOf<"MODEL">;
      lora: LinkOf<"LORA_MODEL">;
      strength_model: Decimal;
      bypass: Flag;
    };
    outputs: ["MODEL"];
  };
  LoraSave: {
    inputs: {
      filename_prefix: Text;
      rank: Whole;
      lora_type: "standard" | "full_diff" | LinkOf<"COMBO">;
      bias_diff: Flag;
      model_diff?: LinkOf<"MODEL"> | undefined;
      text_encoder_diff?: LinkOf<"CLIP"> | undefined;
    };
    outputs: [];
  };
  LossGraphNode: {
    inputs: {
      loss: LinkOf<"LOSS_MAP">;
      filename_prefix: Text;
    };
    outputs: [];
  };
  LotusConditioning: {
    inputs: Record<string, never>;
    outputs: ["CONDITIONING"];
  };
  Mahiro: {
    inputs: {
      model: LinkOf<"MODEL">;
    };
    outputs: ["MODEL"];
  };
  MakeTrainingDataset: {
    inputs: {
      images: LinkOf<"IMAGE">;
      vae: LinkOf<"VAE">;
      clip: LinkOf<"CLIP">;
      texts?: Text | undefined;
    };
    outputs: ["LATENT", "CONDITIONING"];
  };
  ManualSigmas: {
    inputs: {
      sigmas: Text;
    };
    outputs: ["SIGMAS"];
  };
  MaskComposite: {
    inputs: {
      destination: LinkOf<"MASK">;
      source: LinkOf<"MASK">;
      x: Whole;
      y: Whole;
      operation: "multiply" | "add" | "subtract" | "and" | "or" | "xor" | LinkOf<"COMBO">;
    };
    outputs: ["MASK"];
  };
  MaskPreview: {
    inputs: {
      mask: LinkOf<"MASK">;
    };
    outputs: ["MASK"];
  };
  MaskToImage: {
    inputs: {
      mask: LinkOf<"MASK">;
    };
    outputs: ["IMAGE"];
  };
  MediaPipeFaceLandmarker: {
    inputs: {
      face_detection_model: LinkOf<"FACE_DETECTION_MODEL">;
      image: LinkOf<"IMAGE">;
      detector_variant: "short" | "full" | "both" | LinkOf<"COMBO">;
      num_faces: Whole;
      min_confidence: Decimal;
      missing_frame_fallback: "empty" | "previous" | "interpolate" | LinkOf<"COMBO">;
    };
    outputs: ["FACE_LANDMARKS", "BOUNDING_BOX"];
  };
  MediaPipeFaceMask: {
    inputs: {
      face_landmarks: LinkOf<"FACE_LANDMARKS">;
      regions: "all" | "custom" | LinkOf<"COMBO">;
      [part: `regions.${string}`]: InputValue | undefined;
    };
    outputs: ["MASK"];
  };
  MediaPipeFaceMeshVisualize: {
    inputs: {
      face_landmarks: LinkOf<"FACE_LANDMARKS">;
      connections: "all" | "fill" | "custom" | LinkOf<"COMBO">;
      color: LinkOf<"COLOR">;
      thickness: Whole;
      point_size: Whole;
      image?: LinkOf<"IMAGE"> | undefined;
      [part: `connections.${string}`]: InputValue | undefined;
    };
    outputs: ["IMAGE"];
  };
  MergeImageLists: {
    inputs: {
      images: LinkOf<"IMAGE">;
    };
    outputs: ["IMAGE"];
  };
  MergeMeshes: {
    inputs: {
      [part: `meshes.${string}`]: InputValue | undefined;
    };
    outputs: ["MESH"];
  };
  MergeSplat: {
    inputs: {
      [part: `splats.${string}`]: InputValue | undefined;
    };
    outputs: ["SPLAT"];
  };
  MergeTextLists: {
    inputs: {
      texts: Text;
    };
    outputs: ["STRING"];
  };
  MeshSmoothNormals: {
    inputs: {
      mesh: LinkOf<"MESH">;
      crease_angle: Decimal;
    };
    outputs: ["MESH"];
  };
  MeshTextureToImage: {
    inputs: {
      mesh: LinkOf<"MESH">;
    };
    outputs: ["IMAGE", "IMAGE", "IMAGE", "IMAGE", "IMAGE"];
  };
  MeshToFile3D: {
    inputs: {
      mesh: LinkOf<"MESH">;
    };
    outputs: ["FILE_3D_GLB"];
  };
  MiniMaxH3AddGuide: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      latent: LinkOf<"LATENT">;
      frame_idx: Whole;
      vae?: LinkOf<"VAE"> | undefined;
      audio_vae?: LinkOf<"VAE"> | undefined;
      image?: LinkOf<"IMAGE"> | undefined;
      audio?: LinkOf<"AUDIO"> | undefined;
    };
    outputs: ["CONDITIONING"];
  };
  MiniMaxH3ImageToVideo: {
    inputs: {
      clip: LinkOf<"CLIP">;
      vae: LinkOf<"VAE">;
      prompt: Text;
      width: Whole;
      height: Whole;
      length: Whole;
      first_frame?: LinkOf<"IMAGE"> | undefined;
      last_frame?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "LATENT"];
  };
  MiniMaxH3ReferenceToVideo: {
    inputs: {
      clip: LinkOf<"CLIP">;
      vae: LinkOf<"VAE">;
      audio_vae: LinkOf<"VAE">;
      prompt: Text;
      width: Whole;
      height: Whole;
      length: Whole;
      ref_image_size: "match" | "max" | LinkOf<"COMBO">;
      [part: `ref_images.${string}`]: InputValue | undefined;
      [part: `ref_videos.${string}`]: InputValue | undefined;
      [part: `ref_video_audios.${string}`]: InputValue | undefined;
      [part: `ref_audios.${string}`]: InputValue | undefined;
    };
    outputs: ["CONDITIONING", "LATENT"];
  };
  MiniMaxH3SigmaShift: {
    inputs: {
      model: LinkOf<"MODEL">;
      shift_video: Decimal;
      shift_audio: Decimal;
    };
    outputs: ["MODEL"];
  };
  MiniMaxMusic3TextEncode: {
    inputs: {
      clip: LinkOf<"CLIP">;
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
      moge_geometry: LinkOf<"MOGE_GEOMETRY">;
      axis: "vertical" | "horizontal" | "diagonal" | LinkOf<"COMBO">;
      unit: "degrees" | "radians" | LinkOf<"COMBO">;
    };
    outputs: ["FLOAT", "FLOAT"];
  };
  MoGeInference: {
    inputs: {
      moge_model: LinkOf<"MOGE_MODEL">;
      image: LinkOf<"IMAGE">;
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
      moge_model: LinkOf<"MOGE_MODEL">;
      image: LinkOf<"IMAGE">;
      resolution_level: Whole;
      split_resolution: Whole;
      merge_resolution: Whole;
      batch_size: Whole;
    };
    outputs: ["MOGE_GEOMETRY"];
  };
  MoGePointMapToMesh: {
    inputs: {
      moge_geometry: LinkOf<"MOGE_GEOMETRY">;
      batch_index: Whole;
      decimation: Whole;
      discontinuity_threshold: Decimal;
      texture: Flag;
    };
    outputs: ["MESH"];
  };
  MoGeRender: {
    inputs: {
      moge_geometry: LinkOf<"MOGE_GEOMETRY">;
      output: "depth" | "depth_colored" | "normal_opengl" | "normal_directx" | "mask" | LinkOf<"COMBO">;
    };
    outputs: ["IMAGE"];
  };
  ModelAttentionBackend: {
    inputs: {
      model: LinkOf<"MODEL">;
      attention: Choice;
    };
    outputs: ["MODEL"];
  };
  ModelComputeDtype: {
    inputs: {
      model: LinkOf<"MODEL">;
      dtype: "default" | "fp32" | "fp16" | "bf16";
    };
    outputs: ["MODEL"];
  };
  ModelMergeAdd: {
    inputs: {
      model1: LinkOf<"MODEL">;
      model2: LinkOf<"MODEL">;
    };
    outputs: ["MODEL"];
  };
  ModelMergeAuraflow: {
    inputs: {
      model1: LinkOf<"MODEL">;
      model2: LinkOf<"MODEL">;
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
      model1: LinkOf<"MODEL">;
      model2: LinkOf<"MODEL">;
      input: Decimal;
      middle: Decimal;
      out: Decimal;
    };
    outputs: ["MODEL"];
  };
  ModelMergeCosmos14B: {
    inputs: {
      model1: LinkOf<"MODEL">;
      model2: LinkOf<"MODEL">;
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
      model1: LinkOf<"MODEL">;
      model2: LinkOf<"MODEL">;
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
      model1: LinkOf<"MODEL">;
      model2: LinkOf<"MODEL">;
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
      model1: LinkOf<"MODEL">;
      model2: LinkOf<"MODEL">;
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
      model1: LinkOf<"MODEL">;
      model2: LinkOf<"MODEL">;
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
      model1: LinkOf<"MODEL">;
      model2: LinkOf<"MODEL">;
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
      model1: LinkOf<"MODEL">;
      model2: LinkOf<"MODEL">;
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
      model1: LinkOf<"MODEL">;
      model2: LinkOf<"MODEL">;
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
      model1: LinkOf<"MODEL">;
      model2: LinkOf<"MODEL">;
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
      model1: LinkOf<"MODEL">;
      model2: LinkOf<"MODEL">;
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
      model1: LinkOf<"MODEL">;
      model2: LinkOf<"MODEL">;
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
      model1: LinkOf<"MODEL">;
      model2: LinkOf<"MODEL">;
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
      model1: LinkOf<"MODEL">;
      model2: LinkOf<"MODEL">;
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
      model1: LinkOf<"MODEL">;
      model2: LinkOf<"MODEL">;
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
    inputs: {
      model1: LinkOf<"MODEL">;
      model2: LinkOf<"MODEL">;
      ratio: Decimal;
    };
    outputs: ["MODEL"];
  };
  ModelMergeSubtract: {
    inputs: {
      model1: LinkOf<"MODEL">;
      model2: LinkOf<"MODEL">;
      multiplier: Decimal;
    };
    outputs: ["MODEL"];
  };
  ModelMergeWAN2_1: {
    inputs: {
      model1: LinkOf<"MODEL">;
      model2: LinkOf<"MODEL">;
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
  ModelNoiseScale: {
    inputs: {
      model: LinkOf<"MODEL">;
      noise_scale: Decimal;
    };
    outputs: ["MODEL"];
  };
  ModelPatchLoader: {
    inputs: {
      name: Choice;
    };
    outputs: ["MODEL_PATCH"];
  };
  ModelSamplingAuraFlow: {
    inputs: {
      model: LinkOf<"MODEL">;
      shift: Decimal;
    };
    outputs: ["MODEL"];
  };
  ModelSamplingContinuousEDM: {
    inputs: {
      model: LinkOf<"MODEL">;
      sampling: "v_prediction" | "edm" | "edm_playground_v2.5" | "eps" | "cosmos_rflow";
      sigma_max: Decimal;
      sigma_min: Decimal;
    };
    outputs: ["MODEL"];
  };
  ModelSamplingContinuousV: {
    inputs: {
      model: LinkOf<"MODEL">;
      sampling: Choice;
      sigma_max: Decimal;
      sigma_min: Decimal;
    };
    outputs: ["MODEL"];
  };
  ModelSamplingDiscrete: {
    inputs: {
      model: LinkOf<"MODEL">;
      sampling: "eps" | "v_prediction" | "lcm" | "x0" | "img_to_img" | "img_to_img_flow";
      zsnr: Flag;
    };
    outputs: ["MODEL"];
  };
  ModelSamplingFlux: {
    inputs: {
      model: LinkOf<"MODEL">;
      max_shift: Decimal;
      base_shift: Decimal;
      width: Whole;
      height: Whole;
    };
    outputs: ["MODEL"];
  };
  ModelSamplingLTXV: {
    inputs: {
      model: LinkOf<"MODEL">;
      max_shift: Decimal;
      base_shift: Decimal;
      latent?: LinkOf<"LATENT"> | undefined;
    };
    outputs: ["MODEL"];
  };
  ModelSamplingSD3: {
    inputs: {
      model: LinkOf<"MODEL">;
      shift: Decimal;
    };
    outputs: ["MODEL"];
  };
  ModelSamplingStableCascade: {
    inputs: {
      model: LinkOf<"MODEL">;
      shift: Decimal;
    };
    outputs: ["MODEL"];
  };
  ModelSave: {
    inputs: {
      model: LinkOf<"MODEL">;
      filename_prefix: Text;
    };
    outputs: [];
  };
  Morphology: {
    inputs: {
      image: LinkOf<"IMAGE">;
      operation:
        "erode" | "dilate" | "open" | "close" | "gradient" | "bottom_hat" | "top_hat" | LinkOf<"COMBO">;
      kernel_size: Whole;
    };
    outputs: ["IMAGE"];
  };
  MultiGPU_WorkUnits: {
    inputs: {
      model: LinkOf<"MODEL">;
      max_gpus: Whole;
    };
    outputs: ["MODEL"];
  };
  NAGuidance: {
    inputs: {
      model: LinkOf<"MODEL">;
      nag_scale: Decimal;
      nag_alpha: Decimal;
      nag_tau: Decimal;
    };
    outputs: ["MODEL"];
  };
  NormalizeImages: {
    inputs: {
      images: LinkOf<"IMAGE">;
      mean: Decimal;
      std: Decimal;
    };
    outputs: ["IMAGE"];
  };
  NormalizeVideoLatentStart: {
    inputs: {
      latent: LinkOf<"LATENT">;
      start_frame_count: Whole;
      reference_frame_count: Whole;
    };
    outputs: ["LATENT"];
  };
  OpticalFlowLoader: {
    inputs: {
      model_name: Choice;
    };
    outputs: ["OPTICAL_FLOW"];
  };
  OptimalStepsScheduler: {
    inputs: {
      model_type: "FLUX" | "Wan" | "Chroma" | LinkOf<"COMBO">;
      steps: Whole;
      denoise: Decimal;
    };
    outputs: ["SIGMAS"];
  };
  PaintMesh: {
    inputs: {
      mesh: LinkOf<"MESH">;
      voxel_colors: LinkOf<"VOXEL">;
    };
    outputs: ["MESH"];
  };
  Painter: {
    inputs: {
      mask: Text;
      width: Whole;
      height: Whole;
      bg_color: LinkOf<"COLOR">;
      image?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: ["IMAGE", "MASK"];
  };
  PairConditioningCombine: {
    inputs: {
      positive_A: LinkOf<"CONDITIONING">;
      negative_A: LinkOf<"CONDITIONING">;
      positive_B: LinkOf<"CONDITIONING">;
      negative_B: LinkOf<"CONDITIONING">;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  PairConditioningSetDefaultCombine: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      positive_DEFAULT: LinkOf<"CONDITIONING">;
      negative_DEFAULT: LinkOf<"CONDITIONING">;
      hooks?: LinkOf<"HOOKS"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  PairConditioningSetProperties: {
    inputs: {
      positive_NEW: LinkOf<"CONDITIONING">;
      negative_NEW: LinkOf<"CONDITIONING">;
      strength: Decimal;
      set_cond_area: "default" | "mask bounds";
      mask?: LinkOf<"MASK"> | undefined;
      hooks?: LinkOf<"HOOKS"> | undefined;
      timesteps?: LinkOf<"TIMESTEPS_RANGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  PairConditioningSetPropertiesAndCombine: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      positive_NEW: LinkOf<"CONDITIONING">;
      negative_NEW: LinkOf<"CONDITIONING">;
      strength: Decimal;
      set_cond_area: "default" | "mask bounds";
      mask?: LinkOf<"MASK"> | undefined;
      hooks?: LinkOf<"HOOKS"> | undefined;
      timesteps?: LinkOf<"TIMESTEPS_RANGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  PatchModelAddDownscale: {
    inputs: {
      model: LinkOf<"MODEL">;
      block_number: Whole;
      downscale_factor: Decimal;
      start_percent: Decimal;
      end_percent: Decimal;
      downscale_after_skip: Flag;
      downscale_method: "bicubic" | "nearest-exact" | "bilinear" | "area" | "bislerp" | LinkOf<"COMBO">;
      upscale_method: "bicubic" | "nearest-exact" | "bilinear" | "area" | "bislerp" | LinkOf<"COMBO">;
    };
    outputs: ["MODEL"];
  };
  PerpNeg: {
    inputs: {
      model: LinkOf<"MODEL">;
      empty_conditioning: LinkOf<"CONDITIONING">;
      neg_scale: Decimal;
    };
    outputs: ["MODEL"];
  };
  PerpNegGuider: {
    inputs: {
      model: LinkOf<"MODEL">;
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      empty_conditioning: LinkOf<"CONDITIONING">;
      cfg: Decimal;
      neg_scale: Decimal;
    };
    outputs: ["GUIDER"];
  };
  PerturbedAttentionGuidance: {
    inputs: {
      model: LinkOf<"MODEL">;
      scale: Decimal;
    };
    outputs: ["MODEL"];
  };
  PhotoMakerEncode: {
    inputs: {
      photomaker: LinkOf<"PHOTOMAKER">;
      image: LinkOf<"IMAGE">;
      clip: LinkOf<"CLIP">;
      text: Text;
    };
    outputs: ["CONDITIONING"];
  };
  PhotoMakerLoader: {
    inputs: {
      photomaker_model_name: Choice;
    };
    outputs: ["PHOTOMAKER"];
  };
  PiDConditioning: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      latent: LinkOf<"LATENT">;
      latent_format: "flux" | "sd3" | "sdxl" | "qwenimage" | LinkOf<"COMBO">;
      degrade_sigma: Decimal;
    };
    outputs: ["CONDITIONING"];
  };
  Pixal3DConditioning: {
    inputs: {
      clip_vision_model: LinkOf<"CLIP_VISION">;
      image: LinkOf<"IMAGE">;
      camera_angle_x: Decimal;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  PolyexponentialScheduler: {
    inputs: {
      steps: Whole;
      sigma_max: Decimal;
      sigma_min: Decimal;
      rho: Decimal;
    };
    outputs: ["SIGMAS"];
  };
  PorterDuffImageComposite: {
    inputs: {
      source: LinkOf<"IMAGE">;
      source_alpha: LinkOf<"MASK">;
      destination: LinkOf<"IMAGE">;
      destination_alpha: LinkOf<"MASK">;
      mode: Choice;
    };
    outputs: ["IMAGE", "MASK"];
  };
  Preview3D: {
    inputs: {
      model_file: InputValue;
      camera_info?: LinkOf<"LOAD3D_CAMERA"> | undefined;
      bg_image?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: [];
  };
  Preview3DAdvanced: {
    inputs: {
      model_3d: InputValue;
      viewport_state: InputValue;
      width: Whole;
      height: Whole;
      model_3d_info?: LinkOf<"LOAD3D_MODEL_INFO"> | undefined;
      camera_info?: LinkOf<"LOAD3D_CAMERA"> | undefined;
    };
    outputs: ["FILE_3D", "LOAD3D_MODEL_INFO", "LOAD3D_CAMERA", "INT", "INT"];
  };
  PreviewAny: {
    inputs: {
      source: Link;
    };
    outputs: ["STRING"];
  };
  PreviewAudio: {
    inputs: {
      audio: LinkOf<"AUDIO">;
    };
    outputs: ["AUDIO"];
  };
  PreviewGaussianSplat: {
    inputs: {
      model_3d: InputValue;
      viewport_state: InputValue;
      width: Whole;
      height: Whole;
      model_3d_info?: LinkOf<"LOAD3D_MODEL_INFO"> | undefined;
      camera_info?: LinkOf<"LOAD3D_CAMERA"> | undefined;
    };
    outputs: ["FILE_3D_SPLAT_ANY", "LOAD3D_MODEL_INFO", "LOAD3D_CAMERA", "INT", "INT"];
  };
  PreviewImage: {
    inputs: {
      images: LinkOf<"IMAGE">;
    };
    outputs: ["IMAGE"];
  };
  PreviewPointCloud: {
    inputs: {
      model_3d: InputValue;
      viewport_state: InputValue;
      width: Whole;
      height: Whole;
      model_3d_info?: LinkOf<"LOAD3D_MODEL_INFO"> | undefined;
      camera_info?: LinkOf<"LOAD3D_CAMERA"> | undefined;
    };
    outputs: ["FILE_3D_POINT_CLOUD_ANY", "LOAD3D_MODEL_INFO", "LOAD3D_CAMERA", "INT", "INT"];
  };
  PrimitiveBoolean: {
    inputs: {
      value: Flag;
    };
    outputs: ["BOOLEAN"];
  };
  PrimitiveBoundingBox: {
    inputs: {
      x: Whole;
      y: Whole;
      width: Whole;
      height: Whole;
    };
    outputs: ["BOUNDING_BOX"];
  };
  PrimitiveFloat: {
    inputs: {
      value: Decimal;
    };
    outputs: ["FLOAT"];
  };
  PrimitiveInt: {
    inputs: {
      value: Whole;
    };
    outputs: ["INT"];
  };
  PrimitiveString: {
    inputs: {
      value: Text;
    };
    outputs: ["STRING"];
  };
  PrimitiveStringMultiline: {
    inputs: {
      value: Text;
    };
    outputs: ["STRING"];
  };
  QuadrupleCLIPLoader: {
    inputs: {
      clip_name1: Choice;
      clip_name2: Choice;
      clip_name3: Choice;
      clip_name4: Choice;
    };
    outputs: ["CLIP"];
  };
  QwenImageDiffsynthControlnet: {
    inputs: {
      model: LinkOf<"MODEL">;
      model_patch: LinkOf<"MODEL_PATCH">;
      vae: LinkOf<"VAE">;
      image: LinkOf<"IMAGE">;
      strength: Decimal;
      mask?: LinkOf<"MASK"> | undefined;
    };
    outputs: ["MODEL"];
  };
  RTDETR_detect: {
    inputs: {
      model: LinkOf<"MODEL">;
      image: LinkOf<"IMAGE">;
      threshold: Decimal;
      class_name: Choice;
      max_detections: Whole;
    };
    outputs: ["BOUNDING_BOX"];
  };
  RandomCropImages: {
    inputs: {
      images: LinkOf<"IMAGE">;
      width: Whole;
      height: Whole;
      seed: Whole;
    };
    outputs: ["IMAGE"];
  };
  RandomNoise: {
    inputs: {
      noise_seed: Whole;
    };
    outputs: ["NOISE"];
  };
  RebatchImages: {
    inputs: {
      images: LinkOf<"IMAGE">;
      batch_size: Whole;
    };
    outputs: ["IMAGE"];
  };
  RebatchLatents: {
    inputs: {
      latents: LinkOf<"LATENT">;
      batch_size: Whole;
    };
    outputs: ["LATENT"];
  };
  RecordAudio: {
    inputs: {
      audio: InputValue;
    };
    outputs: ["AUDIO"];
  };
  ReferenceLatent: {
    inputs: {
      conditioning: LinkOf<"CONDITIONING">;
      latent?: LinkOf<"LATENT"> | undefined;
    };
    outputs: ["CONDITIONING"];
  };
  ReferenceTimbreAudio: {
    inputs: {
      conditioning: LinkOf<"CONDITIONING">;
      latent?: LinkOf<"LATENT"> | undefined;
    };
    outputs: ["CONDITIONING"];
  };
  RegexExtract: {
    inputs: {
      string: Text;
      regex_pattern: Text;
      mode: "First Match" | "All Matches" | "First Group" | "All Groups" | LinkOf<"COMBO">;
      case_insensitive: Flag;
      multiline: Flag;
      dotall: Flag;
      group_index: Whole;
    };
    outputs: ["STRING"];
  };
  RegexMatch: {
    inputs: {
      string: Text;
      regex_pattern: Text;
      case_insensitive: Flag;
      multiline: Flag;
      dotall: Flag;
    };
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
      mesh: LinkOf<"MESH">;
      resolution: Whole;
      sign_mode: "udf" | "sdf" | LinkOf<"COMBO">;
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
    inputs: {
      bg_removal_model: LinkOf<"BACKGROUND_REMOVAL">;
      image: LinkOf<"IMAGE">;
    };
    outputs: ["MASK"];
  };
  RenderMesh: {
    inputs: {
      mesh: LinkOf<"MESH">;
      mode: "auto" | "texture" | "vertex colors" | "solid" | "normal" | "depth" | LinkOf<"COMBO">;
      width: Whole;
      height: Whole;
      background: LinkOf<"COLOR">;
      model_3d_info?: LinkOf<"LOAD3D_MODEL_INFO"> | undefined;
      camera_info?: LinkOf<"LOAD3D_CAMERA"> | undefined;
    };
    outputs: ["IMAGE", "MASK"];
  };
  RenderSplat: {
    inputs: {
      splat: LinkOf<"SPLAT">;
      width: Whole;
      height: Whole;
      frames: Whole;
      splat_scale: Decimal;
      sharpen: Decimal;
      headlight_shading: Decimal;
      opacity_threshold: Decimal;
      render_style: "color" | "clay" | "depth" | "normal" | LinkOf<"COMBO">;
      background: LinkOf<"COLOR">;
      bg_image?: LinkOf<"IMAGE"> | undefined;
      camera_info?: LinkOf<"LOAD3D_CAMERA"> | undefined;
    };
    outputs: ["IMAGE", "MASK"];
  };
  RenderUVAtlas: {
    inputs: {
      mesh: LinkOf<"MESH">;
      resolution: Whole;
    };
    outputs: ["IMAGE"];
  };
  RenormCFG: {
    inputs: {
      model: LinkOf<"MODEL">;
      cfg_trunc: Decimal;
      renorm_cfg: Decimal;
    };
    outputs: ["MODEL"];
  };
  RepeatImageBatch: {
    inputs: {
      image: LinkOf<"IMAGE">;
      amount: Whole;
    };
    outputs: ["IMAGE"];
  };
  RepeatLatentBatch: {
    inputs: {
      samples: LinkOf<"LATENT">;
      amount: Whole;
    };
    outputs: ["LATENT"];
  };
  ReplaceText: {
    inputs: {
      texts: Text;
      find: Text;
      replace: Text;
    };
    outputs: ["STRING"];
  };
  ReplaceVideoLatentFrames: {
    inputs: {
      destination: LinkOf<"LATENT">;
      index: Whole;
      source?: LinkOf<"LATENT"> | undefined;
    };
    outputs: ["LATENT"];
  };
  RescaleCFG: {
    inputs: {
      model: LinkOf<"MODEL">;
      multiplier: Decimal;
    };
    outputs: ["MODEL"];
  };
  ResizeAndPadImage: {
    inputs: {
      image: LinkOf<"IMAGE">;
      target_width: Whole;
      target_height: Whole;
      padding_color: "white" | "black" | LinkOf<"COMBO">;
      interpolation: "area" | "bicubic" | "nearest-exact" | "bilinear" | "lanczos" | LinkOf<"COMBO">;
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
        | LinkOf<"COMBO">;
      scale_method: "nearest-exact" | "bilinear" | "area" | "bicubic" | "lanczos" | LinkOf<"COMBO">;
      [part: `resize_type.${string}`]: InputValue | undefined;
    };
    outputs: [string];
  };
  ResizeImagesByLongerEdge: {
    inputs: {
      images: LinkOf<"IMAGE">;
      longer_edge: Whole;
    };
    outputs: ["IMAGE"];
  };
  ResizeImagesByShorterEdge: {
    inputs: {
      images: LinkOf<"IMAGE">;
      shorter_edge: Whole;
    };
    outputs: ["IMAGE"];
  };
  ResolutionBucket: {
    inputs: {
      latents: LinkOf<"LATENT">;
      conditioning: LinkOf<"CONDITIONING">;
    };
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
        | LinkOf<"COMBO">;
      megapixels: Decimal;
      multiple: Whole;
    };
    outputs: ["INT", "INT"];
  };
  RotateMesh: {
    inputs: {
      mesh: LinkOf<"MESH">;
      mode: "euler_xyz" | "quaternion" | LinkOf<"COMBO">;
      [part: `mode.${string}`]: InputValue | undefined;
    };
    outputs: ["MESH"];
  };
  SAM3_Detect: {
    inputs: {
      model: LinkOf<"MODEL">;
      image: LinkOf<"IMAGE">;
      threshold: Decimal;
      refine_iterations: Whole;
      individual_masks: Flag;
      conditioning?: LinkOf<"CONDITIONING"> | undefined;
      bboxes?: LinkOf<"BOUNDING_BOX"> | undefined;
      positive_coords?: Text | undefined;
      negative_coords?: Text | undefined;
    };
    outputs: ["MASK", "BOUNDING_BOX"];
  };
  SAM3_TrackPreview: {
    inputs: {
      track_data: LinkOf<"SAM3_TRACK_DATA">;
      opacity: Decimal;
      fps: Decimal;
      images?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: [];
  };
  SAM3_TrackToMask: {
    inputs: {
      track_data: LinkOf<"SAM3_TRACK_DATA">;
      object_indices: Text;
    };
    outputs: ["MASK"];
  };
  SAM3_VideoTrack: {
    inputs: {
      images: LinkOf<"IMAGE">;
      model: LinkOf<"MODEL">;
      detection_threshold: Decimal;
      max_objects: Whole;
      detect_interval: Whole;
      initial_mask?: LinkOf<"MASK"> | undefined;
      conditioning?: LinkOf<"CONDITIONING"> | undefined;
    };
    outputs: ["SAM3_TRACK_DATA"];
  };
  SCAIL2ColoredMask: {
    inputs: {
      driving_track_data: LinkOf<"SAM3_TRACK_DATA">;
      object_indices: Text;
      sort_by: "none" | "left_to_right" | "area" | LinkOf<"COMBO">;
      replacement_mode: Flag;
      ref_track_data?: LinkOf<"SAM3_TRACK_DATA"> | LinkOf<"MASK"> | undefined;
    };
    outputs: ["IMAGE", "IMAGE"];
  };
  SDPoseDrawKeypoints: {
    inputs: {
      keypoints: LinkOf<"POSE_KEYPOINT">;
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
    inputs: {
      keypoints: LinkOf<"POSE_KEYPOINT">;
      scale: Decimal;
      force_square: Flag;
    };
    outputs: ["BOUNDING_BOX"];
  };
  SDPoseKeypointExtractor: {
    inputs: {
      model: LinkOf<"MODEL">;
      vae: LinkOf<"VAE">;
      image: LinkOf<"IMAGE">;
      batch_size: Whole;
      bboxes?: LinkOf<"BOUNDING_BOX"> | undefined;
    };
    outputs: ["POSE_KEYPOINT"];
  };
  SDTurboScheduler: {
    inputs: {
      model: LinkOf<"MODEL">;
      steps: Whole;
      denoise: Decimal;
    };
    outputs: ["SIGMAS"];
  };
  SD_4XUpscale_Conditioning: {
    inputs: {
      images: LinkOf<"IMAGE">;
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      scale_ratio: Decimal;
      noise_augmentation: Decimal;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  SUPIRApply: {
    inputs: {
      model: LinkOf<"MODEL">;
      model_patch: LinkOf<"MODEL_PATCH">;
      vae: LinkOf<"VAE">;
      image: LinkOf<"IMAGE">;
      strength_start: Decimal;
      strength_end: Decimal;
      restore_cfg: Decimal;
      restore_cfg_s_tmin: Decimal;
    };
    outputs: ["MODEL"];
  };
  SV3D_Conditioning: {
    inputs: {
      clip_vision: LinkOf<"CLIP_VISION">;
      init_image: LinkOf<"IMAGE">;
      vae: LinkOf<"VAE">;
      width: Whole;
      height: Whole;
      video_frames: Whole;
      elevation: Decimal;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  SVD_img2vid_Conditioning: {
    inputs: {
      clip_vision: LinkOf<"CLIP_VISION">;
      init_image: LinkOf<"IMAGE">;
      vae: LinkOf<"VAE">;
      width: Whole;
      height: Whole;
      video_frames: Whole;
      motion_bucket_id: Whole;
      fps: Whole;
      augmentation_level: Decimal;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  SamplerARVideo: {
    inputs: {
      num_frame_per_block: Whole;
    };
    outputs: ["SAMPLER"];
  };
  SamplerCustom: {
    inputs: {
      model: LinkOf<"MODEL">;
      add_noise: Flag;
      noise_seed: Whole;
      cfg: Decimal;
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      sampler: LinkOf<"SAMPLER">;
      sigmas: LinkOf<"SIGMAS">;
      latent_image: LinkOf<"LATENT">;
    };
    outputs: ["LATENT", "LATENT"];
  };
  SamplerCustomAdvanced: {
    inputs: {
      noise: LinkOf<"NOISE">;
      guider: LinkOf<"GUIDER">;
      sampler: LinkOf<"SAMPLER">;
      sigmas: LinkOf<"SIGMAS">;
      latent_image: LinkOf<"LATENT">;
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
      solver_type: "midpoint" | "heun" | LinkOf<"COMBO">;
      eta: Decimal;
      s_noise: Decimal;
      noise_device: "gpu" | "cpu" | LinkOf<"COMBO">;
    };
    outputs: ["SAMPLER"];
  };
  SamplerDPMPP_2S_Ancestral: {
    inputs: {
      eta: Decimal;
      s_noise: Decimal;
    };
    outputs: ["SAMPLER"];
  };
  SamplerDPMPP_3M_SDE: {
    inputs: {
      eta: Decimal;
      s_noise: Decimal;
      noise_device: "gpu" | "cpu" | LinkOf<"COMBO">;
    };
    outputs: ["SAMPLER"];
  };
  SamplerDPMPP_SDE: {
    inputs: {
      eta: Decimal;
      s_noise: Decimal;
      r: Decimal;
      noise_device: "gpu" | "cpu" | LinkOf<"COMBO">;
    };
    outputs: ["SAMPLER"];
  };
  SamplerER_SDE: {
    inputs: {
      solver_type: "ER-SDE" | "Reverse-time SDE" | "ODE" | LinkOf<"COMBO">;
      max_stage: Whole;
      eta: Decimal;
      s_noise: Decimal;
    };
    outputs: ["SAMPLER"];
  };
  SamplerEulerAncestral: {
    inputs: {
      eta: Decimal;
      s_noise: Decimal;
    };
    outputs: ["SAMPLER"];
  };
  SamplerEulerAncestralCFGPP: {
    inputs: {
      eta: Decimal;
      s_noise: Decimal;
    };
    outputs: ["SAMPLER"];
  };
  SamplerEulerCFGpp: {
    inputs: {
      version: "regular" | "alternative" | LinkOf<"COMBO">;
    };
    outputs: ["SAMPLER"];
  };
  SamplerLCM: {
    inputs: {
      s_noise: Decimal;
      s_noise_end: Decimal;
      noise_clip_std: Decimal;
    };
    outputs: ["SAMPLER"];
  };
  SamplerLCMUpscale: {
    inputs: {
      scale_ratio: Decimal;
      scale_steps: Whole;
      upscale_method: "bislerp" | "nearest-exact" | "bilinear" | "area" | "bicubic" | LinkOf<"COMBO">;
    };
    outputs: ["SAMPLER"];
  };
  SamplerLMS: {
    inputs: {
      order: Whole;
    };
    outputs: ["SAMPLER"];
  };
  SamplerSASolver: {
    inputs: {
      model: LinkOf<"MODEL">;
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
      solver_type: "phi_1" | "phi_2" | LinkOf<"COMBO">;
      eta: Decimal;
      s_noise: Decimal;
      r: Decimal;
    };
    outputs: ["SAMPLER"];
  };
  SamplingPercentToSigma: {
    inputs: {
      model: LinkOf<"MODEL">;
      sampling_percent: Decimal;
      return_actual_sigma: Flag;
    };
    outputs: ["FLOAT"];
  };
  Save3DAdvanced: {
    inputs: {
      model_3d: InputValue;
      filename_prefix: Text;
      viewport_state: InputValue;
      width: Whole;
      height: Whole;
      model_3d_info?: LinkOf<"LOAD3D_MODEL_INFO"> | undefined;
      camera_info?: LinkOf<"LOAD3D_CAMERA"> | undefined;
    };
    outputs: ["FILE_3D", "LOAD3D_MODEL_INFO", "LOAD3D_CAMERA", "INT", "INT"];
  };
  SaveAnimatedPNG: {
    inputs: {
      images: LinkOf<"IMAGE">;
      filename_prefix: Text;
      fps: Decimal;
      compress_level: Whole;
    };
    outputs: ["IMAGE"];
  };
  SaveAnimatedWEBP: {
    inputs: {
      images: LinkOf<"IMAGE">;
      filename_prefix: Text;
      fps: Decimal;
      lossless: Flag;
      quality: Whole;
      method: "default" | "fastest" | "slowest" | LinkOf<"COMBO">;
    };
    outputs: ["IMAGE"];
  };
  SaveAudio: {
    inputs: {
      audio: LinkOf<"AUDIO">;
      filename_prefix: Text;
    };
    outputs: ["AUDIO"];
  };
  SaveAudioAdvanced: {
    inputs: {
      audio: LinkOf<"AUDIO">;
      filename_prefix: Text;
      format: "flac" | "mp3" | "opus" | LinkOf<"COMBO">;
      [part: `format.${string}`]: InputValue | undefined;
    };
    outputs: ["AUDIO"];
  };
  SaveAudioMP3: {
    inputs: {
      audio: LinkOf<"AUDIO">;
      filename_prefix: Text;
      quality: "V0" | "128k" | "320k" | LinkOf<"COMBO">;
    };
    outputs: ["AUDIO"];
  };
  SaveAudioOpus: {
    inputs: {
      audio: LinkOf<"AUDIO">;
      filename_prefix: Text;
      quality: "64k" | "96k" | "128k" | "192k" | "320k" | LinkOf<"COMBO">;
    };
    outputs: ["AUDIO"];
  };
  SaveGLB: {
    inputs: {
      mesh: InputValue;
      filename_prefix: Text;
    };
    outputs: [];
  };
  SaveGaussianSplat: {
    inputs: {
      model_3d: InputValue;
      filename_prefix: Text;
      viewport_state: InputValue;
      width: Whole;
      height: Whole;
      model_3d_info?: LinkOf<"LOAD3D_MODEL_INFO"> | undefined;
      camera_info?: LinkOf<"LOAD3D_CAMERA"> | undefined;
    };
    outputs: ["FILE_3D_SPLAT_ANY", "LOAD3D_MODEL_INFO", "LOAD3D_CAMERA", "INT", "INT"];
  };
  SaveImage: {
    inputs: {
      images: LinkOf<"IMAGE">;
      filename_prefix: Text;
    };
    outputs: ["IMAGE"];
  };
  SaveImageAdvanced: {
    inputs: {
      images: LinkOf<"IMAGE">;
      filename_prefix: Text;
      format: "png" | "exr" | LinkOf<"COMBO">;
      [part: `format.${string}`]: InputValue | undefined;
    };
    outputs: ["IMAGE"];
  };
  SaveImageDataSetToFolder: {
    inputs: {
      images: LinkOf<"IMAGE">;
      folder_name: Text;
      filename_prefix: Text;
      mode: "overwrite" | "increment" | LinkOf<"COMBO">;
    };
    outputs: [];
  };
  SaveImageTextDataSetToFolder: {
    inputs: {
      images: LinkOf<"IMAGE">;
      folder_name: Text;
      filename_prefix: Text;
      mode: "overwrite" | "increment" | LinkOf<"COMBO">;
      texts?: Text | undefined;
    };
    outputs: [];
  };
  SaveLatent: {
    inputs: {
      samples: LinkOf<"LATENT">;
      filename_prefix: Text;
    };
    outputs: ["LATENT"];
  };
  SaveLoRA: {
    inputs: {
      lora: LinkOf<"LORA_MODEL">;
      prefix: Text;
      steps?: Whole | undefined;
    };
    outputs: [];
  };
  SavePointCloud: {
    inputs: {
      model_3d: InputValue;
      filename_prefix: Text;
      viewport_state: InputValue;
      width: Whole;
      height: Whole;
      model_3d_info?: LinkOf<"LOAD3D_MODEL_INFO"> | undefined;
      camera_info?: LinkOf<"LOAD3D_CAMERA"> | undefined;
    };
    outputs: ["FILE_3D_POINT_CLOUD_ANY", "LOAD3D_MODEL_INFO", "LOAD3D_CAMERA", "INT", "INT"];
  };
  SaveSVGNode: {
    inputs: {
      svg: LinkOf<"SVG">;
      filename_prefix: Text;
    };
    outputs: ["SVG"];
  };
  SaveText: {
    inputs: {
      text: Text;
      filename_prefix: Text;
      format: "txt" | "csv" | "md" | "json" | LinkOf<"COMBO">;
    };
    outputs: ["STRING"];
  };
  SaveTrainingDataset: {
    inputs: {
      latents: LinkOf<"LATENT">;
      conditioning: LinkOf<"CONDITIONING">;
      folder_name: Text;
      shard_size: Whole;
    };
    outputs: [];
  };
  SaveVideo: {
    inputs: {
      video: LinkOf<"VIDEO">;
      filename_prefix: Text;
      format: "auto" | "mp4" | "mkv" | "webm" | LinkOf<"COMBO">;
      codec?: "auto" | "h264" | "av1" | LinkOf<"COMBO"> | undefined;
      [part: `format.${string}`]: InputValue | undefined;
      [part: `codec.${string}`]: InputValue | undefined;
    };
    outputs: ["VIDEO"];
  };
  SaveWEBM: {
    inputs: {
      images: LinkOf<"IMAGE">;
      filename_prefix: Text;
      codec: "vp9" | "av1" | LinkOf<"COMBO">;
      fps: Decimal;
      crf: Decimal;
    };
    outputs: ["IMAGE"];
  };
  ScaleROPE: {
    inputs: {
      model: LinkOf<"MODEL">;
      scale_x: Decimal;
      shift_x: Decimal;
      scale_y: Decimal;
      shift_y: Decimal;
      scale_t: Decimal;
      shift_t: Decimal;
    };
    outputs: ["MODEL"];
  };
  SeedNode: {
    inputs: {
      seed: Whole;
    };
    outputs: ["INT"];
  };
  SeedVR2Conditioning: {
    inputs: {
      model: LinkOf<"MODEL">;
      vae_conditioning: LinkOf<"LATENT">;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  SeedVR2PostProcessing: {
    inputs: {
      images: LinkOf<"IMAGE">;
      original_resized_images: LinkOf<"IMAGE">;
      color_correction_method: "lab" | "wavelet" | "adain" | "none" | LinkOf<"COMBO">;
    };
    outputs: ["IMAGE"];
  };
  SeedVR2Preprocess: {
    inputs: {
      resized_images: LinkOf<"IMAGE">;
    };
    outputs: ["IMAGE"];
  };
  SeedVR2TemporalChunk: {
    inputs: {
      latent: LinkOf<"LATENT">;
      temporal_overlap: Whole;
      chunking_mode: "auto" | "manual" | LinkOf<"COMBO">;
      [part: `chunking_mode.${string}`]: InputValue | undefined;
    };
    outputs: ["LATENT", "INT"];
  };
  SeedVR2TemporalMerge: {
    inputs: {
      latents: LinkOf<"LATENT">;
      temporal_overlap: Whole;
    };
    outputs: ["LATENT"];
  };
  SelectCLIPDevice: {
    inputs: {
      clip: LinkOf<"CLIP">;
      device: "default" | "cpu" | LinkOf<"COMBO">;
    };
    outputs: ["CLIP"];
  };
  SelectModelDevice: {
    inputs: {
      model: LinkOf<"MODEL">;
      device: "default" | "cpu" | LinkOf<"COMBO">;
    };
    outputs: ["MODEL"];
  };
  SelectVAEDevice: {
    inputs: {
      vae: LinkOf<"VAE">;
      device: Choice;
    };
    outputs: ["VAE"];
  };
  SelfAttentionGuidance: {
    inputs: {
      model: LinkOf<"MODEL">;
      scale: Decimal;
      blur_sigma: Decimal;
    };
    outputs: ["MODEL"];
  };
  SetClipHooks: {
    inputs: {
      clip: LinkOf<"CLIP">;
      apply_to_conds: Flag;
      schedule_clip: Flag;
      hooks?: LinkOf<"HOOKS"> | undefined;
    };
    outputs: ["CLIP"];
  };
  SetFirstSigma: {
    inputs: {
      sigmas: LinkOf<"SIGMAS">;
      sigma: Decimal;
    };
    outputs: ["SIGMAS"];
  };
  SetHookKeyframes: {
    inputs: {
      hooks: LinkOf<"HOOKS">;
      hook_kf?: LinkOf<"HOOK_KEYFRAMES"> | undefined;
    };
    outputs: ["HOOKS"];
  };
  SetLatentNoiseMask: {
    inputs: {
      samples: LinkOf<"LATENT">;
      mask: LinkOf<"MASK">;
    };
    outputs: ["LATENT"];
  };
  SetUnionControlNetType: {
    inputs: {
      control_net: LinkOf<"CONTROL_NET">;
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
        | LinkOf<"COMBO">;
    };
    outputs: ["CONTROL_NET"];
  };
  ShuffleDataset: {
    inputs: {
      images: LinkOf<"IMAGE">;
      seed: Whole;
    };
    outputs: ["IMAGE"];
  };
  ShuffleImageTextDataset: {
    inputs: {
      images: LinkOf<"IMAGE">;
      texts: Text;
      seed: Whole;
    };
    outputs: ["IMAGE", "STRING"];
  };
  ShuffleVideoDataset: {
    inputs: {
      videos: LinkOf<"VIDEO">;
      seed: Whole;
    };
    outputs: ["VIDEO"];
  };
  ShuffleVideoTextDataset: {
    inputs: {
      videos: LinkOf<"VIDEO">;
      texts: Text;
      seed: Whole;
    };
    outputs: ["VIDEO", "STRING"];
  };
  SkipLayerGuidanceDiT: {
    inputs: {
      model: LinkOf<"MODEL">;
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
      model: LinkOf<"MODEL">;
      double_layers: Text;
      single_layers: Text;
      start_percent: Decimal;
      end_percent: Decimal;
    };
    outputs: ["MODEL"];
  };
  SkipLayerGuidanceSD3: {
    inputs: {
      model: LinkOf<"MODEL">;
      layers: Text;
      scale: Decimal;
      start_percent: Decimal;
      end_percent: Decimal;
    };
    outputs: ["MODEL"];
  };
  SolidMask: {
    inputs: {
      value: Decimal;
      width: Whole;
      height: Whole;
    };
    outputs: ["MASK"];
  };
  SplatToFile3D: {
    inputs: {
      splat: LinkOf<"SPLAT">;
      format: "ply" | "ksplat" | "spz" | LinkOf<"COMBO">;
    };
    outputs: ["FILE_3D_SPLAT_ANY"];
  };
  SplatToMesh: {
    inputs: {
      splat: LinkOf<"SPLAT">;
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
  SplitAudioChannels: {
    inputs: {
      audio: LinkOf<"AUDIO">;
    };
    outputs: ["AUDIO", "AUDIO"];
  };
  SplitImageToTileList: {
    inputs: {
      image: LinkOf<"IMAGE">;
      tile_width: Whole;
      tile_height: Whole;
      overlap: Whole;
    };
    outputs: ["IMAGE"];
  };
  SplitImageWithAlpha: {
    inputs: {
      image: LinkOf<"IMAGE">;
    };
    outputs: ["IMAGE", "MASK"];
  };
  SplitSigmas: {
    inputs: {
      sigmas: LinkOf<"SIGMAS">;
      step: Whole;
    };
    outputs: ["SIGMAS", "SIGMAS"];
  };
  SplitSigmasDenoise: {
    inputs: {
      sigmas: LinkOf<"SIGMAS">;
      denoise: Decimal;
    };
    outputs: ["SIGMAS", "SIGMAS"];
  };
  StableCascade_EmptyLatentImage: {
    inputs: {
      width: Whole;
      height: Whole;
      compression: Whole;
      batch_size: Whole;
    };
    outputs: ["LATENT", "LATENT"];
  };
  StableCascade_StageB_Conditioning: {
    inputs: {
      conditioning: LinkOf<"CONDITIONING">;
      stage_c: LinkOf<"LATENT">;
    };
    outputs: ["CONDITIONING"];
  };
  StableCascade_StageC_VAEEncode: {
    inputs: {
      image: LinkOf<"IMAGE">;
      vae: LinkOf<"VAE">;
      compression: Whole;
    };
    outputs: ["LATENT", "LATENT"];
  };
  StableCascade_SuperResolutionControlnet: {
    inputs: {
      image: LinkOf<"IMAGE">;
      vae: LinkOf<"VAE">;
    };
    outputs: ["IMAGE", "LATENT", "LATENT"];
  };
  StableZero123_Conditioning: {
    inputs: {
      clip_vision: LinkOf<"CLIP_VISION">;
      init_image: LinkOf<"IMAGE">;
      vae: LinkOf<"VAE">;
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
      clip_vision: LinkOf<"CLIP_VISION">;
      init_image: LinkOf<"IMAGE">;
      vae: LinkOf<"VAE">;
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
      mode: "Starts With" | "Ends With" | "Equal" | LinkOf<"COMBO">;
      case_sensitive: Flag;
    };
    outputs: ["BOOLEAN"];
  };
  StringConcatenate: {
    inputs: {
      string_a: Text;
      string_b: Text;
      delimiter: Text;
    };
    outputs: ["STRING"];
  };
  StringContains: {
    inputs: {
      string: Text;
      substring: Text;
      case_sensitive: Flag;
    };
    outputs: ["BOOLEAN"];
  };
  StringFormat: {
    inputs: {
      f_string: Text;
      [part: `values.${string}`]: InputValue | undefined;
    };
    outputs: ["STRING"];
  };
  StringLength: {
    inputs: {
      string: Text;
    };
    outputs: ["INT"];
  };
  StringReplace: {
    inputs: {
      string: Text;
      find: Text;
      replace: Text;
    };
    outputs: ["STRING"];
  };
  StringSubstring: {
    inputs: {
      string: Text;
      start: Whole;
      end: Whole;
    };
    outputs: ["STRING"];
  };
  StringTrim: {
    inputs: {
      string: Text;
      mode: "Both" | "Left" | "Right" | LinkOf<"COMBO">;
    };
    outputs: ["STRING"];
  };
  StripWhitespace: {
    inputs: {
      texts: Text;
    };
    outputs: ["STRING"];
  };
  StyleModelApply: {
    inputs: {
      conditioning: LinkOf<"CONDITIONING">;
      style_model: LinkOf<"STYLE_MODEL">;
      clip_vision_output: LinkOf<"CLIP_VISION_OUTPUT">;
      strength: Decimal;
      strength_type: "multiply" | "attn_bias";
    };
    outputs: ["CONDITIONING"];
  };
  StyleModelLoader: {
    inputs: {
      style_model_name: Choice;
    };
    outputs: ["STYLE_MODEL"];
  };
  T5TokenizerOptions: {
    inputs: {
      clip: LinkOf<"CLIP">;
      min_padding: Whole;
      min_length: Whole;
    };
    outputs: ["CLIP"];
  };
  TCFG: {
    inputs: {
      model: LinkOf<"MODEL">;
    };
    outputs: ["MODEL"];
  };
  TemporalScoreRescaling: {
    inputs: {
      model: LinkOf<"MODEL">;
      tsr_k: Decimal;
      tsr_sigma: Decimal;
    };
    outputs: ["MODEL"];
  };
  TextEncodeAceStepAudio: {
    inputs: {
      clip: LinkOf<"CLIP">;
      tags: Text;
      lyrics: Text;
      lyrics_strength: Decimal;
    };
    outputs: ["CONDITIONING"];
  };
  "TextEncodeAceStepAudio1.5": {
    inputs: {
      clip: LinkOf<"CLIP">;
      tags: Text;
      lyrics: Text;
      seed: Whole;
      bpm: Whole;
      duration: Decimal;
      timesignature: "2" | "3" | "4" | "6" | LinkOf<"COMBO">;
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
      clip: LinkOf<"CLIP">;
      prompt: Text;
      negative_prompt: Text;
      vae: LinkOf<"VAE">;
      [part: `images.${string}`]: InputValue | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  TextEncodeHunyuanVideo_ImageToVideo: {
    inputs: {
      clip: LinkOf<"CLIP">;
      clip_vision_output: LinkOf<"CLIP_VISION_OUTPUT">;
      prompt: Text;
      image_interleave: Whole;
    };
    outputs: ["CONDITIONING"];
  };
  TextEncodeJoyImageEdit: {
    inputs: {
      clip: LinkOf<"CLIP">;
      prompt: Text;
      vae?: LinkOf<"VAE"> | undefined;
      [part: `images.${string}`]: InputValue | undefined;
    };
    outputs: ["CONDITIONING"];
  };
  TextEncodeMageFlowEdit: {
    inputs: {
      clip: LinkOf<"CLIP">;
      prompt: Text;
      negative_prompt: Text;
      width: Whole;
      height: Whole;
      batch_size: Whole;
      vae?: LinkOf<"VAE"> | undefined;
      [part: `images.${string}`]: InputValue | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  TextEncodeQwenImageEdit: {
    inputs: {
      clip: LinkOf<"CLIP">;
      prompt: Text;
      vae?: LinkOf<"VAE"> | undefined;
      image?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING"];
  };
  TextEncodeQwenImageEditPlus: {
    inputs: {
      clip: LinkOf<"CLIP">;
      prompt: Text;
      vae?: LinkOf<"VAE"> | undefined;
      image1?: LinkOf<"IMAGE"> | undefined;
      image2?: LinkOf<"IMAGE"> | undefined;
      image3?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING"];
  };
  TextEncodeZImageOmni: {
    inputs: {
      clip: LinkOf<"CLIP">;
      prompt: Text;
      auto_resize_images: Flag;
      image_encoder?: LinkOf<"CLIP_VISION"> | undefined;
      vae?: LinkOf<"VAE"> | undefined;
      image1?: LinkOf<"IMAGE"> | undefined;
      image2?: LinkOf<"IMAGE"> | undefined;
      image3?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING"];
  };
  TextGenerate: {
    inputs: {
      clip: LinkOf<"CLIP">;
      prompt: Text;
      max_length: Whole;
      sampling_mode: "on" | "off" | LinkOf<"COMBO">;
      image?: LinkOf<"IMAGE"> | undefined;
      video?: LinkOf<"IMAGE"> | undefined;
      audio?: LinkOf<"AUDIO"> | undefined;
      thinking?: Flag | undefined;
      use_default_template?: Flag | undefined;
      [part: `sampling_mode.${string}`]: InputValue | undefined;
    };
    outputs: ["STRING"];
  };
  TextGenerateLTX2Prompt: {
    inputs: {
      clip: LinkOf<"CLIP">;
      prompt: Text;
      max_length: Whole;
      sampling_mode: "on" | "off" | LinkOf<"COMBO">;
      image?: LinkOf<"IMAGE"> | undefined;
      video?: LinkOf<"IMAGE"> | undefined;
      audio?: LinkOf<"AUDIO"> | undefined;
      thinking?: Flag | undefined;
      use_default_template?: Flag | undefined;
      [part: `sampling_mode.${string}`]: InputValue | undefined;
    };
    outputs: ["STRING"];
  };
  TextOverlay: {
    inputs: {
      images: LinkOf<"IMAGE">;
      text: Text;
      font_size: Decimal;
      color: LinkOf<"COLOR">;
      position: "top" | "bottom" | LinkOf<"COMBO">;
      align: "left" | "center" | "right" | LinkOf<"COMBO">;
      outline: Flag;
    };
    outputs: ["IMAGE"];
  };
  TextToLowercase: {
    inputs: {
      texts: Text;
    };
    outputs: ["STRING"];
  };
  TextToUppercase: {
    inputs: {
      texts: Text;
    };
    outputs: ["STRING"];
  };
  ThresholdMask: {
    inputs: {
      mask: LinkOf<"MASK">;
      value: Decimal;
    };
    outputs: ["MASK"];
  };
  TomePatchModel: {
    inputs: {
      model: LinkOf<"MODEL">;
      ratio: Decimal;
    };
    outputs: ["MODEL"];
  };
  TorchCompileModel: {
    inputs: {
      model: LinkOf<"MODEL">;
      backend: "inductor" | "cudagraphs" | LinkOf<"COMBO">;
    };
    outputs: ["MODEL"];
  };
  TrainLoraNode: {
    inputs: {
      model: LinkOf<"MODEL">;
      latents: LinkOf<"LATENT">;
      positive: LinkOf<"CONDITIONING">;
      batch_size: Whole;
      grad_accumulation_steps: Whole;
      steps: Whole;
      learning_rate: Decimal;
      rank: Whole;
      optimizer: "AdamW" | "Adam" | "SGD" | "RMSprop" | LinkOf<"COMBO">;
      loss_function: "MSE" | "L1" | "Huber" | "SmoothL1" | LinkOf<"COMBO">;
      seed: Whole;
      training_dtype: "bf16" | "fp32" | "none" | LinkOf<"COMBO">;
      lora_dtype: "bf16" | "fp32" | LinkOf<"COMBO">;
      quantized_backward: Flag;
      algorithm: "LoRA" | "LoHa" | "LoKr" | "OFT" | LinkOf<"COMBO">;
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
      splat: LinkOf<"SPLAT">;
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
    inputs: {
      clip_vision_model: LinkOf<"CLIP_VISION">;
      image: LinkOf<"IMAGE">;
    };
    outputs: ["CONDITIONING", "CONDITIONING"];
  };
  Trellis2ShapeStage: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      voxel: LinkOf<"VOXEL">;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  Trellis2TextureStage: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      shape_latent: LinkOf<"LATENT">;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  Trellis2UpsampleStage: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      shape_latent: LinkOf<"LATENT">;
      vae: LinkOf<"VAE">;
      target_resolution: Whole;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  TrimAudioDuration: {
    inputs: {
      audio: LinkOf<"AUDIO">;
      start_index: Decimal;
      duration: Decimal;
    };
    outputs: ["AUDIO"];
  };
  TrimVideoLatent: {
    inputs: {
      samples: LinkOf<"LATENT">;
      trim_amount: Whole;
    };
    outputs: ["LATENT"];
  };
  TripleCLIPLoader: {
    inputs: {
      clip_name1: Choice;
      clip_name2: Choice;
      clip_name3: Choice;
    };
    outputs: ["CLIP"];
  };
  TripoSplatConditioning: {
    inputs: {
      clip_vision: LinkOf<"CLIP_VISION">;
      vae: LinkOf<"VAE">;
      image: LinkOf<"IMAGE">;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  TripoSplatPreprocessImage: {
    inputs: {
      image: LinkOf<"IMAGE">;
      mask: LinkOf<"MASK">;
      erode_radius: Whole;
      size: Whole;
    };
    outputs: ["IMAGE"];
  };
  TripoSplatSamplingPreview: {
    inputs: {
      model: LinkOf<"MODEL">;
      vae: LinkOf<"VAE">;
      octree_level: Whole;
      num_gaussians: Whole;
      yaw: Decimal;
      pitch: Decimal;
      point_size: Whole;
    };
    outputs: ["MODEL"];
  };
  TruncateText: {
    inputs: {
      texts: Text;
      max_length: Whole;
    };
    outputs: ["STRING"];
  };
  UNETLoader: {
    inputs: {
      unet_name: Choice;
      weight_dtype: "default" | "fp8_e4m3fn" | "fp8_e4m3fn_fast" | "fp8_e5m2";
    };
    outputs: ["MODEL"];
  };
  UNetCrossAttentionMultiply: {
    inputs: {
      model: LinkOf<"MODEL">;
      q: Decimal;
      k: Decimal;
      v: Decimal;
      out: Decimal;
    };
    outputs: ["MODEL"];
  };
  UNetSelfAttentionMultiply: {
    inputs: {
      model: LinkOf<"MODEL">;
      q: Decimal;
      k: Decimal;
      v: Decimal;
      out: Decimal;
    };
    outputs: ["MODEL"];
  };
  UNetTemporalAttentionMultiply: {
    inputs: {
      model: LinkOf<"MODEL">;
      self_structural: Decimal;
      self_temporal: Decimal;
      cross_structural: Decimal;
      cross_temporal: Decimal;
    };
    outputs: ["MODEL"];
  };
  USOStyleReference: {
    inputs: {
      model: LinkOf<"MODEL">;
      model_patch: LinkOf<"MODEL_PATCH">;
      clip_vision_output: LinkOf<"CLIP_VISION_OUTPUT">;
    };
    outputs: ["MODEL"];
  };
  UnwrapMesh: {
    inputs: {
      mesh: LinkOf<"MESH">;
      segmenter: "pec" | "adaptive" | LinkOf<"COMBO">;
      resolution: Whole;
      padding: Whole;
      weld_distance: Decimal;
    };
    outputs: ["MESH"];
  };
  UpscaleModelLoader: {
    inputs: {
      model_name: Choice;
    };
    outputs: ["UPSCALE_MODEL"];
  };
  VAEDecode: {
    inputs: {
      samples: LinkOf<"LATENT">;
      vae: LinkOf<"VAE">;
    };
    outputs: ["IMAGE"];
  };
  VAEDecodeAudio: {
    inputs: {
      samples: LinkOf<"LATENT">;
      vae: LinkOf<"VAE">;
    };
    outputs: ["AUDIO"];
  };
  VAEDecodeAudioTiled: {
    inputs: {
      samples: LinkOf<"LATENT">;
      vae: LinkOf<"VAE">;
      tile_size: Whole;
      overlap: Whole;
    };
    outputs: ["AUDIO"];
  };
  VAEDecodeHunyuan3D: {
    inputs: {
      samples: LinkOf<"LATENT">;
      vae: LinkOf<"VAE">;
      num_chunks: Whole;
      octree_resolution: Whole;
    };
    outputs: ["VOXEL"];
  };
  VAEDecodeTiled: {
    inputs: {
      samples: LinkOf<"LATENT">;
      vae: LinkOf<"VAE">;
      tile_size: Whole;
      overlap: Whole;
      temporal_size: Whole;
      temporal_overlap: Whole;
    };
    outputs: ["IMAGE"];
  };
  VAEDecodeTripoSplat: {
    inputs: {
      samples: LinkOf<"LATENT">;
      vae: LinkOf<"VAE">;
      num_gaussians: Whole;
      seed: Whole;
    };
    outputs: ["SPLAT"];
  };
  VAEEncode: {
    inputs: {
      pixels: LinkOf<"IMAGE">;
      vae: LinkOf<"VAE">;
    };
    outputs: ["LATENT"];
  };
  VAEEncodeAudio: {
    inputs: {
      audio: LinkOf<"AUDIO">;
      vae: LinkOf<"VAE">;
    };
    outputs: ["LATENT"];
  };
  VAEEncodeForInpaint: {
    inputs: {
      pixels: LinkOf<"IMAGE">;
      vae: LinkOf<"VAE">;
      mask: LinkOf<"MASK">;
      grow_mask_by: Whole;
    };
    outputs: ["LATENT"];
  };
  VAEEncodeTiled: {
    inputs: {
      pixels: LinkOf<"IMAGE">;
      vae: LinkOf<"VAE">;
      tile_size: Whole;
      overlap: Whole;
      temporal_size: Whole;
      temporal_overlap: Whole;
    };
    outputs: ["LATENT"];
  };
  VAELoader: {
    inputs: {
      vae_name: Choice;
    };
    outputs: ["VAE"];
  };
  VAESave: {
    inputs: {
      vae: LinkOf<"VAE">;
      filename_prefix: Text;
    };
    outputs: [];
  };
  VOIDInpaintConditioning: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      video: LinkOf<"IMAGE">;
      quadmask: LinkOf<"MASK">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  VOIDQuadmaskPreprocess: {
    inputs: {
      mask: LinkOf<"MASK">;
      dilate_width: Whole;
    };
    outputs: ["MASK"];
  };
  VOIDSampler: {
    inputs: Record<string, never>;
    outputs: ["SAMPLER"];
  };
  VOIDWarpedNoise: {
    inputs: {
      optical_flow: LinkOf<"OPTICAL_FLOW">;
      video: LinkOf<"IMAGE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
    };
    outputs: ["LATENT"];
  };
  VOIDWarpedNoiseSource: {
    inputs: {
      warped_noise: LinkOf<"LATENT">;
    };
    outputs: ["NOISE"];
  };
  VPScheduler: {
    inputs: {
      steps: Whole;
      beta_d: Decimal;
      beta_min: Decimal;
      eps_s: Decimal;
    };
    outputs: ["SIGMAS"];
  };
  VaeDecodeShapeTrellis: {
    inputs: {
      samples: LinkOf<"LATENT">;
      vae: LinkOf<"VAE">;
    };
    outputs: ["MESH", "SHAPE_SUBDIVIDES"];
  };
  VaeDecodeStructureTrellis2: {
    inputs: {
      samples: LinkOf<"LATENT">;
      vae: LinkOf<"VAE">;
      resolution: "32" | "64" | LinkOf<"COMBO">;
    };
    outputs: ["VOXEL"];
  };
  VaeDecodeTextureTrellis: {
    inputs: {
      samples: LinkOf<"LATENT">;
      vae: LinkOf<"VAE">;
      shape_subdivides: LinkOf<"SHAPE_SUBDIVIDES">;
    };
    outputs: ["VOXEL"];
  };
  "Video Slice": {
    inputs: {
      video: LinkOf<"VIDEO">;
      start_time: Decimal;
      duration: Decimal;
      strict_duration: Flag;
    };
    outputs: ["VIDEO"];
  };
  VideoFrameSample: {
    inputs: {
      video: LinkOf<"VIDEO">;
      num_frames: Whole;
      strategy: "uniform" | "head" | "tail" | "random" | LinkOf<"COMBO">;
      seed: Whole;
    };
    outputs: ["VIDEO"];
  };
  VideoLinearCFGGuidance: {
    inputs: {
      model: LinkOf<"MODEL">;
      min_cfg: Decimal;
    };
    outputs: ["MODEL"];
  };
  VideoRandomTemporalCrop: {
    inputs: {
      video: LinkOf<"VIDEO">;
      length: Whole;
      seed: Whole;
    };
    outputs: ["VIDEO"];
  };
  VideoTemporalCrop: {
    inputs: {
      video: LinkOf<"VIDEO">;
      start_frame: Whole;
      length: Whole;
    };
    outputs: ["VIDEO"];
  };
  VideoTriangleCFGGuidance: {
    inputs: {
      model: LinkOf<"MODEL">;
      min_cfg: Decimal;
    };
    outputs: ["MODEL"];
  };
  VoxelToMesh: {
    inputs: {
      voxel: LinkOf<"VOXEL">;
      algorithm: "surface net" | "basic" | LinkOf<"COMBO">;
      threshold: Decimal;
    };
    outputs: ["MESH"];
  };
  VoxelToMeshBasic: {
    inputs: {
      voxel: LinkOf<"VOXEL">;
      threshold: Decimal;
    };
    outputs: ["MESH"];
  };
  Wan22FunControlToVideo: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      ref_image?: LinkOf<"IMAGE"> | undefined;
      control_video?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  Wan22ImageToVideoLatent: {
    inputs: {
      vae: LinkOf<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      start_image?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: ["LATENT"];
  };
  WanAnimate2Cache: {
    inputs: {
      model: LinkOf<"MODEL">;
      device: "cpu" | "gpu" | LinkOf<"COMBO">;
      dtype: "default" | "int8" | "int4" | LinkOf<"COMBO">;
    };
    outputs: ["MODEL"];
  };
  WanAnimate2ToVideo: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      video_frame_offset: Whole;
      pose_strength: Decimal;
      pose_start_percent: Decimal;
      pose_end_percent: Decimal;
      reference_image_strength: Decimal;
      reference_image?: LinkOf<"IMAGE"> | undefined;
      pose_video?: LinkOf<"IMAGE"> | undefined;
      clip_vision_output?: LinkOf<"CLIP_VISION_OUTPUT"> | undefined;
      positive_pose?: LinkOf<"CONDITIONING"> | undefined;
      clip_vision_output_pose?: LinkOf<"CLIP_VISION_OUTPUT"> | undefined;
      continue_motion?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT", "INT", "INT", "INT"];
  };
  WanAnimateToVideo: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      continue_motion_max_frames: Whole;
      video_frame_offset: Whole;
      clip_vision_output?: LinkOf<"CLIP_VISION_OUTPUT"> | undefined;
      reference_image?: LinkOf<"IMAGE"> | undefined;
      face_video?: LinkOf<"IMAGE"> | undefined;
      pose_video?: LinkOf<"IMAGE"> | undefined;
      background_video?: LinkOf<"IMAGE"> | undefined;
      character_mask?: LinkOf<"MASK"> | undefined;
      continue_motion?: LinkOf<"IMAGE"> | undefined;
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
        | LinkOf<"COMBO">;
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
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      clip_vision_output?: LinkOf<"CLIP_VISION_OUTPUT"> | undefined;
      start_image?: LinkOf<"IMAGE"> | undefined;
      camera_conditions?: LinkOf<"WAN_CAMERA_EMBEDDING"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  WanContextWindowsManual: {
    inputs: {
      model: LinkOf<"MODEL">;
      context_length: Whole;
      context_overlap: Whole;
      context_schedule:
        "standard_static" | "standard_uniform" | "looped_uniform" | "batched" | LinkOf<"COMBO">;
      context_stride: Whole;
      closed_loop: Flag;
      fuse_method: "pyramid" | "relative" | "flat" | "overlap-linear" | LinkOf<"COMBO">;
      freenoise: Flag;
      retain_first_frame: Flag;
      split_conds_to_windows: Flag;
    };
    outputs: ["MODEL"];
  };
  WanDancerEncodeAudio: {
    inputs: {
      audio: LinkOf<"AUDIO">;
      video_frames: Whole;
      audio_inject_scale: Decimal;
    };
    outputs: ["AUDIO_ENCODER_OUTPUT", "STRING"];
  };
  WanDancerPadKeyframes: {
    inputs: {
      images: LinkOf<"IMAGE">;
      segment_length: Whole;
      segment_index: Whole;
      audio: LinkOf<"AUDIO">;
    };
    outputs: ["IMAGE", "MASK", "AUDIO"];
  };
  WanDancerPadKeyframesList: {
    inputs: {
      images: LinkOf<"IMAGE">;
      segment_length: Whole;
      num_segments: Whole;
      audio: LinkOf<"AUDIO">;
    };
    outputs: ["IMAGE", "MASK", "AUDIO"];
  };
  WanDancerVideo: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      clip_vision_output?: LinkOf<"CLIP_VISION_OUTPUT"> | undefined;
      clip_vision_output_ref?: LinkOf<"CLIP_VISION_OUTPUT"> | undefined;
      start_image?: LinkOf<"IMAGE"> | undefined;
      mask?: LinkOf<"MASK"> | undefined;
      audio_encoder_output?: LinkOf<"AUDIO_ENCODER_OUTPUT"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  WanFirstLastFrameToVideo: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      clip_vision_start_image?: LinkOf<"CLIP_VISION_OUTPUT"> | undefined;
      clip_vision_end_image?: LinkOf<"CLIP_VISION_OUTPUT"> | undefined;
      start_image?: LinkOf<"IMAGE"> | undefined;
      end_image?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  WanFunControlToVideo: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      clip_vision_output?: LinkOf<"CLIP_VISION_OUTPUT"> | undefined;
      start_image?: LinkOf<"IMAGE"> | undefined;
      control_video?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  WanFunInpaintToVideo: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      clip_vision_output?: LinkOf<"CLIP_VISION_OUTPUT"> | undefined;
      start_image?: LinkOf<"IMAGE"> | undefined;
      end_image?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  WanHuMoImageToVideo: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      audio_encoder_output?: LinkOf<"AUDIO_ENCODER_OUTPUT"> | undefined;
      ref_image?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  WanImageToVideo: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      clip_vision_output?: LinkOf<"CLIP_VISION_OUTPUT"> | undefined;
      start_image?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  WanInfiniteTalkToVideo: {
    inputs: {
      mode: "single_speaker" | "two_speakers" | LinkOf<"COMBO">;
      model: LinkOf<"MODEL">;
      model_patch: LinkOf<"MODEL_PATCH">;
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      audio_encoder_output_1: LinkOf<"AUDIO_ENCODER_OUTPUT">;
      motion_frame_count: Whole;
      audio_scale: Decimal;
      clip_vision_output?: LinkOf<"CLIP_VISION_OUTPUT"> | undefined;
      start_image?: LinkOf<"IMAGE"> | undefined;
      previous_frames?: LinkOf<"IMAGE"> | undefined;
      [part: `mode.${string}`]: InputValue | undefined;
    };
    outputs: ["MODEL", "CONDITIONING", "CONDITIONING", "LATENT", "INT"];
  };
  WanMoveConcatTrack: {
    inputs: {
      tracks_1: LinkOf<"TRACKS">;
      tracks_2?: LinkOf<"TRACKS"> | undefined;
    };
    outputs: ["TRACKS"];
  };
  WanMoveTrackToVideo: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      strength: Decimal;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      start_image: LinkOf<"IMAGE">;
      tracks?: LinkOf<"TRACKS"> | undefined;
      clip_vision_output?: LinkOf<"CLIP_VISION_OUTPUT"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  WanMoveTracksFromCoords: {
    inputs: {
      track_coords?: Text | undefined;
      track_mask?: LinkOf<"MASK"> | undefined;
    };
    outputs: ["TRACKS", "INT"];
  };
  WanMoveVisualizeTracks: {
    inputs: {
      images: LinkOf<"IMAGE">;
      line_resolution: Whole;
      circle_size: Whole;
      opacity: Decimal;
      line_width: Whole;
      tracks?: LinkOf<"TRACKS"> | undefined;
    };
    outputs: ["IMAGE"];
  };
  WanPhantomSubjectToVideo: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      images?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "CONDITIONING", "LATENT"];
  };
  WanSCAILToVideo: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      pose_strength: Decimal;
      pose_start: Decimal;
      pose_end: Decimal;
      video_frame_offset: Whole;
      previous_frame_count: Whole;
      pose_video?: LinkOf<"IMAGE"> | undefined;
      pose_video_mask?: LinkOf<"IMAGE"> | undefined;
      replacement_mode?: Flag | undefined;
      reference_image?: LinkOf<"IMAGE"> | undefined;
      reference_image_mask?: LinkOf<"IMAGE"> | undefined;
      clip_vision_output?: LinkOf<"CLIP_VISION_OUTPUT"> | undefined;
      previous_frames?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT", "INT"];
  };
  WanSoundImageToVideo: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      audio_encoder_output?: LinkOf<"AUDIO_ENCODER_OUTPUT"> | undefined;
      ref_image?: LinkOf<"IMAGE"> | undefined;
      control_video?: LinkOf<"IMAGE"> | undefined;
      ref_motion?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  WanSoundImageToVideoExtend: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      length: Whole;
      video_latent: LinkOf<"LATENT">;
      audio_encoder_output?: LinkOf<"AUDIO_ENCODER_OUTPUT"> | undefined;
      ref_image?: LinkOf<"IMAGE"> | undefined;
      control_video?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  WanTrackToVideo: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      tracks: Text;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      temperature: Decimal;
      topk: Whole;
      start_image: LinkOf<"IMAGE">;
      clip_vision_output?: LinkOf<"CLIP_VISION_OUTPUT"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT"];
  };
  WanUni3CControlnetApply: {
    inputs: {
      model: LinkOf<"MODEL">;
      model_patch: LinkOf<"MODEL_PATCH">;
      vae: LinkOf<"VAE">;
      render_video: LinkOf<"IMAGE">;
      strength: Decimal;
      start_percent: Decimal;
      end_percent: Decimal;
    };
    outputs: ["MODEL"];
  };
  WanVaceToVideo: {
    inputs: {
      positive: LinkOf<"CONDITIONING">;
      negative: LinkOf<"CONDITIONING">;
      vae: LinkOf<"VAE">;
      width: Whole;
      height: Whole;
      length: Whole;
      batch_size: Whole;
      strength: Decimal;
      control_video?: LinkOf<"IMAGE"> | undefined;
      control_masks?: LinkOf<"MASK"> | undefined;
      reference_image?: LinkOf<"IMAGE"> | undefined;
    };
    outputs: ["CONDITIONING", "CONDITIONING", "LATENT", "INT"];
  };
  WebcamCapture: {
    inputs: {
      image: InputValue;
      width: Whole;
      height: Whole;
      capture_on_queue: Flag;
    };
    outputs: ["IMAGE"];
  };
  WeldVertices: {
    inputs: {
      mesh: LinkOf<"MESH">;
      epsilon_rel: Decimal;
      epsilon_abs: Decimal;
    };
    outputs: ["MESH"];
  };
  ZImageFunControlnet: {
    inputs: {
      model: LinkOf<"MODEL">;
      model_patch: LinkOf<"MODEL_PATCH">;
      vae: LinkOf<"VAE">;
      strength: Decimal;
      image?: LinkOf<"IMAGE"> | undefined;
      inpaint_image?: LinkOf<"IMAGE"> | undefined;
      mask?: LinkOf<"MASK"> | undefined;
    };
    outputs: ["MODEL"];
  };
  unCLIPCheckpointLoader: {
    inputs: {
      ckpt_name: Choice;
    };
    outputs: ["MODEL", "CLIP", "VAE", "CLIP_VISION"];
  };
  unCLIPConditioning: {
    inputs: {
      conditioning: LinkOf<"CONDITIONING">;
      clip_vision_output: LinkOf<"CLIP_VISION_OUTPUT">;
      strength: Decimal;
      noise_augmentation: Decimal;
    };
    outputs: ["CONDITIONING"];
  };
  wanBlockSwap: {
    inputs: {
      model: LinkOf<"MODEL">;
    };
    outputs: ["MODEL"];
  };
};
