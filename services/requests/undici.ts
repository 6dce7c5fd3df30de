// Loads single modules of undici, because loading all of it takes three times as long (110 ms instead of 35). `require` is
// faster than `import` here: Node parses every imported CommonJS file for the names of its exports.

import { createRequire } from "node:module";
import type { Agent, buildConnector, Dispatcher } from "undici";

const require = createRequire(import.meta.url);

/** The class of connection pools, and the function that creates their connectors. */
export const loadUndici = (): {
  readonly Agent: typeof Agent;
  readonly buildConnector: typeof buildConnector;
} => ({
  Agent: require("undici/lib/dispatcher/agent.js") as typeof Agent,
  buildConnector: require("undici/lib/core/connect.js") as typeof buildConnector,
});

/** Asks a proxy to open a tunnel (CONNECT). */
export function requestTunnel(
  agent: Dispatcher,
  options: Dispatcher.ConnectOptions,
): Promise<Dispatcher.ConnectData> {
  const connect = require("undici/lib/api/api-connect.js") as (
    this: Dispatcher,
    options: Dispatcher.ConnectOptions,
  ) => Promise<Dispatcher.ConnectData>;
  return connect.call(agent, options);
}
