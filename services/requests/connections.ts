// Opens all connections: directly or through a proxy, with the configured certificates.

import type { LookupFunction } from "node:net";
import type { SecureContext } from "node:tls";
import type { Dispatcher } from "undici";
import { PictorError, type AuthSetting } from "@pictor/kernel";
import type { NetworkSettings } from "./network-settings.js";
import { loadUndici } from "./undici.js";
import { lookupName } from "./local-names.js";
import { maxHeadBytes } from "./reply-head.js";
import { withReadableReplies } from "./readable-replies.js";
import { proxyFor, type Proxy } from "./proxy.js";
import type { TlsContexts } from "./tls.js";
import { withTrustedCertificates, type TrustedFingerprint } from "./trusted-certificates.js";
import { createTunnels, proxyUnanswered, targetOf, type Connect, type Target } from "./tunnels.js";
import { addressRefused, isRefusedHost, remoteLookup, type ResolveAll } from "./remote-addresses.js";

/** The connections of requests that present the same certificates. */
export interface ConnectionSet {
  /** Keeps a pool of connections for each origin; opens connections by `connect`. */
  readonly dispatcher: Dispatcher;
  /**
   * Connections to other machines only: see remote-addresses.ts. These connections are used only by requests with that
   * restriction.
   */
  readonly remoteDispatcher: Dispatcher;
  /** Opens a connection for `https:` (including TLS), `ws:` or `http:`. With a proxy, one for `http:` leads to the proxy. */
  readonly connect: Connect;
  /** The proxy of an `http:` request, which then has its absolute address in the request line (RFC 9112 section 3.2.2). */
  proxyFor(url: Readonly<URL>): Proxy | undefined;
  readonly connectTimeoutMs: number;
  /** Closes all connections, including those that are being opened. */
  close(): Promise<void>;
}

export interface Connections extends ConnectionSet {
  /**
   * The connections of a request to an http or https origin: those of all requests, unless the origin may receive
   * client certificates of its profile. Throws `AUTH_PROFILE_UNKNOWN` if the only certificate for the origin belongs to
   * a profile that does not exist.
   */
  setFor(origin: string, auth: Pick<AuthSetting, "profile" | "origins">): ConnectionSet;
}

export interface ConnectionOptions {
  /** Resolves the names of `remoteDispatcher`; default: the system. */
  readonly resolveAll?: ResolveAll | undefined;
  /** The certificates that the user trusts besides those of known authorities; default: none. */
  readonly trustedFingerprint?: TrustedFingerprint | undefined;
}

const trustsNone: TrustedFingerprint = () => Promise.resolve(undefined);

/**
 * Certificates are always checked, even if NODE_TLS_REJECT_UNAUTHORIZED in the environment disables that: here, or in
 * trusted-certificates.ts, before anything but the handshake is sent. A resumed session would show no certificate there.
 */
const certificateChecks = {
  here: { rejectUnauthorized: true },
  afterwards: { rejectUnauthorized: false, maxCachedSessions: 0 },
} as const;

function openSet(
  settings: NetworkSettings,
  tls: TlsContexts,
  { resolveAll, trustedFingerprint = trustsNone }: ConnectionOptions,
): ConnectionSet {
  const { Agent, buildConnector } = loadUndici();
  const { proxies, connectTimeoutMs } = settings;

  /** A connector that goes to the server itself. `others` is the context of origins without one of their own. */
  const direct = (
    lookup: LookupFunction,
    others: SecureContext | undefined,
    checked: keyof typeof certificateChecks = "here",
  ): Connect => {
    const using = (secureContext: SecureContext | undefined): Connect =>
      buildConnector({
        timeout: connectTimeoutMs,
        ...certificateChecks[checked],
        ...(secureContext && { secureContext }),
        lookup,
      });
    const connectOther = using(others);
    const byOrigin = new Map([...tls.byOrigin].map(([origin, context]) => [origin, using(context)]));
    return (target, callback) =>
      (byOrigin.get(`${target.protocol}//${target.host ?? ""}`) ?? connectOther)(target, callback);
  };
  const toProxy = direct(lookupName, tls.default);
  const tunnels = createTunnels(toProxy, connectTimeoutMs);
  const proxyOf = ({ protocol, host = "" }: Target): Proxy | undefined =>
    proxyFor(new URL(`${protocol}//${host}`), proxies);

  /** Connects with `reach`, or through the proxy of the target. */
  const throughProxies =
    (reach: Connect): Connect =>
    (target, callback) => {
      const proxy = proxyOf(target);
      if (proxy === undefined) {
        reach(target, callback);
      } else if (target.protocol === "http:") {
        toProxy(targetOf(new URL(proxy.origin)), (error, socket) => {
          if (error === null) callback(null, socket);
          else callback(proxyUnanswered(proxy, error), null);
        });
      } else {
        tunnels.open(proxy, target).then(
          (httpSocket) => {
            if (target.protocol === "https:") reach({ ...target, httpSocket }, callback);
            else callback(null, httpSocket);
          },
          (error: unknown) => callback(error as Error, null),
        );
      }
    };

  /** `lookup` finds the address of a server that is reached without a proxy. */
  const connector = (lookup: LookupFunction): Connect => {
    const others = tls.client ?? tls.default;
    return withTrustedCertificates(
      throughProxies(direct(lookup, others)),
      throughProxies(direct(lookup, others, "afterwards")),
      trustedFingerprint,
    );
  };
  const connect = connector(lookupName);
  const lookup = remoteLookup(resolveAll);
  const connectToRemote = connector(lookup);
  /** A proxy resolves names itself, and opens the connection: the name is checked as this machine resolves it. */
  const connectRemote: Connect = (target, callback) => {
    const { hostname } = target;
    if (isRefusedHost(hostname)) callback(addressRefused(hostname), null);
    else if (proxyOf(target) === undefined) connectToRemote(target, callback);
    else
      lookup(hostname, { all: true }, (error) => {
        if (error instanceof PictorError) callback(error, null);
        else connectToRemote(target, callback);
      });
  };

  const pool = (open: Connect): Dispatcher =>
    new Agent({
      connect: (target, callback) =>
        open(target, (error, socket) => {
          if (error === null) callback(null, withReadableReplies(socket));
          else callback(error, null);
        }),
      bodyTimeout: settings.idleTimeoutMs,
      maxHeaderSize: maxHeadBytes,
    });
  const [dispatcher, remoteDispatcher] = [pool(connect), pool(connectRemote)];
  return {
    dispatcher,
    remoteDispatcher,
    connect,
    proxyFor: (url) => (url.protocol === "http:" ? proxyFor(url, proxies) : undefined),
    connectTimeoutMs,
    close: async () => {
      await Promise.all([dispatcher.destroy(), remoteDispatcher.destroy(), tunnels.close()]);
    },
  };
}

/** Opens nothing yet. A profile with certificates of its own gets its set with its first request. */
export function openConnections(settings: NetworkSettings, options: ConnectionOptions = {}): Connections {
  const { tls } = settings;
  const common = openSet(settings, tls, options);
  const own = new Map<TlsContexts, ConnectionSet>();
  return {
    ...common,
    setFor(origin, { profile, origins }) {
      if (profile === undefined || origins?.includes(origin) === false) return common;
      const contexts = tls.byProfile.get(profile);
      const certificate = contexts?.client ?? (contexts ?? tls).byOrigin.get(origin);
      const lost = certificate === undefined ? tls.lostAt?.(origin) : undefined;
      if (lost !== undefined) throw lost;
      if (contexts === undefined) return common;
      const set = own.get(contexts) ?? openSet(settings, contexts, options);
      own.set(contexts, set);
      return set;
    },
    close: async () => {
      await Promise.all([common, ...own.values()].map((set) => set.close()));
    },
  };
}
