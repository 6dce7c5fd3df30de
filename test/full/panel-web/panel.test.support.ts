// The web panel for tests in a browser: a server with its embedded backend, and pages in which nothing may go wrong unseen.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { expect, onTestFinished, TestRunner } from "vitest";
import { createPictor, loadConfiguration } from "@pictor/host";
import { certificatesOf } from "@pictor/host/trust";
import { createTestFolder, userVariables } from "@pictor/host/testing";
import { createServer as createPictorServer, type PictorServer } from "@pictor/server";
import { buildPanels } from "../../../tools/build-pages.js";
import { root } from "../../sources.test.support.js";
import { chromiumPath, openBrowser } from "../browser.test.support.js";
import { pageFor, type PageOptions } from "./pages.test.support.js";

export { chromiumPath };
export type { PageOptions };

/** For what a run on a busy machine needs. */
export const within = { timeout: 20_000 };

type Sources = Parameters<typeof loadConfiguration>[0];
type Plugins = NonNullable<Parameters<typeof createPictor>[0]>["plugins"];

export interface PanelOptions {
  /** In place of what the files say. */
  readonly configuration?: NonNullable<Sources>["flags"];
  readonly plugins?: Plugins;
  /** The content of the user's file and of the project's, into which the server writes. Default: both are empty. */
  readonly files?: { readonly user?: object; readonly project?: object };
}

export interface OpenPage {
  readonly page: Page;
}

export interface PanelTest {
  readonly server: PictorServer;
  readonly browser: Browser;
  /** Below it are the outputs, the journal and the server's files. */
  readonly folder: string;
  /** Ends the server, and starts another one at the same address with the same files. */
  restart(): Promise<void>;
  /** Opens the panel for the test that runs, at a view such as `#/request`. */
  open(view?: string, options?: PageOptions): Promise<OpenPage>;
  close(): Promise<void>;
}

/** Messages of the browser itself about a request that failed on purpose. */
const isExpected = (text: string): boolean =>
  /status of (?:4\d\d|502)|ERR_CONNECTION_RE(?:FUSED|SET)|ERR_FAILED/.test(text);

/** The test that runs fails for each error of the console, violation of the policy and request to another origin. */
function watch(page: Page, origin: string): void {
  const faults: string[] = [];
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" && !isExpected(text)) faults.push(text);
  });
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => {
    const url = request.url();
    const isOwn = url.startsWith(origin) || url.startsWith(origin.replace("http", "ws"));
    if (!isOwn && !/^(blob|data):/.test(url)) faults.push(`request to ${url}`);
  });
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(() => expect(faults).toEqual([]));
}

/** Opens a session for a page of the origin, as the page of the panel does with its address. */
async function keepSession(page: Page, address: string): Promise<void> {
  const code = new URLSearchParams(new URL(address).hash.slice(1)).get("code");
  const reply = await fetch(new URL("/v1/session", address), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ code }),
  });
  const { token } = (await reply.json()) as { readonly token: string };
  await page.evaluate(`sessionStorage.setItem("pictor.token", ${JSON.stringify(token)})`);
}

/** The pages of the sources: the build of the packages has written them, too. */
let built = process.env["PICTOR_TEST_BUILT"] === undefined ? undefined : Promise.resolve();

/**
 * Builds the pages unless that was done, and starts a server with the panel. The journal and all files are in a folder
 * of its own.
 */
export async function startPanel({
  configuration = {},
  plugins = [],
  files: { user = {}, project = {} } = {},
}: PanelOptions = {}): Promise<PanelTest> {
  await (built ??= buildPanels(root, ["plugins/panel-web"]));
  const folder = createTestFolder();
  mkdirSync(join(folder, "project"));
  const userFile = join(folder, "user.json");
  writeFileSync(userFile, JSON.stringify(user));
  writeFileSync(join(folder, "project/pictor.json"), JSON.stringify(project));
  const journal = { config: { path: join(folder, "history.jsonl") } };
  const start = (port = 0): Promise<PictorServer> =>
    createPictorServer({
      folder: join(folder, "server"),
      presetsFile: join(folder, "presets.json"),
      panels: () => Promise.resolve([{ id: "web", port, scopes: ["admin"] }]),
      createPictor: async (interaction) =>
        createPictor({
          interaction,
          plugins,
          configuration: {
            ...(await loadConfiguration({
              directory: join(folder, "project"),
              userFile,
              flags: {
                outputs: { directory: join(folder, "outputs") },
                ...configuration,
                plugins: { "output-journal": journal, ...(configuration["plugins"] as object | undefined) },
              },
            })),
            certificates: certificatesOf(userVariables(folder)),
          },
        }),
    });
  let server = await start();
  const browser = await openBrowser();
  return {
    browser,
    folder,
    get server() {
      return server;
    },
    async restart() {
      const { port } = new URL(server.panels.urlOf("web") ?? "");
      await server.close();
      server = await start(Number(port));
    },
    async open(view = "", options = {}) {
      const url = server.panels.urlOf("web") ?? "";
      const page = await pageFor(browser, new URL(url).origin, options);
      watch(page, url);
      const address = server.panels.open("web");
      // The address of a new session names no view: on the way to another one, the page would draw its first.
      if (view !== "") await keepSession(page, address);
      await page.goto(view === "" ? address : url + view);
      await page.locator("main.view").waitFor();
      return { page };
    },
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
