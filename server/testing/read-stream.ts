// Reads server-sent events, as a script would.

import { request as httpRequest } from "node:http";
import type { TestServer } from "./start-server.js";

export interface SentEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface EventReader {
  /** What has arrived so far. */
  readonly events: readonly SentEvent[];
  /** Resolves when an event fits. */
  until(fits: (event: SentEvent) => boolean): Promise<SentEvent>;
  close(): void;
}

function parse(block: string): SentEvent | undefined {
  const fields = Object.fromEntries(
    block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
  ) as Readonly<Record<string, string | undefined>>;
  const { event, data, id } = fields;
  if (event === undefined || data === undefined) return undefined;
  return { id, event, data: JSON.parse(data) as SentEvent["data"] };
}

/** Resolves when the stream is open. `token` is that of the run unless another one is given. */
export function readStream(
  test: TestServer,
  path = "/v1/events",
  {
    lastId,
    token = test.server.token,
  }: { readonly lastId?: string | undefined; readonly token?: string } = {},
): Promise<EventReader> {
  const events: SentEvent[] = [];
  const waiting = new Set<() => void>();
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(lastId !== undefined && { "Last-Event-ID": lastId }),
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port: test.port, path, headers }, (response) => {
      let rest = "";
      response.on("error", () => undefined);
      response.on("data", (chunk: Buffer) => {
        const blocks = (rest + chunk.toString()).split("\n\n");
        rest = blocks.pop() ?? "";
        events.push(...blocks.map(parse).filter((event) => event !== undefined));
        for (const wake of waiting) wake();
        resolve({
          events,
          until: (fits) =>
            new Promise((found) => {
              const look = (): void => {
                const event = events.find(fits);
                if (event === undefined) return;
                waiting.delete(look);
                found(event);
              };
              waiting.add(look);
              look();
            }),
          close: () => request.destroy(),
        });
      });
    });
    request.on("error", reject);
    request.end();
  });
}
