// One question to an address: is it a ComfyUI, something else, or nobody?

import { PictorError } from "@pictor/kernel/plugin";
import { withSignal, type Instance } from "../instance.js";

export interface ProbeOptions {
  readonly signal?: AbortSignal | undefined;
  /** Name of the auth profile of the instance. */
  readonly auth?: string | undefined;
}

export type ProbeResult =
  /** `argv` as the server has it, its own file name first; versions before 2024 tell neither. */
  | { readonly kind: "server"; readonly version?: string; readonly argv?: readonly string[] }
  /** Something that lets nobody in without other credentials. */
  | { readonly kind: "guarded" }
  | { readonly kind: "other" }
  /** `refused`: nobody listens. `broken`: the connection ended without an answer. `late`: no answer in time. */
  | { readonly kind: "silent"; readonly how: "refused" | "broken" | "late" };

/** A server that is busy with Python answers late. Milliseconds. */
const answerLimitMs = 10_000;
const largestAnswer = 1 << 20;
/** Somebody answers by TLS, and is not trusted: each call will say so. */
const isCertificate = /CERT|SIGNATURE|_TLS_|SSL/;

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/** `GET /system_stats`: `system` and `devices` have been in it since 2023. */
function parseStats(text: string): ProbeResult {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { kind: "other" };
  }
  const { system, devices } = fieldsOf(body);
  if (typeof system !== "object" || system === null || !Array.isArray(devices)) return { kind: "other" };
  const { comfyui_version: version, argv } = fieldsOf(system);
  return {
    kind: "server",
    ...(typeof version === "string" ? { version } : {}),
    ...(Array.isArray(argv) ? { argv: argv.map(String) } : {}),
  };
}

/** Never rejects but with the signal's reason. */
export async function probe(
  { network }: Pick<Instance, "network">,
  url: string,
  { auth, signal }: ProbeOptions = {},
): Promise<ProbeResult> {
  try {
    const reply = await network.send(
      { url: `${url}/system_stats`, redirect: "error", ...(auth === undefined ? {} : { auth }) },
      {
        timeoutMs: answerLimitMs,
        maxBytes: largestAnswer,
        ...withSignal(signal),
      },
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
