// Generated from plugin.json by `npm run gen`; do not edit.

export type PromptExpansionSettings = {
  /** Language model, as the backend names it. */
  readonly model: string;
  /** The backend writes the expanded prompt to its log. Default: true. */
  readonly log: boolean;
};
