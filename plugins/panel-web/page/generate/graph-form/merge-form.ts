// Joins the settings of the workflow for graphs with the inputs of the chosen graph: one schema and one record of values. Pure.

import type { Field, GraphForm, SettingsSchema } from "@pictor/client";
import { recordOrEmpty } from "../../api/guards.js";
import { settingsSchema } from "../../dialect/schema.js";
import { withValue, type Values } from "../../dialect/values.js";

/** The group that takes the values of the inputs. */
const group = "bindings";
/** The settings that set the usual inputs of a graph. A graph without such an input does not show them. */
const usual = ["prompt", "negative", "seed"] as const;

export const isGraphSchema = (schema: SettingsSchema | undefined): boolean => {
  const field = schema?.properties[group];
  return field?.type === "object" && field["x-bindings"] === true;
};

const bindingsOf = (values: Values): Values => recordOrEmpty(values[group]);

/** The values of paths that the form of the graph does not have, such as those that a person has typed. */
const otherBindings = (values: Values, inputs: SettingsSchema): Values =>
  Object.fromEntries(
    Object.entries(bindingsOf(values)).filter(([path]) => !Object.hasOwn(inputs.properties, path)),
  );

export function withGraphInputs(schema: SettingsSchema, form: GraphForm, values: Values): SettingsSchema {
  const inputs = settingsSchema(form.inputs);
  const order = inputs["x-order"] ?? Object.keys(inputs.properties);
  const texts = usual.filter((name) => form.values[name] !== undefined && name !== "seed");
  const hasOthers = Object.keys(otherBindings(values, inputs)).length > 0;
  const isUsual = (path: string): boolean => inputs.properties[path]?.["x-advanced"] !== true;
  const own = Object.entries(schema.properties).filter(
    ([name]) =>
      (name !== group || hasOthers) && (!usual.some((each) => each === name) || name in form.values),
  );
  const described = own.map(([name, field]): readonly [string, Field] =>
    name === "prompt" || name === "negative"
      ? [name, { ...field, default: form.values[name] } as Field]
      : [name, field],
  );
  return {
    ...schema,
    properties: { ...Object.fromEntries(described), ...inputs.properties },
    "x-order": [
      ...["graph", ...texts, ...order.filter(isUsual)],
      ...("seed" in form.values ? ["seed"] : []),
      ...order.filter((path) => !isUsual(path)),
      ...(hasOthers ? [group] : []),
    ],
  };
}

/** The values of the form: those of the settings, and those of the inputs. */
export function formValues(values: Values, form: GraphForm): Values {
  const inputs = settingsSchema(form.inputs);
  const others = otherBindings(values, inputs);
  const set = Object.entries(bindingsOf(values)).filter(([path]) => Object.hasOwn(inputs.properties, path));
  return {
    ...withValue(values, group, Object.keys(others).length === 0 ? undefined : others),
    ...Object.fromEntries(set),
  };
}

/** The settings of the values of the form. An input that has the value of the graph is left to the graph. */
export function paramsOfForm(values: Values, form: GraphForm): Values {
  const { properties } = settingsSchema(form.inputs);
  const others = bindingsOf(values);
  const changed = Object.entries(values).filter(([name, value]) => {
    const field = properties[name];
    return field !== undefined && !("default" in field && field.default === value);
  });
  const bindings = { ...others, ...Object.fromEntries(changed) };
  const settings = Object.fromEntries(Object.entries(values).filter(([name]) => !(name in properties)));
  return withValue(settings, group, Object.keys(bindings).length === 0 ? undefined : bindings);
}
