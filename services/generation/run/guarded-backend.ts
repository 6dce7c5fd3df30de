// A job's view of its backend. Calls end when the job is stopped or a time limit is exceeded, even if the backend ignores
// its signal.

import { type Backend, type CallOptions, type Clock, raceAbort } from "@pictor/kernel";
import { promptLimits, withLimit } from "@pictor/prompt-life";

/** Milliseconds for most calls. */
const defaultLimitMs = 30_000;
/** Milliseconds for the catalog, which has megabytes, and which takes a while on a server that has just started. */
const catalogLimitMs = 180_000;

export interface Guard {
  readonly clock: Clock;
  /** Aborts when the job is stopped. */
  readonly signal: AbortSignal;
  /** The instance's name, for error messages. */
  readonly name: string;
}

/**
 * Limits the calls of a job. `cancel` goes on after the job was stopped, so that its prompt is stopped as well, and `submit` is passed through,
 * because a stopped job must still learn what became of a submission. File transfers have no limit, and neither has the start of a managed
 * server, which limits itself; the limit of the call that needs the server counts from the end of the start. Every method is called on the
 * backend itself, which may be an instance of a class.
 */
export function guardBackend(backend: Backend, { clock, signal, name }: Guard): Backend {
  const timed = <T>(
    ms: number,
    options: CallOptions | undefined,
    call: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const given = options?.signal;
    const either = given === undefined || given === signal ? signal : AbortSignal.any([signal, given]);
    return withLimit({ clock, ms, signal: either, where: name }, call);
  };
  const startServer = async (): Promise<void> => {
    const starting = backend.facets.lifecycle?.start?.({ signal });
    if (starting !== undefined) await raceAbort(signal, starting);
  };
  return {
    get facets() {
      return backend.facets;
    },
    info: (options) =>
      timed(defaultLimitMs, options, (limited) => backend.info({ ...options, signal: limited })),
    catalog: async (options) => {
      await startServer();
      return timed(catalogLimitMs, options, (limited) => backend.catalog({ ...options, signal: limited }));
    },
    embeddings: (options) =>
      timed(defaultLimitMs, options, async (limited) =>
        backend.embeddings?.({ ...options, signal: limited }),
      ),
    events: async (listener, options) => {
      await startServer();
      let unsubscribeLate = (): void => undefined;
      const subscribe = (limited: AbortSignal): Promise<() => void> => {
        const subscribing = backend.events(listener, { ...options, signal: limited });
        unsubscribeLate = () => {
          subscribing
            .then((unsubscribe) => {
              unsubscribe();
            })
            .catch(() => undefined);
        };
        return subscribing;
      };
      return timed(defaultLimitMs, options, subscribe).catch((error: unknown) => {
        // The caller has given up. If the backend subscribes later, this function unsubscribes, because nobody else
        // would.
        unsubscribeLate();
        throw error;
      });
    },
    submit: (submission, options) => backend.submit(submission, options),
    cancel: (promptId, options) =>
      withLimit({ clock, ms: promptLimits.answerMs, signal: options?.signal, where: name }, (limited) =>
        backend.cancel(promptId, { ...options, signal: limited }),
      ),
    state: (promptId, options) =>
      timed(promptLimits.answerMs, options, (limited) =>
        backend.state(promptId, { ...options, signal: limited }),
      ),
    prompts: (options) =>
      timed(defaultLimitMs, options, (limited) => backend.prompts({ ...options, signal: limited })),
    fetchSubmission: (promptId, options) =>
      timed(defaultLimitMs, options, (limited) =>
        backend.fetchSubmission(promptId, { ...options, signal: limited }),
      ),
    upload: (file, options) => raceAbort(signal, backend.upload(file, options)),
    fetchOutput: (file, options) => backend.fetchOutput(file, options),
    close: () => backend.close(),
  };
}
