// The tool resolve_failed_prompt: runs a failed prompt of a queue again, or discards it.

import { inputs, output, text } from "../schema/json-schema.js";
import { defineTool } from "../schema/tool.js";

export const resolveFailure = defineTool({
  name: "resolve_failed_prompt",
  title: "Retry or discard a failed prompt",
  description:
    "Queues a failed prompt of a queue again under the same id, or forgets it with its submission. A prompt that is lost may have been " +
    "run before, so ask the user before you retry it.",
  scope: "admin",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input: inputs(
    {
      backend: text("Name of the queue"),
      prompt: text("Id of the prompt, as list_failed_prompts shows it"),
      action: text("What becomes of it", { enum: ["retry", "discard"] }),
    },
    ["backend", "prompt", "action"],
  ),
  output: output({ outcome: text("waits again, or forgotten") }, ["outcome"]),
  async run({ backend: name, prompt: id, action }, { client }) {
    const params = { name, id };
    if (action === "retry") await client.calls.retryFailure({ params });
    else await client.calls.discardFailure({ params });
    return { data: { outcome: action === "retry" ? "waits again" : "forgotten" } };
  },
});
