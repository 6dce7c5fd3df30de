// What runs the prompts behind the protocol: the queue, the history, the files and the node classes.
import type { FileReference } from "@pictor/comfyui-graph";
import type { Priority } from "@pictor/kernel/plugin";
import type { ByteRange } from "../http/file-reply.js";
import type { Reply } from "../http/reply.js";
import type { Message } from "../messages/frame.js";
import type { HistoryEntry } from "../prompts/history-entry.js";
import type { QueuedPrompt } from "../prompts/queued-prompt.js";
import type { PromptReceipt, PromptRefusal } from "./prompt-reply.js";

/** Who sends a request. */
export interface Caller {
  /** An engine with several owners shows each of them its own prompts, and lets it stop no others. */
  readonly owner?: string;
  /** The priority of a prompt whose client asks for none. Default: `normal`. */
  readonly priority?: Priority;
  /** How many prompts of the owner run at the same time, for an engine with several owners. Default: any number. */
  readonly runningLimit?: number;
  /** Aborted when the caller no longer waits. */
  readonly signal?: AbortSignal;
}

/** A socket of a client. */
export interface ClientSocket {
  readonly clientId: string;
  readonly owner?: string;
  /** Whether previews are sent with their prompt and node; the client asks for this in its first message. */
  wantsMetadata: boolean;
  /** Sends to this socket alone. */
  send(message: Message): void;
}

export interface ListedPrompt extends QueuedPrompt {
  /** True: a prompt of another owner, of which only the place in the queue is shown. */
  readonly isForeign?: boolean;
}

export interface ListedQueue {
  readonly running: readonly ListedPrompt[];
  readonly pending: readonly ListedPrompt[];
}

export interface StoredFile {
  /** Absent: the length is not known, and the file is sent as it comes, as a whole. */
  readonly bytes?: number;
  readonly modifiedMs?: number;
  /** Default: made of the time and the length, as a real server does. */
  readonly etag?: string;
  readonly open: (range?: ByteRange) => Uint8Array | AsyncIterable<Uint8Array>;
}

/** A file of a client, and where it is to be stored. */
export interface Upload extends FileReference {
  readonly overwrite: boolean;
  /** SHA-256 of the file that the client sent. */
  readonly sha256: string;
  /** The received file; undefined for a mask whose original does not exist. */
  readonly path: string | undefined;
}

/** Where an upload is: as a client names it in a graph. */
export interface StoredUpload {
  readonly name: string;
  readonly subfolder: string;
  readonly type: FileReference["type"];
}

/** An engine in this process answers at once. */
type Awaitable<Value> = Value | Promise<Value>;

export interface Engine {
  /** Longest body of a request. */
  readonly maxBodyBytes: number;
  /** The flags that the server publishes at `/features` and exchanges over the socket. */
  readonly features: Readonly<Record<string, unknown>>;
  /** The folder in which uploads are kept until they are stored. */
  readonly uploadFolder: string;
  /** Limits of the images that are decoded for `/view` and masks. Default: those of the decoder. */
  readonly limits?: { readonly maxPixels: number };

  /** The number of prompts of all owners that wait or run. */
  remaining(): number;
  /** The nodes that run for the client of a new socket. */
  activeNodes(socket: Pick<ClientSocket, "clientId" | "owner">): readonly string[];
  /** `body` is that of `POST /prompt`. */
  submit(body: string, caller: Caller): Awaitable<PromptReceipt | PromptRefusal>;
  queue(caller: Caller): Awaitable<ListedQueue>;
  /** Removes a waiting prompt from the queue; a running one stays. */
  removeQueued(promptId: string, caller: Caller): Awaitable<void>;
  clearQueue(caller: Caller): Awaitable<void>;
  /** Interrupts the running prompt with this id; without an id, the one that is meant by the owner. */
  interrupt(promptId: string | undefined, caller: Caller): Awaitable<void>;
  /** Stops a prompt that waits or runs. Resolves to false when there is nothing to stop. */
  cancel(promptId: string, caller: Caller): Awaitable<boolean>;
  /** The caller's finished prompts, oldest first. */
  history(caller: Caller): Awaitable<readonly (readonly [promptId: string, entry: HistoryEntry])[]>;
  historyEntry(promptId: string, caller: Caller): Awaitable<HistoryEntry | undefined>;
  /** Ignores an id that no prompt can have. */
  forget(promptId: unknown, caller: Caller): Awaitable<void>;
  clearHistory(caller: Caller): Awaitable<void>;
  /** The entries of all node classes by name, or of the one with this name. */
  objectInfo(className: string | undefined, caller: Caller): Awaitable<Readonly<Record<string, unknown>>>;
  embeddings(caller: Caller): Awaitable<readonly string[]>;
  systemStats(caller: Caller): Awaitable<object>;
  /** The file; 403 for a folder outside the area's folder, 404 if there is none. */
  view(file: FileReference, caller: Caller): Awaitable<StoredFile | 403 | 404>;
  /** 400 for a place that no upload may have; 404 if a mask without an original is not accepted. */
  upload(upload: Upload, caller: Caller): Awaitable<StoredUpload | 400 | 404>;
  /** The reply to a request whose route has thrown. */
  failed(error: unknown, caller: Caller): Reply;
}
