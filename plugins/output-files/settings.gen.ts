// Generated from plugin.json by `npm run gen`; do not edit.

export type Config = {
  /** Variables in braces, such as {date} or {prompt[0:20]}; a slash makes a folder. Default: "{date}_{time}-{workflow}-{seed}". */
  readonly name: string;
  /** What {author} stands for. Default: "". */
  readonly author: string;
  /** What {project_name} stands for. Default: "". */
  readonly projectName: string;
};
