// A graph that loads one checkpoint, and the catalog of a server that has some.

import type { Catalog, Graph, NodeClass } from "@pictor/kernel/plugin";

/** `image` is the name of an input file. */
export const checkpointGraph = (checkpoint = "a.safetensors", image?: string): Graph => ({
  "4": { class_type: "CheckpointLoaderSimple", inputs: { ckpt_name: checkpoint } },
  ...(image !== undefined && { "5": { class_type: "LoadImage", inputs: { image } } }),
  "9": { class_type: "SaveImage", inputs: { filename_prefix: "test", images: ["4", 0] } },
});

export function checkpointCatalog(checkpoints: readonly string[]): Catalog {
  const classes: readonly NodeClass[] = [
    {
      name: "CheckpointLoaderSimple",
      inputs: [{ name: "ckpt_name", required: true, type: "COMBO", options: checkpoints }],
      outputs: ["MODEL"],
      isOutput: false,
    },
    {
      name: "LoadImage",
      inputs: [{ name: "image", required: true, type: "COMBO", options: [], lenient: true, upload: true }],
      outputs: ["IMAGE"],
      isOutput: false,
    },
    {
      name: "SaveImage",
      inputs: [
        { name: "filename_prefix", required: true, type: "STRING" },
        { name: "images", required: true, type: "*" },
      ],
      outputs: [],
      isOutput: true,
    },
  ];
  return new Map(classes.map((one) => [one.name, one]));
}
