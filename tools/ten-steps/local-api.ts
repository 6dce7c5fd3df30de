// A server on this machine that notes the credentials that requests carry.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface LocalApi {
  readonly url: string;
  /** The header Authorization of each request so far; empty without one. */
  readonly credentials: readonly string[];
  close(): Promise<void>;
}

export async function startLocalApi(): Promise<LocalApi> {
  const credentials: string[] = [];
  const server = createServer(({ headers }, response) => {
    credentials.push(headers.authorization ?? "");
    response.end("hello\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    credentials,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
