// The requests of SillyTavern, field by field as its server sends them: with its token in Basic authentication and, as
// it does, in the body; and to a port of its own.

import { afterAll, describe, expect, it } from "vitest";
import { basic, imagesOf, infoOf, metadataOf, recordOf, startWebUi } from "./web-ui.test.support.js";

const ui = await startWebUi();
afterAll(() => ui.close());

interface Target {
  readonly url: string;
  readonly auth: string;
}
const targets: readonly (readonly [string, () => Target])[] = [
  ["with a token", () => ({ url: ui.test.server.url, auth: `me:${ui.test.server.token}` })],
  ["on a port of its own", () => ({ url: ui.own, auth: "" })],
];

/** What the page of SillyTavern passes to its server, which adds nothing. */
const settings = {
  prompt: "best quality, a lighthouse",
  negative_prompt: "lowres, text",
  sampler_name: "DPM++ 2M",
  scheduler: "karras",
  steps: 4,
  cfg_scale: 7,
  width: 64,
  height: 96,
  restore_faces: false,
  enable_hr: false,
  hr_upscaler: "Latent",
  hr_scale: 2,
  denoising_strength: 0.7,
  hr_second_pass_steps: 0,
  seed: 42,
  override_settings: { CLIP_stop_at_last_layers: 2, sd_vae: "simulated-vae.safetensors" },
  override_settings_restore_afterwards: true,
  clip_skip: 2,
  save_images: true,
  send_images: true,
  do_not_save_grid: false,
  do_not_save_samples: false,
};

describe.each(targets)("%s", (_name, targetOf) => {
  const call = async (route: string, body?: object): Promise<Response> => {
    const { url, auth } = targetOf();
    return fetch(`${url}/sdapi/v1/${route}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        Authorization: `Basic ${Buffer.from(auth).toString("base64")}`,
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  };
  const list = async (route: string) =>
    (await (await call(route)).json()) as readonly Record<string, unknown>[];

  it("it connects, and fills its lists", async () => {
    expect((await call("options")).ok).toBe(true);
    expect((await list("sd-models")).map(({ title }) => title)).toContain("simulated-ink.safetensors");
    expect((await list("samplers")).map(({ name }) => name)).toEqual(
      expect.arrayContaining(["Euler a", "DPM++ 2M", "DDIM"]),
    );
    expect((await list("schedulers")).map(({ name }) => name)).toEqual(
      expect.arrayContaining(["automatic", "karras", "sgm_uniform"]),
    );
    const upscalers = (await list("upscalers")).map(({ name }) => name);
    expect(upscalers[0]).toBe("None");
    expect(upscalers).toContain("simulated-2x");
    expect((await list("latent-upscale-modes")).map(({ name }) => name)).toContain("Latent");
    expect((await list("sd-vae")).map(({ model_name }) => model_name)).toContain("simulated-vae.safetensors");
    expect((await list("sd-modules")).map(({ model_name }) => model_name)).toContain(
      "simulated-vae.safetensors",
    );
  });

  it("it chooses a model, and sees at once that nothing is to be waited for", async () => {
    expect((await call("options", { sd_model_checkpoint: "simulated-ink.safetensors" })).ok).toBe(true);
    const { progress, state } = (await (await call("progress")).json()) as {
      progress: number;
      state: { job_count: number };
    };
    expect([progress, state.job_count]).toEqual([0, 0]);
    const options = (await (await call("options")).json()) as Record<string, unknown>;
    expect(options["sd_model_checkpoint"]).toBe("simulated-ink.safetensors");
  });

  it("it makes an image with all its fields, and gets no secret back", async () => {
    const target = targetOf();
    const reply = await call("txt2img", { ...target, ...settings });
    const text = await reply.text();
    if (target.auth !== "") expect(text).not.toContain(ui.test.server.token);
    expect(reply.headers.get("x-pictor-ignored")).toBe("url, auth");
    const made = { status: reply.status, ignored: null, body: JSON.parse(text) as Record<string, unknown> };
    const [image = ""] = imagesOf(made);
    const record = await recordOf(image);
    expect(record.params).toMatchObject({
      prompt: "best quality, a lighthouse",
      negative: "lowres, text",
      seed: "42",
      steps: 4,
      cfg: 7,
      width: 64,
      height: 96,
      sampler: "dpmpp_2m",
      scheduler: "karras",
      clipSkip: 2,
      vae: "simulated-vae.safetensors",
      model: "simulated-ink.safetensors",
    });
    expect(record.features).toEqual([]);
    expect((await metadataOf(image)).format).toBe("png");
    expect(infoOf(made)).toMatchObject({
      seed: 42,
      sampler_name: "DPM++ 2M",
      sd_model_name: "simulated-ink",
    });
  });

  it("it makes an image with the second pass, and without seed and VAE", async () => {
    const { seed: _seed, ...rest } = settings;
    const reply = await call("txt2img", {
      ...targetOf(),
      ...rest,
      enable_hr: true,
      hr_upscaler: "simulated-2x",
      hr_scale: 1.5,
      hr_second_pass_steps: 3,
      override_settings: { CLIP_stop_at_last_layers: 1 },
    });
    const { images } = (await reply.json()) as { images: readonly string[] };
    const { features, params } = await recordOf(images[0]);
    expect(params).toMatchObject({ clipSkip: 1 });
    expect(params["vae"]).toBeUndefined();
    expect(features).toMatchObject([
      {
        id: "hires-fix",
        settings: { model: "simulated-2x.safetensors", scale: 1.5, steps: 3, denoise: 0.7 },
      },
    ]);
  });

  it("it shows the text of an error", async () => {
    const reply = await call("txt2img", { ...targetOf(), ...settings, sampler_name: "N/A" });
    expect(reply.status).toBe(404);
    expect(await reply.text()).toContain('The field sampler_name names the sampler \\"N/A\\"');
  });
});

it("a wrong password is refused in the shape of the web UI, with the scheme that the client knows", async () => {
  const reply = await fetch(`${ui.test.server.url}/sdapi/v1/options`, {
    headers: { Authorization: basic("no") },
  });
  expect(reply.status).toBe(401);
  expect(await reply.json()).toMatchObject({ error: "API_CREDENTIAL_REFUSED", detail: expect.any(String) });
});
