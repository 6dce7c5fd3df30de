// A browser for tests: the Chromium of this machine, driven by playwright-core.

import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

const usual = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** `PICTOR_CHROMIUM`, or a Chromium at a usual place; undefined if there is none. */
export const chromiumPath = [process.env["PICTOR_CHROMIUM"], ...usual].find(
  (path) => path !== undefined && path !== "" && existsSync(path),
);
export const skipReason = "skipped: no Chromium was found; set PICTOR_CHROMIUM to its path";
if (chromiumPath === undefined) console.log(skipReason);

/** A name that leads to this machine, as when a page's name is rebound to another address. */
export const reboundName = "rebound.example";

/** These replace the list of Playwright: the last list counts. */
const disabledFeatures = [
  // Pages of any name may reach this machine, as in the browsers that do not ask the person first.
  "LocalNetworkAccessChecks",
  // A process for the next site, started ahead, which few tests use.
  "SpareRendererForSitePerProcess",
  // Two pages below the address bar, drawn ahead for each new context, at twice the price of the page of a small test.
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"],
  // Of Playwright's list, what disturbs tests or asks other machines.
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"],
  ...["HttpsFirstBalancedModeAutoEnable", "MediaRouter", "OptimizationHints", "PaintHolding"],
  ...["NetworkTimeServiceQuerying", "PreconnectToSearch", "ThirdPartyStoragePartitioning"],
];

async function launch(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: chromiumPath ?? "",
    args: [
      // A test runs as whatever user CI has, also as root, where Chromium has no sandbox.
      "--no-sandbox",
      `--disable-features=${disabledFeatures.join(",")}`,
      `--host-resolver-rules=MAP ${reboundName} 127.0.0.1`,
    ],
  });
  browser.on("disconnected", () => (started = undefined));
  return browser;
}
let started: Promise<Browser> | undefined;

/** The browser of this worker, which ends with the worker. Tests open contexts of their own in it, and close them. */
export const openBrowser = (): Promise<Browser> => (started ??= launch());
