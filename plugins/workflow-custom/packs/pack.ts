// What the front end of an extension does with the nodes of its files, as data.

import type { NodeClass } from "@pictor/kernel/plugin";

/**
 * A node that exists in the editor alone. An `annotation` has no effect on the graph, a `reroute` passes its input on, a
 * `primitive` outputs the value of its widget, `set` and `get` connect nodes through a variable, and the value of a `browser`
 * node is stored in the browser, so that no file has it.
 */
export type VirtualNodeKind = "annotation" | "reroute" | "primitive" | "set" | "get" | "browser";

/** How the values of a class are saved, where the inputs of the class do not tell. */
export interface WidgetRule {
  /**
   * Names of the inputs to which the values belong, in order. Values beyond them belong to the editor. Default: the inputs of
   * the class that have a widget.
   */
  readonly names?: readonly string[];
  /** Names for the values after those of the class's own inputs, which the class reads without declaring them. */
  readonly further?: readonly string[];
  /** Property of the node that lists the names of its values. Names that begin with `hidden` belong to the editor. */
  readonly namesInFile?: { readonly property: string; readonly hidden: string };
  /** The values are rows, of which each with the member `with` becomes an input: `prefix` and a number from 1 on. */
  readonly rows?: { readonly with: string; readonly prefix: string };
  /** Values with this member belong to the editor. */
  readonly ignoredWith?: string;
  /** All values are what the editor shows of the last run. */
  readonly isDisplay?: true;
  /** Values of older files, by the input and their text, and what the class takes in their place. */
  readonly older?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The values that the class of the server takes, from those of a file that an older version of the pack may have written. */
  readonly present?: (
    values: ReadonlyMap<string, unknown>,
    nodeClass: NodeClass,
  ) => ReadonlyMap<string, unknown>;
}

export interface Pack {
  /** Classes in whose input `filename_prefix` the editor replaces dates and values of other nodes. */
  readonly namesFiles?: readonly string[];
  readonly virtual?: Readonly<Record<string, VirtualNodeKind>>;
  /** By class. */
  readonly widgets?: Readonly<Record<string, WidgetRule>>;
  /** Beginnings of the names of classes to which a rule applies, and the rule. */
  readonly families?: Readonly<Record<string, WidgetRule>>;
}
