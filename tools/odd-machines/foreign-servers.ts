// Foreign servers at the ports that backends usually have.

import { createServer, type Server } from "node:http";

/**
 * Starts a server that answers 404 at a port of the loopback interface; undefined if another program has the port,
 * which does as well.
 */
function serve(port: number): Promise<Server | undefined> {
  const server = createServer((_request, response) => void response.writeHead(404).end("Not found"));
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(undefined);
      else reject(error);
    });
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

/** Starts one server for each port. Returns the function that ends them. */
export async function startForeignServers(ports: readonly number[]): Promise<() => void> {
  const servers = await Promise.all(ports.map(serve));
  return () => {
    for (const server of servers) {
      server?.close();
      server?.closeAllConnections();
    }
  };
}
