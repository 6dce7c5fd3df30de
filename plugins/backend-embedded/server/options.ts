// The options of the embedded server: what each may be, and every problem told at once.
import type { Fault } from "../faults/fault.js";
import type { ManagerOptions } from "../manager/options.js";
import type { ExtraClasses } from "../nodes/extra-classes.js";
import { isObject } from "../json.js";
import { object, oneOf, problemsOf, problemText, text, yes, type Problem, type Rule } from "../rules.js";

export interface EmbeddedServerOptions {
  /** Address to listen on; default "127.0.0.1". */
  readonly host?: string;
  /** Default 0: a free port. */
  readonly port?: number;
  /** Holds output/, temp/, input/ and user/; default: a fresh folder below the system's temporary folder. */
  readonly directory?: string;
  /** In place of `output` in `directory`. */
  readonly outputDirectory?: string;
  /** In place of `input` in `directory`. */
  readonly inputDirectory?: string;
  /** Temporary files are in `temp` below it, which is emptied at every start; default `directory`. */
  readonly tempDirectory?: string;
  /** HTTP Basic credentials, demanded on every route and on the WebSocket handshake. */
  readonly access?: { readonly username: string; readonly password: string };
  /** "auto" (default): a preview for each sampler step. */
  readonly previews?: "auto" | "none";
  /** Longest request body in MiB, fractions allowed; default 100. */
  readonly maxUploadSize?: number;
  /** Settings and user data for each user that the header `comfy-user` names; default false. */
  readonly multiUser?: boolean;
  /** Sends CORS headers for this origin ("*": any) and lets pages of any origin in; default: neither. */
  readonly corsOrigin?: string;
  /** What goes wrong from the start; default nothing. */
  readonly faults?: readonly Fault[];
  /** True: clients on this machine change faults at `/pictor/faults`; default false. */
  readonly control?: boolean;
  /**
   * Node classes beside the server's own, in the form of `/object_info`; each output is the first input of its type.
   * Default none.
   */
  readonly classes?: ExtraClasses;
  /** A fake ComfyUI-Manager; default none. */
  readonly manager?: ManagerOptions;
  /** Time for faults and the fake Manager; default the system's. */
  readonly clock?: ServerClock;
}

/** The time, and a timer. */
export interface ServerClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after `ms`; returns what cancels it. */
  after(ms: number, callback: () => void): () => void;
}

export type OptionProblem = Problem;

export class InvalidOptionsError extends TypeError {
  override readonly name = "InvalidOptionsError";
  readonly problems: readonly OptionProblem[];

  constructor(problems: readonly OptionProblem[]) {
    super(problemText("Invalid options of the embedded server", problems));
    this.problems = problems;
  }
}

const folder: Rule = { ...text, allowed: "the path of a folder" };

const rules: Readonly<Record<keyof EmbeddedServerOptions, Rule>> = {
  host: { ...text, allowed: "an address, such as 127.0.0.1" },
  port: {
    holds: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 65_535,
    allowed: "a port, 0 to 65535; 0 takes a free one",
  },
  directory: folder,
  outputDirectory: folder,
  inputDirectory: folder,
  tempDirectory: folder,
  access: object,
  previews: oneOf("auto", "none"),
  maxUploadSize: {
    holds: (value) => typeof value === "number" && value > 0 && value < Infinity,
    allowed: "a number of MiB above 0",
  },
  multiUser: yes,
  corsOrigin: { ...text, allowed: "an origin, such as http://127.0.0.1:5173, or *" },
  faults: { holds: Array.isArray, allowed: "an array of faults" },
  control: yes,
  classes: { holds: () => true, allowed: "node classes by name" },
  manager: { holds: () => true, allowed: "an object with generation and packs" },
  clock: {
    holds: (value) =>
      isObject(value) && typeof value["now"] === "function" && typeof value["after"] === "function",
    allowed: "an object with the functions now and after",
  },
};

const word: Rule = { holds: (value) => typeof value === "string", allowed: "a text" };

/** Throws an `InvalidOptionsError`. Faults, classes and the Manager are read where they are used. */
export function checkOptions(options: unknown): void {
  if (!isObject(options)) {
    throw new InvalidOptionsError([{ at: "", problem: "it is no object", allowed: "options by name" }]);
  }
  const { access } = options;
  const problems = [
    ...problemsOf("", options, rules),
    ...(isObject(access)
      ? problemsOf("/access", access, { username: word, password: word }, ["username", "password"])
      : []),
  ];
  if (problems.length > 0) throw new InvalidOptionsError(problems);
}
