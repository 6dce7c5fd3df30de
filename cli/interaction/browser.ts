// The system's browser: whether there is one to open, and opening it. Web addresses only, as an argument, without a shell.

import { setTimeout } from "node:timers/promises";
import type { Streams } from "../base/streams.js";

type Environment = Streams["env"];

/** Starts a browser (default: the system's) and tells, once it is known, whether it came to an end with an error. */
export type Launch = (url: string, browser: string | undefined) => Promise<boolean>;

/** A program's name or path; BROWSER may also hold lists and `%s`, which are left to the system's own way. */
const namedBrowser = ({ BROWSER }: Environment): string | undefined =>
  BROWSER !== undefined && /^[\w./+-]+$/.test(BROWSER) ? BROWSER : undefined;

/** True where nobody sits in front of a browser: a build server, a remote shell, a machine without a desktop. */
export function isHeadless(environment: Environment, platform: NodeJS.Platform): boolean {
  const isSet = (name: string): boolean => Boolean(environment[name]);
  if (isSet("CI") || environment["BROWSER"] === "none") return true;
  // Whoever names a browser has one, such as an editor that forwards addresses from a remote shell.
  if (namedBrowser(environment) !== undefined) return false;
  if (isSet("SSH_CONNECTION")) return true;
  const hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"].some(isSet);
  return platform === "linux" && !hasDesktop;
}

/** http and https; anything else a server could name would start a program or run a script. */
export const isWebAddress = (url: string): boolean =>
  URL.canParse(url) && ["http:", "https:"].includes(new URL(url).protocol);

/** Milliseconds in which a browser that cannot work says so. */
const graceMs = 1500;

const launch: Launch = async (url, browser) => {
  const { default: open } = await import("open");
  const child = await open(url, browser === undefined ? {} : { app: { name: browser } });
  const ended = new Promise<boolean>((resolve) => {
    child.once("error", () => {
      resolve(false);
    });
    child.once("exit", (code) => {
      resolve(code === 0);
    });
    if (child.exitCode !== null) resolve(child.exitCode === 0);
  });
  // The browser's process does not keep ours alive; this does, until it is known how it began.
  const waiting = new AbortController();
  const grace = setTimeout(graceMs, true, { signal: waiting.signal });
  return Promise.race([ended, grace]).finally(() => {
    waiting.abort();
  });
};

/** False when there is no browser, or it could not be started. Never rejects. */
export async function openBrowser(
  url: string,
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
  start: Launch = launch,
): Promise<boolean> {
  if (!isWebAddress(url) || isHeadless(environment, platform)) return false;
  try {
    return await start(url, namedBrowser(environment));
  } catch {
    return false;
  }
}
