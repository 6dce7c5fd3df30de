// Names the plugin behind an unhandled error of the process.

import { sep } from "node:path";
import {
  realPathOfExisting,
  runningOwner,
  sourceLocation,
  stackFrames,
  type PluginRecord,
  type RunningOwner,
} from "@pictor/kernel";

/** The plugin whose code an error comes from. */
export interface RejectionOwner {
  /** Id of the plugin. */
  readonly plugin: string;
  /**
   * The hook that the plugin ran in, or `load` for its import and set-up. Known only with the option
   * `attributeRejections`.
   */
  readonly hook?: RunningOwner["hook"];
  /** The place in the plugin's files, such as ` (at index.js:1:38)`; absent if the stack of the error does not show it. */
  readonly place?: string;
}

function stackOf(thrown: unknown): string {
  try {
    // The property `stack` of a thrown value may be anything, such as a getter that throws.
    return thrown instanceof Error ? String(thrown.stack) : "";
  } catch {
    return "";
  }
}

/**
 * Call this in the `unhandledRejection` or `uncaughtException` handler of the process, with `Pictor.plugins()`. Without the
 * option `attributeRejections`, the owner is the plugin in whose folder the first frame of the error's stack lies that is
 * in any of their folders: undefined for a value that is no error, and for an error whose stack shows no file of a plugin.
 */
export function rejectionOwner(
  thrown: unknown,
  plugins: readonly Pick<PluginRecord, "id" | "origin">[],
): RejectionOwner | undefined {
  const withPlace = (owner: RejectionOwner): RejectionOwner => {
    const found = plugins.find(({ id, origin }) => id === owner.plugin && origin !== "inline");
    const place = sourceLocation(found?.origin, thrown);
    return place === "" ? owner : { ...owner, place };
  };
  const running = runningOwner();
  if (running !== undefined) return withPlace(running);
  const innermostFirst = plugins
    .filter(({ origin }) => origin !== "inline")
    .map(({ id, origin }) => ({ plugin: id, root: realPathOfExisting(origin) + sep }))
    .sort((a, b) => b.root.length - a.root.length);
  for (const { path } of stackFrames(stackOf(thrown))) {
    const owner = innermostFirst.find(({ root }) => path.startsWith(root));
    if (owner !== undefined) return withPlace({ plugin: owner.plugin });
  }
  return undefined;
}
