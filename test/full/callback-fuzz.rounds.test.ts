// Malformed requests to a waiting sign-in: it can still be completed afterwards, and memory stays constant.

import { connect } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import {
  followCallback,
  startFlow,
  callbackUrlOf,
  expectPortFree,
  portOf,
  openStartPage,
} from "../../plugins/auth-oauth2/testing/authorization-flow.js";
import { rounds } from "../rounds.test.support.js";

const { numRuns: requests, seed } = rounds(2_000, 100_000);

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Megabytes in use after garbage collection. */
async function memory(): Promise<{ readonly heap: number; readonly resident: number }> {
  for (let round = 0; round < 5; round++) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
  }
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: heapUsed / 1e6, resident: rss / 1e6 };
}

/** Pseudo-random numbers from 0 to below `limit` (a linear congruential generator). */
function createChance() {
  let value = seed;
  return (limit: number): number => {
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((value / 2 ** 32) * limit);
  };
}

/** The parts of a request. Most parsers accept most of them, so that the flow itself has to decide. */
interface Pieces {
  readonly usual: readonly string[];
  readonly broken: readonly string[];
}
const methods: Pieces = {
  usual: ["GET", "GET", "GET", "GET", "POST", "HEAD", "OPTIONS"],
  broken: ["get", "CONNECT", "BREW", "", "\u0000"],
};
const targets: Pieces = {
  usual: [
    "/callback?code=a&state=b",
    "/callback?code=a&code=b&state=c",
    "/callback?error=access_denied",
    "/callback?%%%=%ff&state=%00",
    "/callback?code=%0d%0aX:%20y",
    `/callback?${"state=x&".repeat(500)}`,
    "/callback",
  ],
  broken: [
    "//callback",
    "/favicon.ico",
    "/start/x",
    "/done/x",
    "http://localhost/callback?code=a",
    "*",
    "callback",
    `/${"a".repeat(20_000)}`,
  ],
};
const versions: Pieces = { usual: ["HTTP/1.1"], broken: ["HTTP/1.0", "HTTP/2", "HTTP/9.9", "http/1.1", ""] };
const headers: Pieces = {
  usual: [
    "Origin: https://evil.example",
    "Origin: null",
    "Sec-Fetch-Mode: cors",
    "Sec-Fetch-Mode: navigate",
    "Content-Length: 3",
    "Transfer-Encoding: chunked",
    "Connection: keep-alive",
    "Connection: Upgrade\r\nUpgrade: websocket",
    "Expect: 100-continue",
    "Cookie: a=b",
    "X:",
  ],
  broken: [
    "Expect: everything",
    "Content-Length: -1",
    "Content-Length: 99999999999999999999",
    "Transfer-Encoding: chunked\r\nContent-Length: 1",
    ": x",
    " folded",
    "X\u0000: y",
    `X: ${"y".repeat(20_000)}`,
  ],
};

function malformed(chance: (limit: number) => number, port: number): string {
  const one = ({ usual, broken }: Pieces): string => {
    const list = chance(12) === 0 ? broken : usual;
    return list[chance(list.length)] ?? "";
  };
  const hosts: Pieces = {
    usual: [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`],
    broken: ["evil.example", "[", "\u00ff", ""],
  };
  const lines = [
    `${one(methods)} ${one(targets)} ${one(versions)}`,
    ...(chance(20) === 0 ? [] : [`Host: ${one(hosts)}`]),
    ...Array.from({ length: chance(4) }, () => one(headers)),
  ];
  const text = `${lines.join(chance(40) === 0 ? "\n" : "\r\n")}\r\n\r\n${chance(5) === 0 ? "abc" : ""}`;
  switch (chance(15)) {
    case 0:
      return text.slice(0, chance(text.length));
    case 1: {
      const place = chance(text.length);
      return `${text.slice(0, place)}${String.fromCharCode(chance(256))}${text.slice(place + 1)}`;
    }
    case 2:
      return text + text;
    default:
      return text;
  }
}

/** Sends a request. Settles when the connection has ended in any way. */
const send = (port: number, host: string, bytes: string): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect({ port, host }, () => socket.end(bytes, "latin1"));
    socket.resume();
    socket.on("error", () => undefined);
    socket.on("close", () => resolve());
  });

it("a waiting sign-in under fire can be finished after malformed requests, in flat memory", async () => {
  const flow = await startFlow();
  const sent = await openStartPage(flow);
  const port = portOf(flow);
  const chance = createChance();
  let left = 0;
  const fire = async (host: string): Promise<void> => {
    while (left-- > 0) await send(port, host, malformed(chance, port));
  };
  const volley = async (count: number): Promise<void> => {
    left = count;
    await Promise.all(Array.from({ length: 24 }, (_, index) => fire(index % 2 === 0 ? "127.0.0.1" : "::1")));
  };

  await volley(requests / 10);
  const before = await memory();
  await volley(requests - requests / 10);
  const after = await memory();

  expect(after.heap - before.heap).toBeLessThan(8);
  expect(after.resident - before.resident).toBeLessThan(100);
  await followCallback(callbackUrlOf(sent, { code: "the-right-one" }));
  expect((await flow.result).code).toBe("the-right-one");
  expect(flow.clock.pending()).toBe(0);
  await expectPortFree(port);
});
