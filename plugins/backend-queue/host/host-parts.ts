// What the parts of a host share, made once when its backend is opened.

import type { Session } from "../base/session.js";
import type { SetId } from "../bull/jobs.js";
import { AbsenceWatch } from "../protocol/absence.js";
import { silenceMsOf } from "../redis/keys.js";
import { createWaits, type Waits } from "./waits.js";
import { Workers } from "./workers.js";

export interface HostParts extends Session {
  readonly workers: Workers;
  readonly waits: Waits;
  readonly absence: AbsenceWatch;
  /** The sets of the prompts that were submitted here last, for those who look for their jobs. */
  readonly submitted: Map<string, SetId>;
}

export function createHostParts(session: Session): HostParts {
  const { clock, settings } = session;
  const workers = new Workers(session);
  return {
    ...session,
    workers,
    waits: createWaits(workers, clock),
    absence: new AbsenceWatch(clock, silenceMsOf(settings)),
    submitted: new Map(),
  };
}
