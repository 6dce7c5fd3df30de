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
    });
    expect(record.features).toEqual([]);
    expect((await metadataOf(image)).format).toBe("png");
    expect(infoOf(made)).toMatchObject({ seed: 42, sampler_name: "DPM++ 2M" });
  });
});

it("a wrong password is refused in the shape of the web UI, with the scheme that the client knows", async () => {
  const reply = await fetch(`${ui.test.server.url}/sdapi/v1/options`, {
    headers: { Authorization: basic("no") },
  });
  expect(reply.status).toBe(401);
  expect(await reply.json()).toMatchObject({ error: "API_CREDENTIAL_REFUSED", detail: expect.any(String) });
});
