// The catalog of a backend: its node classes with their inputs and outputs.

import type { CallOptions } from "./calls.js";
import type { Json } from "./values.js";

/** One input of a node class. */
export interface InputSpec {
  readonly name: string;
  readonly required: boolean;
  /** Wire type, such as `INT` or `MODEL`; `COMBO` for a choice. */
  readonly type: string;
  /** Allowed values of a choice. */
  readonly options?: readonly (string | number | boolean)[];
  /**
   * For a backend with the facet `members`: the names of the members that offer an option, such as a model file, by
   * `String(option)`. An option without an entry is offered by every member that has the class.
   */
  readonly optionMembers?: Readonly<Record<string, readonly string[]>>;
  readonly min?: number | bigint;
  readonly max?: number | bigint;
  readonly default?: Json;
  /** Whether the server accepts other values than `options` (upload inputs). */
  readonly lenient?: boolean;
  /** Whether the input takes several of `options` at once, as a wrapped list: `{ "__value__": ["a", "b"] }`. */
  readonly multiselect?: boolean;
  /**
   * Whether the value names a file that a client may upload. The server refuses names of files that it does not have;
   * `options` lists the files of one folder only.
   */
  readonly upload?: boolean;
  /**
   * Whether the class uses the older form of a choice, a list in place of a type. A `COMBO` output cannot be linked to
   * it.
   */
  readonly legacyCombo?: boolean;
  /** The input's widget in the graph editor; absent if only a link can fill the input. */
  readonly widget?: InputWidget;
  /**
   * For each value of a choice (DynamicCombo), the inputs that the value adds, in order, with the names that a graph
   * uses: `name.part`.
   */
  readonly dynamicInputs?: readonly DynamicInputs[];
  /** The inputs that a link to this input adds (DynamicSlot), with the names that a graph uses: `name.part`. */
  readonly linkedInputs?: readonly InputSpec[];
  /** Names of inputs that the class reads, depending on this one, without describing them (formats of a video). */
  readonly furtherInputs?: readonly string[];
  /** The fields of each row of a group (DynamicGroup). A graph writes them as `name.0.field`, and nothing under `name`. */
  readonly rows?: InputRows;
  /** Whether the input belongs to a row that grows with its links (Autogrow): `name.part`. */
  readonly autogrow?: boolean;
}
/** How the graph editor stores an input in its own files, and how it processes the value before submitting. */
export interface InputWidget {
  /**
   * Whether the widget has a second value, which says how the first one changes after each run
   * (`control_after_generate`).
   */
  readonly controlAfterGenerate?: boolean;
  /** Whether the editor resolves choices of the form `{a|b}` in the text (`dynamicPrompts`). */
  readonly dynamicPrompts?: boolean;
  /** The step of a number: the editor rounds the number to a multiple of it. */
  readonly step?: number;
  /** The unit to which the editor rounds a number instead of to `step` (`round`). */
  readonly round?: number;
}
/** The rows of a group of inputs. */
export interface InputRows {
  /** Number of rows that a graph needs at least, and may have at most. */
  readonly min: number;
  readonly max: number;
  /** The fields of a row, with their own names. */
  readonly inputs: readonly InputSpec[];
}
/** The inputs that one value of a choice adds; `required` applies while that value is chosen. */
export interface DynamicInputs {
  readonly value: string | number | boolean;
  readonly inputs: readonly InputSpec[];
}
/** One node class of a backend. */
export interface NodeClass {
  readonly name: string;
  /** Display name in the graph editor, if it differs from `name`. */
  readonly title?: string;
  readonly inputs: readonly InputSpec[];
  /** Wire types, in order. */
  readonly outputs: readonly string[];
  /** Whether the node is an output node: the server runs a graph for the nodes that save or display something. */
  readonly isOutput: boolean;
  /** Whether the node runs on the servers of another company, which costs credits of an account and needs its key. */
  readonly partner?: boolean;
  /**
   * The class by which the backend replaces this one, which a graph of an older version names: the backend accepts the
   * older names of inputs and outputs, which this description has.
   */
  readonly replacedBy?: string;
  /** The Python module of the class, as the server reports it: `custom_nodes.<folder>` for extensions. */
  readonly module?: string;
  /** For a backend with the facet `members`: the names of the members that have the class. */
  readonly members?: readonly string[];
}
/** The node classes of a backend, by name. */
export type Catalog = ReadonlyMap<string, NodeClass>;
/** Options of `Backend.catalog`. */
export interface CatalogOptions extends CallOptions {
  /** Classes to fetch again, or `true` for all of them. The catalog that is returned is complete. */
  readonly refresh?: true | readonly string[];
  /**
   * The only classes that the caller reads. The catalog may omit all others; if it omits one of these, the backend does
   * not have that class. A backend may ignore the option.
   */
  readonly classes?: readonly string[];
}
