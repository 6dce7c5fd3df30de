// Imports the module of a plugin that is not built in: as an ES module whatever package.json stands above its folder, and with
// the host's own copy of `@pictor/kernel/plugin`, so that the folder may lie anywhere.

import * as nodeModule from "node:module";
import { pathToFileURL } from "node:url";
import { MessageChannel } from "node:worker_threads";
import type { ImportModule, PluginSource } from "@pictor/kernel";

/** Node 22.15 and later call hooks in the thread of the caller. https://nodejs.org/api/module.html#moduleregisterhooksoptions */
const { registerHooks } = nodeModule as {
  readonly registerHooks?: (hooks: Pick<typeof import("./module-hooks.js"), "resolve" | "load">) => void;
};

type AddFolder = (folder: string) => void;

const hooksFile = new URL("./module-hooks.js", import.meta.url);
const host = import.meta.url;

async function useHooks(): Promise<AddFolder> {
  const folders = new Set<string>();
  if (registerHooks !== undefined) {
    const { initialize, resolve, load } = (await import(
      hooksFile.href
    )) as typeof import("./module-hooks.js");
    initialize({ host, folders });
    registerHooks({ resolve, load });
    return (folder) => folders.add(folder);
  }
  const { port1, port2 } = new MessageChannel();
  nodeModule.register(hooksFile, { data: { host, folders, port: port2 }, transferList: [port2] });
  port1.unref();
  return (folder) => {
    port1.postMessage(folder);
  };
}

// All hosts of this process share one set of module hooks, because Node 20 cannot remove them.
let adding: Promise<AddFolder> | undefined;

/**
 * Imports the modules of built-in plugins as they are, without hooks, and the modules of all other plugins through the
 * hooks.
 */
export function importModuleBeside(builtins: readonly PluginSource[]): ImportModule {
  const folders = new Set(builtins.map((source) => source.kind !== "inline" && source.path));
  return async (url, folder) => {
    if (!folders.has(folder)) {
      const addFolder = await (adding ??= useHooks());
      addFolder(`${pathToFileURL(folder).href}/`);
    }
    return (await import(url)) as Awaited<ReturnType<ImportModule>>;
  };
}
