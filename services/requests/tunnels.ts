// Tunnels through a proxy (CONNECT, RFC 9110 section 9.3.6), and the errors of proxies.

import { Socket } from "node:net";
import type { buildConnector } from "undici";
import { withoutBrackets } from "@pictor/kernel";
import { plainReason, proxyAsks } from "./exchange-failure.js";
import { requestTunnel, loadUndici } from "./undici.js";
import { portOf, proxyAuthorization, type Proxy } from "./proxy.js";

export type Connect = buildConnector.connector;
export type Target = buildConnector.Options;

/** Converts an address to the options of undici's connector. */
export const targetOf = (url: URL, protocol = url.protocol): Target => ({
  protocol,
  host: url.host,
  hostname: withoutBrackets(url.hostname),
  port: url.port,
});

/** Creates an error of a proxy. After some of its own codes undici retries forever, so this error has another code. */
const proxyError = ({ origin }: Proxy, what: string, code = "ERR_PROXY_TUNNEL"): Error =>
  Object.assign(new Error(`the proxy ${origin} ${what}`), { code });

/** `what` is what the proxy refused. */
export const proxyRefused = (proxy: Proxy, what: string, status: number): Error =>
  proxyError(proxy, `refused ${what} with status ${status}`, status === 407 ? proxyAsks : undefined);

export const proxyUnanswered = (proxy: Proxy, error: unknown): Error =>
  proxyError(proxy, `did not answer: ${plainReason(error)}`);

/** `toProxy` opens the connections to proxies. */
export function createTunnels(toProxy: Connect, connectTimeoutMs: number) {
  const { Agent } = loadUndici();
  const agent = new Agent({
    headersTimeout: connectTimeoutMs,
    // undici passes the server name of the tunnel's target, but the TLS of this connection is that of the proxy.
    connect: ({ servername: _targetName, ...target }, callback) => toProxy(target, callback),
  });
  return {
    /** Resolves to a connection to the target, without TLS to it. Rejects with an error of the proxy. */
    async open(proxy: Proxy, target: Target): Promise<Socket> {
      const path = `${(target.host ?? "").replace(/:\d+$/, "")}:${portOf(target)}`;
      const headers = ["host", path, ...proxyAuthorization(proxy)];
      const answer = await requestTunnel(agent, { origin: proxy.origin, path, headers }).catch(
        (error: unknown) => {
          throw proxyUnanswered(proxy, error);
        },
      );
      const { statusCode, socket } = answer;
      if (statusCode >= 200 && statusCode < 300 && socket instanceof Socket) return socket;
      socket.on("error", () => undefined).destroy();
      throw proxyRefused(proxy, `a connection to ${path}`, statusCode);
    },
    close: () => agent.destroy(),
  };
}

export type Tunnels = ReturnType<typeof createTunnels>;
