// What is used of undici, part by part: to load all of it takes three times as long (110 ms instead of 35).

import type { Agent, buildConnector, Dispatcher } from "undici";

/** The class of connection pools, and what opens connections for them. */
export async function loadUndici(): Promise<{
  readonly Agent: typeof Agent;
  readonly buildConnector: typeof buildConnector;
}> {
  const [agent, connect] = await Promise.all([
    import("undici/lib/dispatcher/agent.js"),
    import("undici/lib/core/connect.js"),
  ]);
  return { Agent: agent.default, buildConnector: connect.default };
}

/** Has a proxy open a tunnel (CONNECT). */
export async function askForTunnel(
  agent: Dispatcher,
  options: Dispatcher.ConnectOptions,
): Promise<Dispatcher.ConnectData> {
  const { default: connect } = await import("undici/lib/api/api-connect.js");
  return connect.call(agent, options);
}
