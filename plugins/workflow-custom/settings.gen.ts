// Generated from plugin.json by `npm run gen`; do not edit.

export type CustomParams = {
  /** A JSON file in API format or the graph editor's, or a picture (PNG, WebP, JPEG) that holds one. */
  readonly graph: string;
  /** Inputs of the graph: NODE.INPUT, the node by its id, title or class. */
  readonly bindings?: {
    readonly [name: string]: unknown;
  };
  /** Where the graph has exactly one text for it; the graph's own when not given. */
  readonly prompt?: string;
  /** As the prompt, on the other side. */
  readonly negative?: string;
  /** Put into every seed of the graph; the graph's own ones when not given, except for several batches. */
  readonly seed?: string;
};
