// Two extensions, and a workflow that requires both of them.

import { manifestOf } from "@pictor/host/testing";
import type { ExtensionVersion } from "../../stand-in/extension.test.support.js";

const image = { inputs: { image: ["IMAGE"] }, outputs: ["IMAGE"] } as const;
const graded = {
  inputs: { image: ["IMAGE"], amount: ["INT", { default: 1, min: 0, max: 9 }] },
  outputs: ["IMAGE"],
} as const;

/** The versions of acme/Acme-Nodes. The second one requires a package and runs a script. */
export const acmeVersions: readonly ExtensionVersion[] = [
  { version: "1.0.0", classes: { AcmeBlur: image } },
  {
    version: "1.2.0",
    classes: { AcmeBlur: image, AcmeGrade: graded },
    requirements: ["acme-support==2.0.0"],
    imports: ["acme_support"],
    installScript: "succeeds",
  },
];
export const betaVersions: readonly ExtensionVersion[] = [
  { version: "0.9.0", classes: { BetaSharpen: image } },
  { version: "2.0.1", classes: { BetaSharpen: image } },
];

/** The files of a workflow plugin that requires both extensions. */
export const posterWorkflow: Readonly<Record<string, string>> = {
  "plugin.json": JSON.stringify(
    manifestOf("workflow-poster", "workflow", {
      title: "Poster",
      taps: [{ hook: "buildWorkflow", handler: "build", phase: "prepare", when: { workflow: "poster" } }],
      contributes: {
        workflows: [
          {
            id: "poster",
            title: "Poster",
            params: {
              type: "object",
              properties: {
                prompt: { type: "string", default: "" },
                seed: { type: "string", format: "uint64" },
                steps: { type: "integer", default: 2 },
              },
            },
          },
        ],
        nodeClasses: [
          { class: "AcmeGrade", extension: "acme/acme-nodes", range: ">=1.2.0" },
          { class: "BetaSharpen", extension: "https://github.com/Beta/beta-nodes.git", range: "^2.0.0" },
        ],
      },
    }),
  ),
  "index.js": `const node = (class_type, inputs) => ({ class_type, inputs });
const build = (draft, { params, seed }) => ({
  ...draft,
  graph: {
    model: node("CheckpointLoaderSimple", { ckpt_name: "simulated-landscape.safetensors" }),
    latent: node("EmptyLatentImage", { width: 64, height: 64, batch_size: 1 }),
    prompt: node("CLIPTextEncode", { text: params.prompt, clip: ["model", 1] }),
    sampler: node("KSampler", {
      model: ["model", 0], positive: ["prompt", 0], negative: ["prompt", 0], latent_image: ["latent", 0],
      seed, steps: params.steps, cfg: 5, sampler_name: "euler", scheduler: "normal", denoise: 1,
    }),
    image: node("VAEDecode", { samples: ["sampler", 0], vae: ["model", 2] }),
    graded: node("AcmeGrade", { image: ["image", 0], amount: 2 }),
    sharp: node("BetaSharpen", { image: ["graded", 0] }),
    saved: node("SaveImage", { images: ["sharp", 0], filename_prefix: "Poster" }),
  },
  outputs: ["saved"],
});
export default () => ({ handlers: { build } });
`,
};
