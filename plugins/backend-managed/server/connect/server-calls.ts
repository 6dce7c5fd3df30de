// How a call reaches the server: it starts one, waits for one, or learns that there is none.

import { fault, PictorError, raceAbort, type Backend, type CallOptions } from "@pictor/kernel/plugin";
import { crashFault } from "../state/crash-fault.js";
import type { Inner } from "./remote-connection.js";
import type { Supervisor } from "../supervise/supervisor.js";

/** `start`: what a new job begins with. `look`: about prompts, of which a server that does not run knows none. */
export type Wish = "start" | "look";

export interface Calls {
  /**
   * Undefined when none runs and none is wished for. Rejects with `BACKEND_CRASHED` about prompts that went down with one
   * that this process started or had joined; one that had crashed before is as one that was stopped.
   */
  server(wish: Wish, options?: CallOptions): Promise<Backend | undefined>;
  /** Asks a server; a question that met a restart is asked again afterwards, a command is not. */
  ask<Value>(
    wish: Wish,
    kind: "question" | "command",
    options: CallOptions | undefined,
    call: (backend: Backend) => Promise<Value>,
  ): Promise<Value | undefined>;
}

export interface CallsSource {
  readonly name: string;
  readonly supervisor: Supervisor;
  readonly inner: Inner;
  /** What happens while a call waits for a start, line by line. */
  onLine(line: string): void;
}

/** How often a question is asked again because the server restarts meanwhile. */
const mostAgain = 3;

/** Nobody took the request, or the connection broke. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof PictorError &&
  ["BACKEND_UNREACHABLE", "SOCKET_REFUSED", "REQUEST_FAILED"].includes(error.code);

const unreachable = (name: string, cause: unknown): PictorError =>
  isUnreachable(cause)
    ? (cause as PictorError)
    : fault(
        "BACKEND_UNREACHABLE",
        { url: name, reason: "its server was stopped or restarted meanwhile" },
        { cause },
      );

export function createCalls({ name, supervisor, inner, onLine }: CallsSource): Calls {
  const server: Calls["server"] = async (wish, { signal } = {}) => {
    for (let hasLooked = false; ;) {
      signal?.throwIfAborted();
      const phase = supervisor.phase();
      if (phase.at === "running") return raceAbort(signal, inner.at(phase.life, phase.place.url));
      if (wish === "look" && (phase.at === "crashed" || phase.at === "starting") && phase.crash !== undefined)
        throw crashFault(name, phase.crash);
      if (phase.at === "stopping") await supervisor.changed(signal);
      else if (wish === "start") await raceAbort(signal, supervisor.start({ onLine }));
      else if (phase.at === "starting") await supervisor.changed(signal);
      else if (hasLooked) return undefined;
      else {
        hasLooked = true;
        await raceAbort(signal, supervisor.look());
      }
    }
  };

  return {
    server,
    async ask(wish, kind, options, call) {
      for (let again = 0; ; again++) {
        const backend = await server(wish, options);
        if (backend === undefined) return undefined;
        const before = supervisor.phase();
        try {
          return await call(backend);
        } catch (error) {
          options?.signal?.throwIfAborted();
          if (isUnreachable(error)) await raceAbort(options?.signal, supervisor.suspect());
          const phase = supervisor.phase();
          if (phase.at === "running" && before.at === "running" && phase.life === before.life) throw error;
          if ((phase.at === "crashed" || phase.at === "starting") && phase.crash !== undefined)
            throw crashFault(name, phase.crash, error);
          // What became of a command is not known: the caller looks.
          if (kind === "command" || again === mostAgain) throw unreachable(name, error);
        }
      }
    },
  };
}
