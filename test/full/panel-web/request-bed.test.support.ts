// The view "Request" in a browser, with an API on loopback that answers as a test needs it.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "@pictor/host/testing";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { startPanel, type OpenPage, type PanelOptions, type PanelTest } from "./panel.test.support.js";

/** Pastes a text into the element of a selector. */
export const paste = (page: Page, selector: string, text: string): Promise<unknown> =>
  page.evaluate(
    `(() => { const data = new DataTransfer(); data.setData("text/plain", ${JSON.stringify(text)});
      document.querySelector(${JSON.stringify(selector)}).dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })); })()`,
  );

export interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export type Answer = (arrived: Arrived, response: ServerResponse) => void;

export interface ApiServer {
  readonly origin: string;
  readonly arrived: readonly Arrived[];
  /** How the next requests are answered; default: with what has arrived, as JSON. */
  answer: Answer;
  close(): Promise<void>;
}

const echo: Answer = ({ method, url, body }, response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ method, url, body }));
};

/** Answers with the path and the query that arrived. */
export const sayPath: Answer = ({ url }, response) => response.end(`at ${url}`);

async function startApi(answer: Answer): Promise<ApiServer> {
  const arrived: Arrived[] = [];
  const api = { answer };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = "", url = "", headers } = request;
      const one = { method, url, headers, body };
      arrived.push(one);
      api.answer(one, response);
    });
  });
  const { origin, close } = await listen(server);
  return Object.assign(api, { arrived, origin, close });
}

/** The parts of the view, as a person finds them. */
export interface RequestPage extends OpenPage {
  readonly address: Locator;
  readonly reply: Locator;
  tab(name: string): Promise<void>;
  send(): Promise<void>;
  /** The status and the text of the reply's body. */
  expectReply(status: string, body?: string | RegExp): Promise<void>;
  /** Sends the request, and expects this reply. */
  sendFor(status: string, body?: string | RegExp): Promise<void>;
}

function partsOf({ page }: OpenPage): RequestPage {
  const reply = page.getByRole("region", { name: "Reply", exact: true });
  const parts: RequestPage = {
    page,
    reply,
    address: page.getByRole("combobox", { name: "Address" }),
    tab: (name) => page.getByRole("tablist", { name: "Request" }).getByRole("tab", { name }).click(),
    send: () => page.getByRole("button", { name: /^Send(?! again)/ }).click(),
    async expectReply(status, body) {
      await reply.getByText(status, { exact: true }).waitFor();
      if (body === undefined) return;
      await expect.poll(() => reply.getByRole("region", { name: "Body" }).textContent()).toMatch(body);
    },
    async sendFor(status, body) {
      await parts.send();
      await parts.expectReply(status, body);
    },
  };
  return parts;
}

export interface RequestTest extends Omit<PanelTest, "open"> {
  readonly api: ApiServer;
  open(options?: Parameters<PanelTest["open"]>[1]): Promise<RequestPage>;
  /** Writes a profile into the configuration, as a page with a session can. */
  saveProfile(name: string, draft: object): Promise<void>;
}

/** `host` of the environment `lab` is the API. */
export async function startRequestTest(
  more: (api: ApiServer) => PanelOptions = () => ({}),
  answer: Answer = echo,
): Promise<RequestTest> {
  const api = await startApi(answer);
  const { configuration = {}, ...rest } = more(api);
  const panel = await startPanel({
    ...rest,
    configuration: {
      environment: "lab",
      environments: { lab: { host: api.origin }, other: { host: "https://other.example" } },
      ...configuration,
    },
  });
  return {
    ...panel,
    api,
    async open(options) {
      const parts = partsOf(await panel.open("#/request", options));
      await parts.address.waitFor();
      return parts;
    },
    async saveProfile(name, draft) {
      const { page } = await panel.open();
      const status = await page.evaluate<number>(`fetch("/v1/profiles/${name}", {
        method: "PUT", body: ${JSON.stringify(JSON.stringify(draft))},
        headers: { "content-type": "application/json", authorization: "Bearer " + sessionStorage.getItem("pictor.token") },
      }).then(({ status }) => status)`);
      expect(status).toBe(200);
      await page.context().close();
    },
    async close() {
      await panel.close();
      await api.close();
    },
  };
}
