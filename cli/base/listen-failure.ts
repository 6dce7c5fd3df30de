// The error for an address on which a command was to listen and could not.

import { fault } from "@pictor/kernel";
import { UsageError } from "./usage-error.js";

interface Planned {
  readonly host: string;
  readonly port: number;
  /** The option that names a port of the command. */
  readonly optionOf: (port: number) => string;
}

/** Any other error is returned as it is. A port in the error itself is that of one of several servers. */
export function listenFailure(error: unknown, { host, port: planned, optionOf }: Planned): unknown {
  if (!(error instanceof Error)) return error;
  const { code, syscall, port = planned } = error as NodeJS.ErrnoException & { readonly port?: number };
  const setting = optionOf(port);
  if (code === "EADDRINUSE") return fault("BACKEND_PORT_IN_USE", { port, host, setting }, { cause: error });
  if (syscall !== "listen" && syscall !== "getaddrinfo") return error;
  const what = `Port ${port} on ${host} cannot be listened on (${code ?? "no reason given"}).`;
  return new UsageError(
    "USAGE_VALUE",
    what,
    `Choose another port with ${setting}, or an address of this machine.`,
    error,
  );
}
