// A browser for tests: the Chromium of this machine, driven by playwright-core.

import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

const usual = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** `PICTOR_CHROMIUM`, or a Chromium at a usual place; undefined if there is none. */
export const chromiumPath = [process.env["PICTOR_CHROMIUM"], ...usual].find(
  (path) => path !== undefined && path !== "" && existsSync(path),
);

/**
 * `rules` are host resolver rules of Chromium, such as `MAP rebound.example 127.0.0.1`. Pages of any name may reach this machine, as
 * in the browsers that do not ask the person first.
 */
export const openBrowser = (rules = ""): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath ?? "",
    args: [
      // A test runs as whatever user CI has, also as root, where Chromium has no sandbox.
      "--no-sandbox",
      "--disable-features=LocalNetworkAccessChecks",
      ...(rules === "" ? [] : [`--host-resolver-rules=${rules}`]),
    ],
  });
