// Opens the system's browser, if there is one. Accepts web addresses only, which no other user of the machine can read.

import { setTimeout } from "node:timers/promises";
import { isWebAddress } from "@pictor/kernel";
import type { Streams } from "../base/streams.js";
import { redirectFolder, writeRedirect } from "./redirect-file.js";

type Environment = Streams["env"];

/** Starts a browser (default: the system's); resolves to false if it fails to start. */
export type Launch = (url: string, browser: string | undefined) => Promise<boolean>;

/**
 * The browser that the variable BROWSER names, if its value is the name or path of a program. For a list, or a value
 * with `%s`, the system's browser is used.
 */
const namedBrowser = ({ BROWSER }: Environment): string | undefined =>
  BROWSER !== undefined && /^[\w./+-]+$/.test(BROWSER) ? BROWSER : undefined;

/** Variables of a shell whose user sits at another machine. */
const remoteVariables = ["SSH_CONNECTION", "VSCODE_IPC_HOOK_CLI", "REMOTE_CONTAINERS", "CODESPACES"];

/** True if nobody would see a browser: on a build server, in a remote shell, on a machine without a desktop. */
export function isHeadless(environment: Environment, platform: NodeJS.Platform): boolean {
  const isSet = (name: string): boolean => Boolean(environment[name]);
  if (isSet("CI") || environment["BROWSER"] === "none") return true;
  // An editor sets BROWSER in a remote shell, to a program that forwards an address: as an argument, which every user can read.
  if (remoteVariables.some(isSet)) return true;
  if (namedBrowser(environment) !== undefined) return false;
  const hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"].some(isSet);
  return platform === "linux" && !hasDesktop;
}

/** A browser that is still running after this time, in milliseconds, counts as opened. */
const startupMs = 1500;

const launch: Launch = async (url, browser) => {
  const { default: open } = await import("open");
  const child = await open(url, browser === undefined ? {} : { app: { name: browser } });
  const ended = new Promise<boolean>((resolve) => {
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
    if (child.exitCode !== null) resolve(child.exitCode === 0);
  });
  // The browser's process does not keep this process alive; the timer keeps it alive until the browser has started or
  // failed.
  const settled = new AbortController();
  const startup = setTimeout(startupMs, true, { signal: settled.signal });
  return Promise.race([ended, startup]).finally(() => settled.abort());
};

/** The arguments of a program of Windows can be read by its user alone, and it may not find a file of this system. */
const isOnWindows = ({ WSL_DISTRO_NAME }: Environment, platform: NodeJS.Platform): boolean =>
  platform === "win32" || Boolean(WSL_DISTRO_NAME);

/**
 * Opens an address, which may hold a secret. Resolves to false if there is no browser, if it could not be started, or
 * if every user of the machine could read the address. Never rejects.
 */
export async function openBrowser(
  url: string,
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
  start: Launch = launch,
): Promise<boolean> {
  if (!isWebAddress(url) || isHeadless(environment, platform)) return false;
  try {
    const opened = isOnWindows(environment, platform)
      ? url
      : await writeRedirect(url, redirectFolder(environment, platform));
    return await start(opened, namedBrowser(environment));
  } catch {
    return false;
  }
}
