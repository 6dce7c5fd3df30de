// The exit codes of `pictor`, and which of them each error code leads to. The help and cli/README.md have the same table.

export const exitCodes = [
  { code: 0, name: "finished", meaning: "Finished; every output is saved" },
  { code: 1, name: "fault", meaning: "Something went wrong inside Pictor or a plugin" },
  {
    code: 2,
    name: "usage",
    meaning: "Wrong usage or input: option, setting, configuration, workflow or plugin",
  },
  {
    code: 3,
    name: "backend",
    meaning: "The backend or server could not be reached, refused, or failed",
  },
  {
    code: 4,
    name: "vetoed",
    meaning: "Vetoed before submission; `extensions check`: something is missing",
  },
  { code: 5, name: "interrupted", meaning: "Interrupted, by Ctrl-C or on the server" },
  { code: 6, name: "lost", meaning: "The backend does not know the job, or no longer answers" },
  {
    code: 7,
    name: "unsaved",
    meaning: "Generated, but not every output was saved; stderr tells how to fetch it",
  },
  { code: 8, name: "auth", meaning: "Credentials are needed, or were rejected" },
  { code: 130, name: "killed", meaning: "Ctrl-C pressed a second time: exited at once" },
] as const;

export type Ending = (typeof exitCodes)[number]["name"];
export type ExitCode = (typeof exitCodes)[number]["code"];

const codes = Object.fromEntries(exitCodes.map(({ name, code }) => [name, code])) as Record<Ending, ExitCode>;

export const exitCode = (ending: Ending): ExitCode => codes[ending];

/** Endings for single error codes; they take precedence over the family, the part before the first underscore. */
const exceptions: ReadonlyMap<string, Ending> = new Map(
  Object.entries({
    AUTH_ACTION_INPUT: "usage",
    AUTH_ACTION_UNKNOWN: "usage",
    AUTH_ADDED_NOTHING: "fault",
    AUTH_CHANGED_REQUEST: "fault",
    AUTH_PLACED_TWICE: "usage",
    AUTH_PROFILE_UNKNOWN: "usage",
    AUTH_SCHEME_UNKNOWN: "usage",
    AUTH_SETTING_INVALID: "usage",
    AUTH_UNREACHABLE: "backend",
    BACKEND_CANNOT: "usage",
    BACKEND_COMFYUI_ABSENT: "usage",
    BACKEND_COMFYUI_FOREIGN: "usage",
    BACKEND_CYCLE: "usage",
    BACKEND_KIND_UNKNOWN: "usage",
    BACKEND_MEMBER_UNKNOWN: "usage",
    BACKEND_UNKNOWN: "usage",
    EXTENSION_AMBIGUOUS: "usage",
    EXTENSION_ID_REFUSED: "usage",
    EXTENSION_LOCK_INVALID: "usage",
    EXTENSION_NOT_INSTALLED: "usage",
    EXTENSION_RANGE_INVALID: "usage",
    EXTENSION_SOURCE_REFUSED: "usage",
    EXTENSION_UNKNOWN: "usage",
    EXTENSIONS_NOT_LOCKABLE: "usage",
    FILE_ESCAPES: "usage",
    MANAGED_ARGUMENTS: "usage",
    MANAGED_FOLDER_FOREIGN: "usage",
    MANAGED_GIT_ADDRESS: "usage",
    MANAGED_MODELS_FOLDER: "usage",
    MANAGED_NOT_OURS: "usage",
    MANAGED_TORCH_INDEX: "usage",
    MANAGED_VERSION_UNKNOWN: "usage",
    PLUGIN_DISPOSE_FAILED: "fault",
    QUEUE_PROMPT_FAILED: "backend",
    QUEUE_PROMPT_LOST: "lost",
    QUEUE_SERVER_UNREACHABLE: "backend",
    REQUEST_BODY_NOT_REPLAYABLE: "usage",
    REQUEST_HEADER_INVALID: "usage",
    REQUEST_URL_INVALID: "usage",
    REQUEST_USERINFO: "usage",
    SECRETS_LOCKED: "fault",
  } as const),
);
const families: ReadonlyMap<string, Ending> = new Map(
  Object.entries({
    A1111: "usage",
    API: "usage",
    AUTH: "auth",
    BACKEND: "backend",
    COMFY: "usage",
    CONFIG: "usage",
    CONTRIBUTION: "usage",
    ENVIRONMENT: "usage",
    EXTENSION: "backend",
    EXTENSIONS: "vetoed",
    FEATURE: "usage",
    FILE: "unsaved",
    GENERATION: "fault",
    GRAPH: "usage",
    HOOK: "usage",
    INPUT: "usage",
    INTERNAL: "fault",
    INTERRUPTED: "interrupted",
    JOB: "lost",
    KERNEL: "fault",
    LIMIT: "usage",
    MANAGED: "backend",
    MANIFEST: "usage",
    MCP: "usage",
    NETWORK: "usage",
    NODE: "backend",
    OPENAI: "usage",
    OUTPUT: "unsaved",
    PANEL: "usage",
    PARAM: "usage",
    PLUGIN: "usage",
    PROFILE: "usage",
    PROMPT: "usage",
    CUSTOM: "usage",
    QUESTION: "fault",
    QUEUE: "usage",
    REQUEST: "backend",
    SECRETS: "usage",
    SETTINGS: "usage",
    SOCKET: "backend",
    TAP: "fault",
    TRUST: "usage",
    USAGE: "usage",
    VARIABLE: "usage",
    WORKFLOW: "usage",
  } as const),
);

/** True if the code belongs to a family of the kernel's errors or of the usage errors. */
export const isKnownFamily = (errorCode: string): boolean => families.has(errorCode.split("_", 1)[0] ?? "");

/** The codes of an error or a problem. `base` is the kernel's code that a plugin's code specializes; default: `code`. */
export interface ErrorCodes {
  readonly code: string;
  readonly base?: string;
}

/**
 * The ending of a command that stops with this error. A plugin's own code has the ending of its base. A code of an
 * unknown family without a base ends as `fault`.
 */
export function endingOfError({ code, base = code }: ErrorCodes): Ending {
  const family = base.split("_", 1)[0] ?? "";
  return exceptions.get(base) ?? families.get(family) ?? "fault";
}
