// Every field of the web UI that Pictor has a setting for, judged by the record in the image that the reply has; and
// back, by what the reply and the image say in the words of the web UI.

import { afterAll, describe, expect, it } from "vitest";
import { encodePng } from "@pictor/images";
import { foreignTexts, textsIn } from "../foreign-texts.test.support.js";
import { imagesOf, infoOf, metadataOf, recordOf, startWebUi } from "./web-ui.test.support.js";

const ui = await startWebUi();
afterAll(() => ui.close());

const small = { prompt: "a kite", width: 64, height: 64, steps: 2, seed: 7 };
const image = encodePng({ width: 64, height: 48, pixels: new Uint8Array(64 * 48 * 3).fill(90) }).toString(
  "base64",
);
const make = async (route: "txt2img" | "img2img", fields: object) => {
  const start = route === "img2img" ? { init_images: [image] } : {};
  const reply = await ui.post(route, { ...small, ...start, ...fields });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return reply;
};

interface Row {
  readonly fields: object;
  /** Settings in the record of the image. */
  readonly params: object;
  /** Members of `info`. */
  readonly info: object;
  /** Parts of the text with the settings. */
  readonly lines: readonly string[];
}

const rows: readonly (readonly [name: string, row: Row])[] = [
  [
    "prompts, seed, steps, CFG scale, size, a sampler with a schedule, and override_settings",
    {
      fields: {
        prompt: "a red boat",
        negative_prompt: "fog",
        seed: "12",
        steps: 3,
        cfg_scale: 6.5,
        width: 96,
        height: 80,
        sampler_name: "DPM++ 2M SDE Karras",
        override_settings: {
          sd_model_checkpoint: "simulated-ink [0123abcdef]",
          sd_vae: "simulated-vae.safetensors",
          CLIP_stop_at_last_layers: 2,
        },
      },
      params: {
        prompt: "a red boat",
        negative: "fog",
        seed: "12",
        steps: 3,
        cfg: 6.5,
        width: 96,
        height: 80,
        sampler: "dpmpp_2m_sde",
        scheduler: "karras",
        clipSkip: 2,
        model: "simulated-ink.safetensors",
        vae: "simulated-vae.safetensors",
      },
      info: {
        prompt: "a red boat",
        all_prompts: ["a red boat"],
        all_negative_prompts: ["fog"],
        negative_prompt: "fog",
        seed: 12,
        all_seeds: [12],
        steps: 3,
        cfg_scale: 6.5,
        width: 96,
        height: 80,
        sampler_name: "DPM++ 2M SDE",
        sd_model_name: "simulated-ink",
        clip_skip: 2,
        sd_vae_name: "simulated-vae.safetensors",
        batch_size: 1,
        index_of_first_image: 0,
      },
      lines: [
        ...["a red boat\nNegative prompt: fog\nSteps: 3,", "Sampler: DPM++ 2M SDE Karras", "CFG scale: 6.5"],
        ...[
          "Seed: 12",
          "Size: 96x80",
          "Model: simulated-ink",
          "VAE: simulated-vae.safetensors",
          "Clip skip: 2",
        ],
      ],
    },
  ],
  [
    "the old field of the sampler, a scheduler, clip_skip, and modules of Forge",
    {
      fields: {
        sampler_index: "Heun",
        scheduler: "sgm_uniform",
        clip_skip: 2,
        seed: 4_294_967_295,
        override_settings: { forge_additional_modules: ["/models/VAE/simulated-vae.safetensors"] },
      },
      params: {
        sampler: "heun",
        scheduler: "sgm_uniform",
        clipSkip: 2,
        seed: "4294967295",
        vae: "simulated-vae.safetensors",
      },
      info: { sampler_name: "Heun", seed: 4_294_967_295, clip_skip: 2 },
      lines: [
        "Sampler: Heun SGM Uniform",
        "Seed: 4294967295",
        "VAE: simulated-vae.safetensors",
        "Clip skip: 2",
      ],
    },
  ],
  [
    "a sampler as the backend writes it, a scheduler by its label, and a refiner",
    {
      fields: {
        sampler_name: "res_multistep",
        scheduler: "Exponential",
        steps: 5,
        refiner_checkpoint: "simulated-ink",
        refiner_switch_at: 0.6,
      },
      params: {
        sampler: "res_multistep",
        scheduler: "exponential",
        steps: 3,
        refinerSteps: 2,
        refiner: "simulated-ink.safetensors",
      },
      info: { sampler_name: "res_multistep" },
      lines: [
        "Steps: 5",
        "Sampler: res_multistep Exponential",
        "Refiner: simulated-ink, Refiner switch at: 0.6",
      ],
    },
  ],
];

describe.each(["txt2img", "img2img"] as const)(
  "%s: in the image, and in what the reply says of it, are",
  (route) => {
    it.each(rows)("%s", async (_name, { fields, params, info, lines }) => {
      const reply = await make(route, fields);
      const [made = ""] = imagesOf(reply);
      const { parameters = "" } = await metadataOf(made);
      expect((await recordOf(made)).params).toMatchObject(params);
      expect(infoOf(reply)).toMatchObject({ ...info, infotexts: [parameters] });
      for (const line of lines) expect(parameters).toContain(line);
      expect(reply.body["parameters"]).toMatchObject(fields);
      expect(reply.ignored).toBeNull();
      const described = await ui.post("png-info", { image: made });
      expect(described.body).toMatchObject({ info: parameters, items: { parameters } });
    });
  },
);

describe("images and seeds", () => {
  it("batch_size and n_iter make as many images, each as its own seed makes it alone", async () => {
    const reply = await make("txt2img", { batch_size: 2, n_iter: 2, seed: 40 });
    const records = await Promise.all(imagesOf(reply).map(recordOf));
    expect(records.map(({ params }) => params["seed"])).toEqual(["40", "41", "42", "43"]);
    expect(infoOf(reply)).toMatchObject({ seed: 40, all_seeds: [40, 41, 42, 43], batch_size: 4 });
    const [alone] = imagesOf(await make("txt2img", { seed: 43 }));
    expect((await recordOf(alone)).params).toEqual(records[3]?.params);
  });

  it("a seed of -1 is a new one that every client can read", async () => {
    const reply = await make("txt2img", { seed: -1 });
    const used = Number(infoOf(reply)["seed"]);
    expect((await recordOf(imagesOf(reply)[0])).params["seed"]).toBe(String(used));
    expect(used).toBeLessThan(2 ** 32);
  });

  it("a seed of 64 bits keeps its digits", async () => {
    const digits = "18446744073709551615";
    const body = JSON.stringify(small).replace('"seed":7', `"seed":${digits}`);
    const reply = await ui.post("txt2img", body);
    expect((await recordOf(imagesOf(reply)[0])).params["seed"]).toBe(digits);
    expect(String(reply.body["info"])).toContain(`"seed":${digits}`);
  });

  it("a LoRA of the prompt is applied, and stays in it; send_images leaves the images out", async () => {
    const prompt = "a kite <lora:simulated-winter:0.5>";
    const reply = await make("txt2img", { prompt });
    const { prompt: graph = "" } = await metadataOf(imagesOf(reply)[0] ?? "");
    expect(graph).toContain('"lora_name": "simulated-winter.safetensors", "strength_model": 0.5');
    expect(infoOf(reply)["prompt"]).toContain("<lora:simulated-winter:0.5");
    const without = await make("txt2img", { prompt, send_images: false });
    expect([imagesOf(without), infoOf(without)["all_seeds"]]).toEqual([[], [7]]);
  });
});

describe("a prompt has the syntax of the web UI:", () => {
  it.each(foreignTexts)("%s is text", async (_name, text) => {
    const reply = await make("txt2img", { prompt: text, negative_prompt: text });
    const { prompt: graph = "", parameters = "" } = await metadataOf(imagesOf(reply)[0] ?? "");
    expect(textsIn(graph)).toEqual([text, text]);
    expect(infoOf(reply)).toMatchObject({ prompt: text, negative_prompt: text });
    expect(parameters.startsWith(`${text}\nNegative prompt: ${text}\n`)).toBe(true);
  });

  it("a network of another type is left out, and named", async () => {
    const reply = await make("txt2img", {
      prompt: "a kite <hypernet:x:1>, <lora:simulated-winter:0.2:0.7:lbw=ALL>",
    });
    const { prompt: graph = "" } = await metadataOf(imagesOf(reply)[0] ?? "");
    expect(textsIn(graph)).toContain("a kite");
    expect(graph).toContain('"strength_model": 0.7');
    expect(graph).toContain('"strength_clip": 0.2');
    expect(reply.ignored).toContain("prompt");
    expect(infoOf(reply)["prompt"]).toBe("a kite, <lora:simulated-winter:0.2:0.7>");
  });
});

describe("the second pass", () => {
  const passOf = async (fields: object) => {
    const reply = await make("txt2img", { enable_hr: true, ...fields });
    const record = await recordOf(imagesOf(reply)[0]);
    const [line] = infoOf(reply)["infotexts"] as readonly string[];
    return { reply, line, settings: record.features.find(({ id }) => id === "hires-fix")?.settings };
  };

  it("has the factor, the denoising strength, the steps, the latent upscaler and the sampler of the request", async () => {
    const { reply, line, settings } = await passOf({
      hr_scale: 1.5,
      denoising_strength: 0.3,
      hr_second_pass_steps: 3,
      hr_cfg: 3,
      hr_upscaler: "Latent (bicubic)",
      hr_sampler_name: "Euler",
      hr_scheduler: "Karras",
    });
    expect(settings).toMatchObject({
      scale: 1.5,
      denoise: 0.3,
      steps: 3,
      cfg: 3,
      method: "bicubic",
      sampler: "euler",
      scheduler: "karras",
    });
    expect(line).toContain(
      "Denoising strength: 0.3, Hires upscale: 1.5, Hires steps: 3, Hires upscaler: Latent (bicubic), Hires sampler: Euler Karras, Hires CFG Scale: 3",
    );
    expect(infoOf(reply)["denoising_strength"]).toBe(0.3);
    expect(reply.ignored).toBeNull();
  });

  it("has the defaults of the web UI, and with 0 the steps of the first pass", async () => {
    const { settings } = await passOf({ hr_second_pass_steps: 0 });
    expect(settings).toMatchObject({ denoise: 0.75, method: "bilinear", steps: 2, scale: 2 });
  });

  it("has the size of the request, and an upscale model by its name", async () => {
    const { line, settings } = await passOf({ hr_resize_x: 128, hr_upscaler: "simulated-2x" });
    expect(settings).toMatchObject({ scale: 2, model: "simulated-2x.safetensors" });
    expect(line).toContain("Hires upscaler: simulated-2x");
  });

  it("is left out without enable_hr", async () => {
    const [made] = imagesOf(await make("txt2img", { hr_scale: 2, denoising_strength: 0.3 }));
    expect((await recordOf(made)).features).toEqual([]);
  });
});

describe("img2img", () => {
  const mask = encodePng({
    width: 64,
    height: 48,
    pixels: Uint8Array.from({ length: 64 * 48 * 3 }, (_, index) => (index < 64 * 24 * 3 ? 255 : 0)),
  }).toString("base64");

  it("has a denoising strength, which has the default of the web UI, and the size of its image", async () => {
    const [given = ""] = imagesOf(
      await make("img2img", { denoising_strength: 0.4, width: null, height: null }),
    );
    expect((await recordOf(given)).params["denoise"]).toBe(0.4);
    const { width, height } = await metadataOf(given);
    expect([width, height]).toEqual([64, 48]);
    const reply = await make("img2img", { include_init_images: true });
    expect((await recordOf(imagesOf(reply)[0])).params["denoise"]).toBe(0.75);
    expect(reply.body["parameters"]).toMatchObject({ init_images: [image] });
  });

  it("takes data URLs, and a mask, also inverted", async () => {
    const filesOf = async (fields: object) => {
      const reply = await make("img2img", {
        init_images: [`data:image/png;base64,${image}`],
        mask,
        ...fields,
      });
      expect(reply.status).toBe(200);
      return Object.values((await recordOf(imagesOf(reply)[0])).files ?? {});
    };
    const [plain, inverted] = [
      await filesOf({ mask_blur: 0, inpaint_full_res: false, inpainting_fill: 1 }),
      await filesOf({ inpainting_mask_invert: 1 }),
    ];
    expect(plain).toHaveLength(2);
    expect(inverted).toHaveLength(2);
    expect(inverted[0]).toBe(plain[0]);
    expect(inverted[1]).not.toBe(plain[1]);
  });
});
