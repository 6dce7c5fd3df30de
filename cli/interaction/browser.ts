// Opens the system's browser, if there is one. Accepts web addresses only, and passes them without a shell.

import { setTimeout } from "node:timers/promises";
import type { Streams } from "../base/streams.js";

type Environment = Streams["env"];

/** Starts a browser (default: the system's); resolves to false if it fails to start. */
export type Launch = (url: string, browser: string | undefined) => Promise<boolean>;

/**
 * The browser that the variable BROWSER names, if its value is the name or path of a program. For a list, or a value
 * with `%s`, the system's browser is used.
 */
const namedBrowser = ({ BROWSER }: Environment): string | undefined =>
  BROWSER !== undefined && /^[\w./+-]+$/.test(BROWSER) ? BROWSER : undefined;

/** True if nobody would see a browser: on a build server, in a remote shell, on a machine without a desktop. */
export function isHeadless(environment: Environment, platform: NodeJS.Platform): boolean {
  const isSet = (name: string): boolean => Boolean(environment[name]);
  if (isSet("CI") || environment["BROWSER"] === "none") return true;
  // BROWSER is also set by editors that forward addresses from a remote shell.
  if (namedBrowser(environment) !== undefined) return false;
  if (isSet("SSH_CONNECTION")) return true;
  const hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"].some(isSet);
  return platform === "linux" && !hasDesktop;
}

/** True for http and https. Other schemes, which a server could send, would start a program or run a script. */
export const isWebAddress = (url: string): boolean =>
  URL.canParse(url) && ["http:", "https:"].includes(new URL(url).protocol);

/** A browser that is still running after this time, in milliseconds, counts as opened. */
const startupMs = 1500;

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
  // The browser's process does not keep this process alive; the timer keeps it alive until the browser has started or
  // failed.
  const settled = new AbortController();
  const startup = setTimeout(startupMs, true, { signal: settled.signal });
  return Promise.race([ended, startup]).finally(() => {
    settled.abort();
  });
};

/** Resolves to false if there is no browser, or it could not be started. Never rejects. */
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
