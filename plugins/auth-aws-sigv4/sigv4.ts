// Signature Version 4: signs requests, and reports whether a setting is complete.

import { createHash } from "node:crypto";
import {
  connectionHeadersOf,
  fault,
  headerValues,
  readBody,
  setHeader,
  targetUrl,
} from "@pictor/kernel/plugin";
import type {
  AuthSetting,
  AuthStatus,
  Clock,
  HeaderPair,
  OutgoingRequest,
  Problem,
  SendContext,
} from "@pictor/kernel/plugin";
import { isAwsHost, isS3Service, scopeOfHost } from "./service-of-host.js";
import { presign } from "./presigned.js";
import { amzDate, authorizationHeader, type SigningKey } from "./signature.js";

const unsignedPayload = "UNSIGNED-PAYLOAD";
/** Headers that are not signed as they stand: Host is added, and the others are changed on the way or set after signing. */
const neverSigned =
  /^(?:host|authorization|content-length|expect|max-forwards|proxy-.*|user-agent|accept-encoding|accept|x-amzn-trace-id)$/i;

const textOf = ({ settings }: AuthSetting, name: string): string => {
  const value = settings[name] ?? "";
  if (typeof value !== "string") throw invalid(name, "it is not a string");
  if (/[^\x20-\x7e]/.test(value)) throw invalid(name, "it contains a character that no key of AWS has");
  return value;
};

const invalid = (name: string, problem: string) =>
  fault("AUTH_SETTING_INVALID", { where: `aws-sigv4.${name}`, problem });

const required = ["accessKeyId", "secretAccessKey"] as const;

function keyOf(auth: AuthSetting, { hostname }: URL): SigningKey {
  const missing = required.filter((name) => textOf(auth, name) === "");
  if (missing.length > 0)
    throw fault("AUTH_NOT_CONFIGURED", { where: "aws-sigv4", fields: missing.join(", ") });
  const found = scopeOfHost(hostname);
  const service = textOf(auth, "service") || found.service;
  if (service === undefined)
    throw invalid(
      "service",
      `it is empty, and ${hostname} does not tell which service it is; name it, such as s3`,
    );
  return {
    accessKeyId: textOf(auth, "accessKeyId"),
    secretAccessKey: textOf(auth, "secretAccessKey"),
    region: textOf(auth, "region") || found.region || "us-east-1",
    service,
  };
}

/** Signed chunks (`aws-chunked`) put signatures into the body, which a scheme may not change. */
function refuseSignedChunks({ headers }: OutgoingRequest): void {
  const isChunked = headers.some(
    ([name, value]) =>
      (/^x-amz-content-sha256$/i.test(name) && /^STREAMING-/i.test(value)) ||
      (/^content-encoding$/i.test(name) && /\baws-chunked\b/i.test(value)),
  );
  if (isChunked)
    throw invalid(
      "payload",
      "the headers of the request announce signed chunks, which would change the body; a scheme may not do that",
    );
}

interface Placement {
  readonly isS3: boolean;
  readonly isTls: boolean;
  readonly isPresigned: boolean;
}

/**
 * SHA-256 of the body; computing the hash reads the body once more. Only S3 accepts a request whose body is not signed, and
 * only over TLS; a presigned address of S3 never covers the body.
 */
async function payloadHashOf(
  request: OutgoingRequest,
  { isS3, isTls, isPresigned }: Placement,
  signal: AbortSignal,
): Promise<string> {
  const { body, auth } = request;
  const canBeUnsigned = isS3 && isTls;
  if (isS3 && isPresigned) {
    if (body !== undefined && !isTls)
      throw invalid("addTo", "a presigned address does not cover the body, which is then sent only over TLS");
    return unsignedPayload;
  }
  if (textOf(auth, "payload") === "unsigned") {
    if (!canBeUnsigned)
      throw invalid("payload", "only S3 accepts a body that is not signed, and only over TLS");
    return unsignedPayload;
  }
  if (body?.replayable === false) {
    if (canBeUnsigned) return unsignedPayload;
    throw invalid("payload", "the body can be read only once, and would have to be read for its signature");
  }
  const hash = createHash("sha256");
  for await (const chunk of readBody(request, signal)) hash.update(chunk);
  return hash.digest("hex");
}

/** The headers to sign: `Host`, and all that arrive unchanged. */
function headersToSign({ headers }: OutgoingRequest, { host }: URL): readonly HeaderPair[] {
  const ofConnection = connectionHeadersOf(headerValues(headers, "Connection").join());
  const isSigned = ([name]: HeaderPair): boolean =>
    !ofConnection.has(name.toLowerCase()) && !neverSigned.test(name);
  return [["Host", headerValues(headers, "Host")[0] ?? host], ...headers.filter(isSigned)];
}

/** A plus sign names different objects: AWS reads a space, most other stores read a plus sign. */
const plusInPath = ({ hostname }: URL): Problem => ({
  code: "AUTH_PLUS_IN_PATH",
  message: `The path has a plus sign, which is signed as ${isAwsHost(hostname) ? "a space, because S3 of AWS reads it as one" : "a plus sign, as most stores read it; S3 of AWS would read a space"}.`,
  hint: "Write %2B for a plus sign or %20 for a space, which every store reads alike.",
});

/**
 * Creates the handler of `beforeSend`. Adds X-Amz-Date, for temporary credentials X-Amz-Security-Token, for S3
 * X-Amz-Content-Sha256, and the header Authorization over all headers that arrive unchanged; or the parameters of a presigned
 * address. Throws `AUTH_NOT_CONFIGURED` and `AUTH_SETTING_INVALID`.
 */
export const createAddSignature =
  (clock: Pick<Clock, "now">) =>
  async (
    request: OutgoingRequest,
    { covers, report, signal }: Pick<SendContext, "covers" | "report" | "signal">,
  ): Promise<OutgoingRequest> => {
    const url = targetUrl(request);
    const { method, auth } = request;
    const key = keyOf(auth, url);
    refuseSignedChunks(request);
    const isS3 = isS3Service(key.service);
    const isPresigned = auth.settings["addTo"] === "query";
    const payloadHash = await payloadHashOf(
      request,
      { isS3, isTls: url.protocol === "https:", isPresigned },
      signal,
    );
    if (isS3 && url.pathname.includes("+")) report(plusInPath(url));
    const reportCovered = (headers: readonly HeaderPair[]): void => {
      const names = headers.map(([name]) => `header ${name}`);
      covers?.(["method", "path", "query", ...names, ...(payloadHash === unsignedPayload ? [] : ["body"])]);
    };
    const at = amzDate(clock.now());
    const sessionToken = textOf(auth, "sessionToken");
    if (isPresigned) {
      const expiresSeconds = Number(auth.settings["expiresSeconds"]);
      const parts = { method, headers: headersToSign(request, url), payloadHash, isS3 };
      reportCovered(parts.headers);
      return presign(request, parts, { key, at, expiresSeconds, sessionToken });
    }
    const added: readonly HeaderPair[] = [
      ["X-Amz-Date", at],
      ...(sessionToken === "" ? [] : [["X-Amz-Security-Token", sessionToken] as const]),
      ...(isS3 || key.service === "aoss" ? [["X-Amz-Content-Sha256", payloadHash] as const] : []),
    ];
    const prepared = added.reduce((changed, [name, value]) => setHeader(changed, name, value), request);
    const parts = { method, url, headers: headersToSign(prepared, url), payloadHash, isS3 };
    reportCovered(parts.headers);
    return setHeader(prepared, "Authorization", authorizationHeader(key, parts, at));
  };

/** The status is `missing` until both parts of the key are set. */
export function status({ settings }: AuthSetting): AuthStatus {
  const fields = required.filter((name) => (settings[name] ?? "") === "");
  return fields.length > 0 ? { state: "missing", fields } : { state: "ready" };
}
