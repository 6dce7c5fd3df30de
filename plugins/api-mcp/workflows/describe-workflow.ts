// The tool describe_workflow: the settings of a workflow or a feature, with units, defaults and limits.

import { anyObject, flag, inputs, list, output, text } from "../schema/json-schema.js";
import { defineTool, reads } from "../schema/tool.js";
import { findFeature, findWorkflow } from "./find-settings.js";
import { fieldsOf, namesOf, settingView } from "./settings-form.js";

const standardWorkflow = "txt2img";

export const describeWorkflow = defineTool({
  name: "describe_workflow",
  title: "Describe a workflow",
  description:
    "Describes the settings of a workflow: type, unit, default, limits and choices, the basic ones first. The names are the keys " +
    "of settings in generate_image. With feature, it describes the settings of a feature instead, such as lora or controlnet.",
  scope: "read",
  annotations: reads,
  input: inputs({
    workflow: text("Id of the workflow", { default: standardWorkflow }),
    feature: text("Id of a feature to describe in place of the workflow"),
    all: flag("Whether the advanced settings are included", { default: false }),
  }),
  output: output(
    {
      id: text("Id of the workflow or the feature"),
      title: text("Title for people"),
      description: text("What it does"),
      settings: list(anyObject("A setting"), "The settings in the order of a form"),
      advanced: list(
        text("Name"),
        "Names of the advanced settings that are not described; all=true describes them",
      ),
      features: list(text("Id"), "Ids of the features that the workflow can have"),
      example: anyObject("Values for a first run"),
    },
    ["id", "title", "settings"],
  ),
  async run({ workflow = standardWorkflow, feature, all = false }, { client }) {
    const found =
      feature === undefined
        ? await findWorkflow(client.calls, workflow)
        : await findFeature(client.calls, feature);
    const schema = "params" in found ? found.params : found.settings;
    const fields = fieldsOf(schema);
    const basic = namesOf(schema, false);
    const advanced = namesOf(schema, true);
    const shown = all ? [...basic, ...advanced] : basic;
    return {
      data: {
        id: found.id,
        title: found.title,
        ...(found.description !== undefined && { description: found.description }),
        settings: shown.flatMap((name) => {
          const field = fields[name];
          return field === undefined ? [] : [settingView(name, field)];
        }),
        ...(!all && advanced.length > 0 && { advanced }),
        ...("features" in found && { features: found.features }),
        ...("example" in found && { example: found.example }),
      },
    };
  },
});
