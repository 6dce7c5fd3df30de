// Hooks of Node's module loader for the files of plugins. JavaScript, because Node 20 imports this file by itself into the
// thread of its loader, also when the sources run without a build.

import { receiveMessageOnPort } from "node:worker_threads";

/** @type {import("./module-hooks.js").HookData} */
let data;

/** @type {import("./module-hooks.js").initialize} */
export function initialize(given) {
  data = given;
}

function isOfPlugin(url) {
  if (data.port !== undefined)
    for (let next = receiveMessageOnPort(data.port); next; next = receiveMessageOnPort(data.port))
      data.folders.add(next.message);
  const folder = [...data.folders].find((folder) => url?.startsWith(folder));
  return folder !== undefined && !url.slice(folder.length).includes("node_modules/");
}

/** A plugin's import of the plugin API is resolved as an import by the host, so that both have the same copy. */
export function resolve(specifier, context, next) {
  const isPluginApi = specifier === "@pictor/kernel/plugin" && isOfPlugin(context.parentURL);
  return next(specifier, isPluginApi ? { ...context, parentURL: data.host } : context);
}

/** Explains why a TypeScript file of a plugin was not loaded. */
function explain(error) {
  if (error.code !== "ERR_UNKNOWN_FILE_EXTENSION") throw error;
  throw new Error(
    `Node ${process.version} does not run TypeScript; Node 22.18 and later do. Compile the plugin, or update Node`,
  );
}

/** Whatever the nearest package.json says, the files of a plugin are ES modules. */
export function load(url, context, next) {
  if (!isOfPlugin(url)) return next(url, context);
  if (/\.m?js$/.test(url)) return next(url, { ...context, format: "module" });
  if (!/\.m?ts$/.test(url)) return next(url, context);
  const typed = process.features.typescript ? { ...context, format: "module-typescript" } : context;
  try {
    const loaded = next(url, typed);
    return loaded instanceof Promise ? loaded.catch(explain) : loaded;
  } catch (error) {
    return explain(error);
  }
}
