// The backend of an instance: one object that stays valid while its server is started, restarted and stopped.

import type {
  Backend,
  BackendFacets,
  BackendInfo,
  OutputFile,
  PromptState,
  Receipt,
} from "@pictor/kernel/plugin";
import { pathOf } from "../files/local-output.js";
import type { Directories } from "../arguments/server-directories.js";
import type { ServerCalls } from "../server/connect/server-calls.js";
import type { RemoteConnection } from "../server/connect/remote-connection.js";
import type { Supervisor } from "../server/supervise/supervisor.js";

export interface ManagedBackendParts {
  readonly name: string;
  /** Closes the backend when aborted. */
  readonly signal: AbortSignal;
  readonly supervisor: Supervisor;
  readonly remote: RemoteConnection;
  readonly calls: ServerCalls;
  readonly facets: BackendFacets & Required<Pick<BackendFacets, "localFiles" | "localOutput">>;
  /** Returns the folders of the running server, else those that the settings determine. */
  directories(): Directories;
  /** Reads title and version from the files while no server runs. */
  stoppedInfo(): Promise<Pick<BackendInfo, "title" | "version">>;
}

const runningTitle = (url: string): string => `Managed ComfyUI at ${url}`;

export function createManagedBackend(parts: ManagedBackendParts): Backend {
  const { name, signal, supervisor, remote, calls, facets, directories } = parts;
  const own = {
    name,
    kind: "managed",
    facets: (Object.keys(facets) as (keyof BackendFacets)[]).filter((facet) => facets[facet] !== undefined),
  };
  const withLocalPath = (file: OutputFile): OutputFile => ({
    ...file,
    address: pathOf(file, directories()) ?? file.address,
  });
  const withLocalPaths = (state: PromptState): PromptState =>
    "outputs" in state ? { ...state, outputs: state.outputs.map(withLocalPath) } : state;

  const unsubscribe = supervisor.onPhase((phase) => {
    if (phase.at === "running") void remote.backendOf(phase.life, phase.endpoint.url).catch(() => undefined);
    else remote.connectionLost();
  });

  let closing: Promise<void> | undefined;
  const close = (): Promise<void> =>
    (closing ??= (async () => {
      signal.removeEventListener("abort", closeNow);
      unsubscribe();
      await remote.close();
      await supervisor.close();
    })());
  const closeNow = (): void => void close().catch(() => undefined);
  signal.addEventListener("abort", closeNow, { once: true });

  return {
    async info(options = {}) {
      const phase = supervisor.phase();
      if (phase.at === "down" || phase.at === "crashed") await supervisor.joinRunning(options);
      const now = supervisor.phase();
      if (now.at !== "running") return { ...(await parts.stoppedInfo()), ...own };
      const info = await calls
        .joined("query", options, (backend) => backend.info(options))
        .catch(
          // The server ended during the call; its files still provide title and version.
          (error: unknown) => {
            if (supervisor.phase().at === "running") throw error;
            return undefined;
          },
        );
      if (info === undefined) return { ...(await parts.stoppedInfo()), ...own };
      return { ...info, ...own, title: runningTitle(now.endpoint.url) };
    },
    catalog: (options) => calls.started("query", options, (backend) => backend.catalog(options)),
    events: (listener, options) =>
      calls.started("query", options, (backend) =>
        remote.subscribe(
          backend,
          (event) =>
            listener(event.type === "output" ? { ...event, files: event.files.map(withLocalPath) } : event),
          options,
        ),
      ),
    async submit(submission, options) {
      const submit = async (backend: Backend): Promise<Receipt> => {
        await supervisor.takeOver(options);
        return backend.submit(submission, options);
      };
      return (await calls.joined("command", options, submit)) ?? calls.started("command", options, submit);
    },
    cancel: async (promptId, options) =>
      (await calls.joined("command", options, (backend) => backend.cancel(promptId, options))) ?? "gone",
    async state(promptId, options) {
      const state = await calls.joined("query", options, (backend) => backend.state(promptId, options));
      return state === undefined ? { state: "unknown" } : withLocalPaths(state);
    },
    embeddings: (options) => calls.joined("query", options, async (backend) => backend.embeddings?.(options)),
    prompts: async (options) =>
      (await calls.joined("query", options, (backend) => backend.prompts(options))) ?? [],
    fetchSubmission: (promptId, options) =>
      calls.joined("query", options, (backend) => backend.fetchSubmission(promptId, options)),
    // An upload is written directly to the input folder, whether or not a server runs.
    upload: (file, { progress: _, ...options } = {}) =>
      facets.localFiles.put(file.area ?? "input", file.name, file.open(), options),
    fetchOutput: (file, options) => facets.localOutput.open(file, options),
    facets,
    close,
  };
}
