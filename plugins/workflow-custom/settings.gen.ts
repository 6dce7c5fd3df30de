// Generated from plugin.json by `npm run gen`; do not edit.

export type CustomParams = {
  /** A JSON file in API format or in the graph editor's format, or an image, video or audio file (PNG, WebP, JPEG, AVIF, MP4, WebM, FLAC) that contains a graph. */
  readonly graph: string;
  /** Values of inputs: NODE.INPUT, with the id, title or class of the node. */
  readonly bindings?: { readonly [name: string]: unknown };
  /** Replaces the prompt of a graph that has exactly one; the prompt of the graph when not given. */
  readonly prompt?: string;
  /** Replaces the negative prompt of a graph that has exactly one. */
  readonly negative?: string;
  /** Set in every seed input of the graph; the seeds of the graph when not given, unless there are several batches. */
  readonly seed?: string;
};
