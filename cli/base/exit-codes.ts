// The exit codes of `pictor`, and which of them each class of errors leads to. The help and cli/README.md have the same table.

import type { ErrorClass } from "@pictor/kernel";

export const exitCodes = [
  { code: 0, name: "finished", meaning: "Finished; every output is saved" },
  { code: 1, name: "fault", meaning: "Something went wrong inside Pictor or a plugin" },
  {
    code: 2,
    name: "usage",
    meaning: "Wrong usage or input: option, setting, configuration, workflow or plugin",
  },
  { code: 3, name: "backend", meaning: "The backend or server could not be reached, refused, or failed" },
  { code: 4, name: "vetoed", meaning: "Vetoed before submission; `extensions check`: something is missing" },
  { code: 5, name: "interrupted", meaning: "Interrupted, by Ctrl-C or on the server" },
  { code: 6, name: "lost", meaning: "The backend does not know the job, or no longer answers" },
  {
    code: 7,
    name: "unsaved",
    meaning: "Generated, but not every output was saved; stderr tells how to fetch it",
  },
  { code: 8, name: "auth", meaning: "Credentials, a scope or trust are needed, or were refused" },
  { code: 130, name: "killed", meaning: "Ctrl-C pressed a second time: exited at once" },
] as const;

export type Ending = (typeof exitCodes)[number]["name"];
export type ExitCode = (typeof exitCodes)[number]["code"];

const codes = Object.fromEntries(exitCodes.map(({ name, code }) => [name, code])) as Record<Ending, ExitCode>;

export const exitCode = (ending: Ending): ExitCode => codes[ending];

const byClass: Readonly<Record<ErrorClass, Ending>> = {
  input: "usage",
  unknown: "usage",
  denied: "auth",
  conflict: "usage",
  upstream: "backend",
  lost: "lost",
  full: "backend",
  fault: "fault",
};

/** Codes that end differently from their class: an image was made and is not on disk, or the command was interrupted. */
const byCode: ReadonlyMap<string, Ending> = new Map([
  ["OUTPUT_NOT_FETCHED", "unsaved"],
  ["OUTPUT_NOT_SAVED", "unsaved"],
  ["OUTPUT_LOST", "unsaved"],
  ["OUTPUT_NONE", "unsaved"],
  ["FILE_NOT_WRITABLE", "unsaved"],
  ["FILE_IN_USE", "unsaved"],
  ["FILE_DISK_FULL", "unsaved"],
  ["INTERRUPTED", "interrupted"],
]);

/** True if the code says that an image was made and is not on disk. */
export const isUnsaved = (code: string): boolean => byCode.get(code) === "unsaved";

/** The ending of a command that stops with this error. */
export const endingOfError = (error: { readonly code: string; readonly class: ErrorClass }): Ending =>
  byCode.get(error.code) ?? byClass[error.class];
