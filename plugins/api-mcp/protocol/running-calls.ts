// The calls of tools that run, so that `notifications/cancelled`, which is a request of its own, reaches the call.
//
// A request id is unique within a session only, and a session belongs to one token: the key of a call has all three.

export interface CallKey {
  /** Id of the caller's token. */
  readonly caller: string;
  /** The session id that the client sends; a call without one cannot be cancelled by a notification. */
  readonly session: string | undefined;
  readonly request: string | number;
}

export interface RunningCall {
  /** Aborted when the client cancels the call. */
  readonly signal: AbortSignal;
  end(): void;
}

export interface RunningCalls {
  begin(key: CallKey): RunningCall;
  cancel(key: CallKey): void;
  /** Cancels all calls of a session. */
  cancelSession(key: Omit<CallKey, "request">): void;
}

/** The number of cancelled requests that are remembered, in case that a cancellation arrives before its request. */
const remembered = 100;
/** Ids of requests are short; a longer one is not remembered, so that no client fills the memory. */
const longestKey = 500;

const textOf = ({ caller, session, request }: CallKey): string => JSON.stringify([caller, session, request]);

export function createRunningCalls(): RunningCalls {
  const running = new Map<string, { readonly key: CallKey; readonly controller: AbortController }>();
  const early = new Set<string>();
  const abort = (controller: AbortController): void => {
    controller.abort(new DOMException("The client has cancelled the call.", "AbortError"));
  };
  return {
    begin(key) {
      const controller = new AbortController();
      if (key.session === undefined) return { signal: controller.signal, end: () => undefined };
      const text = textOf(key);
      running.set(text, { key, controller });
      if (early.delete(text)) abort(controller);
      return {
        signal: controller.signal,
        end() {
          if (running.get(text)?.controller === controller) running.delete(text);
        },
      };
    },
    cancel(key) {
      if (key.session === undefined) return;
      const text = textOf(key);
      const found = running.get(text);
      if (found !== undefined) {
        abort(found.controller);
        return;
      }
      if (text.length > longestKey) return;
      early.add(text);
      for (const oldest of early) {
        if (early.size <= remembered) break;
        early.delete(oldest);
      }
    },
    cancelSession({ caller, session }) {
      if (session === undefined) return;
      for (const { key, controller } of running.values())
        if (key.caller === caller && key.session === session) abort(controller);
    },
  };
}
