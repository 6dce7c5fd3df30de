// Errors of the command line, with the same members as every other error: code, what, hint.

/** The meaning of each code and what to do, for docs/errors.md. */
export const usageCodes = {
  USAGE_ARGUMENT: {
    message: "An argument is missing, wrong, or superfluous.",
    fix: "`--help` after the command describes its arguments.",
  },
  USAGE_COMMAND: { message: "There is no such command.", fix: "`pictor --help` lists the commands." },
  USAGE_FILE: {
    message: "A file or folder named on the command line cannot be used.",
    fix: "Correct the path or the file; the message names the problem.",
  },
  USAGE_OPTION: {
    message: "An option is unknown, lacks its value, or contradicts another one.",
    fix: "`--help` after the command lists its options.",
  },
  USAGE_SETTING: {
    message: "There is no such setting of the workflow, scheme or backend.",
    fix: "The message lists the known settings.",
  },
  USAGE_VALUE: {
    message: "A value has the wrong type or format.",
    fix: "The message says what is expected.",
  },
  USAGE_VARIABLE: {
    message: "A warning: an environment variable whose name begins with PICTOR_ is none that Pictor reads.",
    fix: "The message names the variable that was probably meant.",
  },
} as const;
export type UsageCode = keyof typeof usageCodes;

export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly class = "input";
  readonly code: UsageCode;
  readonly what: string;
  readonly hint: string;
  /** If a command line has several problems: all of them; this error is the first. */
  details?: { readonly problems: readonly UsageError[] };

  constructor(code: UsageCode, what: string, hint: string, cause?: unknown) {
    super(`${what} ${hint}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.what = what;
    this.hint = hint;
  }
}

/** The error about a value that was given for `where`, which is an option. */
export const wrongValue = (where: string, expected: string, found: string, hint: string): UsageError =>
  new UsageError("USAGE_VALUE", `${where}: expected ${expected}, found "${found}".`, hint);
