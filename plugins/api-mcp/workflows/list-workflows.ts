// The tool list_workflows: what can be made.

import { inputs, list, output, text } from "../schema/json-schema.js";
import { defineTool, reads } from "../schema/tool.js";
import { namesOf } from "./settings-form.js";

export const listWorkflows = defineTool({
  name: "list_workflows",
  title: "List workflows",
  description:
    "Lists the workflows, such as txt2img (text to image), img2img (change an image), upscale and video workflows, each with its " +
    "basic settings. describe_workflow explains the settings of one.",
  scope: "read",
  annotations: reads,
  input: inputs({}),
  output: output(
    {
      workflows: list(
        output(
          {
            id: text("The id, for generate_image and describe_workflow"),
            title: text("Title for people"),
            description: text("What it does"),
            settings: list(text("Name"), "Names of the basic settings"),
          },
          ["id", "title", "settings"],
        ),
        "The workflows",
      ),
    },
    ["workflows"],
  ),
  async run(_args, { client }) {
    const { workflows } = await client.calls.listWorkflows();
    const data = {
      workflows: workflows.map(({ id, title, description, params }) => ({
        id,
        title,
        ...(description !== undefined && { description }),
        settings: namesOf(params, false),
      })),
    };
    return { data };
  },
});
