// How many connections of one token stay open at the same time: sockets and streams together, also if all come at once.

import { once } from "node:events";
import { WebSocket } from "ws";
import type { Api } from "@pictor/kernel";
import { afterAll, describe, expect, it } from "vitest";
import { echoApi } from "../testing/echo-api.js";
import { startTestServer } from "../testing/start-server.js";

const asked = 230;
/** The handshakes that the API holds back, and those that were refused. */
const answers = { held: 0, refused: 0 };
let answerAll = (): void => undefined;
const areAllAsked = new Promise<void>((resolve) => (answerAll = resolve));
const count = (what: keyof typeof answers): void => {
  answers[what]++;
  if (answers.held + answers.refused === asked) answerAll();
};

/** The API /echo, which answers no handshake before all of them are there or refused, as slow servers of a gateway do. */
function slowApi(): ReturnType<typeof echoApi> {
  const { manifest, plugin } = echoApi([]);
  return {
    manifest,
    plugin: async (context: Parameters<typeof plugin>[0]) => {
      const made = await plugin(context);
      const echo = made.provides?.apis?.["echo"];
      if (echo?.upgrade === undefined) return made;
      const upgrade: NonNullable<Api["upgrade"]> = async (...handshake) => {
        count("held");
        await areAllAsked;
        return echo.upgrade?.(...handshake) ?? new Response();
      };
      return {
        ...made,
        provides: { ...made.provides, apis: { ...made.provides?.apis, echo: { ...echo, upgrade } } },
      };
    },
  };
}

const test = await startTestServer({ plugins: [slowApi()] });
afterAll(() => test.close());

const headers = () => ({ Authorization: `Bearer ${test.server.token}` });

/** A socket, or the status of the refusal. */
async function connect(path: string): Promise<WebSocket | number> {
  const socket = new WebSocket(`ws://127.0.0.1:${test.port}${path}`, { headers: headers() });
  socket.on("error", () => undefined);
  const [event, response] = await Promise.race([
    once(socket, "open").then(() => ["open"] as const),
    once(socket, "unexpected-response").then(([, refused]) => ["refused", refused] as const),
  ]);
  if (event === "open") return socket;
  socket.terminate();
  count("refused");
  return (response as { readonly statusCode: number }).statusCode;
}

async function close(sockets: readonly (WebSocket | number)[]): Promise<void> {
  const open = sockets.filter((socket) => typeof socket !== "number");
  const closed = open.map((socket) => once(socket, "close"));
  for (const socket of open) socket.close();
  await Promise.all(closed);
}

describe("a token", () => {
  it("has room for 200 sockets of APIs, also if more handshakes arrive at the same time", async () => {
    const sockets = await Promise.all(Array.from({ length: asked }, () => connect("/echo")));
    expect(sockets.filter((socket) => typeof socket !== "number")).toHaveLength(200);
    expect(new Set(sockets.filter((socket) => typeof socket === "number"))).toEqual(new Set([429]));
    await close(sockets);
    const again = await connect("/echo");
    expect(again).toBeInstanceOf(WebSocket);
    await close([again]);
  });

  it("has room for twenty readers of the events, sockets and streams together", async () => {
    const gone = new AbortController();
    const read = () => fetch(`${test.server.url}/v1/events`, { headers: headers(), signal: gone.signal });
    const streams = await Promise.all(Array.from({ length: 15 }, read));
    const sockets = await Promise.all(Array.from({ length: 10 }, () => connect("/v1/events/socket")));
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    expect(sockets.filter((socket) => typeof socket !== "number")).toHaveLength(5);
    const refused = await read();
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: "API_TOO_MANY" }]);
    await close(sockets);
    const [first, ...others] = streams;
    await first?.body?.cancel();
    // The other place is that of a socket.
    expect((await Promise.all(Array.from({ length: 5 }, read))).map(({ status }) => status)).toEqual(
      Array.from({ length: 5 }, () => 200),
    );
    expect(others).toHaveLength(14);
    gone.abort();
  });
});
