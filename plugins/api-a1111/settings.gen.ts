// Generated from plugin.json by `npm run gen`; do not edit.

export type Config = {
  /** Name of the backend that makes the images; the one that Pictor prefers when not given. */
  readonly backend?: string;
};
