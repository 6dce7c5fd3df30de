// What counts as a sign that the server was restarted.

import { fault } from "@pictor/kernel/plugin";
import type { Network, Reply } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { linked } from "./link.js";

const request = { url: "http://h/" };
const handlers = { message() {}, close() {} };
const failed = (systemCode: string) =>
  fault("REQUEST_FAILED", { method: "GET", url: "http://h/", reason: "x" }, { more: { systemCode } });
const refused = (status: number) => fault("SOCKET_REFUSED", { url: "ws://h/", status });
const network = (send: () => Promise<unknown>): Network => ({ send, connect: send }) as unknown as Network;

test.each([
  ["nobody listens", failed("ECONNREFUSED"), 1],
  ["a connection broke", failed("ECONNRESET"), 0],
  ["a proxy has nothing behind it", refused(502), 1],
  ["a proxy wants credentials", refused(401), 0],
  ["the caller gave up", new Error("enough"), 0],
])("%s", async (_case, error, outages) => {
  const one = linked(network(() => Promise.reject(error)));
  await expect(one.network.connect(request, handlers)).rejects.toBe(error);
  expect(one.link).toEqual({ losses: 0, outages });
});

test.each([
  [200, 0],
  [404, 0],
  [502, 1],
  [503, 1],
])("a reply with status %i", async (status, outages) => {
  const one = linked(network(() => Promise.resolve({ status } as Reply)));
  await one.network.send(request);
  expect(one.link).toEqual({ losses: 0, outages });
});

test("a socket that ended, which is told on", async () => {
  let end = (): void => undefined;
  const connect: Network["connect"] = (_request, { close }) => {
    end = () => {
      close(1006, "");
    };
    return Promise.resolve({ send() {}, ping: () => Promise.resolve(), close: () => Promise.resolve() });
  };
  const one = linked({ connect, send: () => Promise.reject(new Error("not here")) });
  const told: number[] = [];
  await one.network.connect(request, { ...handlers, close: (code) => told.push(code) });
  end();
  expect([one.link, told]).toEqual([{ losses: 1, outages: 0 }, [1006]]);
});
