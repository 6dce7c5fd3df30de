// The tool list_choices: models, samplers, LoRAs and the other names that a setting can have on a backend.

import { settingWithoutChoices } from "../faults.js";
import { inputs, integer, list, output, text } from "../schema/json-schema.js";
import { defineTool, reads } from "../schema/tool.js";
import { findFeature, findWorkflow } from "./find-settings.js";
import { fieldsOf, settingsWithChoices } from "./settings-form.js";

const standard = { workflow: "txt2img", setting: "model", limit: 50 } as const;

export const listChoices = defineTool({
  name: "list_choices",
  title: "List models and other choices",
  description:
    "Lists the names that a setting can have on a backend: models (checkpoints) by default, and samplers, schedulers, VAEs, LoRAs, " +
    "upscalers and so on by the name of the setting.",
  scope: "read",
  annotations: reads,
  input: inputs({
    setting: text("Name of the setting, such as model, diffusionModel, sampler, scheduler or vae", {
      default: standard.setting,
    }),
    workflow: text("Id of the workflow whose setting it is", { default: standard.workflow }),
    feature: text("Id of the feature whose setting it is, such as lora (its setting is name)"),
    backend: text("Name of a backend; default: the one that generate_image would use"),
    search: text("Only names that contain every one of these words"),
    limit: integer("Number of names", { default: standard.limit, minimum: 1, maximum: 500 }),
    cursor: text("cursor of the reply before, for the next names"),
  }),
  output: output(
    {
      choices: list(text("A value of the setting"), "The names"),
      total: integer("Number of names that match"),
      cursor: text("For the next names; absent if there are no more"),
    },
    ["choices", "total"],
  ),
  async run(args, { client, signal }) {
    const { workflow = standard.workflow, feature, setting = standard.setting } = args;
    const { backend, search, limit = standard.limit, cursor } = args;
    const { calls } = client;
    const schema =
      feature === undefined
        ? (await findWorkflow(calls, workflow)).params
        : (await findFeature(calls, feature)).settings;
    const fields = settingsWithChoices(fieldsOf(schema));
    const field = fields.get(setting);
    if (field === undefined) {
      throw settingWithoutChoices(setting, [...fields.keys()]);
    }
    const from = field["x-optionsFrom"];
    if (from === undefined) {
      const choices = field.enum ?? [];
      return { data: { choices, total: choices.length } };
    }
    const query = {
      class: from.class,
      input: from.input,
      limit,
      ...(backend !== undefined && { backend }),
      ...(search !== undefined && { search }),
      ...(cursor !== undefined && { cursor }),
    };
    return { data: { ...(await calls.listChoices({ query, signal })) } };
  },
});
