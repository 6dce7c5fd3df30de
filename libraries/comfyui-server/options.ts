// The options of the server, and the check of options that an untyped caller passes.
import { isRecord } from "@pictor/kernel/plugin";
import type { NodeLibrary } from "@pictor/comfyui-graph/types";
import {
  boolean,
  found,
  InvalidInputError,
  memberProblems,
  nonEmptyString,
  object,
  oneOf,
  type Problem,
  type Rule,
} from "./checks/check-members.js";
import type { ExtraClasses } from "./classes/extra-classes.js";
import type { Fault } from "./faults/fault.js";
import type { Credentials } from "./http/credentials.js";
import type { ManagerOptions } from "./manager/options.js";

export interface ComfyuiServerOptions {
  /** The node classes of the server; default none besides those of `classes` and `manager`. */
  readonly nodes?: NodeLibrary;
  /** Address to listen on; default "127.0.0.1". */
  readonly host?: string;
  /** Port to listen on; default 0, which selects a free port. */
  readonly port?: number;
  /** Folder that contains output/, temp/, input/ and user/; default: a new temporary folder. */
  readonly directory?: string;
  /** Folder that replaces `output` in `directory`. */
  readonly outputDirectory?: string;
  /** Folder that replaces `input` in `directory`. */
  readonly inputDirectory?: string;
  /** Temporary files are in `temp` below this folder, which is emptied at every start; default `directory`. */
  readonly tempDirectory?: string;
  /** Folder with the files of a front end, among them index.html, which is served at `/`; default: a page of this server. */
  readonly frontEndRoot?: string;
  /** HTTP Basic credentials that every route and the WebSocket handshake demand; default none. */
  readonly access?: Credentials;
  /** Whether samplers send previews: "auto" (default) sends one with each step. */
  readonly previews?: "auto" | "none";
  /** Longest request body in MiB, fractions allowed; default 100. */
  readonly maxUploadSize?: number;
  /** True: each user, named by the header `comfy-user`, has separate settings and user data; default false. */
  readonly multiUser?: boolean;
  /**
   * Origin for which CORS headers are sent ("*" for any). Requests from pages of any origin are then accepted. Default:
   * no CORS headers.
   */
  readonly corsOrigin?: string;
  /** Faults that are set from the start; default none. */
  readonly faults?: readonly Fault[];
  /** True: clients on this machine may change faults at `/pictor/faults`; default false. */
  readonly control?: boolean;
  /**
   * Node classes besides those of `nodes`, in the form of `/object_info`. A node of such a class returns, for each output,
   * the first input of the same type. Default none.
   */
  readonly classes?: ExtraClasses;
  /** A simulated ComfyUI-Manager; default none. */
  readonly manager?: ManagerOptions;
  /** Time for faults and the simulated ComfyUI-Manager; default: the time of the system. */
  readonly clock?: ServerClock;
}

export interface ServerClock {
  /** The present time in milliseconds since 1970. */
  now(): number;
  /** Calls `callback` once after `ms` milliseconds; returns a function that cancels the call. */
  after(ms: number, callback: () => void): () => void;
}

export class InvalidOptionsError extends InvalidInputError {
  override readonly name = "InvalidOptionsError";
  constructor(problems: readonly Problem[]) {
    super("Invalid options of the server", problems);
  }
}

const folder: Rule = { ...nonEmptyString, allowed: "the path of a folder" };
/** Accepts an option that `readClasses` or `readManager` checks later. */
const checkedElsewhere = (allowed: string): Rule => ({ accepts: () => true, allowed });

const rules: Readonly<Record<keyof ComfyuiServerOptions, Rule>> = {
  nodes: {
    accepts: (value) => isRecord(value) && value["classes"] instanceof Map,
    allowed: "a node library",
  },
  host: { ...nonEmptyString, allowed: "an address, such as 127.0.0.1" },
  port: {
    accepts: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 65_535,
    allowed: "a port from 0 to 65535; 0 selects a free one",
  },
  directory: folder,
  outputDirectory: folder,
  inputDirectory: folder,
  tempDirectory: folder,
  frontEndRoot: folder,
  access: { ...object, isSecret: true },
  previews: oneOf("auto", "none"),
  maxUploadSize: {
    accepts: (value) => typeof value === "number" && value > 0 && value < Infinity,
    allowed: "a number of MiB above 0",
  },
  multiUser: boolean,
  corsOrigin: { ...nonEmptyString, allowed: "an origin, such as http://127.0.0.1:5173, or *" },
  faults: { accepts: Array.isArray, allowed: "an array of faults" },
  control: boolean,
  classes: checkedElsewhere("node classes by name"),
  manager: checkedElsewhere("an object with generation and packs"),
  clock: {
    accepts: (value) =>
      isRecord(value) && typeof value["now"] === "function" && typeof value["after"] === "function",
    allowed: "an object with the functions now and after",
  },
};

const secretString: Rule = {
  accepts: (value) => typeof value === "string",
  allowed: "a string",
  isSecret: true,
};

/**
 * Checks the options. Throws an `InvalidOptionsError` that lists all problems. Does not check `faults`, `classes` and
 * `manager` in detail.
 */
export function checkOptions(options: unknown): void {
  if (!isRecord(options)) {
    throw new InvalidOptionsError([{ at: "", problem: found(options), allowed: "an object with options" }]);
  }
  const { access } = options;
  const accessRules = { username: secretString, password: secretString };
  const problems = [
    ...memberProblems("", options, rules),
    ...(isRecord(access) ? memberProblems("/access", access, accessRules, Object.keys(accessRules)) : []),
  ];
  if (problems.length > 0) throw new InvalidOptionsError(problems);
}
