// Requests of several tokens: their options, progress and interruptions are apart, and parallel requests never mix.

import { afterAll, describe, expect, it, vi } from "vitest";
import { patience } from "@pictor/host/testing";
import { imagesOf, infoOf, recordOf, startWebUi } from "./web-ui.test.support.js";

const ui = await startWebUi();
const anna = await ui.token("anna");
const ben = await ui.token("ben");
afterAll(() => ui.close());

const small = { prompt: "a kite", width: 64, height: 64, steps: 2, seed: 7 };
/** Runs until it is interrupted. */
const endless = { ...small, width: 256, height: 256, steps: 10_000 };

interface Shown {
  readonly progress: number;
  readonly state: { readonly job_count: number; readonly sampling_steps: number };
  readonly current_image: string | null;
}
const progressOf = async (token: string, query = "") =>
  (await ui.get(`progress${query}`, token)).body as unknown as Shown;
const idle = { progress: 0, eta_relative: 0, current_image: null, state: { job_count: 0, job: "" } };

describe("options", () => {
  it("belong to one token, and are what its requests start from", async () => {
    expect((await ui.post("options", { sd_model_checkpoint: "simulated-ink" }, anna)).body).toBeNull();
    expect((await ui.get("options", anna)).body["sd_model_checkpoint"]).toBe("simulated-ink.safetensors");
    expect((await ui.get("options", ben)).body["sd_model_checkpoint"]).toBe(
      "simulated-landscape.safetensors",
    );
    const modelOf = async (token: string, more: object = {}) => {
      const [image] = imagesOf(await ui.post("txt2img", { ...small, ...more }, token));
      return (await recordOf(image)).params["model"];
    };
    expect(await modelOf(anna)).toBe("simulated-ink.safetensors");
    expect(await modelOf(ben)).toBe("simulated-landscape.safetensors");
    const override_settings = { sd_model_checkpoint: "simulated-abstract" };
    expect(await modelOf(anna, { override_settings })).toBe("simulated-abstract.safetensors");
    expect((await ui.get("options", anna)).body["sd_model_checkpoint"]).toBe("simulated-ink.safetensors");
    await modelOf(anna, { override_settings, override_settings_restore_afterwards: false });
    expect((await ui.get("options", anna)).body["sd_model_checkpoint"]).toBe(
      "simulated-abstract.safetensors",
    );
  });

  it("are apart for two tokens of one name, and survive a restart", async () => {
    const first = await startWebUi();
    const [one, other] = [await first.token("same"), await first.token("same")];
    await first.post("options", { CLIP_stop_at_last_layers: 2, sd_vae: "simulated-vae.safetensors" }, one);
    expect((await first.get("options", other)).body).toMatchObject({ CLIP_stop_at_last_layers: 1 });
    await first.test.server.close();
    const again = await startWebUi({ folder: first.test.folder });
    const kept = { CLIP_stop_at_last_layers: 2, sd_vae: "simulated-vae.safetensors" };
    expect((await again.get("options", one)).body).toMatchObject(kept);
    expect((await again.get("options", other)).body).toMatchObject({ sd_vae: "Automatic" });
    // A client may send all options back, with one of them changed.
    const all = (await again.get("options", one)).body;
    expect((await again.post("options", { ...all, sd_vae: "Automatic" }, one)).body).toBeNull();
    expect((await again.get("options", one)).body).toEqual({ ...all, sd_vae: "Automatic" });
    await again.close();
  });

  it("are changed by their token alone, whatever preset another token writes", async () => {
    await ui.post("options", { sd_vae: "simulated-vae.safetensors" }, anna);
    const { presets } = (await ui.test.call("GET", "/v1/presets")).json() as { presets: { name: string }[] };
    const { name } = presets.find((preset) => preset.name.startsWith("a1111 anna")) ?? { name: "" };
    const path = `/v1/presets/${encodeURIComponent(name)}`;
    const body = { workflow: "txt2img", params: { vae: "evil" } };
    expect((await ui.test.call("PUT", path, { token: ben, body })).status).toBe(403);
    expect((await ui.test.call("DELETE", path, { token: ben })).status).toBe(403);
    expect((await ui.get("options", anna)).body["sd_vae"]).toBe("simulated-vae.safetensors");
    // What was written under the name before the token had options is not taken for its own.
    await ui.test.call("DELETE", path);
    await ui.test.call("PUT", path, { token: ben, body });
    expect((await ui.get("options", anna)).body["sd_vae"]).toBe("Automatic");
  });

  it("that do not exist are reported, and a senseless one changes nothing", async () => {
    const reply = await ui.post("options", { sd_model_chekpoint: "a", CLIP_stop_at_last_layers: 2 }, ben);
    expect(reply).toMatchObject({
      ignored: "sd_model_chekpoint",
      body: { notes: [{ message: expect.stringContaining('Did you mean "sd_model_checkpoint"?') }] },
    });
    const refused = await ui.post(
      "options",
      { CLIP_stop_at_last_layers: 3, sd_model_checkpoint: "none" },
      ben,
    );
    expect(refused.status).toBe(404);
    expect((await ui.get("options", ben)).body["CLIP_stop_at_last_layers"]).toBe(2);
  });

  it("can have a feature that a person has added to their preset", async () => {
    const { presets } = (await ui.test.call("GET", "/v1/presets")).json() as {
      presets: readonly { readonly name: string }[];
    };
    const { name = "" } = presets.find((preset) => preset.name.startsWith("a1111 ben ")) ?? {};
    const lora = { id: "lora", settings: { name: "simulated-winter.safetensors" } };
    await ui.test.call("PUT", `/v1/presets/${encodeURIComponent(name)}`, {
      body: { workflow: "txt2img", params: { clipSkip: 2, steps: 3, width: 96 }, features: [lora] },
    });
    const { height, ...rest } = small;
    const [image] = imagesOf(await ui.post("txt2img", { prompt: rest.prompt, height }, ben));
    const { params, features } = await recordOf(image);
    expect(params).toMatchObject({ clipSkip: 2, steps: 3, width: 96, height });
    expect(features).toMatchObject([lora]);
  });
});

describe("progress and interrupt", () => {
  it("are about the requests of the token, and an interrupted request has a reply", async () => {
    expect(await progressOf(anna)).toMatchObject(idle);
    const [ofAnna, ofBen] = [
      ui.post("txt2img", endless, anna),
      ui.post("txt2img", { ...endless, prompt: "a boat" }, ben),
    ];
    await vi.waitFor(async () => {
      expect(await progressOf(anna)).toMatchObject({
        state: { job: "scripts_txt2img", job_count: 1, sampling_steps: 10_000 },
        current_image: expect.any(String),
      });
    }, patience);
    expect((await progressOf(anna)).progress).toBeGreaterThan(0);
    expect((await progressOf(anna, "?skip_current_image=true")).current_image).toBeNull();
    expect((await progressOf(ui.test.server.token)).state.job_count).toBe(0);
    expect((await ui.post("interrupt", {}, anna)).body).toEqual({});
    const reply = await ofAnna;
    expect([reply.status, imagesOf(reply)]).toEqual([200, []]);
    expect(infoOf(reply)).toMatchObject({ all_seeds: [], pictor: { interrupted: true } });
    expect(await progressOf(anna)).toMatchObject(idle);
    expect((await progressOf(ben)).state.job_count).toBe(1);
    await ui.post("interrupt", {}, ben);
    expect(infoOf(await ofBen)).toMatchObject({ pictor: { interrupted: true } });
  });

  it("an interrupted request has the images that were finished", async () => {
    const reply = ui.post("txt2img", { ...small, n_iter: 500, prompt: "many" }, anna);
    await vi.waitFor(async () => {
      const { jobs } = (await ui.test.call("GET", "/v1/jobs?state=running")).json() as {
        jobs: readonly { readonly outputs: readonly unknown[] }[];
      };
      expect(jobs[0]?.outputs.length ?? 0).toBeGreaterThan(1);
    }, patience);
    await ui.post("interrupt", {}, anna);
    const images = imagesOf(await reply);
    expect(images.length).toBeGreaterThan(1);
    expect(images.length).toBeLessThan(500);
  });

  it("a client that closes its connection leaves its job, as in the web UI", async () => {
    const client = new AbortController();
    const lost = fetch(`${ui.own}/sdapi/v1/txt2img`, {
      method: "POST",
      body: JSON.stringify(endless),
      signal: client.signal,
    }).catch(() => "lost");
    const countOnPort = async () =>
      ((await (await fetch(`${ui.own}/sdapi/v1/progress`)).json()) as Shown).state.job_count;
    await vi.waitFor(async () => {
      expect(await countOnPort()).toBe(1);
    }, patience);
    client.abort();
    expect(await lost).toBe("lost");
    expect(await countOnPort()).toBe(1);
    await fetch(`${ui.own}/sdapi/v1/interrupt`, { method: "POST" });
    await vi.waitFor(async () => {
      expect(await countOnPort()).toBe(0);
    }, patience);
  });
});
