// Video nodes: empty video latents, and latents with a first and a last frame.
import {
  type Conditioning,
  emptyLatents,
  type ImageBatch,
  type LatentBatch,
  PARAMETERS,
  type Video,
} from "@pictor/simulated-sampler";
import { type Raster, resizeToFill } from "@pictor/images";
import type { Inputs, NodeDefinition, NodeSignature } from "@pictor/comfyui-graph";
import { batchSizeInput, sideInput } from "./size-inputs.js";

/** The default extent of the camera movement. */
const MOTION = 0.6;

/** Rounds a length down to a multiple of `per` frames plus one, as the temporal compression of video models requires. */
const framesOf = (length: unknown, per: number): number =>
  Math.trunc(((length as number) - 1) / per) * per + 1;

const videoLatents = (inputs: Inputs, video: Partial<Video> & Pick<Video, "frames">): LatentBatch => ({
  ...emptyLatents(
    inputs["width"] as number,
    inputs["height"] as number,
    (inputs["batch_size"] as number | undefined) ?? 1,
  ),
  video: { motion: MOTION, ...video },
});

/** Builds a node for empty videos. The number of frames is a multiple of `per` plus one. */
const emptyVideoNode = (
  facts: Pick<NodeSignature, "name" | "displayName" | "category" | "pythonModule">,
  size: NodeSignature["required"],
  per: number,
): NodeDefinition => ({
  signature: { ...facts, required: { ...size, batch_size: batchSizeInput }, outputs: ["LATENT"] },
  execute: (inputs) => ({ outputs: [videoLatents(inputs, { frames: framesOf(inputs["length"], per) })] }),
});

/** The first image of a batch, cropped and resized to the video; undefined when the input was omitted. */
function firstOf(image: unknown, { width, height }: Inputs): Raster | undefined {
  const raster = (image as ImageBatch | undefined)?.rasters[0];
  const cells = (side: unknown): number => Math.trunc((side as number) / 8) * 8;
  return raster && resizeToFill(raster, cells(width), cells(height), "bilinear");
}

/** The required inputs that both Wan 2.1 nodes have in common. */
const wanInputs: NodeSignature["required"] = {
  positive: ["CONDITIONING", {}],
  negative: ["CONDITIONING", {}],
  vae: ["VAE", {}],
  width: sideInput(832, 16, 16),
  height: sideInput(480, 16, 16),
  length: ["INT", { default: 81, min: 1, max: 16384, step: 4 }],
  batch_size: batchSizeInput,
};

const startFrame = (raster: Raster | undefined): Partial<Video> => (raster ? { first: raster } : {});

const emptyConditioning: Conditioning = [{ evidence: new Float64Array(PARAMETERS) }];

export const videoNodes: readonly NodeDefinition[] = [
  emptyVideoNode(
    {
      name: "EmptyHunyuanLatentVideo",
      displayName: "Empty HunyuanVideo 1.0 Latent",
      category: "latent/video",
      pythonModule: "comfy_extras.nodes_hunyuan",
    },
    {
      width: sideInput(848, 16, 16),
      height: sideInput(480, 16, 16),
      length: ["INT", { default: 25, min: 1, max: 16384, step: 4 }],
    },
    4,
  ),
  emptyVideoNode(
    {
      name: "EmptyMochiLatentVideo",
      displayName: null,
      category: "latent/video",
      pythonModule: "comfy_extras.nodes_mochi",
    },
    {
      width: sideInput(848, 16, 16),
      height: sideInput(480, 16, 16),
      length: ["INT", { default: 25, min: 7, max: 16384, step: 6 }],
    },
    6,
  ),
  emptyVideoNode(
    {
      name: "EmptyLTXVLatentVideo",
      displayName: null,
      category: "latent/video/ltxv",
      pythonModule: "comfy_extras.nodes_lt",
    },
    {
      width: sideInput(768, 64, 32),
      height: sideInput(512, 64, 32),
      length: ["INT", { default: 97, min: 1, max: 16384, step: 8 }],
    },
    8,
  ),
  {
    signature: {
      name: "SVD_img2vid_Conditioning",
      displayName: "SVD_img2vid_Conditioning",
      category: "conditioning/video_models",
      pythonModule: "comfy_extras.nodes_video_model",
      required: {
        clip_vision: ["CLIP_VISION"],
        init_image: ["IMAGE"],
        vae: ["VAE"],
        width: ["INT", { default: 1024, min: 16, max: 16384, step: 8 }],
        height: ["INT", { default: 576, min: 16, max: 16384, step: 8 }],
        video_frames: ["INT", { default: 14, min: 1, max: 4096 }],
        motion_bucket_id: ["INT", { default: 127, min: 1, max: 1023 }],
        fps: ["INT", { default: 6, min: 1, max: 1024 }],
        augmentation_level: ["FLOAT", { default: 0, min: 0, max: 10, step: 0.01 }],
      },
      outputs: ["CONDITIONING", "CONDITIONING", "LATENT"],
      outputNames: ["positive", "negative", "latent"],
      olderForm: true,
    },
    /** In the video of SVD_img2vid_Conditioning, a camera moves over the image. A larger motion bucket moves the camera farther. */
    execute(inputs) {
      const motion = Math.min((inputs["motion_bucket_id"] as number) / 200, 2);
      const raster = firstOf(inputs["init_image"], inputs);
      const latents = videoLatents(inputs, {
        frames: inputs["video_frames"] as number,
        motion,
        ...startFrame(raster),
      });
      return { outputs: [emptyConditioning, emptyConditioning, latents] };
    },
  },
  {
    signature: {
      name: "WanImageToVideo",
      displayName: null,
      category: "conditioning/video_models",
      pythonModule: "comfy_extras.nodes_wan",
      required: wanInputs,
      optional: { clip_vision_output: ["CLIP_VISION_OUTPUT", {}], start_image: ["IMAGE", {}] },
      outputs: ["CONDITIONING", "CONDITIONING", "LATENT"],
      outputNames: ["positive", "negative", "latent"],
    },
    /**
     * With a start image, WanImageToVideo makes a video in which a camera moves over the image. Without one, the video is generated from
     * the text.
     */
    execute(inputs) {
      const frames = framesOf(inputs["length"], 4);
      const latents = videoLatents(inputs, { frames, ...startFrame(firstOf(inputs["start_image"], inputs)) });
      return { outputs: [inputs["positive"], inputs["negative"], latents] };
    },
  },
  {
    signature: {
      name: "WanFirstLastFrameToVideo",
      displayName: null,
      category: "conditioning/video_models",
      pythonModule: "comfy_extras.nodes_wan",
      required: wanInputs,
      optional: {
        clip_vision_start_image: ["CLIP_VISION_OUTPUT", {}],
        clip_vision_end_image: ["CLIP_VISION_OUTPUT", {}],
        start_image: ["IMAGE", {}],
        end_image: ["IMAGE", {}],
      },
      outputs: ["CONDITIONING", "CONDITIONING", "LATENT"],
      outputNames: ["positive", "negative", "latent"],
    },
    /**
     * In the video of WanFirstLastFrameToVideo, a camera moves over the first image, which fades to the last. With only one image, there is
     * no fade.
     */
    execute(inputs) {
      const frames = framesOf(inputs["length"], 4);
      const [start, last] = [firstOf(inputs["start_image"], inputs), firstOf(inputs["end_image"], inputs)];
      const latents = videoLatents(inputs, {
        frames,
        ...startFrame(start ?? last),
        ...(start && last ? { last } : {}),
      });
      return { outputs: [inputs["positive"], inputs["negative"], latents] };
    },
  },
  {
    signature: {
      name: "Wan22ImageToVideoLatent",
      displayName: null,
      category: "conditioning/inpaint",
      pythonModule: "comfy_extras.nodes_wan",
      required: {
        vae: ["VAE", {}],
        width: ["INT", { default: 1280, min: 32, max: 16384, step: 32 }],
        height: ["INT", { default: 704, min: 32, max: 16384, step: 32 }],
        length: ["INT", { default: 49, min: 1, max: 16384, step: 4 }],
        batch_size: ["INT", { default: 1, min: 1, max: 4096 }],
      },
      optional: { start_image: ["IMAGE", {}] },
      outputs: ["LATENT"],
    },
    execute(inputs) {
      const frames = framesOf(inputs["length"], 4);
      return {
        outputs: [videoLatents(inputs, { frames, ...startFrame(firstOf(inputs["start_image"], inputs)) })],
      };
    },
  },
  {
    signature: {
      name: "TrimVideoLatent",
      displayName: null,
      category: "latent/video",
      pythonModule: "comfy_extras.nodes_wan",
      required: { samples: ["LATENT", {}], trim_amount: ["INT", { default: 0, min: 0, max: 99999 }] },
      outputs: ["LATENT"],
    },
    /** TrimVideoLatent removes latent frames from the start of a video; each latent frame stands for four frames. */
    execute({ samples, trim_amount }) {
      const latents = samples as LatentBatch;
      const { video } = latents;
      if (!video) return { outputs: [latents] };
      const frames = Math.max(1, video.frames - 4 * (trim_amount as number));
      return { outputs: [{ ...latents, video: { ...video, frames } } satisfies LatentBatch] };
    },
  },
];
