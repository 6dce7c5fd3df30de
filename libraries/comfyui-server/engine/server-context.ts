// The state of one server session that its routes and its WebSocket endpoint share.
import type { NodeLibrary } from "@pictor/comfyui-graph";
import type { Catalog } from "../classes/catalog.js";
import type { Clients } from "../clients/clients.js";
import type { Logs } from "../clients/logs.js";
import type { Faults } from "../faults/faults.js";
import type { AccessRules } from "../http/guard.js";
import type { History } from "../prompts/history.js";
import type { Queue } from "../prompts/queue.js";
import type { Runner } from "../runs/runner.js";
import type { UserStore } from "../storage/user-files.js";

export interface ServerContext extends AccessRules, UserStore {
  readonly clients: Clients;
  readonly queue: Queue;
  readonly history: History;
  readonly runner: Runner;
  readonly logs: Logs;
  readonly catalog: Catalog;
  readonly modelFiles: NodeLibrary["modelFiles"];
  /** Launch arguments, which clients read from `/system_stats`. */
  readonly argv: readonly string[];
  /** Longest request body; `/features` publishes it. */
  readonly maxUploadBytes: number;
  readonly faults: Faults;
}
