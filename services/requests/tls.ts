// Certificates from files: authorities to trust beside the built-in ones, and what is shown to servers that ask.

import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import * as tls from "node:tls";
import {
  type ClientCertificate,
  type NetworkSection,
  type ConfiguredSource,
  referenceOf,
  resolveReferences,
  type ReferenceSource,
  fault,
  reasonOf,
} from "@pictor/kernel";
import { plainReason } from "./exchange-failure.js";

export interface TlsSettings {
  /** Absent: what Node.js trusts by itself. */
  readonly usual?: tls.SecureContext;
  /** For the origins that have a client certificate. */
  readonly byOrigin: ReadonlyMap<string, tls.SecureContext>;
}

/** Throws `NETWORK_CERTIFICATE_INVALID`. */
async function readPem(file: string, field: string, directory: string): Promise<string> {
  try {
    return await readFile(resolve(directory, file), "utf8");
  } catch (error) {
    throw fault("NETWORK_CERTIFICATE_INVALID", { field, file, reason: `cannot be read: ${reasonOf(error)}` });
  }
}

const certificate = /-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs;

/** Certificates that OpenSSL cannot read would be passed over in silence. */
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

/** What Node.js trusts when it is not told otherwise: naming authorities of one's own replaces it. */
async function builtInAuthorities({ environment }: ReferenceSource): Promise<readonly string[]> {
  // Since Node.js 22.15; it knows about the system's store too.
  const { getCACertificates } = tls as {
    readonly getCACertificates?: (type: "default") => readonly string[];
  };
  const extra = environment["NODE_EXTRA_CA_CERTS"];
  return [
    ...(getCACertificates?.("default") ?? tls.rootCertificates),
    // As Node.js does, one that cannot be read is passed over.
    ...(extra ? [await readFile(extra, "utf8").catch(() => "")] : []),
  ];
}

/** A text is the name of a file, a reference stands for the key itself. */
async function readKey(
  { key }: ClientCertificate,
  field: string,
  { references, configuredIn }: ConfiguredSource,
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
  sources: ConfiguredSource,
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
    const reason = `is no key of that certificate, or has another passphrase: ${plainReason(error)}`;
    throw fault("NETWORK_CERTIFICATE_INVALID", { field, file, reason });
  }
}

/** Reads all files. Throws `NETWORK_CERTIFICATE_INVALID` or `CONFIG_...`, naming field and file. */
export async function readTls(network: NetworkSection, sources: ConfiguredSource): Promise<TlsSettings> {
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
  return { byOrigin, ...(own.length > 0 && { usual: tls.createSecureContext(trust) }) };
}
