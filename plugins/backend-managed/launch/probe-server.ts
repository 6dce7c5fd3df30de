// Probes an address: is it a ComfyUI server, another program, or silent?

import {
  isRecord,
  isString,
  parseJsonOrUndefined,
  PictorError,
  withoutUndefined,
} from "@pictor/kernel/plugin";
import type { Instance } from "../instance.js";

export interface ProbeOptions {
  readonly signal?: AbortSignal | undefined;
  /** Name of the instance's auth profile. */
  readonly auth?: string | undefined;
}

export type ProbeResult =
  /** `argv` begins with main.py. Versions before 2024 report neither field. */
  | { readonly kind: "server"; readonly version?: string; readonly argv?: readonly string[] }
  /** The address requires other credentials, or its certificate is not trusted. */
  | { readonly kind: "guarded" }
  | { readonly kind: "other" }
  /** `refused`: nothing listens. `broken`: the connection ended without a reply. `late`: no reply in time. */
  | { readonly kind: "silent"; readonly how: "refused" | "broken" | "late" };

/** A server whose Python is busy replies late. */
const answerLimitMs = 10_000;
const largestAnswer = 1 << 20;
/** Matches the system codes of an untrusted certificate. */
const isCertificate = /CERT|SIGNATURE|_TLS_|SSL/;

/** Parses the body of `GET /system_stats`, which has `system` and `devices` since 2023. */
function parseStats(text: string): ProbeResult {
  const body = parseJsonOrUndefined(text);
  if (!isRecord(body) || !isRecord(body["system"]) || !Array.isArray(body["devices"]))
    return { kind: "other" };
  const { comfyui_version: version, argv } = body["system"];
  return {
    kind: "server",
    ...(isString(version) ? { version } : {}),
    ...(Array.isArray(argv) ? { argv: argv.map(String) } : {}),
  };
}

/** Probes an address. Rejects only with the signal's reason. */
export async function probe(
  { network }: Pick<Instance, "network">,
  url: string,
  { auth, signal }: ProbeOptions = {},
): Promise<ProbeResult> {
  try {
    const reply = await network.send(
      { url: `${url}/system_stats`, redirect: "error", ...withoutUndefined({ auth }) },
      withoutUndefined({ timeoutMs: answerLimitMs, maxBytes: largestAnswer, signal }),
    );
    if (reply.status === 200) return parseStats(await reply.text());
    await reply.discard();
    return { kind: reply.status === 401 || reply.status === 403 ? "guarded" : "other" };
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof PictorError)) return { kind: "silent", how: "broken" };
    if (error.base.startsWith("AUTH_")) return { kind: "guarded" };
    if (error.code === "REQUEST_TIMEOUT") return { kind: "silent", how: "late" };
    if (error.code !== "REQUEST_FAILED") return { kind: "other" };
    const code = String(error.details["systemCode"]);
    if (isCertificate.test(code)) return { kind: "guarded" };
    return { kind: "silent", how: code === "ECONNREFUSED" ? "refused" : "broken" };
  }
}
