// How a call reaches the server: it starts one, waits for one, or learns that there is none.

import { fault, PictorError, raceAbort, type Backend, type CallOptions } from "@pictor/kernel/plugin";
import { crashFault } from "../state/crash-fault.js";
import type { RemoteConnection } from "./remote-connection.js";
import type { Supervisor } from "../supervise/supervisor.js";

/** `start`: what a new job begins with. `look`: about prompts, of which a server that does not run knows none. */
export type CallMode = "start" | "look";

export interface ServerCalls {
  /**
   * Undefined when none runs and none is wished for. Rejects with `BACKEND_CRASHED` about prompts that went down with one
   * that this process started or had joined; one that had crashed before is as one that was stopped.
   */
  server(mode: CallMode, options?: CallOptions): Promise<Backend | undefined>;
  /** Asks a server; a question that met a restart is asked again afterwards, a command is not. */
  ask<Value>(
    mode: CallMode,
    kind: "question" | "command",
    options: CallOptions | undefined,
    call: (backend: Backend) => Promise<Value>,
  ): Promise<Value | undefined>;
}

export interface ServerCallsOptions {
  readonly name: string;
  readonly supervisor: Supervisor;
  readonly remote: RemoteConnection;
  /** What happens while a call waits for a start, line by line. */
  onLine(line: string): void;
}

/** How often a question is asked again because the server restarts meanwhile. */
const maxRetries = 3;

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

export function createServerCalls({ name, supervisor, remote, onLine }: ServerCallsOptions): ServerCalls {
  const server: ServerCalls["server"] = async (mode, { signal } = {}) => {
    for (let hasLooked = false; ;) {
      signal?.throwIfAborted();
      const phase = supervisor.phase();
      if (phase.at === "running") return raceAbort(signal, remote.at(phase.life, phase.endpoint.url));
      if (mode === "look" && (phase.at === "crashed" || phase.at === "starting") && phase.crash !== undefined)
        throw crashFault(name, phase.crash);
      if (phase.at === "stopping") await supervisor.phaseChanged(signal);
      else if (mode === "start") await raceAbort(signal, supervisor.start({ onLine }));
      else if (phase.at === "starting") await supervisor.phaseChanged(signal);
      else if (hasLooked) return undefined;
      else {
        hasLooked = true;
        await raceAbort(signal, supervisor.look());
      }
    }
  };

  return {
    server,
    async ask(mode, kind, options, call) {
      for (let attempt = 0; ; attempt++) {
        const backend = await server(mode, options);
        if (backend === undefined) return undefined;
        const before = supervisor.phase();
        try {
          return await call(backend);
        } catch (error) {
          options?.signal?.throwIfAborted();
          if (isUnreachable(error)) await raceAbort(options?.signal, supervisor.checkServer());
          const phase = supervisor.phase();
          if (phase.at === "running" && before.at === "running" && phase.life === before.life) throw error;
          if ((phase.at === "crashed" || phase.at === "starting") && phase.crash !== undefined)
            throw crashFault(name, phase.crash, error);
          // What became of a command is not known: the caller looks.
          if (kind === "command" || attempt === maxRetries) throw unreachable(name, error);
        }
      }
    },
  };
}
