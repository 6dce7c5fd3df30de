// What the parts of the facade share: the backend, the prompts that it knows, and the sockets of the clients.

import type { FileReference } from "@pictor/comfyui-graph";
import type { RunMessages } from "@pictor/farm";
import { keepNewest } from "@pictor/kernel/plugin";
import type { Caller, HistoryEntry } from "@pictor/comfyui-protocol";
import type {
  BackendCalls,
  BackendFacets,
  CallOptions,
  Clock,
  KeyedLock,
  Logger,
  OutputFile,
  PromptSummary,
} from "@pictor/kernel/plugin";
import type { PromptFollower } from "@pictor/prompt-life";
import type { Run } from "../wire/run.js";
import { locationOf } from "../wire/file-location.js";
import type { Prompt } from "../wire/prompt.js";
import type { Sockets } from "../sockets/sockets.js";

/** The backend behind the facade: its calls, and its members if it has any. */
export interface FacadeBackend extends BackendCalls {
  readonly facets: Pick<BackendFacets, "members">;
}

/** A prompt that waits or runs. */
export interface ActivePrompt {
  prompt: Prompt;
  readonly run: Run;
  /** What its events have said. */
  messages: RunMessages;
  /** Whether the backend has accepted the prompt. */
  isAccepted: boolean;
  /** Reads its record; undefined while it is being submitted. */
  follower: PromptFollower | undefined;
  /** Ends the subscription to the events of this prompt alone, if there is one. */
  release: () => void;
}

/** A prompt that has ended, as the history shows it. */
export interface EndedPrompt {
  readonly prompt: Prompt;
  readonly entry: HistoryEntry;
}

export interface Facade {
  readonly backend: FacadeBackend;
  readonly name: string;
  readonly clock: Clock;
  readonly logger: Pick<Logger, "warn">;
  /** Aborted when the facade is closed. */
  readonly signal: AbortSignal;
  readonly sockets: Sockets;
  /** The largest body of a request in bytes. */
  readonly maxBodyBytes: number;
  readonly active: Map<string, ActivePrompt>;
  /** The newest ended prompts, oldest first. */
  readonly ended: Map<string, EndedPrompt>;
  /** The requests for prompts under ids of their clients, by id. */
  readonly submitting: KeyedLock;
  /** Prompts that their owner has deleted from the history. */
  readonly hidden: Set<string>;
  /** Owners whose earlier prompts were looked up; the empty text for clients without one. */
  readonly searched: Set<string>;
  /** When the length of the queue was announced last, and how to cancel the next announcement, if one is due. */
  readonly announced: { at: number; cancel: (() => void) | undefined };
  /** Outputs that clients have received, by `fileKey`: a backend may need more details of a file than a client names. */
  readonly files: Map<string, OutputFile>;
  /** Whether the nodes of a class are output nodes, for the classes of earlier prompts. */
  readonly outputClasses: Map<string, boolean>;
  /** The last list of the backend's queue, which callers share for a moment. */
  queue: { readonly at: number; readonly summaries: Promise<readonly PromptSummary[]> } | undefined;
  /** The list that is read after it, while someone waits for that. */
  nextQueue: Promise<readonly PromptSummary[]> | undefined;
  /** Resolves when the events of the backend arrive. */
  subscribe(): Promise<undefined>;
  /** The next number in the order of prompts. */
  nextNumber(): number;
  /** Prompts of all clients that wait or run. */
  remaining(): number;
}

/** Each owner sees and stops its own prompts. */
export const isOwn = ({ owner }: Pick<Prompt, "owner">, caller: Caller): boolean => owner === caller.owner;

/** The options of a call of the backend for a request. */
export const optionsOf = ({ signal }: Pick<Caller, "signal">): CallOptions => ({ signal });

/** How many outputs are remembered. */
const maxFiles = 10_000;

const fileKey = ({ filename, subfolder, type }: FileReference): string =>
  JSON.stringify([type, subfolder, filename]);

export function rememberFiles({ files }: Facade, outputs: readonly OutputFile[]): void {
  for (const file of outputs) files.set(fileKey(locationOf(file)), file);
  keepNewest(files, maxFiles);
}

export const rememberedFile = ({ files }: Facade, location: FileReference): OutputFile | undefined =>
  files.get(fileKey(location));
