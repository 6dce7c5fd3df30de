// Resolves the section `network` of the configuration, completed from the environment: proxies, certificates, timeouts.

import {
  type NetworkSection,
  type SettingsSource,
  loadDefaultConfiguration,
  resolveReferences,
  type ReferenceSource,
  fault,
} from "@pictor/kernel";
import { readProxy, type ProxySettings } from "./proxy.js";
import type { NetworkSources, TlsSettings } from "./tls.js";

export interface NetworkSettings {
  readonly proxies: ProxySettings;
  readonly tls: TlsSettings;
  /** Milliseconds for each step of opening a connection. */
  readonly connectTimeoutMs: number;
  /** Milliseconds between two chunks of a reply's body. */
  readonly idleTimeoutMs: number;
}

/**
 * Reads a proxy variable of the environment. Lower case takes precedence, and ALL_PROXY counts for schemes without a
 * variable, as with curl. HTTP_PROXY is ignored in a CGI program, where the header `Proxy` of a request sets it (RFC
 * 3875 section 4.1.18).
 */
function fromEnvironment(name: "http" | "https" | "no", { environment }: ReferenceSource) {
  const lower = `${name}_proxy`;
  const isCgi = name === "http" && environment["REQUEST_METHOD"] !== undefined;
  const names = [
    lower,
    ...(isCgi ? [] : [lower.toUpperCase()]),
    ...(name === "no" ? [] : ["all_proxy", "ALL_PROXY"]),
  ];
  const source = names.find((known) => environment[known] !== undefined);
  return source === undefined ? undefined : { source, text: environment[source] ?? "" };
}

async function configuredProxy(
  name: "http" | "https",
  given: unknown,
  { references, configuredIn }: SettingsSource,
) {
  const source = `network/proxy/${name}`;
  if (typeof given === "string" && given.includes("@"))
    throw fault("CONFIG_SECRET_INLINE", { file: configuredIn, pointer: `#/${source}` });
  return { source, text: String(await resolveReferences(given, references, source)) };
}

async function proxyOf(name: "http" | "https", network: NetworkSection, sources: SettingsSource) {
  const { references } = sources;
  const given = network.proxy?.[name];
  const found =
    given === undefined ? fromEnvironment(name, references) : await configuredProxy(name, given, sources);
  if (!found?.text) return undefined;
  const proxy = readProxy(found.text, found.source);
  if ("credentials" in proxy) {
    const [user = "", ...password] = proxy.credentials.split(":");
    // Hides both the pair `user:password`, which the header contains in base64, and the password alone.
    references.addSecret(proxy.credentials);
    references.addSecret(password.join(":") || user);
  }
  return proxy;
}

const noCertificates: TlsSettings = { byOrigin: new Map(), byProfile: new Map() };

/**
 * Resolves the network settings: their references, and the files that they name. Throws `NETWORK_CERTIFICATE_INVALID`,
 * `CONFIG_SECRET_INLINE` or `CONFIG_REFERENCE_UNRESOLVED`. An invalid proxy address fails only the requests that would
 * use the proxy.
 */
export async function resolveNetworkSettings(
  given: NetworkSection | undefined,
  sources: NetworkSources,
): Promise<NetworkSettings> {
  // A configuration from code may lack the section.
  const network = given ?? (await loadDefaultConfiguration()).network;
  const token = (profile: string) =>
    Promise.reject(
      fault("CONFIG_REFERENCE_UNRESOLVED", {
        where: "network",
        reference: `$token ${profile}`,
        reason: "would be fetched over the network that it is needed for",
      }),
    );
  const references = { ...sources.references, token };
  const ownSources = { ...sources, references };
  const needsTls = (network.ca ?? network.clientCertificates) !== undefined;
  return {
    proxies: {
      http: await proxyOf("http", network, ownSources),
      https: await proxyOf("https", network, ownSources),
      no: network.proxy?.no ?? fromEnvironment("no", references)?.text.split(/[\s,]+/) ?? [],
      loopback: network.proxy?.loopback ?? false,
    },
    tls: needsTls ? await (await import("./tls.js")).readTls(network, ownSources) : noCertificates,
    connectTimeoutMs: network.connectTimeoutMs,
    idleTimeoutMs: network.idleTimeoutMs,
  };
}
