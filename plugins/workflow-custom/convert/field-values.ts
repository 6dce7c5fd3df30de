// The values of a node's fields, which most files keep by place alone, under the names of its inputs. Pure.

import type { InputSpec, NodeClass } from "@pictor/kernel/plugin";
import type { EditorNode } from "../editor/types.js";

export interface FieldValues {
  /** By the name of the input. */
  readonly values: ReadonlyMap<string, unknown>;
  /** The fields that the class has, in order; those without a value were not there when the file was made. */
  readonly fields: readonly InputSpec[];
  /** Values that belong to no field. */
  readonly left: number;
}

/** How a value changes after each run: kept behind the value itself. The first versions knew yes and no. */
const changes = new Set<unknown>(["fixed", "increment", "decrement", "randomize", true, false]);

/**
 * Those that the editor shows a field for: what the class says, and what the file says beside that. What another input
 * brings comes with its value.
 */
function withFields(inputs: readonly InputSpec[], node: EditorNode): readonly InputSpec[] {
  const bringing = inputs.filter(({ brings }) => brings !== undefined).map(({ name }) => `${name}.`);
  const marked = new Set(node.inputs.filter(({ field }) => field !== undefined).map(({ name }) => name));
  return inputs.filter(({ name, byHand, grown }) => {
    if (bringing.some((start) => name.startsWith(start))) return false;
    return marked.has(name) || (byHand !== undefined && grown !== true);
  });
}

/**
 * Whether `value`, which stands behind that of `spec`, says how that one changes. The class need not say so, as packs
 * add it on their own, and older files may lack it: a word that the next field takes as its own value is that.
 */
function saysHowItChanges(value: unknown, spec: InputSpec, next: InputSpec | undefined): boolean {
  if (!changes.has(value) || (typeof value === "boolean" && next?.type === "BOOLEAN")) return false;
  if (spec.byHand?.changes === true) return true;
  if (spec.type !== "INT" || next?.options?.includes(value as string) === true) return false;
  return /seed/i.test(spec.name) || next?.type !== "STRING";
}

function byPlace(values: readonly unknown[], { inputs }: NodeClass, node: EditorNode): FieldValues {
  const waiting = [...withFields(inputs, node)];
  const hasUpload = inputs.some(({ lenient }) => lenient);
  const taken = new Map<string, unknown>();
  const fields: InputSpec[] = [];
  let place = 0;
  for (let spec = waiting.shift(); spec !== undefined; spec = waiting.shift()) {
    fields.push(spec);
    if (place >= values.length) continue;
    const value = values[place++];
    taken.set(spec.name, value);
    const next = waiting[0];
    if (saysHowItChanges(values[place], spec, next)) {
      place++;
      // A choice that changes has a filter of its values behind it as well.
      if (spec.type === "COMBO" && values[place] === "" && next?.type !== "STRING") place++;
    }
    const brought = spec.brings?.find((each) => each.value === value)?.inputs ?? [];
    waiting.unshift(...withFields(brought, node));
    // The buttons of an upload stand between the required fields and the others.
    const spare = values.length - place - waiting.length;
    if (hasUpload && spec.required && next?.required === false && spare > 0) place += spare;
  }
  return { values: taken, fields, left: hasUpload ? 0 : Math.max(0, values.length - place) };
}

/** Names that the class does not have are kept: some classes read more than they declare. Pictures in the making are not. */
function byName(
  values: Readonly<Record<string, unknown>>,
  { inputs }: NodeClass,
  node: EditorNode,
): FieldValues {
  const fields = withFields(inputs, node);
  const known = new Set(inputs.map(({ name }) => name));
  const kept = Object.entries(values).filter(
    ([name, value]) => known.has(name) || typeof value !== "object" || value === null,
  );
  return { values: new Map(kept), fields, left: 0 };
}

/** The values of a node whose class the catalogue has. */
export function fieldValues(node: EditorNode, known: NodeClass): FieldValues {
  const { values } = node;
  return Array.isArray(values)
    ? byPlace(values as readonly unknown[], known, node)
    : byName(values as Readonly<Record<string, unknown>>, known, node);
}

/**
 * The values of a node of an unknown class, as far as the file itself names them: newer ones mark every field among the
 * inputs. Undefined where a value would have to be guessed.
 */
export function namedValues(node: EditorNode): ReadonlyMap<string, unknown> | undefined {
  const { inputs, values } = node;
  if (!Array.isArray(values)) return new Map(Object.entries(values));
  const names = inputs.filter(({ field }) => field !== undefined).map(({ name }) => name);
  const named = new Map<string, unknown>();
  let place = 0;
  for (const name of names) {
    if (place >= values.length) return undefined;
    named.set(name, values[place++]);
    if (changes.has(values[place]) && values.length - place > names.length - named.size) place++;
  }
  return place === values.length ? named : undefined;
}
