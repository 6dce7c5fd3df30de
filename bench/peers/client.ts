// The interface to which each file in this folder adapts one client, as its README recommends.

import type { Graph } from "@pictor/kernel/plugin";

/** A file of a result, with `bytes` from clients that fetch it. */
export interface ResultFile {
  readonly filename: string;
  readonly subfolder: string;
  readonly type: string;
  readonly bytes?: Uint8Array;
}

export interface Ending {
  readonly status: "finished" | "failed" | "interrupted" | "lost";
  readonly files: readonly ResultFile[];
  readonly reason: string;
}

export type Preview = Uint8Array | Blob;

export interface RunHooks {
  readonly onProgress?: (value: number, max: number) => void;
  /** A client that can, waits for what it returns. */
  readonly onPreview?: (image: Preview) => Promise<unknown> | undefined;
}

export interface Run {
  readonly ending: Promise<Ending>;
  /** A failure that the client reported while its promise was still pending. */
  readonly reportedFailure: () => Ending | undefined;
  /** Absent if the client cannot cancel. */
  readonly cancel?: () => Promise<unknown>;
  /** Whether `cancel` also removes a run that waits. Default true. */
  readonly cancelsQueued?: boolean;
}

/** Calls that a client does not have are absent. */
export interface Client {
  readonly run: (graph: Graph, hooks?: RunHooks) => Run;
  /** For clients that know batches: runs one graph after another, with `between()` after each but the last. */
  readonly runInTurn?: (graphs: readonly Graph[], between: () => Promise<void>) => Run;
  /** Settles with the value for a LoadImage node. */
  readonly uploadImage?: (bytes: Uint8Array<ArrayBuffer>, name: string) => Promise<string>;
  /** Uploads a file from disk. */
  readonly upload?: (path: string) => Promise<unknown>;
  /** Downloads a file without keeping it. */
  readonly download?: (file: ResultFile) => Promise<unknown>;
  /** The node classes of the server: all of them, as new; and one of them. */
  readonly catalog?: {
    readonly fetch: () => Promise<unknown>;
    readonly lookUp: (name: string) => Promise<unknown>;
  };
  readonly close: () => unknown;
}

/** What some of the clients can be told. */
export interface ClientOptions {
  /** Images are saved to a folder. */
  readonly saves?: boolean;
  /** Saved images are read again. Default true. */
  readonly reads?: boolean;
  /** Events are read. Default true. */
  readonly listens?: boolean;
  /** Requests are sent with the package undici. */
  readonly undici?: boolean;
  /** The client's short call is used. */
  readonly short?: boolean;
}

export interface ClientModule {
  readonly connect: (url: string, options?: ClientOptions) => Promise<Client>;
}
