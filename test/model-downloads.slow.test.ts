// A file of the graph editor whose model the server lacks: the server downloads it if the person agrees, and the
// generation goes on.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startEmbeddedServer } from "@pictor/backend-embedded/testing";
import type { Question } from "@pictor/host";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createTestFolder, userVariables } from "@pictor/host/testing";
import { createBuiltinPictor } from "./builtins.test.support.js";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder: string;
let server: Awaited<ReturnType<typeof startEmbeddedServer>>;
beforeEach(async () => {
  folder = createTestFolder();
  for (const [name, value] of Object.entries(userVariables(folder))) vi.stubEnv(name, value);
  server = await startEmbeddedServer({ faults: [{ kind: "new-server" }] });
});
afterEach(async () => {
  await server.close();
  vi.unstubAllEnvs();
});

const name = "template-of-today.safetensors";
const slot = (slotName: string, type: string, link?: number) => ({ name: slotName, type, link });
const node = (id: number, type: string, values: readonly unknown[], inputs: object[], more: object = {}) => ({
  id,
  type,
  mode: 0,
  inputs,
  outputs: [],
  widgets_values: values,
  properties: {},
  ...more,
});
const outputs = (...types: string[]) => ({ outputs: types.map((type) => ({ name: type, type })) });

/** Text to image as a template of the editor has it, with the address of its checkpoint. */
const template = {
  nodes: [
    node(1, "CheckpointLoaderSimple", [name], [], {
      ...outputs("MODEL", "CLIP", "VAE"),
      properties: { models: [{ name, directory: "checkpoints", url: `https://models.example/${name}` }] },
    }),
    node(2, "CLIPTextEncode", ["a boat"], [slot("clip", "CLIP", 1)], outputs("CONDITIONING")),
    node(3, "EmptyLatentImage", [64, 64, 1], [], outputs("LATENT")),
    node(
      4,
      "KSampler",
      [7, "fixed", 1, 7, "euler", "normal", 1],
      [
        slot("model", "MODEL", 2),
        slot("positive", "CONDITIONING", 3),
        slot("negative", "CONDITIONING", 4),
        slot("latent_image", "LATENT", 5),
      ],
      outputs("LATENT"),
    ),
    node(5, "VAEDecode", [], [slot("samples", "LATENT", 6), slot("vae", "VAE", 7)], outputs("IMAGE")),
    node(6, "SaveImage", ["a"], [slot("images", "IMAGE", 8)]),
  ],
  links: [
    [1, 1, 1, 2, 0, "CLIP"],
    [2, 1, 0, 4, 0, "MODEL"],
    [3, 2, 0, 4, 1, "CONDITIONING"],
    [4, 2, 0, 4, 2, "CONDITIONING"],
    [5, 3, 0, 4, 3, "LATENT"],
    [6, 4, 0, 5, 0, "LATENT"],
    [7, 1, 2, 5, 1, "VAE"],
    [8, 5, 0, 6, 0, "IMAGE"],
  ],
};

async function generate(answer: string) {
  const asked: Question[] = [];
  const graph = join(folder, "template.json");
  writeFileSync(graph, JSON.stringify(template));
  const pictor = await createBuiltinPictor({
    defaultBackends: [{ name: "studio", settings: { kind: "remote", baseUrl: server.url } }],
    interaction: {
      ask: (question) => {
        asked.push(question);
        return Promise.resolve(answer);
      },
      openUrl: () => Promise.resolve(false),
      enter: () => Promise.resolve(undefined),
      showCode: () => undefined,
      show: () => undefined,
      progress: () => undefined,
    },
  });
  try {
    const job = pictor.generate({
      workflow: "custom",
      params: { graph },
      backend: "studio",
      directory: folder,
    });
    return { result: await job.result, asked };
  } finally {
    await pictor.dispose();
  }
}

it("with consent, the same generation goes on with the file", async () => {
  const { result, asked } = await generate("download");
  expect(asked).toMatchObject([
    { detail: [`checkpoints/${name} from https://models.example/${name}`, expect.any(String)] },
  ]);
  expect(result).toMatchObject({ status: "finished", problems: [], outputs: [{}] });
});

it("without consent, the validation names the file", async () => {
  const { result } = await generate("go-on");
  expect(result).toMatchObject({
    status: "failed",
    error: { code: "GRAPH_INVALID", details: { input: "ckpt_name" } },
    problems: [
      { code: "MODEL_MISSING", hint: expect.stringContaining(`https://models.example/${name}`) as string },
    ],
  });
});
