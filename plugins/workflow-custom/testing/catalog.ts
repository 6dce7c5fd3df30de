// A small catalog for the tests: classes with the inputs that each rule needs.

import type { Catalog, InputSpec, NodeClass } from "@pictor/kernel/plugin";

type InputDescription = Partial<InputSpec> &
  Pick<InputSpec, "type"> & {
    /** The input has no widget, although inputs of its type have one (`forceInput`). */
    readonly takesConnectionOnly?: true;
  };

const typesWithWidget = new Set(["INT", "FLOAT", "STRING", "BOOLEAN", "COMBO"]);
const createInput = (name: string, { takesConnectionOnly, ...spec }: InputDescription): InputSpec => ({
  name,
  required: true,
  ...(typesWithWidget.has(spec.type) && takesConnectionOnly !== true && { widget: {} }),
  ...spec,
});

const nodeClass = (
  name: string,
  inputs: Readonly<Record<string, InputDescription>>,
  outputs: readonly string[] = [],
  more: Partial<NodeClass> = {},
): readonly [string, NodeClass] => [
  name,
  {
    name,
    inputs: Object.entries(inputs).map(([key, spec]) => createInput(key, spec)),
    outputs,
    isOutput: outputs.length === 0,
    ...more,
  },
];

const seed: InputDescription = {
  type: "INT",
  max: 18446744073709551615n,
  default: 0,
  widget: { controlAfterGenerate: true },
};
const choice = (...options: readonly string[]): InputDescription => ({ type: "COMBO", options });
const sizes = { width: { type: "INT", default: 512 }, height: { type: "INT", default: 512 } } as const;
const connectionOnly = (type: string): InputDescription => ({ type, takesConnectionOnly: true });
const number = (
  type: "INT" | "FLOAT",
  min: number,
  max: number,
  step?: number,
  round?: number,
): InputDescription => ({
  type,
  min,
  max,
  widget: { ...(step !== undefined && { step }), ...(round !== undefined && { round }) },
});
const optional = (spec: InputDescription): InputDescription => ({ ...spec, required: false });

export const catalog: Catalog = new Map([
  nodeClass(
    "CheckpointLoaderSimple",
    { ckpt_name: choice("a.safetensors", "b.safetensors") },
    ["MODEL", "CLIP", "VAE"],
    { title: "Load Checkpoint" },
  ),
  nodeClass(
    "CLIPTextEncode",
    { text: { type: "STRING", widget: { dynamicPrompts: true } }, clip: { type: "CLIP" } },
    ["CONDITIONING"],
  ),
  nodeClass("ConditioningZeroOut", { conditioning: { type: "CONDITIONING" } }, ["CONDITIONING"]),
  nodeClass(
    "ConditioningCombine",
    { conditioning_1: { type: "CONDITIONING" }, conditioning_2: { type: "CONDITIONING" } },
    ["CONDITIONING"],
  ),
  nodeClass("EmptyLatentImage", { ...sizes, batch_size: { type: "INT", default: 1 } }, ["LATENT"]),
  nodeClass(
    "KSampler",
    {
      model: { type: "MODEL" },
      seed,
      steps: { type: "INT", default: 20 },
      cfg: { type: "FLOAT", default: 8 },
      sampler_name: choice("euler", "heun"),
      positive: { type: "CONDITIONING" },
      negative: { type: "CONDITIONING" },
      latent_image: { type: "LATENT" },
    },
    ["LATENT"],
  ),
  nodeClass("Preview3D", { model_file: { type: "STRING", default: "" } }),
  nodeClass("Steps", { end: { type: "INT", default: 10000 }, leftover: choice("disable", "enable") }, [
    "LATENT",
  ]),
  nodeClass(
    "LoraLoader",
    { model: { type: "MODEL" }, clip: { type: "CLIP" }, strength: { type: "FLOAT", default: 1 } },
    ["MODEL", "CLIP"],
  ),
  nodeClass("VAEDecode", { samples: { type: "LATENT" }, vae: { type: "VAE" } }, ["IMAGE"]),
  nodeClass("SaveImage", { images: { type: "IMAGE" }, filename_prefix: { type: "STRING", default: "x" } }),
  nodeClass("LoadImage", { image: { ...choice("there.png"), lenient: true } }, ["IMAGE", "MASK"]),
  nodeClass(
    "LoadMask",
    { image: { ...choice(), lenient: true }, channel: optional(choice("red", "alpha")) },
    ["MASK"],
  ),
  nodeClass("Sharpen", { image: { type: "IMAGE" } }, ["IMAGE"], { module: "custom_nodes.sharp-pack" }),
  nodeClass("Blur", { image: { type: "IMAGE" } }, ["IMAGE"], { module: "comfy_extras.nodes_post" }),
  nodeClass("WholeNumber", { value: seed }, ["INT"]),
  nodeClass("Words", { value: { type: "STRING" } }, ["STRING"]),
  nodeClass("SmallSeed", { seed: { type: "INT", max: 255 } }, ["INT"]),
  nodeClass(
    "Flags",
    {
      on: { type: "BOOLEAN" },
      list: { type: "COMBO", options: [1, 2.5, true, "1x"] },
      many: { type: "LIST" },
    },
    ["INT"],
  ),
  nodeClass("CustomCombo", { choice: { ...choice(), lenient: true } }, ["STRING", "INT"]),
  nodeClass("PreviewAny", { source: { type: "*" } }),
  nodeClass(
    "Forced",
    { first: connectionOnly("INT"), second: { type: "STRING" }, third: optional(connectionOnly("FLOAT")) },
    ["INT"],
  ),
  nodeClass("Limited", { whole: { type: "INT", min: 1, max: 100 } }, ["INT"]),
  nodeClass("LimitedMore", { whole: { type: "INT", min: 10, max: 50 } }, ["INT"]),
  nodeClass("LimitedFraction", { fraction: number("FLOAT", 0, 1, 0.01) }, ["FLOAT"]),
  nodeClass("Stepped", {
    width: number("INT", 16, 16384, 8),
    length: number("INT", 1, 16384, 4),
    cfg: number("FLOAT", 0, 100, 0.1, 0.01),
    b1: number("FLOAT", 0, 10, 0.01),
    ratio: { type: "FLOAT" },
    free: number("INT", 1, 16384),
  }),
  nodeClass("SavePointCloud", {
    model_3d: { type: "FILE_3D" },
    filename_prefix: { type: "STRING" },
    viewport_state: { type: "LOAD_3D", widget: {} },
    ...sizes,
  }),
  nodeClass("Load3D", { model_file: choice("a.glb"), image: { type: "LOAD_3D", widget: {} }, ...sizes }, [
    "IMAGE",
  ]),
  nodeClass("Batch", { mode: choice("fixed", "free"), ...growingInputs("images", "IMAGE", 3) }, ["IMAGE"]),
  nodeClass(
    "Resize",
    {
      input: { type: "IMAGE" },
      kind: {
        type: "COMBO",
        options: ["size", "factor"],
        dynamicInputs: [
          {
            value: "size",
            inputs: [
              createInput("kind.width", { type: "INT", required: false }),
              createInput("kind.height", { type: "INT", required: false }),
            ],
          },
          { value: "factor", inputs: [createInput("kind.factor", { type: "FLOAT", required: false })] },
        ],
      },
      "kind.width": optional({ type: "INT" }),
      "kind.height": optional({ type: "INT" }),
      "kind.factor": optional({ type: "FLOAT" }),
      method: choice("area", "lanczos"),
    },
    ["IMAGE"],
  ),
]);

function growingInputs(
  name: string,
  type: string,
  count: number,
): Readonly<Record<string, InputDescription>> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `${name}.image${index}`,
      { type, required: false, autogrow: true },
    ]),
  );
}
