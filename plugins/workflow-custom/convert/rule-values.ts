// The values of a node of a known pack, by the pack's own rule.

import { isRecord } from "@pictor/kernel/plugin";
import type { EditorNode } from "../editor/editor-graph.js";
import type { WidgetRule } from "../packs/pack.js";

/** Whether a value says nothing: that of a button, of a separator, or of an empty preview. */
const saysNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).every((name) => name === "type"));

/** The values that somebody may have meant. */
export const meantValues = (values: readonly unknown[]): readonly unknown[] =>
  values.filter((value) => !saysNothing(value));

/** Values without those that the pack keeps for its editor. */
export const withoutEditorValues = (
  values: readonly unknown[],
  { ignoredWith }: WidgetRule,
): readonly unknown[] =>
  ignoredWith === undefined
    ? values
    : values.filter((value) => !isRecord(value) || !Object.hasOwn(value, ignoredWith));

const namesOf = (node: EditorNode, { namesInFile, names }: WidgetRule): readonly string[] | undefined => {
  const listed = namesInFile === undefined ? undefined : node.properties[namesInFile.property];
  return Array.isArray(listed) ? listed.map(String) : names;
};

/** The values by name, where the rule names all of them; undefined if the inputs of the class name them. */
export function valuesByRule(
  values: readonly unknown[],
  node: EditorNode,
  rule: WidgetRule,
): ReadonlyMap<string, unknown> | undefined {
  if (rule.isDisplay === true) return new Map();
  const { rows, namesInFile } = rule;
  if (rows !== undefined) {
    const own = values.filter((value) => isRecord(value) && Object.hasOwn(value, rows.with));
    return new Map(own.map((value, index) => [`${rows.prefix}${index + 1}`, value]));
  }
  const names = namesOf(node, rule);
  if (names === undefined) return undefined;
  const isListed = names !== rule.names;
  const named = isListed ? values : withoutEditorValues(values, rule);
  const entries = names.flatMap((name, index) =>
    index < named.length ? [[name, named[index]] as const] : [],
  );
  return new Map(
    entries.filter(([name]) => namesInFile === undefined || !name.startsWith(namesInFile.hidden)),
  );
}

/** The value that the class takes in place of one of an older file. */
export const presentValue = (rule: WidgetRule | undefined, name: string, value: unknown): unknown =>
  rule?.older?.[name]?.[String(value)] ?? value;
