// For tests: an API that accepts tokens with a DPoP proof only, and checks each proof as RFC 9449 section 4.3 says.

import { createHash, createPublicKey, verify, type JsonWebKey } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { listen } from "@pictor/host/testing";
import { decodeClaims } from "../jwt-claims.js";

type Members = Readonly<Record<string, unknown>>;
const decode = (part = ""): Members => JSON.parse(Buffer.from(part, "base64url").toString()) as Members;
const hash = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** A proof as it was received. */
export interface ReceivedProof {
  readonly header: Members;
  readonly claims: Members;
  /** Whether the signature belongs to the key in the header. */
  readonly isSigned: boolean;
}

export function readProof(proof: string): ReceivedProof {
  const [header, claims, signature = ""] = proof.split(".");
  const members = decode(header);
  const key = createPublicKey({ key: members["jwk"] as JsonWebKey, format: "jwk" });
  const digest = members["alg"] === "EdDSA" ? null : "sha256";
  const padding = members["alg"] === "PS256" ? { padding: 6, saltLength: 32 } : {};
  const input = Buffer.from(`${header}.${claims}`);
  const options = { key, dsaEncoding: "ieee-p1363" as const, ...padding };
  return {
    header: members,
    claims: decode(claims),
    isSigned: verify(digest, input, options, Buffer.from(signature, "base64url")),
  };
}

/** The thumbprint of a P-256 key (RFC 7638). */
const thumbprintOf = ({ crv, kty, x, y }: Members): string => hash(JSON.stringify({ crv, kty, x, y }));

export interface DpopApiOptions {
  /** The nonce that a request must have; undefined for none. Called for each request. */
  nonce(): string | undefined;
}

/** Answers 200 to a request with a valid token and proof, and 401 with the reason otherwise. */
export async function startDpopApi({ nonce }: DpopApiOptions = { nonce: () => undefined }) {
  const received: { readonly path: string; readonly headers: IncomingMessage["headers"] }[] = [];
  const proofs: ReceivedProof[] = [];
  const seen = new Set<unknown>();
  const redirects = new Map<string, string>();

  /** Why the request is refused; undefined for a valid one. */
  function problemOf(request: IncomingMessage, required: string | undefined): string | undefined {
    const [, token = ""] = /^DPoP (\S+)$/.exec(request.headers.authorization ?? "") ?? [];
    const proof = request.headers["dpop"];
    if (token === "" || typeof proof !== "string") return "invalid_token";
    const { header, claims, isSigned } = readProof(proof);
    proofs.push({ header, claims, isSigned });
    const jwk = header["jwk"] as Members;
    const confirmation = decodeClaims(token)?.["cnf"] as Members | undefined;
    if (confirmation?.["jkt"] !== thumbprintOf(jwk)) return "invalid_token";
    const htu = `http://${request.headers.host}${(request.url ?? "").split("?", 1)[0]}`;
    const isFresh = !seen.has(claims["jti"]);
    seen.add(claims["jti"]);
    const isValid =
      isSigned &&
      isFresh &&
      header["typ"] === "dpop+jwt" &&
      jwk["d"] === undefined &&
      claims["htm"] === request.method &&
      claims["htu"] === htu &&
      claims["ath"] === hash(token);
    if (!isValid) return "invalid_dpop_proof";
    return required === undefined || claims["nonce"] === required ? undefined : "use_dpop_nonce";
  }

  const server = createServer((request, response) => {
    const [path = ""] = (request.url ?? "").split("?", 1);
    received.push({ path, headers: request.headers });
    request.resume();
    const required = nonce();
    const problem = problemOf(request, required);
    const target = redirects.get(path);
    if (required !== undefined) response.setHeader("dpop-nonce", required);
    if (problem !== undefined)
      response.writeHead(401, { "www-authenticate": `DPoP error="${problem}"` }).end();
    else if (target !== undefined) response.writeHead(307, { location: target }).end();
    else response.end("ok");
  });
  const { origin, close } = await listen(server);
  return {
    url: origin,
    received,
    proofs,
    /** From now on a path answers a valid request with a redirect. */
    redirect: (path: string, target: string) => void redirects.set(path, target),
    close,
  };
}
