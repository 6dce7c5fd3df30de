// The classes of a backend in the form of `/object_info`: passed on as a server has described them, where the catalog keeps that.

import { classEntryOf, isRecord, withoutUndefined } from "@pictor/kernel/plugin";
import type { InputSpec, NodeClass } from "@pictor/kernel/plugin";

type Fields = Readonly<Record<string, unknown>>;
type Entry = readonly [type: unknown, options: Fields];

const parentOf = (name: string): string => name.slice(0, name.lastIndexOf("."));
const partOf = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

/** Members that an input has in every form. */
function optionsOf(spec: InputSpec): Fields {
  const { min, max, widget, upload } = spec;
  const isWidgetType = /^(?:INT|FLOAT|STRING|BOOLEAN|COMBO)$/.test(spec.type);
  return {
    ...withoutUndefined({ default: spec.default, min, max, step: widget?.step, round: widget?.round }),
    ...(widget?.dynamicPrompts === true && { dynamicPrompts: true }),
    ...(spec.type === "INT" &&
      widget !== undefined && { control_after_generate: widget.controlAfterGenerate ?? false }),
    ...(spec.type !== "INT" && widget?.controlAfterGenerate === true && { control_after_generate: true }),
    ...(upload === true && { image_upload: true }),
    ...(upload !== true && spec.lenient === true && { remote: {} }),
    ...(spec.multiselect === true && { multiselect: true }),
    ...(widget === undefined && isWidgetType && { forceInput: true }),
    ...(widget !== undefined && !isWidgetType && { socketless: true }),
  };
}

/** An input that belongs to another one, and those that belong to it in turn, with the names that they have there. */
const withoutPrefix = (spec: InputSpec, length: number): InputSpec => ({
  ...spec,
  name: spec.name.slice(length),
  ...(spec.dynamicInputs !== undefined && {
    dynamicInputs: spec.dynamicInputs.map(({ value, inputs }) => ({
      value,
      inputs: inputs.map((input) => withoutPrefix(input, length)),
    })),
  }),
});

/** The parts of a growing input: numbered from 0 after a common prefix, or named one by one. */
function templateOf(parts: readonly InputSpec[]): Fields {
  const names = parts.map(({ name }) => partOf(name));
  const prefix = (names[0] ?? "").replace(/0$/, "");
  const isNumbered = names.every((name, index) => name === `${prefix}${index}`);
  const [first] = parts;
  const input = first === undefined ? {} : { required: { [prefix]: entryOf({ ...first, name: prefix }) } };
  const min = parts.filter(({ required }) => required).length;
  return { input, ...(isNumbered ? { prefix, min, max: names.length } : { names, min }) };
}

function entryOf(spec: InputSpec): Entry {
  const options = optionsOf(spec);
  if (spec.dynamicInputs !== undefined) {
    const choices = spec.dynamicInputs.map(({ value, inputs }) => ({
      key: value,
      inputs: groupsOf(inputs.map((input) => withoutPrefix(input, spec.name.length + 1))),
    }));
    return ["COMFY_DYNAMICCOMBO_V3", { ...options, options: choices }];
  }
  if (spec.options === undefined) return [spec.type, options];
  return spec.legacyCombo === true
    ? [spec.options, options]
    : ["COMBO", { ...options, options: spec.options }];
}

/**
 * The inputs as `required` and `optional`. Parts of growing inputs are joined; inputs that a choice adds are part of
 * the choice.
 */
function groupsOf(inputs: readonly InputSpec[]): Readonly<Record<"required" | "optional", Fields>> {
  const choices = inputs
    .filter(({ dynamicInputs }) => dynamicInputs !== undefined)
    .map(({ name }) => `${name}.`);
  const own = inputs.filter(({ name }) => !choices.some((choice) => name.startsWith(choice)));
  const entries = new Map<string, { readonly required: boolean; readonly entry: Entry }>();
  for (const spec of own) {
    if (spec.autogrow !== true) entries.set(spec.name, { required: spec.required, entry: entryOf(spec) });
    else {
      const name = parentOf(spec.name);
      const parts = own.filter((other) => other.autogrow === true && parentOf(other.name) === name);
      // Optional inputs come after required ones; which of the two a growing input is makes no difference.
      const required = ![...entries.values()].some((entry) => !entry.required);
      if (!entries.has(name))
        entries.set(name, { required, entry: ["COMFY_AUTOGROW_V3", { template: templateOf(parts) }] });
    }
  }
  const group = (isRequired: boolean): Fields =>
    Object.fromEntries(
      [...entries].flatMap(([name, { required, entry }]) => (required === isRequired ? [[name, entry]] : [])),
    );
  return { required: group(true), optional: group(false) };
}

/** A server's own entry, with the choices of the catalog: those of all members. */
function withChoices(entry: unknown, spec: InputSpec | undefined): unknown {
  if (!Array.isArray(entry) || spec?.options === undefined) return entry;
  const [type, options] = entry as readonly unknown[];
  if (Array.isArray(type)) return [spec.options, ...(entry as readonly unknown[]).slice(1)];
  if (type !== "COMBO" || !isRecord(options) || !Array.isArray(options["options"])) return entry;
  return [type, { ...options, options: spec.options }];
}

function describedBy(own: Fields, { inputs }: NodeClass): Fields {
  const specs = new Map(inputs.map((spec) => [spec.name, spec]));
  const groups = isRecord(own["input"]) ? own["input"] : {};
  const input = Object.entries(groups).map(([group, entries]) => [
    group,
    isRecord(entries)
      ? Object.fromEntries(
          Object.entries(entries).map(([name, entry]) => [name, withChoices(entry, specs.get(name))]),
        )
      : entries,
  ]);
  return { ...own, input: Object.fromEntries(input) as Fields };
}

/** One class: as its server describes it, with the choices of all members; otherwise made from the catalog. */
export function classInfoOf(nodeClass: NodeClass): object {
  const entry = classEntryOf(nodeClass);
  // The choices of a class are those of its server, unless members offer different ones.
  const isShared = nodeClass.members === undefined || nodeClass.inputs.every((spec) => !spec.optionMembers);
  if (entry !== undefined) return isShared ? entry : describedBy(entry as Fields, nodeClass);
  const { name, title, inputs, outputs, isOutput, module, partner } = nodeClass;
  const input = groupsOf(inputs);
  return {
    input,
    input_order: { required: Object.keys(input.required), optional: Object.keys(input.optional) },
    output: outputs,
    output_is_list: outputs.map(() => false),
    output_name: outputs,
    name,
    display_name: title ?? name,
    description: "",
    python_module: module ?? "nodes",
    category: "",
    output_node: isOutput,
    ...(partner === true && { api_node: true }),
  };
}

export const objectInfoOf = (classes: Iterable<NodeClass>): Readonly<Record<string, object>> =>
  Object.fromEntries([...classes].map((nodeClass) => [nodeClass.name, classInfoOf(nodeClass)]));
