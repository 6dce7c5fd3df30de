// Nodes that control sampling: conditioning, guidance, LoRAs, patches, ControlNets, schedules.
import { describe, expect, it } from "vitest";
import {
  guidedMean,
  type Clip,
  type Conditioning,
  type Guider,
  type Model,
  parameterIndex,
  type SceneParameter,
  type Sigmas,
} from "@pictor/simulated-sampler";
import {
  difference,
  callNode,
  disc,
  gray,
  mask,
  rows,
  runGraph,
  type ShortGraph,
} from "../testing/run-graph.js";
import { loaders, sampler, saved } from "../testing/workflows.js";

const clip: Clip = { lastLayer: -1 };
const model: Model = { style: {} };
const text = (words: string): Conditioning =>
  callNode("CLIPTextEncode", { text: words, clip })[0] as Conditioning;

/** The mean of a scene parameter under this guidance. */
function meanOf(name: SceneParameter, change: Partial<Guider>, sigma = 5): number {
  const guider: Guider = { model, positive: [], negative: [], cfg: 7.5, ...change };
  return guidedMean(guider, sigma)[parameterIndex(name)]!;
}

const [snow, stars] = [text("snow"), text("stars")];

describe("conditioning", () => {
  it("is combined by strength", () => {
    const [both] = callNode("ConditioningCombine", { conditioning_1: snow, conditioning_2: stars });
    const positive = both as Conditioning;
    expect(meanOf("snow", { positive })).toBeCloseTo(meanOf("snow", { positive: snow }) / 2);
    const quarter = mask(gray(rows([1, 0], [0, 0]), 1));
    const [local] = callNode("ConditioningSetMask", {
      conditioning: stars,
      mask: quarter,
      strength: 1,
      set_cond_area: "default",
    });
    const [regional] = callNode("ConditioningCombine", { conditioning_1: snow, conditioning_2: local });
    expect(meanOf("snow", { positive: regional as Conditioning })).toBeGreaterThan(
      meanOf("snow", { positive }),
    );
  });

  it("is averaged and concatenated", () => {
    const inputs = { conditioning_to: snow, conditioning_from: stars };
    const [averaged] = callNode("ConditioningAverage", { ...inputs, conditioning_to_strength: 0.25 });
    expect(meanOf("stars", { positive: averaged as Conditioning })).toBeCloseTo(
      0.75 * meanOf("stars", { positive: stars }),
    );
    const [joined] = callNode("ConditioningConcat", inputs);
    expect(meanOf("snow", { positive: joined as Conditioning })).toBeCloseTo(
      meanOf("snow", { positive: snow }),
    );
  });

  it("has an effect in its timestep range only", () => {
    const [late] = callNode("ConditioningSetTimestepRange", { conditioning: snow, start: 0.5, end: 1 });
    const positive = late as Conditioning;
    expect([meanOf("snow", { positive }, 10), meanOf("snow", { positive }, 0.5)]).toEqual([
      0,
      meanOf("snow", { positive: snow }),
    ]);
  });

  it("has no effect after ConditioningZeroOut", () => {
    const [nothing] = callNode("ConditioningZeroOut", { conditioning: snow });
    expect(meanOf("snow", { positive: nothing as Conditioning })).toBe(0);
  });

  it("may contain guidance, for models without a negative prompt", () => {
    const guided = (guidance: number): number => {
      const [positive] = callNode("FluxGuidance", { conditioning: snow, guidance });
      const [guider] = callNode("BasicGuider", { model, conditioning: positive }) as [Guider];
      return meanOf("snow", guider);
    };
    expect(guided(3.5)).toBeCloseTo(meanOf("snow", { positive: snow }));
    expect(guided(7)).toBeCloseTo(2 * guided(3.5));
  });

  it("of several text encoders counts equal texts once", () => {
    const same = callNode("CLIPTextEncodeSDXL", { clip, text_g: "snow", text_l: "snow" })[0] as Conditioning;
    expect(same[0]?.evidence).toEqual(snow[0]?.evidence);
  });
});

describe("LoRAs and patches", () => {
  const lora = (strength_model: number, strength_clip: number) =>
    callNode("LoraLoader", {
      model,
      clip,
      lora_name: "simulated-winter.safetensors",
      strength_model,
      strength_clip,
    }) as [Model, Clip];

  it("a LoRA has an effect in proportion to its strength, also to a negative one", () => {
    expect(meanOf("snow", { model: lora(1, 0)[0] })).toBeCloseTo(0.9);
    expect(meanOf("snow", { model: lora(-0.5, 0)[0] })).toBeCloseTo(-0.45);
    expect(lora(0, 1)[1].evidence?.snow).toBeGreaterThan(0);
  });

  it.each<[string, Record<string, unknown>, "more" | "less"]>([
    ["FreeU_V2", { b1: 1.3, b2: 1.4, s1: 0.9, s2: 0.2 }, "more"],
    ["RescaleCFG", { multiplier: 0.7 }, "less"],
    ["CFGNorm", { strength: 1 }, "less"],
  ])("%s makes colors %s vivid", (name, inputs, expected) => {
    const [changed] = callNode(name, { model, ...inputs }) as [Model];
    const [before, after] = [
      meanOf("vividness", { positive: snow }),
      meanOf("vividness", { positive: snow, model: changed }),
    ];
    expect(after > before ? "more" : "less").toBe(expected);
  });

  it("a shift keeps the ends of a schedule and raises the levels between them", () => {
    const levels = (shift: number): Float32Array => {
      const [shifted] = callNode("ModelSamplingSD3", { model, shift });
      const inputs = { model: shifted, scheduler: "simple", steps: 8, denoise: 1 };
      return (callNode("BasicScheduler", inputs)[0] as Sigmas).levels;
    };
    const [plain, shifted] = [levels(1), levels(3)];
    expect([shifted[0], shifted[8]]).toEqual([expect.closeTo(plain[0]!, 4), 0]);
    expect(shifted.slice(1, 8).every((level, i) => level > plain[i + 1]!)).toBe(true);
  });
});

describe("a ControlNet", { timeout: 30_000 }, () => {
  const graph = (strength: number): ShortGraph => ({
    ...loaders,
    load: ["LoadImage", { image: "in.png" }],
    lines: ["Canny", { image: ["load", 0], low_threshold: 0.4, high_threshold: 0.8 }],
    net: ["ControlNetLoader", { control_net_name: "simulated-canny.safetensors" }],
    apply: [
      "ControlNetApplyAdvanced",
      {
        positive: ["positive", 0],
        negative: ["negative", 0],
        control_net: ["net", 0],
        image: ["lines", 0],
        strength,
        start_percent: 0,
        end_percent: 1,
      },
    ],
    empty: ["EmptyLatentImage", { width: 64, height: 64, batch_size: 1 }],
    k: sampler(["empty", 0], { positive: ["apply", 0], negative: ["apply", 1], steps: 3 }),
    ...saved(["k", 0]),
  });

  it("changes the image in proportion to its strength", () => {
    const [none, some, more] = [0, 0.5, 1].map(
      (strength) => runGraph(graph(strength), { "in.png": disc(64, 64) }).rasters("save")[0]!,
    );
    expect(difference(some!, none!)).toBeGreaterThan(0.5);
    expect(difference(more!, none!)).toBeGreaterThan(difference(some!, none!));
  });
});

describe("noise levels", () => {
  const levels = (name: string, inputs: Record<string, unknown>, slot = 0): number[] =>
    [...(callNode(name, inputs)[slot] as Sigmas).levels].map((level) => Math.round(level * 1000) / 1000);
  const ends = { steps: 3, sigma_max: 14.614642, sigma_min: 0.0291675 };
  const sigmas = { levels: Float32Array.from([14, 7, 3, 1, 0]) } satisfies Sigmas;

  it.each<[string, Record<string, unknown>, number[]]>([
    ["KarrasScheduler", { ...ends, rho: 7 }, [14.615, 1.274, 0.029, 0]],
    ["ExponentialScheduler", ends, [14.615, 0.653, 0.029, 0]],
    ["PolyexponentialScheduler", { ...ends, rho: 2 }, [14.615, 0.138, 0.029, 0]],
    ["SplitSigmas", { sigmas, step: 2 }, [14, 7, 3]],
    ["FlipSigmas", { sigmas }, [0, 1, 3, 7, 14]],
    ["SetFirstSigma", { sigmas, sigma: 9 }, [9, 7, 3, 1, 0]],
    ["SplitSigmasDenoise", { sigmas, denoise: 0.5 }, [14, 7, 3]],
  ])("%s", (name, inputs, expected) => {
    expect(levels(name, inputs)).toEqual(expected);
  });

  it("are split into two parts that share a level", () => {
    expect(levels("SplitSigmas", { sigmas, step: 2 }, 1)).toEqual([3, 1, 0]);
    expect(levels("SplitSigmasDenoise", { sigmas, denoise: 0.5 }, 1)).toEqual([3, 1, 0]);
  });

  it.each([
    "VPScheduler",
    "LaplaceScheduler",
    "BetaSamplingScheduler",
    "Flux2Scheduler",
    "AlignYourStepsScheduler",
  ])("of %s decrease to 0", (name) => {
    const inputs = {
      ...ends,
      model,
      mu: 0,
      beta: 0.6,
      alpha: 0.6,
      beta_d: 19.9,
      beta_min: 0.1,
      eps_s: 0.001,
      width: 1024,
      height: 1024,
    };
    const found = levels(name, { ...inputs, steps: 6 });
    expect(found.every((level, i) => i === 0 || level < found[i - 1]!)).toBe(true);
    expect(found.at(-1)).toBe(0);
  });
});
