// A page that leads the browser to an address which only this user may know: a file, because every user of the machine can read
// the arguments with which a browser is started.

import { randomBytes } from "node:crypto";
import { lstatSync, rmSync } from "node:fs";
import { chmod, lstat, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { dataFolder, ensureFolder, homeFolder } from "@pictor/kernel";
import type { Streams } from "../base/streams.js";

type Environment = Streams["env"];

/** Milliseconds after which a page is removed: the time for which the code of a panel is valid. */
const redirectLifetimeMs = 60_000;

const namePattern = /^open-[\w-]{22}\.html$/;
/** Browsers that Ubuntu installs as snaps. A snap cannot read the runtime folder, and every browser can read that of a snap. */
const snaps = ["firefox", "chromium", "brave", "opera"];

const isFolder = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** The folder of the pages, which may be missing: in the user's runtime folder, or in the user's data folder. */
export function redirectFolder(env: Environment, platform: NodeJS.Platform, home = homeFolder()): string {
  const ofSnap = snaps.map((name) => join(home, "snap", name, "common")).find(isFolder);
  const runtime = env["XDG_RUNTIME_DIR"];
  if (platform === "linux" && ofSnap !== undefined) return join(ofSnap, "pictor");
  if (runtime?.startsWith("/") === true && isFolder(runtime)) return join(runtime, "pictor");
  return join(dataFolder({ env, platform, home }), "runtime");
}

const replaced: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A page that needs no script, and that says to the next page nothing of its own address. */
function pageOf(url: string): string {
  const address = url.replace(/[&<>"']/g, (character) => replaced[character] ?? "");
  return [
    "<!doctype html>",
    '<html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">',
    `<meta http-equiv="refresh" content="0; url=${address}"><title>Pictor</title></head>`,
    `<body><p><a href="${address}" rel="noreferrer">Go on</a></p></body></html>`,
    "",
  ].join("\n");
}

/** Creates the folder for its owner alone. Rejects if it belongs to somebody else, or is a link. */
async function ensureOwnFolder(folder: string): Promise<void> {
  await ensureFolder(folder, 0o700);
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.())
    throw new Error(`${folder} belongs to somebody else`);
  if ((found.mode & 0o777) !== 0o700) await chmod(folder, 0o700);
}

/** Removes the pages of processes that were ended before they could do so. */
async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const age = Date.now() - ((await lstat(file).catch(() => undefined))?.mtimeMs ?? Infinity);
    if (namePattern.test(name) && age > redirectLifetimeMs) await rm(file, { force: true });
  }
}

/** The pages of this process that are not removed yet. */
const pages = new Set<string>();
const removePages = (): void => {
  for (const file of pages) rmSync(file, { force: true });
  pages.clear();
};

/**
 * Writes a page that only this user can read, and resolves to its `file:` address. It is removed after a minute, and when the
 * process ends. Rejects if the folder cannot be written, or is not the user's own.
 */
export async function writeRedirect(url: string, folder: string): Promise<string> {
  await ensureOwnFolder(folder);
  await removeOld(folder);
  const file = join(folder, `open-${randomBytes(16).toString("base64url")}.html`);
  process.off("exit", removePages).on("exit", removePages);
  pages.add(file);
  setTimeout(() => {
    if (pages.delete(file)) rmSync(file, { force: true });
  }, redirectLifetimeMs).unref();
  await writeFile(file, pageOf(url), { flag: "wx", mode: 0o600 });
  return pathToFileURL(file).href;
}
