// The error for an address on which a command was to listen and could not.

import { fault } from "@pictor/kernel";
import { UsageError } from "./usage-error.js";

/** Any other error is returned as it is. A port in the error itself is that of one of several servers. */
export function listenFailure(
  error: unknown,
  { host, port: planned }: { readonly host: string; readonly port: number },
): unknown {
  if (!(error instanceof Error)) return error;
  const { code, syscall, port = planned } = error as NodeJS.ErrnoException & { readonly port?: number };
  if (code === "EADDRINUSE") return fault("BACKEND_PORT_IN_USE", { port, host }, { cause: error });
  if (syscall !== "listen" && syscall !== "getaddrinfo") return error;
  const what = `Port ${port} on ${host} cannot be listened on (${code ?? "no reason given"}).`;
  return new UsageError("USAGE_VALUE", what, "Choose another port, or an address of this machine.", error);
}
