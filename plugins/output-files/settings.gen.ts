// Generated from plugin.json by `npm run gen`; do not edit.

export type Config = {
  /** Variables in braces: date, time, workflow, seed, prompt, batch, index; a slash makes a folder. Default: "{date}_{time}-{workflow}-{seed}". */
  readonly name: string;
};
