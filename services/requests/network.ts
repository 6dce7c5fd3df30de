// The network of a kernel: `send`, `connect`, and their connections, which end with the kernel.

import {
  fault,
  problemFor,
  withTimeout,
  type Network,
  type NetworkSection,
  type ProbeAnswer,
} from "@pictor/kernel";
import { createConnect } from "./connect.js";
import { openConnections, type Connections } from "./connections.js";
import { requestFault } from "./exchange-failure.js";
import { lostCertificates } from "./lost-certificates.js";
import { resolveNetworkSettings } from "./network-settings.js";
import { createSend, type SendDependencies } from "./send.js";
import { createTransport } from "./transport.js";
import { targetOf } from "./tunnels.js";
import {
  CertificateRefused,
  type ServerCertificate,
  type TrustedFingerprint,
} from "./trusted-certificates.js";

/** Milliseconds for the headers of the reply to a probe, and again for its body. */
const probeTimeoutMs = 1_000;
const maxProbeBytes = 65_536;

export interface ServiceNetwork extends Network {
  /** The answer of a server at an address, with any status; undefined if none comes within a second. */
  probe(url: string): Promise<ProbeAnswer | undefined>;
  /** Connects to an https origin, checks its certificate, and sends nothing. Rejects with `REQUEST_...` if it cannot connect. */
  checkCertificate(origin: string): Promise<CertificateCheck>;
  close(): Promise<void>;
}

/** The result of the check of a certificate; `untrusted` if the user could trust it. */
export type CertificateCheck =
  | { readonly kind: "accepted" }
  | { readonly kind: "untrusted"; readonly certificate: ServerCertificate; readonly trusted?: string };

export interface NetworkDependencies extends Omit<SendDependencies, "transport"> {
  /** Aborts when the kernel ends, and closes sockets that are still open. */
  readonly signal: AbortSignal;
  /** The section `network` of the configuration. */
  readonly settings?: NetworkSection | undefined;
  /** The certificates that the user trusts besides those of known authorities. Default: none. */
  readonly trustedFingerprint?: TrustedFingerprint | undefined;
}

/** The network that plugins receive: their requests have the purpose `backend` by default. */
export const networkOfPlugins = (network: Network): Network => ({
  send: (request, options) => network.send({ purpose: "backend", ...request }, options),
  connect: (request, handlers, options) => network.connect(request, handlers, options),
});

export function createNetwork(dependencies: NetworkDependencies): ServiceNetwork {
  const { settings, auth, host, redactor, report, trustedFingerprint } = dependencies;
  let opening: Promise<Connections> | undefined;
  let isClosed = false;
  for (const { error } of lostCertificates(settings ?? {}, auth)) report(problemFor(error));
  // The first request opens the connections. After a failure, such as a missing file, the next request tries again.
  const open = (): Promise<Connections> => {
    if (isClosed) return Promise.reject(fault("KERNEL_DISPOSED", {}));
    return (opening ??= resolveNetworkSettings(settings, auth)
      .then((resolved) => openConnections(resolved, { trustedFingerprint }))
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
    async probe(url) {
      const limits = { timeoutMs: probeTimeoutMs, maxBytes: maxProbeBytes };
      const reply = await send({ url, purpose: "backend" }, limits).catch(() => undefined);
      if (reply === undefined) return undefined;
      const body = reply.text().catch(() => "");
      const text = await withTimeout(host.clock, probeTimeoutMs, body, () => {
        void reply.discard();
        return "";
      });
      return { status: reply.status, text };
    },
    async checkCertificate(origin) {
      const connections = await open();
      return new Promise((resolve, reject) =>
        connections.connect(targetOf(new URL(origin)), (error, socket) => {
          socket?.on("error", () => undefined).destroy();
          if (error === null) resolve({ kind: "accepted" });
          else if (error instanceof CertificateRefused) {
            const { certificate, trusted } = error;
            resolve({ kind: "untrusted", certificate, ...(trusted !== undefined && { trusted }) });
          } else {
            const shown = { method: "CONNECT", url: redactor.text(origin) };
            reject(requestFault({ kind: "broken", error }, shown, redactor.text));
          }
        }),
      );
    },
    async close() {
      isClosed = true;
      await (await opening?.catch(() => undefined))?.close();
    },
  };
}
