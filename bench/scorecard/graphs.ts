// The graphs of the cases: one image from text, and variants of it. Every run gets a new seed.

import { randomInt } from "node:crypto";
import { link, type Graph, type GraphNode, type NodeId } from "@pictor/kernel/plugin";

type Inputs = GraphNode["inputs"];

export const baseGraph: Graph = {
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
const withInputs = (graph: Graph, change: (inputs: Inputs, node: GraphNode) => Inputs): Graph =>
  Object.fromEntries(
    Object.entries(graph).map(([id, node]) => [
      id,
      { ...node, inputs: { ...node.inputs, ...change(node.inputs, node) } },
    ]),
  );

const has = (inputs: Inputs, name: string): boolean => Object.hasOwn(inputs, name);
const isSaver = ({ class_type }: GraphNode): boolean => class_type === "SaveImage";

/** The first node with a property; throws if there is none. */
function nodeOf(graph: Graph, fits: (node: GraphNode) => boolean): readonly [NodeId, GraphNode] {
  const found = Object.entries(graph).find(([, node]) => fits(node));
  if (found === undefined) throw new Error("the graph has no SaveImage, or nothing else");
  return found;
}

const fresh = () => randomInt(2 ** 24);

/** A graph with new seeds, so that nothing is cached. `prefix` is that of its images, `steps` the number of sampler steps. */
export const seeded = (
  graph: Graph,
  { prefix, steps }: { readonly prefix?: string; readonly steps?: number },
): Graph =>
  withInputs(graph, (inputs) => ({
    ...Object.fromEntries(
      ["seed", "noise_seed", "color"].filter((name) => has(inputs, name)).map((name) => [name, fresh()]),
    ),
    ...(prefix !== undefined && has(inputs, "filename_prefix") ? { filename_prefix: prefix } : {}),
    ...(steps !== undefined && has(inputs, "steps") ? { steps } : {}),
  }));

/** The number of steps that a graph reports. */
export const stepsOf = (graph: Graph): number =>
  Number(Object.values(graph).find(({ inputs }) => has(inputs, "steps"))?.inputs["steps"]);

function twoSavers(graph: Graph): Graph {
  const [, saver] = nodeOf(graph, isSaver);
  return { ...graph, second: { ...saver, inputs: { ...saver.inputs, filename_prefix: "case-second" } } };
}

/** The second saver has no image: the server drops that branch and runs the other one. */
const brokenBranch = (graph: Graph): Graph => ({
  ...graph,
  second: { class_type: "SaveImage", inputs: { filename_prefix: "case-second" } },
});

function previewOnly(graph: Graph): Graph {
  const [id, { inputs }] = nodeOf(graph, isSaver);
  const { filename_prefix: _prefix, ...images } = inputs;
  return { ...graph, [id]: { class_type: "PreviewImage", inputs: images } };
}

function missingClass(graph: Graph): Graph {
  const [id, node] = nodeOf(graph, (each) => !isSaver(each));
  return { ...graph, [id]: { ...node, class_type: "NoSuchNode" } };
}

/** The input of LoadImage if nothing was uploaded. */
const nowhere = "case-input-that-is-not-there.png";

/** The sampler starts from an image in place of an empty latent, and keeps some of it. */
function fromImage(graph: Graph): Graph {
  const [empty] = Object.entries(graph).find(([, node]) => node.class_type === "EmptyLatentImage") ?? [];
  const vae = Object.values(graph).find(({ class_type }) => class_type === "VAEDecode")?.inputs["vae"];
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
export const withImage = (graph: Graph, name: string): Graph =>
  withInputs(graph, (_inputs, { class_type }) => (class_type === "LoadImage" ? { image: name } : {}));

/** For each name in the table of cases, a function that changes the base graph. */
export const shapes = {
  image: (graph: Graph) => graph,
  "two images": twoSavers,
  "one broken branch": brokenBranch,
  "preview only": previewOnly,
  "from an image": fromImage,
  "missing class": missingClass,
  "unknown model": (graph: Graph) =>
    withInputs(graph, (inputs) =>
      has(inputs, "ckpt_name") ? { ckpt_name: "no-such-model.safetensors" } : {},
    ),
};

export type Shape = keyof typeof shapes;
