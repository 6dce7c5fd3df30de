// Imports the module of a plugin that is not built in: as an ES module whatever package.json stands above its folder, and with
// the host's own copy of `@pictor/kernel/plugin`, so that the folder may lie anywhere.

import * as nodeModule from "node:module";
import { pathToFileURL } from "node:url";
import { MessageChannel } from "node:worker_threads";
import type { ImportModule, PluginSource } from "@pictor/kernel";
import type { VersionedFolder } from "./module-hooks.js";

/** Node 22.15 and later call hooks in the thread of the caller. https://nodejs.org/api/module.html#moduleregisterhooksoptions */
const { registerHooks } = nodeModule as {
  readonly registerHooks?: (hooks: Pick<typeof import("./module-hooks.js"), "resolve" | "load">) => void;
};

type AddFolder = (folder: VersionedFolder) => void;

const hooksFile = new URL("./module-hooks.js", import.meta.url);
const host = import.meta.url;

async function useHooks(): Promise<AddFolder> {
  const folders = new Map<string, number>();
  // Node's types of this version do not know the feature yet.
  const typescript = Boolean((process.features as { readonly typescript?: unknown }).typescript);
  if (registerHooks !== undefined) {
    const { initialize, resolve, load } = (await import(
      hooksFile.href
    )) as typeof import("./module-hooks.js");
    initialize({ host, folders, typescript });
    registerHooks({ resolve, load });
    return ({ folder, version }) => folders.set(folder, version);
  }
  const { port1, port2 } = new MessageChannel();
  nodeModule.register(hooksFile, { data: { host, folders, typescript, port: port2 }, transferList: [port2] });
  port1.unref();
  return (folder) => port1.postMessage(folder);
}

// All hosts of this process share one set of module hooks, because Node 20 cannot remove them.
let adding: Promise<AddFolder> | undefined;

/** How many times the files of a folder were declared to be other ones than before, by the real path of the folder. */
const versions = new Map<string, number>();

/** From now on, the files of a plugin's folder are imported anew. The modules of before stay in the memory of the process. */
export function forgetModules(folder: string): void {
  versions.set(folder, (versions.get(folder) ?? 0) + 1);
}

/**
 * Imports the modules of built-in plugins as they are, without hooks, and the modules of all other plugins through the
 * hooks.
 */
export function importModuleBeside(builtins: readonly PluginSource[]): ImportModule {
  const folders = new Set(builtins.map((source) => source.kind !== "inline" && source.path));
  return async (url, folder) => {
    if (!folders.has(folder)) {
      const addFolder = await (adding ??= useHooks());
      addFolder({ folder: `${pathToFileURL(folder).href}/`, version: versions.get(folder) ?? 0 });
    }
    return (await import(url)) as Awaited<ReturnType<ImportModule>>;
  };
}
