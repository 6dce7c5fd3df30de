// Serves a path of an API on a separate port, for programs that support neither a path nor a token. Only this machine reaches
// the port, and of the pages of other origins only those that the user has listed.

import type { IncomingMessage } from "node:http";
import { listenerNames } from "../access/sender.js";
import { fault } from "../contract/faults.js";
import type { Scope } from "@pictor/features/base";
import { loopback, openPort, standardLimits, type OpenPort } from "../http/listen.js";
import { addressOf } from "../http/web-request.js";
import type { PortHandlers } from "./port-handlers.js";
import type { Listener } from "./serve-api.js";

export interface DedicatedPort {
  /** The port on 127.0.0.1; 0 for a free one. */
  readonly port: number;
  /**
   * The path that is served at the root of the port, such as `/comfy/studio`. An address that begins with the path is
   * valid, too, because some programs have a fixed one, such as `/sdapi/v1/txt2img`.
   */
  readonly path: string;
}

const hour = 3_600_000;
/**
 * The time limits are long, because a large upload to a slow backend takes as long as the backend needs. A connection
 * stays open as long as on ComfyUI's own server, because programs reuse it after seconds and treat a closed one as a
 * failure.
 */
const limits = { ...standardLimits, requestMs: hour, idleMs: hour, keepAliveMs: 75_000 };
const scopes: readonly Scope[] = ["generate"];

/**
 * Opens the port of an API. Pages of the given origins may use it, as they may use the main one. Rejects with
 * `API_ROUTE_UNKNOWN` or `API_PORT_REFUSED`, or as `server.listen`.
 */
export async function openDedicatedPort(
  { port, path }: DedicatedPort,
  { mounts, serveApi, upgrade }: Pick<PortHandlers, "mounts" | "serveApi" | "upgrade">,
  origins: readonly string[],
): Promise<OpenPort & { readonly url: string }> {
  const mount = mounts(path);
  if (mount === undefined) throw fault("API_ROUTE_UNKNOWN", { path, suggestion: "" });
  if (!mount.contribution.ownPort) throw fault("API_PORT_REFUSED", { api: mount.contribution.id });
  const state = { port, names: listenerNames(port, [], origins) };
  const url = (): string => `http://${loopback}:${state.port}`;
  const listener: Listener = {
    url,
    names: () => state.names,
    caller: { tokenId: `port of ${path}`, name: `port of ${path}`, scopes },
  };
  /**
   * Prefixes the path of the request with that of the API, unless it has the prefix. The path is normalized first, so
   * that `..` cannot leave it.
   */
  const moved = (incoming: IncomingMessage): void => {
    const { pathname = "/", search = "" } = addressOf(incoming, url()) ?? {};
    const isComplete = pathname === path || pathname.startsWith(`${path}/`);
    incoming.url = `${isComplete ? "" : path}${pathname}${search}`;
  };
  const opened = await openPort({
    hostname: loopback,
    port,
    limits,
    request: (incoming, outgoing) => {
      moved(incoming);
      if (!serveApi(incoming, outgoing, listener)) outgoing.destroy();
    },
    upgrade: (incoming, stream, head) => {
      moved(incoming);
      upgrade(incoming, stream, head, listener);
    },
  });
  state.port = opened.port;
  state.names = listenerNames(opened.port, [], origins);
  return { ...opened, url: url() };
}
