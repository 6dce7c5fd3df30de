// Routes a call to the server: starts one, waits for one, or reports that none runs.

import { fault, PictorError, raceAbort, type Backend, type CallOptions } from "@pictor/kernel/plugin";
import { pendingCrash, type Crash } from "../state/server-state.js";
import type { RemoteConnection } from "./remote-connection.js";
import type { Supervisor } from "../supervise/supervisor.js";
import { describeEnding, relevantLines } from "../process/process-ending.js";

/** `BACKEND_CRASHED` with `details.exitCode`, `details.signal` and `details.lines` for programs. */
export function crashFault(backend: string, crash: Crash, cause?: unknown): PictorError {
  const { lastLines, ...ending } = crash;
  const shown = relevantLines(ending, lastLines);
  const details = {
    backend,
    ending: describeEnding(ending),
    lastLines: shown.length === 0 ? "(none)" : shown.join(" | "),
  };
  return fault("BACKEND_CRASHED", details, { cause, more: { ...ending, lines: lastLines } });
}

/** `start` starts a server when none runs; `join` uses a running server only. A stopped server has no prompts. */
type Mode = "start" | "join";
/** A query that a restart interrupted is repeated; a command is not. */
type Kind = "query" | "command";
type Call<Value> = (backend: Backend) => Promise<Value>;

export type ServerCalls = ReturnType<typeof createServerCalls>;

interface ServerCallsOptions {
  readonly name: string;
  readonly supervisor: Supervisor;
  readonly remote: RemoteConnection;
  /** Receives progress while a call waits for a start. */
  onLine(line: string): void;
}

/** How many times a query is repeated because the server restarted. */
const maxRetries = 3;

/** Whether an error means that the server did not accept the request, or that the connection broke. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof PictorError &&
  ["BACKEND_UNREACHABLE", "SOCKET_REFUSED", "REQUEST_FAILED"].includes(error.code);

const unreachable = (name: string, cause: unknown): PictorError =>
  isUnreachable(cause)
    ? (cause as PictorError)
    : fault(
        "BACKEND_UNREACHABLE",
        { url: name, reason: "its server was stopped or restarted during the call" },
        { cause },
      );

export function createServerCalls({ name, supervisor, remote, onLine }: ServerCallsOptions) {
  const server = async (mode: Mode, { signal }: CallOptions = {}): Promise<Backend | undefined> => {
    for (let hasJoined = false; ;) {
      signal?.throwIfAborted();
      const phase = supervisor.phase();
      if (phase.at === "running") return raceAbort(signal, remote.backendOf(phase.life, phase.endpoint.url));
      const crash = mode === "join" ? pendingCrash(phase) : undefined;
      if (crash !== undefined) throw crashFault(name, crash);
      if (phase.at === "stopping") await supervisor.phaseChanged(signal);
      else if (mode === "start") await raceAbort(signal, supervisor.start({ onLine, takesOver: false }));
      else if (phase.at === "starting") await supervisor.phaseChanged(signal);
      else if (hasJoined) return undefined;
      else {
        hasJoined = true;
        await raceAbort(signal, supervisor.joinRunning());
      }
    }
  };

  async function request<Value>(
    mode: Mode,
    kind: Kind,
    options: CallOptions | undefined,
    call: Call<Value>,
  ): Promise<Value | undefined> {
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
        const crash = pendingCrash(phase);
        if (crash !== undefined) throw crashFault(name, crash, error);
        // Whether the server performed a command is unknown; the caller must check.
        if (kind === "command" || attempt === maxRetries) throw unreachable(name, error);
      }
    }
  }

  return {
    /**
     * The backend of the running server, whose ownership this process does not take over; undefined when no server runs.
     * Rejects with `BACKEND_CRASHED` when a server crashed that this process had started or joined, because its prompts
     * are lost. The calls `joined` reject so too.
     */
    running: (options?: CallOptions) => server("join", options),
    /** Calls the running server; undefined when no server runs. */
    joined: <Value>(kind: Kind, options: CallOptions | undefined, call: Call<Value>) =>
      request("join", kind, options, call),
    /** Calls the server, starting it if necessary, so that the result is never undefined for want of a server. */
    started: async <Value>(kind: Kind, options: CallOptions | undefined, call: Call<Value>) =>
      (await request("start", kind, options, call)) as Value,
  };
}
