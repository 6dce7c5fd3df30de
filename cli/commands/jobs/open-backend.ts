// Opens the backend for the `jobs` commands, with the same time limit for each answer that a generation has.

import { realClock, type Backend, type BackendInstance } from "@pictor/kernel";
import { withLimit } from "@pictor/services";
import type { CommandHost } from "../../session/command-host.js";

/** Time limit for one answer in milliseconds; an answer may take several requests to the server. */
const answerMs = 30_000;

/** A backend whose methods reject with BACKEND_UNREACHABLE after the time limit, and at once on Ctrl-C. */
export type LimitedBackend = Pick<Backend, "info" | "prompts" | "fetchSubmission" | "cancel">;

/** Opens the instance of this name, or the default one. */
export async function openLimitedBackend(
  { kernel, signal }: CommandHost,
  name: string | undefined,
): Promise<{ readonly instance: BackendInstance; readonly backend: LimitedBackend }> {
  const { instance, backend } = await kernel.openBackend(name);
  const ask = <T>(question: (limited: AbortSignal) => Promise<T>): Promise<T> =>
    withLimit({ clock: realClock, ms: answerMs, signal, where: instance.name }, question);
  return {
    instance,
    backend: {
      info: (options) => ask((limited) => backend.info({ ...options, signal: limited })),
      prompts: (options) => ask((limited) => backend.prompts({ ...options, signal: limited })),
      fetchSubmission: (promptId, options) =>
        ask((limited) => backend.fetchSubmission(promptId, { ...options, signal: limited })),
      cancel: (promptId, options) =>
        ask((limited) => backend.cancel(promptId, { ...options, signal: limited })),
    },
  };
}
