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
import type { Inputs } from "@pictor/comfyui-graph";
import type { NodeFunction, NodeFunctions } from "./node-functions.js";

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

/** Makes an empty video. The number of frames is a multiple of `per` plus one. */
const emptyVideoNode =
  (per: number): NodeFunction =>
  (inputs) => [videoLatents(inputs, { frames: framesOf(inputs["length"], per) })];

/** The first image of a batch, cropped and resized to the video; undefined when the input was omitted. */
function firstOf(image: unknown, { width, height }: Inputs): Raster | undefined {
  const raster = (image as ImageBatch | undefined)?.rasters[0];
  const cells = (side: unknown): number => Math.trunc((side as number) / 8) * 8;
  return raster && resizeToFill(raster, cells(width), cells(height), "bilinear");
}

const startFrame = (raster: Raster | undefined): Partial<Video> => (raster ? { first: raster } : {});

const emptyConditioning: Conditioning = [{ evidence: new Float64Array(PARAMETERS) }];

export const videoNodes: NodeFunctions = {
  EmptyHunyuanLatentVideo: emptyVideoNode(4),
  EmptyMochiLatentVideo: emptyVideoNode(6),
  EmptyLTXVLatentVideo: emptyVideoNode(8),
  /** In the video of SVD_img2vid_Conditioning, a camera moves over the image. A larger motion bucket moves the camera farther. */
  SVD_img2vid_Conditioning(inputs) {
    const motion = Math.min((inputs["motion_bucket_id"] as number) / 200, 2);
    const raster = firstOf(inputs["init_image"], inputs);
    const latents = videoLatents(inputs, {
      frames: inputs["video_frames"] as number,
      motion,
      ...startFrame(raster),
    });
    return [emptyConditioning, emptyConditioning, latents];
  },
  /**
   * With a start image, WanImageToVideo makes a video in which a camera moves over the image. Without one, the video is
   * generated from the text.
   */
  WanImageToVideo(inputs) {
    const frames = framesOf(inputs["length"], 4);
    const latents = videoLatents(inputs, { frames, ...startFrame(firstOf(inputs["start_image"], inputs)) });
    return [inputs["positive"], inputs["negative"], latents];
  },
  /**
   * In the video of WanFirstLastFrameToVideo, a camera moves over the first image, which fades to the last. With only
   * one image, there is no fade.
   */
  WanFirstLastFrameToVideo(inputs) {
    const frames = framesOf(inputs["length"], 4);
    const [start, last] = [firstOf(inputs["start_image"], inputs), firstOf(inputs["end_image"], inputs)];
    const latents = videoLatents(inputs, {
      frames,
      ...startFrame(start ?? last),
      ...(start && last ? { last } : {}),
    });
    return [inputs["positive"], inputs["negative"], latents];
  },
  Wan22ImageToVideoLatent(inputs) {
    const frames = framesOf(inputs["length"], 4);
    return [videoLatents(inputs, { frames, ...startFrame(firstOf(inputs["start_image"], inputs)) })];
  },
  /** TrimVideoLatent removes latent frames from the start of a video; each latent frame stands for four frames. */
  TrimVideoLatent({ samples, trim_amount }) {
    const latents = samples as LatentBatch;
    const { video } = latents;
    if (!video) return [latents];
    const frames = Math.max(1, video.frames - 4 * (trim_amount as number));
    return [{ ...latents, video: { ...video, frames } } satisfies LatentBatch];
  },
};
