// The health address of a worker: /healthz, /readyz and /metrics.

import { createServer, type Server } from "node:http";
import { metricsType } from "@pictor/features/metrics";
import { listenFailure } from "../../base/listen-failure.js";
import type { HealthAddress } from "./worker-plan.js";

/** What the address reports. */
export interface HealthSource {
  /** Why the worker takes no prompts; undefined while it takes them. */
  notReady(): string | undefined;
  /** The text of the metrics. */
  metrics(): Promise<string>;
}

export interface HealthReply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

export interface HealthServer {
  readonly url: string;
  close(): Promise<void>;
}

const plain = (status: number, text: string): HealthReply => ({
  status,
  type: "text/plain; charset=utf-8",
  body: `${text}\n`,
});

/** The reply to a request. */
export async function healthReply(
  method: string | undefined,
  path: string | undefined,
  source: HealthSource,
): Promise<HealthReply> {
  if (method !== "GET" && method !== "HEAD") return plain(405, "Only GET and HEAD are supported here.");
  switch (path?.split("?", 1)[0]) {
    case "/healthz":
      return plain(200, "The worker runs.");
    case "/readyz": {
      const reason = source.notReady();
      return reason === undefined ? plain(200, "The worker takes prompts.") : plain(503, reason);
    }
    case "/metrics":
      return { status: 200, type: metricsType, body: await source.metrics() };
    default:
      return plain(404, "There are /healthz, /readyz and /metrics.");
  }
}

const listen = (server: Server, { host, port }: HealthAddress): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });

/** Opens the address. Rejects as `listenFailure` says. */
export async function openHealthServer(address: HealthAddress, source: HealthSource): Promise<HealthServer> {
  const server = createServer(
    { headersTimeout: 5000, requestTimeout: 10_000, keepAliveTimeout: 5000 },
    ({ method, url }, response) => {
      healthReply(method, url, source)
        .catch(() => plain(500, "The metrics could not be written."))
        .then(({ status, type, body }) => {
          response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
          response.end(method === "HEAD" ? undefined : body);
        })
        .catch(() => {
          response.destroy();
        });
    },
  );
  const { host, port: wanted } = address;
  let port: number;
  try {
    port = await listen(server, address);
  } catch (error) {
    throw listenFailure(error, { host, port: wanted, optionOf: () => "--health" });
  }
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
