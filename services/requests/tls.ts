// Reads certificates from files: authorities to trust in addition to the built-in ones, and client certificates.

import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import * as tls from "node:tls";
import { pemBlocks } from "@pictor/signing-keys";
import {
  type ClientCertificate,
  type NetworkSection,
  type PictorError,
  type SettingsSource,
  referenceOf,
  resolveReferences,
  type ReferenceSource,
  fault,
  reasonOf,
} from "@pictor/kernel";
import type { AuthSources } from "./auth-setting.js";
import { plainReason } from "./exchange-failure.js";
import { lostCertificates } from "./lost-certificates.js";
import { certificateFileOf, labelsIn } from "./pem.js";

/** What the section `network` is resolved with. */
export type NetworkSources = SettingsSource & Pick<AuthSources, "profiles" | "schemes">;

export interface TlsContexts {
  /** The context of all other origins; absent if no authorities are configured. */
  readonly default?: tls.SecureContext;
  /** The context of all other origins that are reached for requests, but not of proxies. Default: `default`. */
  readonly client?: tls.SecureContext;
  /** The contexts of origins with a client certificate. */
  readonly byOrigin: ReadonlyMap<string, tls.SecureContext>;
}

export interface TlsSettings extends TlsContexts {
  /** The contexts for requests with a profile that has client certificates of its own. */
  readonly byProfile: ReadonlyMap<string, TlsContexts>;
  /** `AUTH_PROFILE_UNKNOWN` if the certificate for an origin belongs to a profile that does not exist. */
  readonly lostAt?: (origin: string) => PictorError | undefined;
}

const invalid = (field: string, file: string, reason: string) =>
  fault("NETWORK_CERTIFICATE_INVALID", { field, file, reason });

/** Reads a certificate file. Throws `NETWORK_CERTIFICATE_INVALID`. */
async function readBytes(file: string, field: string, directory: string): Promise<Buffer> {
  try {
    return await readFile(resolve(directory, file));
  } catch (error) {
    throw invalid(field, file, `cannot be read: ${reasonOf(error)}`);
  }
}

/** The PEM in the bytes of a file or of a reference. Throws `NETWORK_CERTIFICATE_INVALID`. */
function pemIn(bytes: Buffer, field: string, file: string): string {
  const found = certificateFileOf(bytes);
  if (found.kind === "pem") return found.text;
  throw invalid(
    field,
    file,
    `holds ${found.kind === "pfx" ? "PKCS #12, which has its place in `certificate`" : found.found}`,
  );
}

/** Reads and checks certificates: OpenSSL would ignore those that it cannot read. */
function certificatesIn(bytes: Buffer, field: string, file: string): string {
  const text = pemIn(bytes, field, file);
  const found = pemBlocks(text).filter(({ label }) => label === "CERTIFICATE");
  if (found.length === 0) throw invalid(field, file, `holds no certificate, but ${labelsIn(text)}`);
  try {
    found.forEach((block) => new X509Certificate(block.text));
  } catch (error) {
    throw invalid(field, file, `holds a certificate that cannot be read: ${plainReason(error)}`);
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
  if (key === undefined) throw invalid(field, "nothing", "is needed beside a certificate in PEM");
  if (typeof key !== "string") {
    const value = String(await resolveReferences(key, references, field));
    return pemIn(Buffer.from(value), field, "a reference");
  }
  if (key.includes("-----BEGIN"))
    throw fault("CONFIG_SECRET_INLINE", { file: configuredIn, pointer: `#/${field}` });
  return pemIn(await readBytes(key, field, references.directory), field, key);
}

/** What is wrong with a PKCS #12 file that OpenSSL does not read. */
function pfxProblem(reason: string): string {
  if (/mac verify failure/i.test(reason)) return "has another passphrase";
  if (/unsupported/i.test(reason))
    return "is encrypted with an old algorithm: write it again with `openssl pkcs12 -legacy -in OLD -nodes | openssl pkcs12 -export -out NEW`";
  return `cannot be read: ${reason}`;
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
  const field = `${at}/certificate`;
  const bytes = await readBytes(entry.certificate, field, references.directory);
  const secret = await resolveReferences(entry.passphrase, references, `${at}/passphrase`);
  const passphrase = typeof secret === "string" ? { passphrase: secret } : {};
  const file = certificateFileOf(bytes);
  if (file.kind === "pfx") {
    try {
      return tls.createSecureContext({ ...trust, pfx: file.bytes, ...passphrase });
    } catch (error) {
      throw invalid(field, entry.certificate, pfxProblem(plainReason(error)));
    }
  }
  const cert = certificatesIn(bytes, field, entry.certificate);
  const key = await readKey(entry, `${at}/key`, sources);
  try {
    return tls.createSecureContext({ ...trust, cert, key, ...passphrase });
  } catch (error) {
    const place = typeof entry.key === "string" ? entry.key : "a reference";
    const reason = `does not belong to the certificate, or has another passphrase: ${plainReason(error)}`;
    throw invalid(`${at}/key`, place, reason);
  }
}

/** One configured client certificate. */
interface Client {
  readonly origin: string | undefined;
  readonly profile: string | undefined;
  readonly context: tls.SecureContext;
}

/** For each profile with certificates: those of its own before those for every request. */
function contextsByProfile(
  clients: readonly Client[],
  common: Pick<TlsContexts, "default" | "byOrigin">,
): ReadonlyMap<string, TlsContexts> {
  const names = new Set(clients.flatMap(({ profile }) => profile ?? []));
  const settings = [...names].map((name): [string, TlsContexts] => {
    const own = clients.filter(({ profile }) => profile === name);
    const anywhere = own.find(({ origin }) => origin === undefined)?.context;
    const byOrigin = own.flatMap(({ origin, context }) =>
      origin === undefined ? [] : [[origin, context] as const],
    );
    return [
      name,
      {
        ...(common.default !== undefined && { default: common.default }),
        ...(anywhere !== undefined && { client: anywhere }),
        byOrigin: new Map([...(anywhere === undefined ? common.byOrigin : []), ...byOrigin]),
      },
    ];
  });
  return new Map(settings);
}

/** Reads all certificate files. Throws `NETWORK_CERTIFICATE_INVALID` or `CONFIG_...`, which name field and file. */
export async function readTls(network: NetworkSection, sources: NetworkSources): Promise<TlsSettings> {
  const { references } = sources;
  const { directory } = references;
  const own: string[] = [];
  for (const [index, file] of (network.ca ?? []).entries())
    own.push(
      certificatesIn(await readBytes(file, `network/ca/${index}`, directory), `network/ca/${index}`, file),
    );
  const trust = own.length === 0 ? {} : { ca: [...(await builtInAuthorities(references)), ...own] };

  const clients: Client[] = [];
  for (const [index, entry] of (network.clientCertificates ?? []).entries()) {
    const at = `network/clientCertificates/${index}`;
    const { origin, profile } = entry;
    if (origin === undefined && profile === undefined)
      throw fault("CONFIG_INVALID", {
        file: sources.configuredIn,
        pointer: `#/${at}`,
        found: "neither",
        expected: "origin or profile, for which the certificate is meant",
        suggestion: "",
      });
    const context = await contextOf(entry, at, trust, sources);
    clients.push({ origin: origin === undefined ? origin : new URL(origin).origin, profile, context });
  }
  const common = {
    ...(own.length > 0 && { default: tls.createSecureContext(trust) }),
    byOrigin: new Map(
      clients.flatMap(({ origin, profile, context }) =>
        origin === undefined || profile !== undefined ? [] : [[origin, context] as const],
      ),
    ),
  };
  return {
    ...common,
    byProfile: contextsByProfile(clients, common),
    lostAt: (origin) =>
      lostCertificates(network, sources).find((lost) => lost.origin && new URL(lost.origin).origin === origin)
        ?.error,
  };
}
