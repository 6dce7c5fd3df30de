// The catalog of a backend: its node classes, and what goes into each and comes out.

import type { Json } from "./values.js";

/** One input of a node class. */
export interface InputSpec {
  readonly name: string;
  readonly required: boolean;
  /** Wire type such as `INT` or `MODEL`; `COMBO` for a choice. */
  readonly type: string;
  /** Allowed values of a choice. */
  readonly options?: readonly (string | number | boolean)[];
  readonly min?: number | bigint;
  readonly max?: number | bigint;
  readonly default?: Json;
  /** True where membership is not enforced by the server (upload inputs). */
  readonly lenient?: boolean;
  /** True for the older form of a choice, a list in place of a type: a `COMBO` output does not fit it. */
  readonly legacyCombo?: boolean;
  /** How a person fills it in the graph editor; absent for an input that only a connection fills. */
  readonly widget?: InputWidget;
  /** The inputs that come with each value of a choice, in order, named as a graph writes them: `name.part`. */
  readonly dynamicInputs?: readonly DynamicInputs[];
  /** True for one of a row that grows with its connections, `name.part`. */
  readonly autogrow?: boolean;
}
/** What the graph editor keeps of an input in its own files beside the value, and does to it before it submits. */
export interface InputWidget {
  /** True where a second value says how the first one changes after each run. */
  readonly controlAfterGenerate?: boolean;
  /** True where the editor makes the choices in a text, `{a|b}`. */
  readonly dynamicPrompts?: boolean;
}
/** What one value of a choice brings. */
export interface DynamicInputs {
  readonly value: string | number | boolean;
  readonly inputs: readonly InputSpec[];
}
/** One node class of a backend. */
export interface NodeClass {
  readonly name: string;
  /** As people see it in the graph editor, where it differs from the name. */
  readonly title?: string;
  readonly inputs: readonly InputSpec[];
  /** Wire types, in order. */
  readonly outputs: readonly string[];
  /** True where the server runs a graph for its sake: it saves or shows something. */
  readonly isOutput: boolean;
  /** The Python module that it comes from, as the server says: `custom_nodes.<folder>` for an extension's. */
  readonly module?: string;
}
/** The node classes of a backend, indexed by name. */
export type Catalog = ReadonlyMap<string, NodeClass>;
