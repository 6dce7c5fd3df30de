// The shapes of the reply bodies that real servers of version 0.8.0 send, taken from recordings.
import { fileShape } from "./messages.js";
import type { Shape } from "./shape.js";

const ends = { default: "float", min: "float", max: "float" } as const;
const loader = { ckpt_name: "string" } as const;
const link: Shape = ["string", "integer"];
const words: Shape = { class_type: "string", inputs: { text: "string", clip: link } };

/** The example graph. Values of FLOAT inputs are floats, also when the client sent integers. */
const graph: Shape = {
  3: {
    class_type: "string",
    inputs: {
      seed: "integer",
      steps: "integer",
      cfg: "float",
      sampler_name: "string",
      scheduler: "string",
      denoise: "float",
      model: link,
      positive: link,
      negative: link,
      latent_image: link,
    },
  },
  4: { class_type: "string", inputs: loader },
  5: { class_type: "string", inputs: { width: "integer", height: "integer", batch_size: "integer" } },
  6: words,
  7: words,
  8: { class_type: "string", inputs: { samples: link, vae: link } },
  9: { class_type: "string", inputs: { filename_prefix: "string", images: link } },
};

const item: Shape = ["number", "string", graph, { client_id: "string", create_time: "integer" }, ["string"]];

const job = {
  id: "string",
  status: "string",
  priority: "integer",
  create_time: "integer",
  execution_start_time: "integer",
  execution_end_time: "integer",
  outputs_count: "integer",
  preview_output: {
    filename: "string",
    subfolder: "string",
    type: "string",
    nodeId: "string",
    mediaType: "string",
  },
} as const satisfies Shape;

const status: Shape = {
  status_str: "string",
  completed: "boolean",
  messages: [["string", { "*": "anything" }]],
};

/** The bodies after one prompt of a client has succeeded, by path; `{id}` is replaced by the id of the prompt. */
export const bodyShapes: Readonly<Record<string, Shape>> = {
  prompt: { exec_info: { queue_remaining: "integer" } },
  queue: { queue_running: [item], queue_pending: [item] },
  "history/{id}": {
    "*": {
      prompt: item,
      outputs: { "*": { images: [fileShape] } },
      status,
      meta: {
        "*": { node_id: "string", display_node: "string", parent_node: "null", real_node_id: "string" },
      },
    },
  },
  "api/jobs": {
    jobs: [job],
    pagination: { offset: "integer", limit: "null", total: "integer", has_more: "boolean" },
  },
  "api/jobs/{id}": {
    ...job,
    outputs: { "*": { images: [fileShape] } },
    execution_status: status,
    workflow: { prompt: graph, extra_data: { "*": "anything" } },
  },
  "object_info/KSampler": {
    KSampler: {
      input: {
        required: {
          model: ["string", {}],
          seed: [
            "string",
            { default: "integer", min: "integer", max: "integer", control_after_generate: "boolean" },
          ],
          steps: ["string", { default: "integer", min: "integer", max: "integer" }],
          cfg: ["string", { ...ends, step: "float", round: "float" }],
          sampler_name: [["string"], {}],
          scheduler: [["string"], {}],
          positive: ["string", {}],
          negative: ["string", {}],
          latent_image: ["string", {}],
          denoise: ["string", { ...ends, step: "float" }],
        },
      },
      input_order: { required: ["string"] },
      output: ["string"],
      output_is_list: ["boolean"],
      output_name: ["string"],
      name: "string",
      display_name: "string",
      description: "string",
      python_module: "string",
      category: "string",
      output_node: "boolean",
    },
  },
  features: {
    supports_preview_metadata: "boolean",
    max_upload_size: "integer",
    extension: { manager: { supports_v4: "boolean" } },
  },
  system_stats: {
    system: {
      os: "string",
      ram_total: "integer",
      ram_free: "integer",
      comfyui_version: "string",
      required_frontend_version: "string",
      installed_templates_version: "null",
      required_templates_version: "string",
      python_version: "string",
      pytorch_version: "string",
      embedded_python: "boolean",
      argv: ["string"],
    },
    devices: [
      {
        name: "string",
        type: "string",
        index: "null",
        vram_total: "integer",
        vram_free: "integer",
        torch_vram_total: "integer",
        torch_vram_free: "integer",
      },
    ],
  },
  users: { storage: "string", migrated: "boolean" },
  models: ["string"],
  "experiment/models": [{ name: "string", folders: ["string"] }],
};
