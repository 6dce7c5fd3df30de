// The network of a kernel: send, connect, and the connections that end with it.

import { fault, type Network, type NetworkSection } from "@pictor/kernel";
import { createConnect } from "./connect.js";
import { openConnections, type Connections } from "./connections.js";
import { networkSettings } from "./network-settings.js";
import { createSend, type SendDependencies } from "./send.js";
import { createTransport } from "./transport.js";

/** Milliseconds that a probe may take. */
const probeTimeoutMs = 1_000;

export interface KernelNetwork extends Network {
  /** Whether anything answers at an address, with any status. */
  answers(url: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface NetworkDependencies extends Omit<SendDependencies, "transport"> {
  /** The kernel's lifetime: a socket is open for long and ends with it, whoever forgot it. */
  readonly signal: AbortSignal;
  /** The section `network` of the configuration. */
  readonly settings?: NetworkSection | undefined;
}

export function createNetwork(dependencies: NetworkDependencies): KernelNetwork {
  const { settings, auth, host } = dependencies;
  let opening: Promise<Connections> | undefined;
  let isClosed = false;
  // By the first request. What it lacked may be there at the next one: a file, a secret, an unlocked store.
  const open = (): Promise<Connections> => {
    if (isClosed) return Promise.reject(fault("KERNEL_DISPOSED", {}));
    return (opening ??= networkSettings(settings, auth)
      .then(openConnections)
      .catch((error: unknown) => {
        opening = undefined;
        throw error;
      }));
  };
  const send = createSend({ ...dependencies, transport: createTransport(open, host.clock) });
  const connect = createConnect({ ...dependencies, open });
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
    async close() {
      isClosed = true;
      await (await opening?.catch(() => undefined))?.close();
    },
  };
}
