// Generated from plugin.json by `npm run gen`; do not edit.

export type Config = {
  /** Variables in braces, such as {date} or {prompt[0:20]}; a slash separates folders. Default: "{date}_{time}-{workflow}-{seed}". */
  readonly name: string;
  /** Value of {author}. Default: "". */
  readonly author: string;
  /** Value of {project_name}. Default: "". */
  readonly projectName: string;
};
