// Serves a panel on a separate port, and therefore on a separate origin, so that no panel can read the session of another. The
// port serves the panel's files and the API, which the page calls without CORS.

import type { IncomingMessage } from "node:http";
import { listenerNames, refusalOf, senderOf } from "../access/sender.js";
import type { PortHandlers } from "../apis/port-handlers.js";
import type { Listener } from "../apis/serve-api.js";
import { fault } from "../contract/faults.js";
import { loopback, openPort, standardLimits, type OpenPort } from "../http/listen.js";
import { problemResponse } from "../http/problem.js";
import { addressOf } from "../http/web-request.js";
import { writeResponse } from "../http/write-response.js";
import { panelFile } from "./panel-files.js";

/** The files of a panel. */
export interface PanelSource {
  readonly folder: string;
  /** Rejects if the plugin belongs to a project and has changed since the user trusted the project. */
  requireReviewed(): Promise<void>;
}

const isApi = (path: string): boolean => path === "/v1" || path.startsWith("/v1/") || path === "/healthz";

async function filesFor(
  incoming: IncomingMessage,
  { folder, requireReviewed }: PanelSource,
  listener: Listener,
): Promise<Response> {
  const { method = "GET" } = incoming;
  const sender = senderOf(incoming);
  // Other pages may navigate to the page, because it is public and contains no secret.
  const isVisit = sender.origin === undefined && incoming.headers["sec-fetch-dest"] === "document";
  const refusal = refusalOf(isVisit ? { ...sender, fetchSite: "none" } : sender, listener.names());
  if (refusal !== undefined) throw refusal;
  const path = addressOf(incoming, listener.url())?.pathname ?? "";
  if (method !== "GET" && method !== "HEAD")
    throw fault("API_METHOD_UNKNOWN", { path, method, allowed: "GET, HEAD" });
  const found = await panelFile(folder, path);
  // The plugin is checked after the file was read, so that exactly the checked content is sent: its scripts run with the scopes
  // of the panel.
  await requireReviewed();
  // A browser requests an icon although no page names one.
  if (found === undefined && path === "/favicon.ico") return new Response(null, { status: 204 });
  if (found === undefined) throw fault("API_ROUTE_UNKNOWN", { path, suggestion: "" });
  return method === "HEAD" ? new Response(null, { headers: found.headers }) : found;
}

/** Opens the port of a panel. Rejects as `server.listen`. */
export async function openPanelPort(
  source: PanelSource,
  port: number,
  { respondAt, upgrade, redact }: PortHandlers,
): Promise<OpenPort & { readonly url: string }> {
  const state = { port, names: listenerNames(port, [], []) };
  const listener: Listener = { url: () => `http://${loopback}:${state.port}`, names: () => state.names };
  const api = respondAt(listener);
  const opened = await openPort({
    hostname: loopback,
    port,
    limits: standardLimits,
    request: (incoming, outgoing) => {
      if (isApi(addressOf(incoming, listener.url())?.pathname ?? "")) {
        api(incoming, outgoing);
        return;
      }
      void filesFor(incoming, source, listener)
        .catch((error: unknown) => problemResponse(error, redact))
        .then((response) => writeResponse(response, outgoing))
        .catch(() => outgoing.destroy());
    },
    upgrade: (incoming, stream, head) => upgrade(incoming, stream, head, listener),
  });
  state.port = opened.port;
  state.names = listenerNames(opened.port, [], []);
  return { ...opened, url: listener.url() };
}
