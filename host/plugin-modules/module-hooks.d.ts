// Types of module-hooks.js.

import type { MessagePort } from "node:worker_threads";

export interface HookData {
  /** URL of a module of the host, as which imports of `@pictor/kernel/plugin` are resolved. */
  readonly host: string;
  /** The folders of plugins as URLs with a slash at their end. */
  readonly folders: Set<string>;
  /** Receives further folders, when the hooks run in a thread of their own. */
  readonly port?: MessagePort;
}

type Next<Result> = (value: string, context: object) => Result;

export function initialize(data: HookData): void;
export function resolve<Result>(
  specifier: string,
  context: { readonly parentURL?: string | undefined },
  next: Next<Result>,
): Result;
export function load<Result>(url: string, context: object, next: Next<Result>): Result;
