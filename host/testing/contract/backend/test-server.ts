// A server that contract.js starts for a backend kind: what its settings are, and how the rules steer it.

import type { Submission } from "@pictor/kernel";

/** A server with which the rules test a backend. Without an optional member, the rules that need it are not checked. */
export interface TestServer {
  /**
   * Settings of an instance that uses the server. If exactly one of them is an address on 127.0.0.1, the rules put a
   * line of their own before it, which they can cut.
   */
  readonly settings: Readonly<Record<string, unknown>>;
  /**
   * Other instances by name, for a kind that passes prompts on to them: each with its `kind` and its settings. If the
   * settings of the kind have no address, the line is put before the one address in these.
   */
  readonly instances?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The name of an auth profile cannot be given: the server must accept every request. */
  stop(): Promise<void>;
  /** What to run; another number has another result. Default: a graph or a neutral request that makes one small image. */
  submission?(number: number): Pick<Submission, "graph" | "request">;
  /** From now on a run does not end by itself. The function that it returns makes the server run as before. */
  hold?(): () => void;
  /** Makes the server forget everything that was submitted, as a restart does. It accepts requests afterwards. */
  lose?(): void | Promise<void>;
}

/** Starts a server that no other call uses. */
export type StartTestServer = () => TestServer | Promise<TestServer>;
