// What counts as a sign that the server may have been restarted.

import { fault, type Network, type Reply } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { watchForRestarts } from "./restart-signs.js";

const request = { url: "http://h/" };
const handlers = { message() {}, close() {} };
const failed = (systemCode: string) =>
  fault(
    "REQUEST_FAILED",
    { method: "GET", url: "http://h/", reason: "x", advice: "a" },
    { more: { systemCode } },
  );
const refused = (status: number) => fault("SOCKET_REFUSED", { url: "ws://h/", status });
const network = (send: () => Promise<unknown>): Network => ({ send, connect: send }) as unknown as Network;

test.each([
  ["the connection is refused", failed("ECONNREFUSED"), 1],
  ["the connection breaks", failed("ECONNRESET"), 0],
  ["a proxy does not reach the server", refused(502), 1],
  ["a proxy requires credentials", refused(401), 0],
  ["the caller cancels", new Error("enough"), 0],
])("%s", async (_case, error, outages) => {
  const watched = watchForRestarts(network(() => Promise.reject(error)));
  await expect(watched.network.connect(request, handlers)).rejects.toBe(error);
  expect(watched.restartSigns).toEqual({ closedSockets: 0, outages });
});

test.each([
  [200, 0],
  [404, 0],
  [502, 1],
  [503, 1],
])("a reply with status %i counts %i outages", async (status, outages) => {
  const watched = watchForRestarts(network(() => Promise.resolve({ status } as Reply)));
  await watched.network.send(request);
  expect(watched.restartSigns).toEqual({ closedSockets: 0, outages });
});

test("a closed socket is counted and reported", async () => {
  let end = (): void => undefined;
  const connect: Network["connect"] = (_request, { close }) => {
    end = () => close(1006, "");
    return Promise.resolve({
      send: () => Promise.resolve(),
      ping: () => Promise.resolve(),
      close: () => Promise.resolve(),
    });
  };
  const watched = watchForRestarts({ connect, send: () => Promise.reject(new Error("not here")) });
  const codes: number[] = [];
  await watched.network.connect(request, { ...handlers, close: (code) => codes.push(code) });
  end();
  expect([watched.restartSigns, codes]).toEqual([{ closedSockets: 1, outages: 0 }, [1006]]);
});
