// The tool list_failed_prompts: the prompts of a queue that have failed or are lost.

import type { FailedPrompt } from "@pictor/client";
import { inputs, integer, list, output, text } from "../schema/json-schema.js";
import { defineTool, reads } from "../schema/tool.js";

const viewOf = ({ createdAtMs: _createdAtMs, endedAtMs, error, ...prompt }: FailedPrompt) => ({
  ...prompt,
  endedAt: new Date(endedAtMs).toISOString(),
  ...(error !== undefined && { error: `${error.classType ?? "node"}: ${error.exception}: ${error.message}` }),
});

export const listFailures = defineTool({
  name: "list_failed_prompts",
  title: "List failed prompts",
  description:
    "Lists the prompts that a queue keeps because they have failed, or because it is not known how they have ended (lost): " +
    "those of your own jobs or, with the scope admin, those of everybody, of which resolve_failed_prompt runs one again " +
    "or discards it. Only a backend of the kind queue keeps them.",
  scope: "read",
  annotations: reads,
  input: inputs(
    {
      backend: text("Name of the queue"),
      limit: integer("How many, newest first", { default: 20, minimum: 1, maximum: 100 }),
    },
    ["backend"],
  ),
  output: output(
    {
      failures: list(
        output(
          {
            promptId: text("Id of the prompt"),
            state: text("failed or lost"),
            reason: text("Why"),
            error: text("The error of the server, with the class of its node"),
            owner: text("Who has submitted it"),
            member: text("The member that had it"),
            endedAt: text("When it ended (ISO 8601)"),
            attempts: integer("How often the prompt was run, or may have been run"),
          },
          ["promptId", "state", "reason", "endedAt", "attempts"],
        ),
        "The failed prompts",
      ),
    },
    ["failures"],
  ),
  async run({ backend: name, limit = 20 }, { client }) {
    const { failures } = await client.calls.listFailures({ params: { name }, query: { limit } });
    return { data: { failures: failures.map(viewOf) } };
  },
});
