// What the parts of a worker share, made once when it starts.

import type { WorkOptions } from "@pictor/kernel/plugin";
import type { Session } from "../../base/session.js";
import type { AbsenceWatch } from "../../protocol/absence.js";
import type { Abilities } from "./abilities.js";
import type { Meter } from "./meter.js";
import type { Presence } from "./presence.js";
import type { ServerParts } from "./server-limit.js";
import type { Warnings } from "./warnings.js";

/** The session has the worker's own connection, and queues that take jobs under its name. */
export interface WorkerParts extends Session, ServerParts, Omit<WorkOptions, "name" | "server"> {
  /** The worker's name. */
  readonly worker: string;
  /** The claims of this process. */
  readonly token: string;
  /** Aborted with the first of `signal` and `drain`. */
  readonly ending: AbortSignal;
  readonly presence: Presence;
  readonly absence: AbsenceWatch;
  readonly abilities: Abilities;
  readonly meter: Meter;
  readonly warnings: Warnings;
}
