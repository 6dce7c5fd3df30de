// A TCP proxy on loopback between a client and a server, whose connections a test cuts, refuses or lets go silent.

import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export interface LossyProxy {
  readonly url: string;
  /** Where new connections lead: the port of the server. */
  target(port: number): void;
  /** Ends every connection at once, as a pulled cable does not: both sides see it. */
  cut(): void;
  /** While true, new connections are ended at once. */
  refuse(isRefusing: boolean): void;
  /** While true, bytes are no longer passed on, and nobody is told. */
  silence(isSilent: boolean): void;
  close(): Promise<void>;
}

export async function startLossyProxy(): Promise<LossyProxy> {
  let targetPort = 0;
  let isRefusing = false;
  const open = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    open.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => open.delete(socket));
    return socket;
  };
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer((incoming) => {
    if (isRefusing) {
      incoming.on("error", () => undefined);
      incoming.destroy();
      return;
    }
    const outgoing = keep(connect(targetPort, "127.0.0.1"));
    keep(incoming).pipe(outgoing).pipe(incoming);
    incoming.on("close", () => outgoing.destroy());
    outgoing.on("close", () => incoming.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: (next) => void (targetPort = next),
    cut,
    refuse: (next) => void (isRefusing = next),
    silence: (isSilent) => {
      for (const socket of open) {
        if (isSilent) socket.pause();
        else socket.resume();
      }
    },
    close: () =>
      new Promise((resolve) => {
        cut();
        server.close(() => resolve());
      }),
  };
}
