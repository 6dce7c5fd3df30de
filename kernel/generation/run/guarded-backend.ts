// A job's view of its backend: every call ends when the job is stopped, whether or not the backend listens.

import type { Backend } from "../../backend/types.js";
import { until } from "../../hooks/settle.js";

/** `submit` and `cancel` are left alone: whoever stops a submission must still learn what became of it. */
export const guardBackend = (backend: Backend, signal: AbortSignal): Backend => ({
  ...backend,
  info: (options) => until(signal, backend.info(options)),
  catalog: (options) => until(signal, backend.catalog(options)),
  events: (listener, options) => {
    const subscribing = backend.events(listener, options);
    return until(signal, subscribing).catch((error: unknown) => {
      // Nobody is left who could unsubscribe.
      subscribing
        .then((unsubscribe) => {
          unsubscribe();
        })
        .catch(() => undefined);
      throw error;
    });
  },
  state: (promptId, options) => until(signal, backend.state(promptId, options)),
  prompts: (options) => until(signal, backend.prompts(options)),
  recall: (promptId, options) => until(signal, backend.recall(promptId, options)),
  upload: (file, options) => until(signal, backend.upload(file, options)),
});
