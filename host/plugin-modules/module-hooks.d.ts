// Types of module-hooks.js.

import type { MessagePort } from "node:worker_threads";

/** A folder of a plugin as a URL with a slash at its end, and how many times it was loaded anew. */
export interface VersionedFolder {
  readonly folder: string;
  readonly version: number;
}

export interface HookData {
  /** URL of a module of the host, as which imports of `@pictor/kernel/plugin` are resolved. */
  readonly host: string;
  /** The version of each folder. */
  readonly folders: Map<string, number>;
  /** Whether this Node runs TypeScript. */
  readonly typescript: boolean;
  /** Receives further folders, when the hooks run in a thread of their own. */
  readonly port?: MessagePort;
}

interface Resolved {
  readonly url: string;
  readonly shortCircuit?: boolean;
}
type Next<Result> = (value: string, context: object) => Result;

export function initialize(data: HookData): void;
export function resolve<Result extends Resolved | Promise<Resolved>>(
  specifier: string,
  context: { readonly parentURL?: string | undefined },
  next: Next<Result>,
): Result;
export function load<Result>(url: string, context: object, next: Next<Result>): Result;
