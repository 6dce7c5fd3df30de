// What is wrong with a command line, in the shape of every other error: code, what, hint.

export const usageCodes = {
  USAGE_ARGUMENT: "An argument is missing, wrong, or one too many",
  USAGE_COMMAND: "There is no such command",
  USAGE_FILE: "A file or folder named on the command line cannot be used",
  USAGE_OPTION: "An option is unknown, lacks its value, or contradicts another",
  USAGE_SETTING: "The workflow or scheme has no such setting",
  USAGE_VALUE: "A value has the wrong type or form",
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
