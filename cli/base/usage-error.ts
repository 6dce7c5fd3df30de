// What is wrong with a command line, in the shape of every other error: code, what, hint.

/** What each code stands for, and what to do; docs/errors.md lists them. */
export const usageCodes = {
  USAGE_ARGUMENT: {
    message: "An argument is missing, wrong, or one too many.",
    fix: "`--help` behind the command tells what it takes.",
  },
  USAGE_COMMAND: { message: "There is no such command.", fix: "`pictor --help` lists those that there are." },
  USAGE_FILE: {
    message: "A file or folder named on the command line cannot be used.",
    fix: "Correct the path, or the file: the message says what is wrong with it.",
  },
  USAGE_OPTION: {
    message: "An option is unknown, lacks its value, or contradicts another.",
    fix: "`--help` behind the command lists its options.",
  },
  USAGE_SETTING: {
    message: "There is no such setting of the workflow, scheme or backend.",
    fix: "The message lists those that there are.",
  },
  USAGE_VALUE: { message: "A value has the wrong type or form.", fix: "The message says what is expected." },
} as const;
export type UsageCode = keyof typeof usageCodes;

export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly code: UsageCode;
  readonly what: string;
  readonly hint: string;

  constructor(code: UsageCode, what: string, hint: string, cause?: unknown) {
    super(`${what} ${hint}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.what = what;
    this.hint = hint;
  }
}
