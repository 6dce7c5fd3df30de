// Whole workflows: several stages, upscaling, videos.
import { readRiffChunks } from "@pictor/images";
import { describe, expect, it } from "vitest";
import { difference, disc, runGraph, type ShortGraph } from "../testing/run-graph.js";
import { loaders, sampler, saved, stage } from "../testing/workflows.js";

const photo = disc(96, 96);
const input = { "in.png": photo };

describe("several stages", { timeout: 30_000 }, () => {
  it("a hires fix keeps the composition at twice the size", () => {
    const graph: ShortGraph = {
      ...loaders,
      empty: ["EmptyLatentImage", { width: 192, height: 192, batch_size: 1 }],
      first: sampler(["empty", 0]),
      small: ["VAEDecode", { samples: ["first", 0], vae: ["model", 2] }],
      larger: ["ImageScaleBy", { image: ["small", 0], upscale_method: "bilinear", scale_by: 2 }],
      "save small": ["SaveImage", { images: ["larger", 0], filename_prefix: "small" }],
      up: [
        "LatentUpscale",
        { samples: ["first", 0], upscale_method: "nearest-exact", width: 384, height: 384, crop: "disabled" },
      ],
      second: sampler(["up", 0], { denoise: 0.3 }),
      ...saved(["second", 0]),
    };
    const run = runGraph(graph);
    const [small, large] = [run.rasters("save small")[0]!, run.rasters("save")[0]!];
    expect([large.width, large.height]).toEqual([384, 384]);
    // Images of the same prompt with other seeds differ by about 30.
    expect(difference(large, small)).toBeLessThan(20);
  });

  it("a split schedule gives the same image as one run", () => {
    const graph: ShortGraph = {
      ...loaders,
      empty: ["EmptyLatentImage", { width: 96, height: 96, batch_size: 1 }],
      whole: sampler(["empty", 0]),
      a: stage(["empty", 0], 0, 4),
      b: stage(["a", 0], 4, 6),
      ...saved(["whole", 0], "one"),
      ...saved(["b", 0], "two"),
    };
    const run = runGraph(graph);
    expect(difference(run.rasters("one")[0]!, run.rasters("two")[0]!)).toBeLessThan(0.01);
  });
});

describe("upscaling and videos", { timeout: 30_000 }, () => {
  it("a model enlarges fourfold, and ImageScale resizes the result", () => {
    const graph: ShortGraph = {
      load: ["LoadImage", { image: "in.png" }],
      model: ["UpscaleModelLoader", { model_name: "simulated-4x.safetensors" }],
      large: ["ImageUpscaleWithModel", { upscale_model: ["model", 0], image: ["load", 0] }],
      back: [
        "ImageScale",
        { image: ["large", 0], upscale_method: "area", width: 96, height: 96, crop: "disabled" },
      ],
      save: ["SaveImage", { images: ["large", 0], filename_prefix: "x" }],
      "save back": ["SaveImage", { images: ["back", 0], filename_prefix: "y" }],
    };
    const run = runGraph(graph, input);
    expect(run.rasters("save")[0]).toMatchObject({ width: 384, height: 384 });
    expect(difference(run.rasters("save back")[0]!, photo)).toBeLessThan(6);
    expect(run.events.filter(({ kind }) => kind === "step")).toHaveLength(1);
  });

  it("a video begins with its start image and moves away from it", () => {
    const graph: ShortGraph = {
      model: ["ImageOnlyCheckpointLoader", { ckpt_name: "simulated-landscape.safetensors" }],
      load: ["LoadImage", { image: "in.png" }],
      guide: ["VideoLinearCFGGuidance", { model: ["model", 0], min_cfg: 1 }],
      video: [
        "SVD_img2vid_Conditioning",
        {
          clip_vision: ["model", 1],
          init_image: ["load", 0],
          vae: ["model", 2],
          width: 96,
          height: 96,
          video_frames: 5,
          motion_bucket_id: 127,
          fps: 6,
          augmentation_level: 0,
        },
      ],
      k: sampler(["video", 2], {
        model: ["guide", 0],
        positive: ["video", 0],
        negative: ["video", 1],
        cfg: 2.5,
      }),
      decode: ["VAEDecode", { samples: ["k", 0], vae: ["model", 2] }],
      start: ["ImageFromBatch", { image: ["decode", 0], batch_index: 0, length: 1 }],
      end: ["ImageFromBatch", { image: ["decode", 0], batch_index: 4, length: 1 }],
      "save start": ["SaveImage", { images: ["start", 0], filename_prefix: "a" }],
      "save end": ["SaveImage", { images: ["end", 0], filename_prefix: "b" }],
      save: [
        "SaveAnimatedWEBP",
        {
          images: ["decode", 0],
          filename_prefix: "v",
          fps: 6,
          lossless: true,
          quality: 85,
          method: "default",
        },
      ],
    };
    const run = runGraph(graph, input);
    expect(readRiffChunks(run.files("save")[0]!).filter(({ type }) => type === "ANMF")).toHaveLength(5);
    expect(difference(run.rasters("save start")[0]!, photo)).toBeLessThan(0.5);
    expect(difference(run.rasters("save end")[0]!, photo)).toBeGreaterThan(2);
  });

  it("a video from text has the rounded number of frames, and adjacent frames are similar", () => {
    const graph: ShortGraph = {
      ...loaders,
      video: ["EmptyHunyuanLatentVideo", { width: 96, height: 64, length: 7, batch_size: 1 }],
      k: sampler(["video", 0]),
      decode: ["VAEDecode", { samples: ["k", 0], vae: ["model", 2] }],
      save: ["SaveImage", { images: ["decode", 0], filename_prefix: "a" }],
    };
    const frames = runGraph(graph).rasters("save");
    expect(frames.map(({ width, height }) => [width, height])).toEqual(Array(5).fill([96, 64]));
    const [first, second, last] = [frames[0]!, frames[1]!, frames[4]!];
    expect(difference(first, second)).toBeGreaterThan(0);
    expect(difference(first, second)).toBeLessThan(difference(first, last));
  });
});
