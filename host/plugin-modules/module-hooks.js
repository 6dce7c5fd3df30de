// Hooks of Node's module loader for the files of plugins. JavaScript, because Node 20 imports this file by itself into the
// thread of its loader, also when the sources run without a build.

import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { receiveMessageOnPort } from "node:worker_threads";

/** @type {import("./module-hooks.js").HookData} */
let data;

/** @type {import("./module-hooks.js").initialize} */
export function initialize(given) {
  data = given;
}

/** The folder of the plugin that has the file; undefined for a file of a package that the plugin has installed. */
function folderOf(url) {
  if (data.port !== undefined)
    for (let next = receiveMessageOnPort(data.port); next; next = receiveMessageOnPort(data.port))
      data.folders.set(next.message.folder, next.message.version);
  const folder = [...data.folders.keys()].find((known) => url?.startsWith(known));
  return folder === undefined || url.slice(folder.length).includes("node_modules/") ? undefined : folder;
}

const pathOf = (url) => url.replace(/[?#].*$/, "");

/** Milliseconds since 1970 of the last change; undefined if there is no such file. */
const changedMs = (url) => statSync(fileURLToPath(url), { throwIfNoEntry: false })?.mtimeMs;

/** A checkout writes the files of a folder one after the other, so their times differ a little. */
const checkoutMs = 2000;

/**
 * The file to load: in place of JavaScript that is older than the TypeScript beside it, the TypeScript. Throws where this Node
 * does not run TypeScript. The times of the files of an installed package mean nothing.
 */
function currentFile(url) {
  const path = pathOf(url);
  const source = path.replace(/\.(m?)js$/, ".$1ts");
  if (source === path || path.includes("/node_modules/")) return url;
  const written = changedMs(source);
  if (written === undefined) return url;
  const compiled = changedMs(path);
  const isStale = compiled === undefined || compiled + (data.typescript ? 0 : checkoutMs) < written;
  if (!isStale) return url;
  if (data.typescript) return source + url.slice(path.length);
  const names = [path, source].map((file) => file.slice(file.lastIndexOf("/") + 1));
  const found = compiled === undefined ? `there is no ${names[0]}` : `${names[0]} is older than ${names[1]}`;
  throw new Error(
    `${found}, and Node ${process.version} does not run TypeScript: compile the plugin first (npx tsc), or use Node 22.18 or later`,
  );
}

/** A file of a plugin that has changed in this process is another module than before. */
function withVersion(url, version) {
  if (version === 0) return url;
  const versioned = new URL(url);
  versioned.searchParams.set("reload", version);
  return versioned.href;
}

function resolved(result) {
  const folder = folderOf(result.url);
  if (folder === undefined) return result;
  return { ...result, url: withVersion(currentFile(result.url), data.folders.get(folder)) };
}

/** An import of `./file.js` means `./file.ts` where there is no JavaScript. */
function retried(error, specifier, context) {
  const isFile = /^(?:\.{0,2}\/|file:)/.test(specifier);
  if (error.code !== "ERR_MODULE_NOT_FOUND" || !isFile) throw error;
  const { href: url } = new URL(specifier, context.parentURL);
  if (folderOf(url) === undefined || currentFile(url) === url) throw error;
  return { ...resolved({ url }), shortCircuit: true };
}

/** A plugin's import of the plugin API is resolved as an import by the host, so that both have the same copy. */
export function resolve(specifier, context, next) {
  if (specifier === "@pictor/kernel/plugin" && folderOf(context.parentURL) !== undefined)
    return next(specifier, { ...context, parentURL: data.host });
  try {
    const result = next(specifier, context);
    if (!(result instanceof Promise)) return resolved(result);
    return result.catch((error) => retried(error, specifier, context)).then(resolved);
  } catch (error) {
    return retried(error, specifier, context);
  }
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
  const path = pathOf(url);
  if (folderOf(url) === undefined) return next(url, context);
  if (/\.m?js$/.test(path)) return next(url, { ...context, format: "module" });
  if (!/\.m?ts$/.test(path)) return next(url, context);
  const typed = data.typescript ? { ...context, format: "module-typescript" } : context;
  try {
    const loaded = next(url, typed);
    return loaded instanceof Promise ? loaded.catch(explain) : loaded;
  } catch (error) {
    return explain(error);
  }
}
