// A job's view of its backend: every call ends when the job is stopped or when it takes too long, whether or not the backend listens.

import { type Backend, type CallOptions, type Clock, raceAbort } from "@pictor/kernel";
import { withLimit } from "./with-limit.js";

/** Milliseconds for a question to be answered. */
const usualLimitMs = 30_000;
/** A catalog has megabytes, and a server that has just started makes it for a while. */
const catalogLimitMs = 180_000;

export interface Guard {
  readonly clock: Clock;
  /** The job's. */
  readonly signal: AbortSignal;
  /** The instance's name, for the words of an error. */
  readonly name: string;
}

/**
 * `submit` and `cancel` are left alone: whoever stops a submission must still learn what became of it. `state` has the
 * limit of whoever follows the prompt, and a file may take as long as it takes. So may the start of a server that is
 * started from here, which has a limit of its own; only what follows is timed. Each member is called on the backend
 * itself, which may be an object of a class.
 */
export function guardBackend(backend: Backend, { clock, signal, name }: Guard): Backend {
  const timed = <T>(
    ms: number,
    options: CallOptions | undefined,
    ask: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const given = options?.signal;
    const both = given === undefined || given === signal ? signal : AbortSignal.any([signal, given]);
    return withLimit({ clock, ms, signal: both, where: name }, ask);
  };
  const started = async (): Promise<void> => {
    const starting = backend.facets.lifecycle?.start?.({ signal });
    if (starting !== undefined) await raceAbort(signal, starting);
  };
  return {
    get facets() {
      return backend.facets;
    },
    info: (options) => timed(usualLimitMs, options, (ends) => backend.info({ ...options, signal: ends })),
    catalog: async (options) => {
      await started();
      return timed(catalogLimitMs, options, (ends) => backend.catalog({ ...options, signal: ends }));
    },
    events: async (listener, options) => {
      await started();
      let leave = (): void => undefined;
      const ask = (ends: AbortSignal): Promise<() => void> => {
        const subscribing = backend.events(listener, { ...options, signal: ends });
        leave = () => {
          subscribing
            .then((unsubscribe) => {
              unsubscribe();
            })
            .catch(() => undefined);
        };
        return subscribing;
      };
      return timed(usualLimitMs, options, ask).catch((error: unknown) => {
        // Nobody is left who could unsubscribe.
        leave();
        throw error;
      });
    },
    submit: (submission, options) => backend.submit(submission, options),
    cancel: (promptId, options) => backend.cancel(promptId, options),
    state: (promptId, options) => raceAbort(signal, backend.state(promptId, options)),
    prompts: (options) =>
      timed(usualLimitMs, options, (ends) => backend.prompts({ ...options, signal: ends })),
    fetchSubmission: (promptId, options) =>
      timed(usualLimitMs, options, (ends) => backend.fetchSubmission(promptId, { ...options, signal: ends })),
    upload: (file, options) => raceAbort(signal, backend.upload(file, options)),
    fetchOutput: (file, options) => backend.fetchOutput(file, options),
    close: () => backend.close(),
  };
}
