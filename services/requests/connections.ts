// Opens all connections: directly or through a proxy, with the configured certificates.

import { Socket, type LookupFunction } from "node:net";
import type { SecureContext } from "node:tls";
import type { buildConnector, Dispatcher } from "undici";
import { PictorError } from "@pictor/kernel";
import { plainReason } from "./exchange-failure.js";
import type { NetworkSettings } from "./network-settings.js";
import { requestTunnel, loadUndici } from "./undici.js";
import { lookupName } from "./local-names.js";
import { maxHeadBytes } from "./reply-head.js";
import { withReadableReplies } from "./readable-replies.js";
import { portOf, proxyAuthorization, proxyFor, type Proxy } from "./proxy.js";
import { withTrustedCertificates, type TrustedFingerprint } from "./trusted-certificates.js";
import { addressRefused, isRefusedHost, remoteLookup, type ResolveAll } from "./remote-addresses.js";

type Connect = buildConnector.connector;
type Target = buildConnector.Options;

export interface Connections {
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
  /** The connections for requests with a profile, which can have client certificates of its own. */
  forProfile(name: string | undefined): Connections;
  /** Closes all connections, including those that are being opened. */
  close(): Promise<void>;
}

/** Converts an address to the options of undici's connector. */
export const targetOf = (url: URL, protocol = url.protocol): Target => ({
  protocol,
  host: url.host,
  hostname: url.hostname.replace(/^\[|\]$/g, ""),
  port: url.port,
});

/** Creates an error of a proxy. After some of its own codes undici retries forever, so this error has another code. */
export const proxyError = ({ origin }: Proxy, what: string): Error =>
  Object.assign(new Error(`the proxy ${origin} ${what}`), { code: "ERR_PROXY_TUNNEL" });

const proxyUnanswered = (proxy: Proxy, error: unknown) =>
  proxyError(proxy, `did not answer: ${plainReason(error)}`);

export interface ConnectionOptions {
  /** Resolves the names of `remoteDispatcher`; default: the system. */
  readonly resolveAll?: ResolveAll | undefined;
  /** The certificates that the user trusts besides those of known authorities; default: none. */
  readonly trustedFingerprint?: TrustedFingerprint | undefined;
}

const trustsNone: TrustedFingerprint = () => Promise.resolve(undefined);

export function openConnections(settings: NetworkSettings, options: ConnectionOptions = {}): Connections {
  const { resolveAll, trustedFingerprint = trustsNone } = options;
  const { Agent, buildConnector } = loadUndici();
  const { proxies, tls, connectTimeoutMs } = settings;

  const createDirect = (
    lookup: LookupFunction,
    {
      isVerified = true,
      isProxy = false,
    }: { readonly isVerified?: boolean; readonly isProxy?: boolean } = {},
  ): Connect => {
    const withCertificates = (secureContext: SecureContext | undefined): Connect =>
      buildConnector({
        timeout: connectTimeoutMs,
        // Certificates are always checked, even if NODE_TLS_REJECT_UNAUTHORIZED in the environment disables that: here, or in
        // trusted-certificates.ts, before anything but the handshake is sent.
        rejectUnauthorized: isVerified,
        ...(!isVerified && { maxCachedSessions: 0 }),
        ...(secureContext && { secureContext }),
        lookup,
      });
    const connectDefault = withCertificates(isProxy ? tls.default : (tls.client ?? tls.default));
    const byOrigin = new Map(
      [...tls.byOrigin].map(([origin, context]) => [origin, withCertificates(context)]),
    );
    return (target, callback) => {
      (byOrigin.get(`${target.protocol}//${target.host ?? ""}`) ?? connectDefault)(target, callback);
    };
  };
  const direct = createDirect(lookupName);
  const toProxy = tls.client === undefined ? direct : createDirect(lookupName, { isProxy: true });

  const tunnels = new Agent({
    headersTimeout: connectTimeoutMs,
    // undici passes the server name of the tunnel's target, but the TLS of this connection is that of the proxy.
    connect: ({ servername: _targetName, ...target }, callback) => {
      toProxy(target, callback);
    },
  });
  /** Opens a tunnel with CONNECT (RFC 9110 section 9.3.6). */
  async function tunnel(proxy: Proxy, target: Target): Promise<Socket> {
    const path = `${(target.host ?? "").replace(/:\d+$/, "")}:${portOf(target)}`;
    const headers = ["host", path, ...proxyAuthorization(proxy)];
    const answer = await requestTunnel(tunnels, { origin: proxy.origin, path, headers }).catch(
      (error: unknown) => {
        throw proxyUnanswered(proxy, error);
      },
    );
    const { statusCode, socket } = answer;
    if (statusCode >= 200 && statusCode < 300 && socket instanceof Socket) return socket;
    socket.on("error", () => undefined).destroy();
    throw proxyError(proxy, `refused a connection to ${path} with status ${statusCode}`);
  }

  /** Connects to the target with `reach`; through a tunnel, `secure` opens TLS to it. */
  const connectWith = (
    reach: Connect,
    secure: Connect,
    target: Target,
    callback: Parameters<Connect>[1],
  ): void => {
    const proxy = proxyFor(new URL(`${target.protocol}//${target.host ?? ""}`), proxies);
    const { protocol } = target;
    if (proxy === undefined) {
      reach(target, callback);
    } else if (protocol === "http:") {
      toProxy(targetOf(new URL(proxy.origin)), (error, socket) => {
        if (error === null) callback(null, socket);
        else callback(proxyUnanswered(proxy, error), null);
      });
    } else {
      tunnel(proxy, target).then(
        (httpSocket) => {
          if (protocol === "https:") secure({ ...target, httpSocket }, callback);
          else callback(null, httpSocket);
        },
        (error: unknown) => {
          callback(error as Error, null);
        },
      );
    }
  };

  /** `lookup` finds the address of a server that is reached without a proxy. */
  const connector = (reach: Connect, lookup: LookupFunction): Connect => {
    let unverified: Connect | undefined;
    return withTrustedCertificates(
      (target, callback) => {
        connectWith(reach, direct, target, callback);
      },
      (target, callback) => {
        unverified ??= createDirect(lookup, { isVerified: false });
        connectWith(unverified, unverified, target, callback);
      },
      trustedFingerprint,
    );
  };
  const connect = connector(direct, lookupName);
  const lookup = remoteLookup(resolveAll);
  const secureRemote = connector(createDirect(lookup), lookup);
  /** A proxy resolves names itself, and opens the connection: the name is checked as this machine resolves it. */
  const connectRemote: Connect = (target, callback) => {
    const { hostname } = target;
    if (isRefusedHost(hostname)) {
      callback(addressRefused(hostname), null);
      return;
    }
    const proxy = proxyFor(new URL(`${target.protocol}//${target.host ?? ""}`), proxies);
    if (proxy === undefined) {
      secureRemote(target, callback);
      return;
    }
    lookup(hostname, { all: true }, (error) => {
      if (error instanceof PictorError) callback(error, null);
      else secureRemote(target, callback);
    });
  };

  const pool = (open: Connect): Dispatcher =>
    new Agent({
      connect: (target, callback) => {
        open(target, (error, socket) => {
          if (error === null) callback(null, withReadableReplies(socket));
          else callback(error, null);
        });
      },
      bodyTimeout: settings.idleTimeoutMs,
      maxHeaderSize: maxHeadBytes,
    });
  const [dispatcher, remoteDispatcher] = [pool(connect), pool(connectRemote)];
  const ofProfiles = new Map<string, Connections>();
  const connections: Connections = {
    dispatcher,
    remoteDispatcher,
    connect,
    forProfile(name) {
      const own = name === undefined ? undefined : tls.byProfile.get(name);
      if (name === undefined || own === undefined) return connections;
      const opened = ofProfiles.get(name) ?? openConnections({ ...settings, tls: own }, options);
      ofProfiles.set(name, opened);
      return opened;
    },
    proxyFor: (url) => (url.protocol === "http:" ? proxyFor(url, proxies) : undefined),
    connectTimeoutMs,
    close: async () => {
      await Promise.all([
        ...[dispatcher, remoteDispatcher, tunnels].map((pool) => pool.destroy()),
        ...[...ofProfiles.values()].map((opened) => opened.close()),
      ]);
    },
  };
  return connections;
}
