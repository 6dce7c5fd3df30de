// Has a server of ComfyUI 0.38 or newer download a model file: a task is submitted, and asked for until it has ended.

import { randomUUID } from "node:crypto";
import {
  asString,
  cutText,
  parseJsonOrUndefined,
  pause,
  recordOrEmpty,
  type Clock,
  type DirectFacet,
  type ModelFile,
} from "@pictor/kernel/plugin";
import { type Fields } from "../base/json-fields.js";

const pollMs = 1_000;
const maxTextLength = 300;
const limits = { timeoutMs: 30_000, maxBytes: 1 << 20 };

interface Answer {
  readonly status: number;
  /** Empty if the reply is no JSON object. */
  readonly body: Fields;
}

type Send = (method: string, path: string, body?: object) => Promise<Answer>;

const sender =
  (direct: DirectFacet, signal?: AbortSignal): Send =>
  async (method, path, body) => {
    const request = { method, path: `/api/${path}` };
    const headers = [["content-type", "application/json"]] as const;
    const reply = await direct.send(
      body === undefined ? request : { ...request, headers, body: JSON.stringify(body) },
      { ...limits, signal },
    );
    return { status: reply.status, body: recordOrEmpty(parseJsonOrUndefined(await reply.text())) };
  };

/** A text of the server in one line, without its full stop. */
function textOf(value: unknown): string {
  const line = (asString(value) ?? "").replace(/[\p{Cc}\s]+/gu, " ").trim();
  return cutText(line.replace(/\.$/, ""), maxTextLength);
}

/** What the server says about a refusal, as the end of a sentence. */
function refusalOf({ status, body }: Answer): string {
  const { error } = body;
  return textOf(recordOrEmpty(error)["message"] ?? error) || `the server answered with status ${status}`;
}

/** Whether the server downloads files. Only one that does knows that it has no such task. */
export async function downloadsModels(direct: DirectFacet, signal: AbortSignal): Promise<boolean> {
  const { status, body } = await sender(direct, signal)("GET", `tasks/${randomUUID()}`);
  return status === 404 && recordOrEmpty(body["error"])["code"] === "TASK_NOT_FOUND";
}

export type DownloadEnding =
  | { readonly kind: "downloaded" }
  /** `reason` is the end of a sentence. */
  | { readonly kind: "failed"; readonly reason: string };

const failed = (reason: string): DownloadEnding => ({ kind: "failed", reason });

/** What a task says; undefined while it runs. */
function endingOf(answer: Answer): DownloadEnding | undefined {
  if (answer.status !== 200) return failed(refusalOf(answer));
  const state = answer.body["status"];
  if (state === "created" || state === "running") return undefined;
  if (state === "completed") return { kind: "downloaded" };
  return failed(textOf(answer.body["error_message"]) || `it was ${textOf(state) || "ended"} on the server`);
}

/**
 * Settles when the task has ended. `running` is called after each look at it. An abort cancels the task, and rejects
 * with the reason of the signal.
 */
export async function downloadModel(
  direct: DirectFacet,
  { name, folder, url }: ModelFile,
  { clock, signal, running }: { readonly clock: Clock; readonly signal: AbortSignal; running(): void },
): Promise<DownloadEnding> {
  const send = sender(direct, signal);
  const tags = ["models", `model_type:${folder}`];
  const begun = await send("POST", "assets/download", { source_url: url, filename: name, tags });
  const id = begun.body["task_id"];
  if (begun.status !== 202 || typeof id !== "string") return failed(refusalOf(begun));
  const path = `tasks/${encodeURIComponent(id)}`;
  try {
    for (;;) {
      const ending = endingOf(await send("GET", path));
      if (ending !== undefined) return ending;
      running();
      await pause(clock, pollMs, signal);
    }
  } catch (error) {
    // Best effort: the job has ended, and nobody waits for the file.
    if (signal.aborted) await sender(direct)("DELETE", path).catch(() => undefined);
    throw error;
  }
}
