// A backend that knows no graph: the example of the guide, against a double of the server that it is for.

import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createTestFolder, listen, type Listening } from "@pictor/host/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadConfiguration, type GenerateRequest, type Pictor } from "@pictor/host";
import { createBuiltinPictor } from "./builtins.test.support.js";

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let calls: { readonly path: string; readonly body: Record<string, unknown> }[];
let server: Listening;
let folder: string;
let pictor: Pictor;
/** Ends a txt2img that waits, as the server does after an interrupt. */
let finish: () => void;
let holds: boolean;

beforeEach(async () => {
  calls = [];
  holds = false;
  server = await listen(
    createServer((request, response) => {
      let text = "";
      request.on("data", (chunk) => (text += String(chunk)));
      request.on("end", () => {
        const path = (request.url ?? "").replace("/sdapi/v1/", "");
        calls.push({ path, body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>) });
        const answer = (value: unknown) => response.end(JSON.stringify(value));
        finish = path === "txt2img" ? () => answer({ images: [png] }) : finish;
        if (path === "sd-models") answer([{ title: "dream.safetensors" }, { title: "other.safetensors" }]);
        else if (path === "progress") answer({ progress: 0.5 });
        else if (path === "interrupt") {
          answer({});
          finish();
        } else if (!holds) finish();
      });
    }),
  );
  folder = createTestFolder();
  const baseUrl = server.origin;
  pictor = await createBuiltinPictor({
    plugins: [{ kind: "directory", path: join(import.meta.dirname, "../docs/examples/backend-sdapi") }],
    configuration: await loadConfiguration({
      directory: folder,
      flags: { backends: { ui: { kind: "sdapi", baseUrl } } },
    }),
  });
});
afterEach(async () => {
  await pictor.dispose();
  await server.close();
});

const params = { prompt: "a lighthouse", negative: "fog", width: 256, height: 256, steps: 4, seed: "7" };
const run = (more: Partial<GenerateRequest> = {}) =>
  pictor.generate({ workflow: "txt2img", params, backend: "ui", directory: folder, ...more });

describe("a kind that accepts the neutral request", () => {
  it("is given the settings, and its image is saved", async () => {
    const result = await run().result;
    expect(result).toMatchObject({ status: "finished", problems: [], outputs: [{ seed: 7n }] });
    expect(readFileSync(result.outputs[0]!.path!).subarray(1, 4).toString()).toBe("PNG");
    expect(calls.find(({ path }) => path === "txt2img")?.body).toEqual({
      prompt: "a lighthouse",
      negative_prompt: "fog",
      steps: 4,
      seed: 7,
      width: 256,
      height: 256,
      cfg_scale: expect.any(Number),
      sampler_name: expect.any(String),
      scheduler: expect.any(String),
      batch_size: 1,
      override_settings: { sd_model_checkpoint: "dream.safetensors" },
    });
  });

  it("gets one request for each batch, with its seed", async () => {
    await run({ count: 2 }).result;
    expect(calls.filter(({ path }) => path === "txt2img").map(({ body }) => body["seed"])).toEqual([7, 8]);
  });

  it("is interrupted by a cancel", async () => {
    holds = true;
    const generation = run();
    const running = async (): Promise<void> => {
      for await (const event of generation.events) if (event.type === "node") return;
    };
    await running();
    expect(await generation.cancel()).toMatchObject({ status: "interrupted", by: "caller" });
    expect(calls.map(({ path }) => path)).toContain("interrupt");
  });
});
