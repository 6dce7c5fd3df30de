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
import { requireConnectInput, requireSendInput } from "./input-shapes.js";
import { lostCertificates } from "./lost-certificates.js";
import { resolveNetworkSettings } from "./network-settings.js";
import type { RequestSources } from "./before-send.js";
import type { RequestJars } from "./cookie-jars.js";
import { createSend } from "./send.js";
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

export interface NetworkOptions {
  /** Aborts when the kernel ends, and closes sockets that are still open. */
  readonly signal: AbortSignal;
  /** The section `network` of the configuration. */
  readonly settings?: NetworkSection | undefined;
  /** The certificates that the user trusts besides those of known authorities. Default: none. */
  readonly trustedFingerprint?: TrustedFingerprint | undefined;
  /** The cookies that are kept from one request of a person to the next. Default: none. */
  readonly jars?: Pick<RequestJars, "open">;
}

/** The network that plugins receive: their requests have the purpose `backend` by default. */
export const networkOfPlugins = (network: Network): Network => ({
  async send(request, options) {
    requireSendInput(request, options);
    return network.send({ purpose: "backend", ...request }, options);
  },
  async connect(request, handlers, options) {
    requireConnectInput(request, options);
    return network.connect(request, handlers, options);
  },
});

export function createNetwork(sources: RequestSources, options: NetworkOptions): ServiceNetwork {
  const { auth, host, redactor, report } = sources;
  const { settings, trustedFingerprint } = options;
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
  const send = createSend(sources, createTransport(open, host.clock), options.jars);
  const connect = createConnect(sources, open);
  return {
    send,
    connect(request, handlers, given) {
      const signals = [options.signal, ...(given?.signal === undefined ? [] : [given.signal])];
      return connect(request, handlers, { ...given, signal: AbortSignal.any(signals) });
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
