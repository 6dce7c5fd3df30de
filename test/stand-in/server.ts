// The server that replaces main.py: the embedded one, with ComfyUI's last output lines. Its only argument is JSON.

import { readFileSync } from "node:fs";
import {
  startEmbeddedServer,
  type EmbeddedServerOptions,
  type ExtraClasses,
} from "@pictor/backend-embedded/testing";

interface Given {
  /** Options such as `directory`, as `startEmbeddedServer` accepts them. */
  readonly options: EmbeddedServerOptions & { readonly host: string; readonly port: number };
  readonly addresses: readonly string[];
  /** Path of a JSON file. */
  readonly classes: string;
  readonly says: boolean;
}
const { options, addresses, classes, says } = JSON.parse(process.argv[2] ?? "") as Given;
const write = (line: string): void => void process.stderr.write(`${line}\n`);
const bracketed = (address: string): string => (address.includes(":") ? `[${address}]` : address);

try {
  const server = await startEmbeddedServer({
    ...options,
    classes: JSON.parse(readFileSync(classes, "utf8")) as ExtraClasses,
  });
  process.on("SIGINT", () => {
    write("\nStopped server");
    void server.close().then(() => process.exit(0));
  });
  if (says)
    for (const address of addresses)
      write(`To see the GUI go to: http://${bracketed(address)}:${new URL(server.url).port || "80"}`);
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  const { host, port } = options;
  write("Traceback (most recent call last):");
  if (code === "EADDRINUSE")
    write(
      `OSError: [Errno 98] error while attempting to bind on address ('${host}', ${port}): address already in use`,
    );
  else write(`RuntimeError: ${message}`);
  process.exit(1);
}
