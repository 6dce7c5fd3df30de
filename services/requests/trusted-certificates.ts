// Certificates that no known authority has signed: each is accepted for one origin if the user trusts exactly this
// certificate there.

import type { PeerCertificate, TLSSocket } from "node:tls";
import type { buildConnector } from "undici";
import { systemCode } from "@pictor/kernel";

type Connect = buildConnector.connector;
type Callback = Parameters<Connect>[1];
type Target = buildConnector.Options;

/** What a server presents. */
export interface ServerCertificate {
  readonly origin: string;
  /** SHA-256 of the certificate, as pairs of upper-case digits with colons. */
  readonly fingerprint: string;
  /** Whom it names, who has signed it, and until when it is valid, as the server says. */
  readonly subject: string;
  readonly issuer: string;
  readonly validTo: string;
}

/** The refusal of a certificate. `code` is that of the check, such as `DEPTH_ZERO_SELF_SIGNED_CERT`. */
export class CertificateRefused extends Error {
  readonly code: string;
  readonly certificate: ServerCertificate;
  /** The fingerprint that the user trusts for the origin, if it is another one. */
  readonly trusted: string | undefined;

  constructor(reason: string, code: string, certificate: ServerCertificate, trusted: string | undefined) {
    super(reason);
    this.code = code;
    this.certificate = certificate;
    this.trusted = trusted;
  }
}

/**
 * The codes of checks that fail because nobody known has signed the certificate. Other faults, such as another name,
 * are never accepted.
 */
const unknownIssuer: ReadonlySet<string> = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/** Resolves to the fingerprint that the user trusts for an origin. */
export type TrustedFingerprint = (origin: string) => Promise<string | undefined>;

const originOf = ({ host }: Target): string => new URL(`https://${host ?? ""}`).origin;

const nameIn = (names: PeerCertificate["subject"] | undefined): string =>
  [names?.CN ?? names?.O ?? []].flat()[0] ?? "";

function certificateOf(socket: TLSSocket, origin: string): ServerCertificate {
  const { fingerprint256, subject, issuer, valid_to } =
    socket.getPeerCertificate() as Partial<PeerCertificate>;
  return {
    origin,
    fingerprint: fingerprint256 ?? "",
    validTo: valid_to ?? "",
    subject: nameIn(subject),
    issuer: nameIn(issuer),
  };
}

/** Opens a connection; rejects with the error of the connector. */
const opened = (connect: Connect, target: Target): Promise<TLSSocket> =>
  new Promise((resolve, reject) =>
    connect(target, (error, socket) => {
      if (error === null) resolve(socket as TLSSocket);
      else reject(error);
    }),
  );

/**
 * A connector that tries `verified` first. If nobody known has signed the certificate, it connects again with
 * `unverified`, which must send nothing but the handshake, and accepts the one certificate that the user trusts for the
 * origin. An origin for which that was needed once is connected with `unverified` at once.
 */
export function withTrustedCertificates(
  verified: Connect,
  unverified: Connect,
  trustedFor: TrustedFingerprint,
): Connect {
  const accepted = new Set<string>();
  const connectUnverified = async (target: Target, refusal?: Error): Promise<TLSSocket> => {
    const origin = originOf(target);
    const [trusted, socket] = [await trustedFor(origin), await opened(unverified, target)];
    const certificate = certificateOf(socket, origin);
    const { fingerprint } = certificate;
    if (socket.authorized || (fingerprint !== "" && fingerprint === trusted)) {
      accepted.add(origin);
      return socket;
    }
    socket.on("error", () => undefined).destroy();
    accepted.delete(origin);
    const reason = refusal?.message ?? String(socket.authorizationError);
    const code = systemCode(refusal) ?? String(socket.authorizationError);
    throw new CertificateRefused(reason, code, certificate, trusted);
  };
  const finish = (work: Promise<TLSSocket>, callback: Callback): void => {
    work.then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error as Error, null),
    );
  };
  return (target, callback) => {
    if (target.protocol !== "https:") verified(target, callback);
    else if (accepted.has(originOf(target))) finish(connectUnverified(target), callback);
    else
      verified(target, (error, socket) => {
        if (error === null) callback(null, socket);
        else if (unknownIssuer.has(systemCode(error) ?? ""))
          finish(connectUnverified(target, error), callback);
        else callback(error, null);
      });
  };
}
