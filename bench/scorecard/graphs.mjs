// The graphs of the cases: one image from text, and variants of it. Every run gets a new seed.

import { randomInt } from "node:crypto";

const link = (id, output = 0) => [id, output];

const textToImage = {
  4: { class_type: "CheckpointLoaderSimple", inputs: { ckpt_name: "simulated-landscape.safetensors" } },
  5: { class_type: "EmptyLatentImage", inputs: { width: 64, height: 64, batch_size: 1 } },
  6: { class_type: "CLIPTextEncode", inputs: { text: "a red kite over the sea", clip: link("4", 1) } },
  7: { class_type: "CLIPTextEncode", inputs: { text: "", clip: link("4", 1) } },
  3: {
    class_type: "KSampler",
    inputs: {
      seed: 1,
      steps: 6,
      cfg: 7,
      sampler_name: "euler",
      scheduler: "normal",
      denoise: 1,
      model: link("4"),
      positive: link("6"),
      negative: link("7"),
      latent_image: link("5"),
    },
  },
  8: { class_type: "VAEDecode", inputs: { samples: link("3"), vae: link("4", 2) } },
  9: { class_type: "SaveImage", inputs: { filename_prefix: "case", images: link("8") } },
};

/** The graph with `change(inputs, node)` merged into each node's inputs. */
const withInputs = (graph, change) =>
  Object.fromEntries(
    Object.entries(graph).map(([id, node]) => [
      id,
      { ...node, inputs: { ...node.inputs, ...change(node.inputs, node) } },
    ]),
  );

const has = (inputs, name) => Object.hasOwn(inputs, name);
const isSaver = ({ class_type }) => class_type === "SaveImage";
const saverOf = (graph) => Object.entries(graph).find(([, node]) => isSaver(node));

const fresh = () => randomInt(2 ** 24);

/** A graph with new seeds, so that nothing is cached. `prefix` is that of its images, `steps` the number of sampler steps. */
export const seeded = (graph, { prefix, steps } = {}) =>
  withInputs(graph, (inputs) => ({
    ...Object.fromEntries(
      ["seed", "noise_seed", "color"].filter((name) => has(inputs, name)).map((name) => [name, fresh()]),
    ),
    ...(prefix !== undefined && has(inputs, "filename_prefix") ? { filename_prefix: prefix } : {}),
    ...(steps !== undefined && has(inputs, "steps") ? { steps } : {}),
  }));

/** The number of steps that a graph reports. */
export const stepsOf = (graph) =>
  Object.values(graph).find(({ inputs }) => has(inputs, "steps"))?.inputs.steps;

function twoSavers(graph) {
  const [, saver] = saverOf(graph);
  return { ...graph, second: { ...saver, inputs: { ...saver.inputs, filename_prefix: "case-second" } } };
}

/** The second saver has no image: the server drops that branch and runs the other one. */
const brokenBranch = (graph) => ({
  ...graph,
  second: { class_type: "SaveImage", inputs: { filename_prefix: "case-second" } },
});

function previewOnly(graph) {
  const [id, { inputs }] = saverOf(graph);
  return { ...graph, [id]: { class_type: "PreviewImage", inputs: { images: inputs.images } } };
}

function missingClass(graph) {
  const [id, node] = Object.entries(graph).find(([, { class_type }]) => class_type !== "SaveImage");
  return { ...graph, [id]: { ...node, class_type: "NoSuchNode" } };
}

/** The input of LoadImage if nothing was uploaded. */
const nowhere = "case-input-that-is-not-there.png";

/** The sampler starts from an image in place of an empty latent, and keeps some of it. */
function fromImage(graph) {
  const [empty] = Object.entries(graph).find(([, node]) => node.class_type === "EmptyLatentImage") ?? [];
  const vae = Object.values(graph).find(({ class_type }) => class_type === "VAEDecode")?.inputs.vae;
  if (empty === undefined || vae === undefined) return graph;
  const begun = withInputs(graph, ({ latent_image: latent }) =>
    Array.isArray(latent) && latent[0] === empty ? { denoise: 0.6 } : {},
  );
  return {
    ...begun,
    image: { class_type: "LoadImage", inputs: { image: nowhere } },
    [empty]: { class_type: "VAEEncode", inputs: { pixels: link("image"), vae } },
  };
}

/** The graph with an uploaded image. */
export const withImage = (graph, name) =>
  withInputs(graph, (_inputs, { class_type }) => (class_type === "LoadImage" ? { image: name } : {}));

/** For each name in the table of cases, a function that changes the base graph. */
export const shapes = {
  image: (graph) => graph,
  "two images": twoSavers,
  "one broken branch": brokenBranch,
  "preview only": previewOnly,
  "from an image": fromImage,
  "missing class": missingClass,
  "unknown model": (graph) =>
    withInputs(graph, (inputs) =>
      has(inputs, "ckpt_name") ? { ckpt_name: "no-such-model.safetensors" } : {},
    ),
};

export const baseGraph = textToImage;
