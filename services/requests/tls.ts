// Reads certificates from files: authorities to trust in addition to the built-in ones, and client certificates.

import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import * as tls from "node:tls";
import {
  type ClientCertificate,
  type NetworkSection,
  type SettingsSource,
  referenceOf,
  resolveReferences,
  type ReferenceSource,
  fault,
  reasonOf,
} from "@pictor/kernel";
import { plainReason } from "./exchange-failure.js";

export interface TlsSettings {
  /** The context of all other origins; absent if no authorities are configured. */
  readonly default?: tls.SecureContext;
  /** The contexts of origins with a client certificate. */
  readonly byOrigin: ReadonlyMap<string, tls.SecureContext>;
}

/** Reads a certificate file. Throws `NETWORK_CERTIFICATE_INVALID`. */
async function readPem(file: string, field: string, directory: string): Promise<string> {
  try {
    return await readFile(resolve(directory, file), "utf8");
  } catch (error) {
    throw fault("NETWORK_CERTIFICATE_INVALID", { field, file, reason: `cannot be read: ${reasonOf(error)}` });
  }
}

const certificate = /-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs;

/** Reads and checks certificates: OpenSSL would ignore those that it cannot read. */
async function readCertificates(file: string, field: string, directory: string): Promise<string> {
  const text = await readPem(file, field, directory);
  const found = text.match(certificate) ?? [];
  const invalid = (reason: string) => fault("NETWORK_CERTIFICATE_INVALID", { field, file, reason });
  if (found.length === 0) throw invalid("holds no certificate");
  try {
    found.forEach((pem) => new X509Certificate(pem));
  } catch (error) {
    throw invalid(`holds a certificate that cannot be read: ${plainReason(error)}`);
  }
  return text;
}

/**
 * The authorities that Node.js trusts by default. They must be listed beside the configured authorities, which would
 * otherwise replace them.
 */
async function builtInAuthorities({ environment }: ReferenceSource): Promise<readonly string[]> {
  // This function exists since Node.js 22.15. Its result includes the system's store if Node.js is configured to use
  // it.
  const { getCACertificates } = tls as {
    readonly getCACertificates?: (type: "default") => readonly string[];
  };
  const extra = environment["NODE_EXTRA_CA_CERTS"];
  return [
    ...(getCACertificates?.("default") ?? tls.rootCertificates),
    // As in Node.js, a file that cannot be read is ignored.
    ...(extra ? [await readFile(extra, "utf8").catch(() => "")] : []),
  ];
}

/** Reads the private key. A string is the path of its file; a reference resolves to the key itself. */
async function readKey(
  { key }: ClientCertificate,
  field: string,
  { references, configuredIn }: SettingsSource,
): Promise<string> {
  if (typeof key !== "string") return String(await resolveReferences(key, references, field));
  if (key.includes("-----BEGIN"))
    throw fault("CONFIG_SECRET_INLINE", { file: configuredIn, pointer: `#/${field}` });
  return readPem(key, field, references.directory);
}

async function contextOf(
  entry: ClientCertificate,
  at: string,
  trust: tls.SecureContextOptions,
  sources: SettingsSource,
): Promise<tls.SecureContext> {
  const { references, configuredIn } = sources;
  if (entry.passphrase !== undefined && referenceOf(entry.passphrase) === undefined)
    throw fault("CONFIG_SECRET_INLINE", { file: configuredIn, pointer: `#/${at}/passphrase` });
  const field = `${at}/key`;
  const cert = await readCertificates(entry.certificate, `${at}/certificate`, references.directory);
  const key = await readKey(entry, field, sources);
  const passphrase = await resolveReferences(entry.passphrase, references, `${at}/passphrase`);
  try {
    return tls.createSecureContext({
      ...trust,
      cert,
      key,
      ...(typeof passphrase === "string" && { passphrase }),
    });
  } catch (error) {
    const file = typeof entry.key === "string" ? entry.key : "a reference";
    const reason = `does not belong to the certificate, or has another passphrase: ${plainReason(error)}`;
    throw fault("NETWORK_CERTIFICATE_INVALID", { field, file, reason });
  }
}

/** Reads all certificate files. Throws `NETWORK_CERTIFICATE_INVALID` or `CONFIG_...`, which name field and file. */
export async function readTls(network: NetworkSection, sources: SettingsSource): Promise<TlsSettings> {
  const { references } = sources;
  const { directory } = references;
  const own: string[] = [];
  for (const [index, file] of (network.ca ?? []).entries())
    own.push(await readCertificates(file, `network/ca/${index}`, directory));
  const trust = own.length === 0 ? {} : { ca: [...(await builtInAuthorities(references)), ...own] };

  const byOrigin = new Map<string, tls.SecureContext>();
  for (const [index, entry] of (network.clientCertificates ?? []).entries()) {
    const at = `network/clientCertificates/${index}`;
    byOrigin.set(new URL(entry.origin).origin, await contextOf(entry, at, trust, sources));
  }
  return { byOrigin, ...(own.length > 0 && { default: tls.createSecureContext(trust) }) };
}
