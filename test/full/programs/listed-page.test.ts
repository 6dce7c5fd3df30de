// A page of another origin in a real browser: what it may use of the gateway once `--origins` lists it, and nothing without.

import { afterAll, expect, it } from "vitest";
import { exampleGraph } from "@pictor/comfyui-nodes";
import { startTestServer, type TestServer } from "../../../server/testing/start-server.js";
import { chromiumPath, openBrowser } from "../browser.test.support.js";
import { servePage } from "./programs.test.support.js";

/** What the test uses of the page's images. */
interface PageImage {
  src: string;
  readonly naturalWidth: number;
  decode(): Promise<void>;
}

const listed = await servePage("<!doctype html><title>A page</title>");
const started: TestServer[] = [];
afterAll(async () => {
  await listed.close();
  for (const test of started) await test.close();
});

/** What the page reaches, with Pictor's own port for the backend and with the token on the path. */
async function reached(origins: readonly string[]): Promise<unknown> {
  const test = await startTestServer({
    configuration: { backends: { play: { kind: "embedded" } } },
    origins,
    ports: () => [{ port: 0, path: "/comfy/play" }],
  });
  started.push(test);
  const own = (test.server.ports[0]?.url ?? "").replace(/\/$/, "");
  const { server } = test;
  const context = await (await openBrowser()).newContext();
  const page = await context.newPage();
  await page.goto(listed.origin);
  const found = await page.evaluate(
    async ({ own, mounted, token, graph }) => {
      const isYes = (work: Promise<boolean>): Promise<boolean> => work.catch(() => false);
      const opens = (url: string, protocols: string[] = []): Promise<boolean> =>
        new Promise((resolve) => {
          const socket = new WebSocket(url.replace("http", "ws"), protocols);
          socket.onopen = () => {
            resolve(true);
            socket.close();
          };
          socket.onerror = () => resolve(false);
        });
      const headers = { Authorization: `Bearer ${token}` };
      const made = async (): Promise<string> => {
        const socket = new WebSocket(`${own.replace("http", "ws")}/ws?clientId=page`);
        const isOpen = new Promise((resolve) => (socket.onopen = resolve));
        const ended = new Promise<string>((resolve) => {
          socket.onmessage = ({ data }) => {
            const { type, data: event } = JSON.parse(typeof data === "string" ? data : "{}") as {
              type?: string;
              data?: { output?: { images?: { filename: string }[] } };
            };
            const name = type === "executed" ? event?.output?.images?.[0]?.filename : undefined;
            if (name !== undefined) resolve(name);
          };
        });
        await isOpen;
        const body = JSON.stringify({ prompt: graph, client_id: "page" });
        await fetch(`${own}/prompt`, {
          method: "POST",
          body,
          headers: { "Content-Type": "application/json" },
        });
        return ended;
      };
      const canFetch = await isYes(fetch(`${own}/system_stats`).then(({ ok }) => ok));
      const shows = async (): Promise<boolean> => {
        const { Image } = globalThis as unknown as { readonly Image: new () => PageImage };
        const image = new Image();
        image.src = `${own}/view?type=output&filename=${await made()}`;
        await image.decode();
        return image.naturalWidth === 64;
      };
      return {
        canFetch,
        opensSocket: await opens(`${own}/ws?clientId=a`),
        showsImage: canFetch && (await isYes(shows())),
        fetchesWithToken: await isYes(fetch(`${mounted}/system_stats`, { headers }).then(({ ok }) => ok)),
        opensWithToken: await opens(`${mounted}/ws?clientId=a`, ["pictor.v1", `pictor.token.${token}`]),
        opensWithoutToken: await opens(`${mounted}/ws?clientId=a`),
      };
    },
    {
      own,
      mounted: `${server.url}/comfy/play`,
      token: server.token,
      graph: exampleGraph({ width: 64, height: 64, steps: 2 }),
    },
  );
  await context.close();
  return found;
}

it.skipIf(chromiumPath === undefined)(
  "reaches ports, sockets and images once its origin is listed",
  async () => {
    expect(await reached([listed.origin])).toEqual({
      canFetch: true,
      opensSocket: true,
      showsImage: true,
      fetchesWithToken: true,
      opensWithToken: true,
      opensWithoutToken: false,
    });
  },
);

it.skipIf(chromiumPath === undefined)("reaches nothing without", async () => {
  expect(await reached([])).toEqual({
    canFetch: false,
    opensSocket: false,
    showsImage: false,
    fetchesWithToken: false,
    opensWithToken: false,
    opensWithoutToken: false,
  });
});
