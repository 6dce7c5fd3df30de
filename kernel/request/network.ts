// The network of a kernel: send, connect, and the connections that end with it.

import { createConnect } from "./connect.js";
import { createSend, type SendDependencies } from "./send.js";
import { createTransport } from "./transport.js";
import type { Network } from "./types.js";

/** Milliseconds that a probe may take. */
const probeTimeoutMs = 1_000;

export interface KernelNetwork extends Network {
  /** Whether anything answers at an address, with any status. */
  answers(url: string): Promise<boolean>;
  close(): Promise<void>;
}

/** `signal` is the kernel's lifetime: a socket is open for long and ends with it, whoever forgot it. */
export function createNetwork(
  dependencies: Omit<SendDependencies, "transport"> & { readonly signal: AbortSignal },
): KernelNetwork {
  const transport = createTransport();
  const send = createSend({ ...dependencies, transport });
  const connect = createConnect(dependencies);
  return {
    send,
    connect(request, handlers, options) {
      const signals = [dependencies.signal, ...(options?.signal === undefined ? [] : [options.signal])];
      return connect(request, handlers, { ...options, signal: AbortSignal.any(signals) });
    },
    async answers(url) {
      try {
        await (await send({ url, purpose: "backend" }, { timeoutMs: probeTimeoutMs })).discard();
        return true;
      } catch {
        return false;
      }
    },
    close: transport.close,
  };
}
