// Values of inputs in a graph as the rows in which a person types them. A row keeps its text, its place and its path
// while it is typed. Pure.

import type { Values } from "../dialect/values.js";
import { isSame } from "../saving/unsaved.js";

/** A path in the graph, such as `KSampler.seed` or `7`, and the text of its value. */
export interface Binding {
  readonly path: string;
  readonly text: string;
}

/** Parses a typed text: a boolean, or a number that loses no digit, else a text, such as `007`. */
function parsed(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  const isNumber =
    /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) && Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER;
  return isNumber ? Number(text) : text;
}

const shown = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? ""));

/** The rows of the paths in `names`. */
const rowsOf = (names: readonly string[], values: Values): readonly Binding[] =>
  names.map((path) => ({ path, text: shown(values[path]) }));

/** Whether an earlier row has the path already, so that this row has no effect. */
export const isRepeated = (rows: readonly Binding[], index: number): boolean =>
  rows.findIndex(({ path }) => path === rows[index]?.path) < index;

/** What a row says. A value whose text is not changed stays as it is: a text such as `12` becomes no number. */
const saidBy = ({ path, text }: Binding, values: Values): unknown =>
  Object.hasOwn(values, path) && shown(values[path]) === text ? values[path] : parsed(text);

/** What the rows say. A row without a path, and one whose path an earlier row has, say nothing. */
const said = (rows: readonly Binding[], values: Values): Values =>
  Object.fromEntries(
    rows
      .filter(({ path }, index) => path !== "" && !isRepeated(rows, index))
      .map((row) => [row.path, saidBy(row, values)]),
  );

/** The values with those of the rows in place of those in `names`. */
export const withRows = (values: Values, names: readonly string[], rows: readonly Binding[]): Values => ({
  ...Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))),
  ...said(rows, values),
});

/** The typed rows, or those of the values if the values were changed elsewhere, for example by a recalled image. */
export function shownRows(
  typed: readonly Binding[],
  names: readonly string[],
  values: Values,
): readonly Binding[] {
  const told = said(typed, values);
  const isCurrent =
    Object.keys(told).length === names.length &&
    names.every((name) => Object.hasOwn(told, name) && isSame(told[name], values[name]));
  return isCurrent ? typed : rowsOf(names, values);
}
