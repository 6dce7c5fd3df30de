// Clients of the web UI that others have written, from npm. The image library of one of them, sharp, is replaced in
// package.json, because it has an install script and a native part; the client only needs it to convert images.

import { createRequire } from "node:module";
import { afterAll, describe, expect, it } from "vitest";
import { encodePng } from "@pictor/images";
import { recordOf, startWebUi } from "./web-ui.test.support.js";

const ui = await startWebUi();
afterAll(() => ui.close());

const load = createRequire(import.meta.url);
const bytes = encodePng({ width: 64, height: 48, pixels: new Uint8Array(64 * 48 * 3).fill(90) });

describe("node-sd-webui", () => {
  interface NodeSdWebUi {
    txt2img(options: object): Promise<{ readonly images: readonly string[]; readonly info: string }>;
    img2img(options: object): Promise<{ readonly images: readonly string[] }>;
    pngInfo(options: object): Promise<Readonly<Record<string, unknown>>>;
  }
  const client = () => {
    const library = load("node-sd-webui") as {
      readonly default: (options: { readonly apiUrl: string }) => NodeSdWebUi;
      readonly SamplingMethod: Readonly<Record<string, string>>;
    };
    return { ...library.default({ apiUrl: ui.own }), methods: library.SamplingMethod };
  };

  it("makes images, from a text and from an image, and reads how they were made", async () => {
    const { txt2img, img2img, pngInfo, methods } = client();
    const made = await txt2img({
      prompt: "a kite",
      negativePrompt: "fog",
      seed: 3,
      steps: 3,
      cfgScale: 6,
      width: 64,
      height: 80,
      samplingMethod: methods["DPMPlusPlus_2M_Karras"],
      batchSize: 2,
      batchCount: 1,
      hires: { upscaler: "Latent", upscaleBy: 1.5, steps: 2, denoisingStrength: 0.5 },
    });
    const records = await Promise.all(made.images.map(recordOf));
    expect(records.map(({ params }) => params)).toMatchObject(
      ["3", "4"].map((seed) => ({
        prompt: "a kite",
        negative: "fog",
        seed,
        steps: 3,
        cfg: 6,
        width: 64,
        height: 80,
        sampler: "dpmpp_2m",
        scheduler: "karras",
      })),
    );
    expect(records[0]?.features).toMatchObject([
      { id: "hires-fix", settings: { scale: 1.5, steps: 2, denoise: 0.5, method: "bilinear" } },
    ]);
    expect(await pngInfo({ imageData: made.images[0] })).toMatchObject({
      prompt: "a kite",
      negativePrompt: "fog",
      steps: 3,
      samplingMethod: "DPM++ 2M Karras",
      cfgScale: 6,
      seed: 3,
      width: 64,
      height: 80,
    });
    const { images } = await img2img({ prompt: "a boat", imageData: [bytes.toString("base64")], steps: 2 });
    expect(await recordOf(images[0])).toMatchObject({ workflow: "img2img", params: { prompt: "a boat" } });
  });

  it("makes images with each of its samplers, except for those that no backend has any more", async () => {
    const { txt2img, methods } = client();
    const refused: string[] = [];
    await Promise.all(
      Object.values(methods).map(async (samplingMethod) => {
        const options = { prompt: "a kite", steps: 1, width: 16, height: 16, samplingMethod };
        await txt2img(options).catch(() => refused.push(samplingMethod));
      }),
    );
    // The first of them is the client's own misspelling of DPM++ 2S a.
    expect(refused.sort()).toEqual(["DPM++ S2 a", "PLMS"]);
  });
});

describe("stable-diffusion-client", () => {
  interface Result {
    readonly images: readonly string[];
    readonly info: Readonly<Record<string, unknown>>;
    readonly parameters: Readonly<Record<string, unknown>>;
  }
  interface StableDiffusionApi {
    txt2img(options: object): Promise<Result>;
    img2img(options: object): Promise<Result>;
    extraSingle(options: object): Promise<Result>;
    pngInfo(image: object): Promise<Result>;
    getOptions(): Promise<Readonly<Record<string, unknown>>>;
    setModel(name: string): Promise<unknown>;
    getCurrentModel(): Promise<string>;
    refreshCheckpoints(): Promise<unknown>;
    getProgress(): Promise<Readonly<Record<string, unknown>>>;
    getSamplers(): Promise<readonly { readonly name: string }[]>;
    getUpscalers(): Promise<readonly { readonly name: string }[]>;
    getSdModels(): Promise<readonly { readonly title: string }[]>;
    getHypernetworks(): Promise<readonly unknown[]>;
    getFaceRestorers(): Promise<readonly unknown[]>;
    getRealesrganModels(): Promise<readonly unknown[]>;
    getPromptStyles(): Promise<readonly unknown[]>;
    getCmdFlags(): Promise<object>;
  }
  const client = () => {
    const { default: Api } = load("stable-diffusion-client") as {
      readonly default: new (options: { readonly baseUrl: string }) => StableDiffusionApi;
    };
    return new Api({ baseUrl: ui.own });
  };
  /** What the client takes for an image: an object that can give its bytes. */
  const image = { png: () => ({ toBuffer: () => Promise.resolve(bytes) }) };

  it("reads all lists, and chooses a model", async () => {
    const api = client();
    expect((await api.getSamplers()).map(({ name }) => name)).toContain("Euler a");
    expect((await api.getUpscalers()).map(({ name }) => name)).toContain("simulated-4x");
    expect((await api.getSdModels()).map(({ title }) => title)).toContain("simulated-ink.safetensors");
    const none = [api.getHypernetworks(), api.getFaceRestorers(), api.getRealesrganModels()];
    expect(await Promise.all([...none, api.getPromptStyles()])).toEqual([[], [], [], []]);
    expect(await api.getCmdFlags()).toEqual({});
    expect(await api.getProgress()).toMatchObject({ progress: 0, state: { job_count: 0 } });
    await api.refreshCheckpoints();
    await api.setModel("simulated-ink");
    expect(await api.getCurrentModel()).toBe("simulated-ink.safetensors");
  });

  it("makes images with the fields that it always sends, enlarges one, and reads how it was made", async () => {
    const api = client();
    const result = await api.txt2img({
      prompt: "a kite",
      seed: 5,
      steps: 2,
      width: 64,
      height: 64,
      n_iter: 2,
    });
    const records = await Promise.all(result.images.map(recordOf));
    expect(records.map(({ params }) => [params["seed"], params["sampler"], params["cfg"]])).toEqual([
      ["5", "euler_ancestral", 7],
      ["6", "euler_ancestral", 7],
    ]);
    expect(result.info).toMatchObject({ all_seeds: [5, 6], sampler_name: "Euler a" });
    const changed = await api.img2img({
      init_images: [image],
      mask_image: image,
      prompt: "a boat",
      steps: 2,
    });
    expect((await recordOf(changed.images[0])).params).toMatchObject({
      width: 512,
      height: 512,
      denoise: 0.75,
    });
    const large = await api.extraSingle({ image, upscaler_1: "simulated-2x", upscaling_resize: 2 });
    const record = await recordOf(large.images[0]);
    expect(record).toMatchObject({
      workflow: "upscale",
      params: { model: "simulated-2x.safetensors", scale: 2 },
    });
  });
});
