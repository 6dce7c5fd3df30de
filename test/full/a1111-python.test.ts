// The Python client of the web UI, webuiapi, against the API a1111, with a token and on a port of its own.

import { spawn, spawnSync } from "node:child_process";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { startWebUi } from "../a1111/web-ui.test.support.js";
import { startForAll } from "../start-for-all.test.support.js";

const python = ["python3", "/usr/bin/python3"].find(
  (program) => spawnSync(program, ["-c", "import webuiapi, PIL"]).status === 0,
);
if (python === undefined)
  console.log("-- skipped: the Python package webuiapi is not installed, so it cannot call the API a1111");

const program = `
import json, sys, threading, time
import webuiapi
from PIL import Image
base, password = sys.argv[1], sys.argv[2]
api = webuiapi.WebUIApi(baseurl=base + "/sdapi/v1", sampler="Euler a", steps=4)
if password: api.set_auth("me", password)
api.util_set_model("simulated-ink")
api.util_wait_for_ready(0.05)
made = api.txt2img(prompt="a kite", negative_prompt="fog", seed=1003, width=64, height=48, n_iter=2, cfg_scale=7, scheduler="karras",
  enable_hr=True, hr_scale=2, hr_upscaler=webuiapi.HiResUpscaler.Latent, hr_second_pass_steps=3, denoising_strength=0.5)
mask = Image.new("RGB", made.image.size, "white")
changed = api.img2img(images=[made.image], mask_image=mask, prompt="a boat", seed=5, denoising_strength=0.6, inpainting_fill=1,
  inpaint_full_res=False, mask_blur=0, width=128, height=96)
single = api.extra_single_image(image=made.image, upscaler_1=webuiapi.Upscaler.Lanczos, upscaling_resize=1.5)
batch = api.extra_batch_images(images=[made.image, changed.image], upscaler_1=webuiapi.Upscaler.Nearest, upscaling_resize=2)
ended = []
thread = threading.Thread(target=lambda: ended.append(api.txt2img(prompt="x", steps=10000, width=128, height=128)))
thread.start()
while api.get_progress()["state"]["sampling_step"] == 0: time.sleep(0.05)
api.interrupt()
thread.join()
failed = ""
try: api.txt2img(prompt="x", steps=0)
except RuntimeError as error: failed = str(error)
print(json.dumps({
  "model": api.util_get_current_model(), "sizes": [i.size for i in made.images], "seeds": made.info["all_seeds"],
  "text": made.info["infotexts"][0], "png": api.png_info(made.image).info, "changed": changed.info["infotexts"][0],
  "single": single.image.size, "batch": [i.size for i in batch.images], "interrupted": ended[0].info["pictor"]["interrupted"],
  "failed": failed, "lists": [len(f()) for f in (api.util_get_sampler_names, api.util_get_scheduler_names, api.get_loras, api.get_upscalers)],
  "none": [api.get_hypernetworks(), api.get_face_restorers(), api.get_prompt_styles(), api.get_embeddings(), api.get_scripts()],
}))
`;

describe.skipIf(python === undefined)("webuiapi", () => {
  const ui = startForAll(() => startWebUi());

  it.each([
    ["with a token", () => [ui.test.server.url, ui.test.server.token] as const],
    ["on a port of its own", () => [ui.own, ""] as const],
  ])("makes, changes, enlarges and interrupts images %s", async (_name, targetOf) => {
    const child = spawn(python ?? "", ["-c", program, ...targetOf()]);
    const [out, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(problems).toBe("");
    const result = JSON.parse(out.trim().split("\n").at(-1) ?? "") as Record<string, unknown>;
    expect(result).toMatchObject({
      model: "simulated-ink.safetensors",
      sizes: [
        [128, 96],
        [128, 96],
      ],
      seeds: [1003, 1004],
      single: [192, 144],
      batch: [
        [256, 192],
        [256, 192],
      ],
      interrupted: true,
      png: result["text"],
      none: [[], [], [], { loaded: {}, skipped: {} }, { txt2img: [], img2img: [] }],
    });
    expect(result["text"]).toBe(
      "a kite\nNegative prompt: fog\nSteps: 4, Sampler: Euler a Karras, CFG scale: 7, Seed: 1003, Size: 64x48, Model: simulated-ink, Denoising strength: 0.5, Hires upscale: 2, Hires steps: 3, Hires upscaler: Latent",
    );
    expect(result["changed"]).toContain(
      "Seed: 5, Size: 128x96, Model: simulated-ink, Denoising strength: 0.6",
    );
    expect(result["failed"]).toContain("The field steps: expected a whole number from 1 to 10000, found 0.");
    for (const count of result["lists"] as readonly number[]) expect(count).toBeGreaterThan(2);
  });
});
