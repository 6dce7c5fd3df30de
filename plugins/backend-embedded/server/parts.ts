// What the routes and the socket share: one record instead of module state.
import type { FrameFaults, RequestFaults } from "../faults/hooks.js";
import type { DataFolders } from "../files/data-folder.js";
import type { NodeDefinition } from "../nodes/node.js";
import type { Clients } from "./clients.js";
import type { History } from "./history.js";
import type { Logs } from "./logs.js";
import type { Queue } from "./queue.js";
import type { Runner } from "./runner.js";

export interface ServerParts {
  readonly clients: Clients;
  readonly queue: Queue;
  readonly history: History;
  readonly runner: Runner;
  readonly folders: DataFolders;
  readonly logs: Logs;
  readonly catalog: ReadonlyMap<string, NodeDefinition>;
  /** Shown in `/system_stats`, where clients look for launch arguments. */
  readonly argv: readonly string[];
  /** Longest request body; published in `/features`. */
  readonly maxUploadBytes: number;
  /** True: settings and user data belong to the user that the header `comfy-user` names. */
  readonly multiUser: boolean;
  /** The origin that CORS headers name; undefined: no such headers, and pages of other origins are refused. */
  readonly corsOrigin?: string;
  readonly faults: FrameFaults & RequestFaults;
  readonly access?: { readonly username: string; readonly password: string };
}
