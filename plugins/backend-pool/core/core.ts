// What the parts of a pool share: its members, its prompts, its listeners.

import type { Clock, Logger } from "@pictor/kernel/plugin";
import type { Limits } from "../base/limits.js";
import type { MemberCatalogs } from "../catalog/member-catalogs.js";
import type { Hub } from "../events/hub.js";
import type { Member } from "../members/member.js";
import type { Table } from "../prompts/table.js";
import type { SentFiles } from "../uploads/send-uploads.js";
import type { UploadStore } from "../uploads/upload-store.js";

export interface Core {
  /** Name of the instance. */
  readonly name: string;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly logger: Logger;
  /** Aborted when the pool is closed. */
  readonly signal: AbortSignal;
  readonly members: ReadonlyMap<string, Member>;
  readonly catalogs: MemberCatalogs;
  readonly table: Table;
  readonly hub: Hub;
  readonly uploads: UploadStore;
  readonly sent: SentFiles;
  /** The ids of submissions that the pool has not taken: no member has a prompt with such an id. The newest ones only. */
  readonly declined: Set<string>;
  /** Whether a person has paused the pool: no prompt is passed on. */
  isPaused: boolean;
  /** The owners that a person has paused: none of their prompts is passed on. */
  readonly pausedOwners: Set<string>;
  /** `runningLimit` of each owner, as in `OwnerState`. */
  readonly runningLimits: Map<string, number>;
}
