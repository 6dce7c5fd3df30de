// The backend of the `jobs` commands: each answer is waited for with a limit, as a generation does it.

import { withLimit, realClock, type Backend, type BackendInstance } from "@pictor/host";
import type { CommandHost } from "../../session/command-host.js";

export interface JobsOptions {
  readonly backend?: string;
}

/** Milliseconds for one answer; what is behind it may ask the server several times. */
const answerMs = 30_000;

/** Rejects with `BACKEND_UNREACHABLE` where no answer comes in time, and at Ctrl-C at once. */
export type LimitedBackend = Pick<Backend, "info" | "prompts" | "recall" | "cancel">;

/** Opens the instance of this name, or the one that is used without a name. */
export async function openLimitedBackend(
  { kernel, signal }: CommandHost,
  name: string | undefined,
): Promise<{ readonly instance: BackendInstance; readonly backend: LimitedBackend }> {
  const { instance, backend } = await kernel.openBackend(name);
  const ask = <T>(question: (ends: AbortSignal) => Promise<T>): Promise<T> =>
    withLimit({ clock: realClock, ms: answerMs, signal, where: instance.name }, question);
  return {
    instance,
    backend: {
      info: (options) => ask((ends) => backend.info({ ...options, signal: ends })),
      prompts: (options) => ask((ends) => backend.prompts({ ...options, signal: ends })),
      recall: (promptId, options) => ask((ends) => backend.recall(promptId, { ...options, signal: ends })),
      cancel: (promptId, options) => ask((ends) => backend.cancel(promptId, { ...options, signal: ends })),
    },
  };
}
