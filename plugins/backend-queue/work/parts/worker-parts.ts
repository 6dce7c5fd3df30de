// What the parts of a worker share, made once when it starts.

import type { MemberBackend, WorkOptions } from "@pictor/kernel/plugin";
import type { PromptLimits } from "@pictor/prompt-life";
import type { Session } from "../../base/session.js";
import type { AbsenceWatch } from "../../protocol/absence.js";
import type { Abilities } from "./abilities.js";
import type { Meter } from "./meter.js";
import type { Presence } from "./presence.js";
import type { Warnings } from "./warnings.js";

/** The session has the worker's own connection, and queues that take jobs under its name. */
export interface WorkerParts extends Session, Omit<WorkOptions, "name" | "server"> {
  readonly backend: MemberBackend;
  /** The worker's name. */
  readonly worker: string;
  /** What errors call the server. */
  readonly server: string;
  /** The claims of this process. */
  readonly token: string;
  /** Aborted with the first of `signal` and `drain`. */
  readonly ending: AbortSignal;
  readonly limits: PromptLimits;
  readonly presence: Presence;
  readonly absence: AbsenceWatch;
  readonly abilities: Abilities;
  readonly meter: Meter;
  readonly warnings: Warnings;
}
