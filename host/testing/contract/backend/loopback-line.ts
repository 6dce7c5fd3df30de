// A line of TCP between a backend and its server, which a rule can cut, block or close, and whose sockets it can count.

import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** All of it concerns the connections of the backend alone; the server goes on. */
export interface Line {
  readonly port: number;
  /** Resets every connection, and each new one until `mend` is called. */
  cut(): void;
  mend(): void;
  /** From now on requests reach the server no more, although their connections stay open. */
  block(): void;
  /** Refuses connections from now on, and resets the open ones. */
  refuse(): Promise<void>;
  /** Number of connections that carry a WebSocket. */
  sockets(): number;
  /** Number of times that the backend has sent something, without the frames of WebSockets. */
  requests(): number;
  close(): Promise<void>;
}

const isHandshake = (data: Buffer): boolean => /^upgrade: *websocket\r?$/im.test(data.toString("latin1"));

export async function openLine(target: { readonly host: string; readonly port: number }): Promise<Line> {
  const pairs = new Map<Socket, Socket>();
  const upgraded = new Set<Socket>();
  let isBlocked = false;
  let isCut = false;
  let requests = 0;
  const cut = (): void => {
    isCut = true;
    for (const [client, server] of pairs) {
      client.resetAndDestroy();
      server.destroy();
    }
  };
  const line = createServer((client) => {
    if (isCut) {
      client.on("error", () => undefined).resetAndDestroy();
      return;
    }
    const server = connect(target);
    pairs.set(client, server);
    client.on("data", (data) => {
      // A frame of a WebSocket, such as the reply to a ping, is no request.
      if (!upgraded.has(client)) requests++;
      if (isHandshake(data)) upgraded.add(client);
      if (!isBlocked) server.write(data);
    });
    server.on("data", (data) => isBlocked || client.write(data));
    const end = (): void => {
      pairs.delete(client);
      upgraded.delete(client);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.on("close", end).on("error", end).on("end", end);
  });
  const close = async (): Promise<void> => {
    cut();
    if (line.listening) await new Promise((resolve) => line.close(resolve));
  };
  await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve));
  return {
    port: (line.address() as AddressInfo).port,
    cut,
    mend: () => void (isCut = false),
    block: () => void (isBlocked = true),
    refuse: close,
    sockets: () => upgraded.size,
    requests: () => requests,
    close,
  };
}

const loopback = /^((?:https?|wss?):\/\/(?:127\.0\.0\.1|localhost)):(\d+)(?=\/|$)/;

/** Opens a line before the one address on this machine that the settings have; undefined if they have none, or several. */
export async function lineBefore(
  settings: Readonly<Record<string, unknown>>,
): Promise<{ readonly line: Line; readonly settings: Readonly<Record<string, unknown>> } | undefined> {
  const found = Object.entries(settings).flatMap(([name, value]) => {
    const match = typeof value === "string" ? loopback.exec(value) : null;
    return match === null ? [] : [{ name, text: value as string, port: Number(match[2]) }];
  });
  const [only, ...others] = found;
  if (only === undefined || others.length > 0) return undefined;
  const line = await openLine({ host: "127.0.0.1", port: only.port });
  return { line, settings: { ...settings, [only.name]: only.text.replace(loopback, `$1:${line.port}`) } };
}
