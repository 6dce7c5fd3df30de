// A server on this machine that notes the credentials that requests carry.

import { createServer } from "node:http";
import { listen } from "@pictor/host/testing";

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
  const { url, close } = await listen(server);
  return { url, credentials, close };
}
