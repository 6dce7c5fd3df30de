// What the fake server is told, and how it is started.

import { start, type Child } from "../processes.js";

/**
 * The messages in the middle of each run, as fast as possible, or with `everyMs` one at a time. Previews are random bytes, or an
 * `image` in base64.
 */
export type Flood = { readonly count: number; readonly everyMs?: number } & (
  | { readonly kind: "previews"; readonly bytes: number }
  | { readonly kind: "previews"; readonly image: string }
  | { readonly kind: "states" }
);

/** Changes what the server serves. `objectInfo` is the text of `/object_info`. */
export interface FakeMessage {
  readonly flood?: Flood | null;
  readonly objectInfo?: string;
}

export type FakeServer = Child<string, FakeMessage, "done">;

/** Starts the fake server in a process of its own. Its first message is its address. */
export const startFakeServer = (): Promise<FakeServer> => start(import.meta.url, "./fake-server.js");
