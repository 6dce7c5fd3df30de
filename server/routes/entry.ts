// Routes: the server itself, sessions, tickets and tokens.

import type { Token } from "@pictor/client";
import type { TokenRecord } from "../access/token-file.js";
import { fault } from "../contract/faults.js";
import { ok, thingUnknown } from "@pictor/features/base";
import { route } from "./route.js";

const viewOf = ({ digest: _digest, ...token }: TokenRecord): Token => token;

export const entryRoutes = {
  health: route("GET /healthz", {
    scope: "none",
    group: "entry",
    summary: "Whether the server answers",
    replies: ok("Nothing", "The server answers"),
  }).handle(() => ({})),
  readMetrics: route("GET /metrics", {
    scope: "read",
    group: "entry",
    summary: "Metrics of the jobs, of the members of open backends, and of the process, for Prometheus",
    query: {
      backends: {
        type: "string",
        description: "Names of backends, separated by commas, that are opened if they are not open yet",
      },
    },
    replies: { 200: { description: "The text format of Prometheus, 0.0.4", media: ["text/plain"] } },
  }).handle(async ({ query, signal }, deps) => {
    const [{ metricsType }, { serverMetricsText }] = await Promise.all([
      import("@pictor/features/metrics"),
      import("../metrics/server-metrics.js"),
    ]);
    const backends = query.backends?.split(",") ?? [];
    const text = await serverMetricsText(deps, backends, signal);
    return new Response(text, { headers: { "Content-Type": metricsType } });
  }),
  entry: route("GET /v1", {
    scope: "read",
    group: "entry",
    summary: "The server, its limits, and what the token may do",
    replies: ok("Entry", "The server"),
  }).handle(({ caller }, deps) => {
    const { version, serverId, log, limits } = deps;
    const { scopes } = caller;
    const quota = deps.quotas.of(caller);
    const json = {
      product: "pictor",
      version,
      apiVersion: "1.0",
      serverId,
      seq: log.newest,
      scopes,
      limits,
      ...(Object.keys(quota).length > 0 && { quota }),
    } as const;
    return json;
  }),
  openapi: route("GET /v1/openapi.json", {
    scope: "none",
    group: "entry",
    summary: "The description of this API (OpenAPI 3.1)",
    replies: { 200: { description: "The description", media: ["application/json"] } },
  }).handle(
    async (_call, deps) =>
      new Response(await deps.openapi(), { headers: { "Content-Type": "application/json" } }),
  ),
  openSession: route("POST /v1/session", {
    scope: "none",
    group: "entry",
    summary: "Exchange the code of a page's address for the token of a session",
    body: "SessionCode",
    replies: ok("Session", "The token"),
  }).handle(async ({ body, address }, deps) => {
    const session = await deps.sessionCodes.open(body.code);
    switch (session.kind) {
      case "opened":
        return { token: session.token, scopes: session.scopes };
      case "reused":
        throw fault("API_CODE_REUSED", {});
      case "unknown":
        return deps.authentication.refuse("wrong codes", fault("API_CREDENTIAL_REFUSED", {}), address);
    }
  }),
  createTicket: route("POST /v1/tickets", {
    scope: "read",
    group: "entry",
    summary: "A ticket for the handshake of the event socket",
    body: "Nothing",
    replies: ok("Ticket", "The ticket"),
  }).handle(({ caller }, deps) => {
    const ticket = deps.tickets.issue(caller);
    return { ticket, subprotocols: ["pictor.v1", `pictor.ticket.${ticket}`] };
  }),
  listTokens: route("GET /v1/tokens", {
    scope: "admin",
    group: "entry",
    summary: "The tokens that are kept, without their texts",
    replies: ok("TokenList", "The tokens"),
  }).handle(async (_call, deps) => ({ tokens: (await deps.credentials.list()).map(viewOf) })),
  createToken: route("POST /v1/tokens", {
    scope: "admin",
    group: "entry",
    summary: "Create a token that outlives the server",
    body: "TokenRequest",
    replies: { 201: { description: "The token, whose text is shown here only", body: "NewToken" } },
  }).handle(async ({ body: { name, scopes, quota = {} }, caller }, deps) => {
    const made = { maker: caller.tokenId, quota };
    const { token, record } = await deps.credentials.create(name, scopes, made);
    return { token, record: viewOf(record) };
  }),
  changeToken: route("PATCH /v1/tokens/{id}", {
    scope: "admin",
    group: "entry",
    summary: "Change the quota of a token; the change applies at once",
    body: "TokenChange",
    replies: ok("Token", "The token after the change"),
  }).handle(async ({ params: { id }, body: { quota } }, deps) => {
    const changed = await deps.credentials.setQuota(id, quota);
    if (changed === undefined) throw thingUnknown("token", id, "/v1/tokens");
    void deps.quotas.tellBackends(await deps.credentials.list());
    return viewOf(changed);
  }),
  revokeToken: route("DELETE /v1/tokens/{id}", {
    scope: "admin",
    group: "entry",
    summary: "Revoke a token, and close its sockets",
    replies: ok("Nothing", "The token is revoked"),
  }).handle(async ({ params: { id } }, deps) => {
    if (await deps.credentials.revoke(id)) return {};
    throw thingUnknown("token", id, "/v1/tokens");
  }),
} as const;
