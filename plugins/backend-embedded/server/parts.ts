// What the routes and the socket share: one record instead of module state.
import type { DataFolders } from "../files/data-folder.js";
import type { NodeDefinition } from "../nodes/node.js";
import type { Clients } from "./clients.js";
import type { History } from "./history.js";
import type { Queue } from "./queue.js";
import type { Runner } from "./runner.js";

export interface ServerParts {
  readonly clients: Clients;
  readonly queue: Queue;
  readonly history: History;
  readonly runner: Runner;
  readonly folders: DataFolders;
  readonly catalog: ReadonlyMap<string, NodeDefinition>;
  /** Shown in `/system_stats`, where clients look for launch arguments. */
  readonly argv: readonly string[];
  readonly access?: { readonly username: string; readonly password: string };
}
