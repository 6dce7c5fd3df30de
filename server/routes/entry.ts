// Routes: the server itself, sessions, tickets and tokens.

import type { Token } from "@pictor/client";
import type { TokenRecord } from "../access/token-file.js";
import { fault } from "../contract/faults.js";
import { refuseCredential } from "../http/authenticate.js";
import type { Handlers } from "../http/handler.js";
import type { RouteDependencies } from "./dependencies.js";

const viewOf = ({ digest: _digest, ...token }: TokenRecord): Token => token;

export const entryHandlers = (
  deps: RouteDependencies,
): Handlers<
  | "health"
  | "readMetrics"
  | "entry"
  | "openapi"
  | "openSession"
  | "createTicket"
  | "listTokens"
  | "createToken"
  | "revokeToken"
> => ({
  health: () => ({ status: 200, json: {} }),
  readMetrics: async ({ signal }) => {
    const [{ metricsType }, { serverMetricsText }] = await Promise.all([
      import("@pictor/host/metrics"),
      import("../metrics/server-metrics.js"),
    ]);
    return new Response(await serverMetricsText(deps, signal), { headers: { "Content-Type": metricsType } });
  },
  entry: ({ holder }) => {
    const { version, serverId, log, limits } = deps;
    const { scopes } = holder;
    const json = {
      product: "pictor",
      version,
      apiVersion: "1.0",
      serverId,
      seq: log.newest,
      scopes,
      limits,
    } as const;
    return { status: 200, json };
  },
  openapi: async () =>
    new Response(await deps.openapi(), { headers: { "Content-Type": "application/json" } }),
  openSession: async ({ body, address }) => {
    const session = await deps.sessionCodes.open(body.code);
    switch (session.kind) {
      case "opened":
        return { status: 200, json: { token: session.token, scopes: session.scopes } };
      case "reused":
        throw fault("API_CODE_REUSED", {});
      case "unknown":
        return refuseCredential("wrong codes", fault("API_CREDENTIAL_REFUSED", {}), address, deps.attempts);
    }
  },
  createTicket: ({ holder }) => {
    const ticket = deps.tickets.issue(holder);
    return { status: 200, json: { ticket, subprotocols: ["pictor.v1", `pictor.ticket.${ticket}`] } };
  },
  listTokens: async () => ({ status: 200, json: { tokens: (await deps.credentials.list()).map(viewOf) } }),
  createToken: async ({ body, holder }) => {
    const { token, record } = await deps.credentials.create(body.name, body.scopes, holder.tokenId);
    return { status: 201, json: { token, record: viewOf(record) } };
  },
  revokeToken: async ({ params: { id } }) => {
    if (await deps.credentials.revoke(id)) return { status: 200, json: {} };
    throw fault("API_THING_UNKNOWN", { kind: "token", id, list: "/v1/tokens" });
  },
});
