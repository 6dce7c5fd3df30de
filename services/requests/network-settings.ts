// The section `network` of the configuration, completed from the environment: proxies, certificates, limits of time.

import {
  type NetworkSection,
  type SettingsSource,
  defaultConfiguration,
  resolveReferences,
  type ReferenceSource,
  fault,
} from "@pictor/kernel";
import { readProxy, type ProxySettings } from "./proxy.js";
import type { TlsSettings } from "./tls.js";

export interface NetworkSettings {
  readonly proxies: ProxySettings;
  readonly tls: TlsSettings;
  /** For each step of a connection. Milliseconds. */
  readonly connectTimeoutMs: number;
  /** Between two pieces of a reply's body. Milliseconds. */
  readonly idleTimeoutMs: number;
}

/**
 * Lower case stands before upper case. HTTP_PROXY does not count in a CGI program, where a request's own header
 * `Proxy` sets it (RFC 3875 section 4.1.18).
 */
function fromEnvironment(name: "http" | "https" | "no", { environment }: ReferenceSource) {
  const lower = `${name}_proxy`;
  const isForged = name === "http" && environment["REQUEST_METHOD"] !== undefined;
  const names = isForged ? [lower] : [lower, lower.toUpperCase()];
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
    // Both together, for the header's base64; and what of them is secret, by itself.
    references.addSecret(proxy.credentials);
    references.addSecret(password.join(":") || user);
  }
  return proxy;
}

/**
 * Reads references and files. Throws `NETWORK_CERTIFICATE_INVALID`, `CONFIG_SECRET_INLINE` or
 * `CONFIG_REFERENCE_UNRESOLVED`; a proxy that is none makes only those requests fail that would take it.
 */
export async function networkSettings(
  given: NetworkSection | undefined,
  sources: SettingsSource,
): Promise<NetworkSettings> {
  // Only a configuration that was not loaded has no such section.
  const network = given ?? (await defaultConfiguration()).network;
  const token = (profile: string) =>
    Promise.reject(
      fault("CONFIG_REFERENCE_UNRESOLVED", {
        where: "network",
        reference: `$token ${profile}`,
        reason: "would be fetched over the network that it is needed for",
      }),
    );
  const references = { ...sources.references, token };
  const inner = { ...sources, references };
  const needsTls = (network.ca ?? network.clientCertificates) !== undefined;
  return {
    proxies: {
      http: await proxyOf("http", network, inner),
      https: await proxyOf("https", network, inner),
      no: network.proxy?.no ?? fromEnvironment("no", references)?.text.split(/[\s,]+/) ?? [],
      loopback: network.proxy?.loopback ?? false,
    },
    tls: needsTls ? await (await import("./tls.js")).readTls(network, inner) : { byOrigin: new Map() },
    connectTimeoutMs: network.connectTimeoutMs,
    idleTimeoutMs: network.idleTimeoutMs,
  };
}
