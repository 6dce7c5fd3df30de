// The form of the socket messages that real servers of version 0.8.0 send, taken from recordings.
import type { Shape } from "./shape.js";

const progress: Shape = {
  value: "number",
  max: "number",
  state: "string",
  node_id: "string",
  prompt_id: "string",
  display_node_id: "string",
  parent_node_id: "null",
  real_node_id: "string",
};

export const fileShape: Shape = { filename: "string", subfolder: "string", type: "string" };

/** The form of the data by message type; types with several forms have a suffix. */
export const messageShapes = {
  "status at first": { status: { exec_info: { queue_remaining: "integer" } }, sid: "string" },
  status: { status: { exec_info: { queue_remaining: "integer" } } },
  feature_flags: {
    supports_preview_metadata: "boolean",
    max_upload_size: "integer",
    extension: { manager: { supports_v4: "boolean" } },
  },
  execution_start: { prompt_id: "string", timestamp: "integer" },
  execution_cached: { nodes: ["string"], prompt_id: "string", timestamp: "integer" },
  executing: { node: "string", display_node: "string", prompt_id: "string" },
  "executing at the end": { node: "null", prompt_id: "string" },
  "executing after a reconnect": { node: "string" },
  progress: { value: "integer", max: "integer", prompt_id: "string", node: "string" },
  progress_state: { prompt_id: "string", nodes: { "*": progress } },
  executed: { node: "string", display_node: "string", output: { "*": "anything" }, prompt_id: "string" },
  execution_success: { prompt_id: "string", timestamp: "integer" },
  execution_interrupted: {
    prompt_id: "string",
    node_id: "string",
    node_type: "string",
    executed: ["string"],
    timestamp: "integer",
  },
  execution_error: {
    prompt_id: "string",
    node_id: "string",
    node_type: "string",
    executed: ["string"],
    exception_message: "string",
    exception_type: "string",
    traceback: ["string"],
    current_inputs: { "*": ["anything"] },
    current_outputs: ["string"],
    timestamp: "integer",
  },
} as const satisfies Readonly<Record<string, Shape>>;

/** The expected form of a message. */
export function shapeOfMessage(type: string, data: Readonly<Record<string, unknown>>): Shape | undefined {
  if (type === "status" && "sid" in data) return messageShapes["status at first"];
  if (type === "executing" && data["node"] === null) return messageShapes["executing at the end"];
  if (type === "executing" && !("prompt_id" in data)) return messageShapes["executing after a reconnect"];
  return Object.hasOwn(messageShapes, type) ? messageShapes[type as keyof typeof messageShapes] : undefined;
}
