// A drop-in as a team would write it: a pure function from parameters and seed to a graph.

const node = (class_type, inputs) => ({ class_type, inputs });

const graphOf = ({ prompt, model, side }, seed) => ({
  model: node("CheckpointLoaderSimple", { ckpt_name: model }),
  latent: node("EmptyLatentImage", { width: side, height: side, batch_size: 1 }),
  prompt: node("CLIPTextEncode", { text: prompt, clip: ["model", 1] }),
  nothing: node("CLIPTextEncode", { text: "", clip: ["model", 1] }),
  sampler: node("KSampler", {
    model: ["model", 0],
    positive: ["prompt", 0],
    negative: ["nothing", 0],
    latent_image: ["latent", 0],
    seed,
    steps: 2,
    cfg: 5,
    sampler_name: "euler",
    scheduler: "normal",
    denoise: 1,
  }),
  image: node("VAEDecode", { samples: ["sampler", 0], vae: ["model", 2] }),
  saved: node("SaveImage", { images: ["image", 0], filename_prefix: "Sketch" }),
});

const build = (draft, { params, seed }) => ({
  ...draft,
  graph: { ...draft.graph, ...graphOf(params, seed) },
  prompts: { positive: params.prompt, negative: "" },
  outputs: [...draft.outputs, "saved"],
});

export default () => ({ handlers: { build } });
