// What a test can see of a fake server, and how it makes the server fail.

import type { Backend, BackendEvent, InstalledExtension, PromptWait } from "@pictor/kernel/plugin";

/** How the server treats the next submissions. */
export type SubmitFault =
  "lose reply" | "late reply" | "fail before" | "refuse" | "status 500, queued" | "restart";

export interface FakeServer {
  readonly name: string;
  readonly backend: Backend;
  /** How often each prompt was begun, by its proposed id. */
  readonly begun: ReadonlyMap<string, number>;
  /** The proposed ids of the prompts in the order in which they began. */
  readonly order: readonly string[];
  readonly uploads: readonly string[];
  /** Number of submissions that have arrived. */
  submissions(): number;
  runMs: number;
  stepMs: number | undefined;
  /** Ids are assigned by the server, as older ones do. */
  assignsIds: boolean;
  /** Messages come twice, and the one about the end comes before the record exists. */
  lies: boolean;
  /** What arrives of a message; undefined if it is lost. */
  hears: (event: BackendEvent) => BackendEvent | undefined;
  models: readonly string[];
  /** What is installed; undefined if the server has no list. */
  extensions: readonly InstalledExtension[] | undefined;
  /** How many members of its own get prompts; undefined if it is a single server. */
  workers: number | undefined;
  /** Why prompts wait on it; undefined if it does not say so. */
  wait: PromptWait | undefined;
  submitFaults: SubmitFault[];
  /** Accepts no connection from now on; what runs goes on. */
  cut(): void;
  mend(): void;
  /** Requests get no answer from now on; what runs goes on. */
  hang(): void;
  /** Ends at once: everything in its memory is lost. It accepts connections again after `mend`. */
  die(): void;
  /** The worker takes no further prompt, until `mend`. */
  stall(): void;
}
