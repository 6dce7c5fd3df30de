// Codes and tickets end with their time, and with their first use.

import { afterAll, expect, it } from "vitest";
import { createFakeClock } from "@pictor/host/testing";
import { startTestServer } from "../testing/start-server.js";
import { OneTimeCodes } from "./one-time-codes.js";

const clock = createFakeClock();
const test = await startTestServer({ clock });
afterAll(() => test.close());

it("a code of a page's address opens a session for a minute", async () => {
  const exchange = async (code: string) =>
    (await test.call("POST", "/v1/session", { token: null, body: { code } })).status;
  const inTime = test.server.issueCode();
  const late = test.server.issueCode();
  await clock.advance(60_000);
  expect(await exchange(inTime)).toBe(200);
  await clock.advance(1);
  expect(await exchange(late)).toBe(401);
});

it("a ticket of a handshake opens a socket for thirty seconds", async () => {
  const ticket = async () => {
    const reply = await test.call("POST", "/v1/tickets", { body: {} });
    return (reply.json()["subprotocols"] as readonly string[]).join(", ");
  };
  const handshake = async (protocols: string) => {
    const headers = { ...upgrade, "Sec-WebSocket-Protocol": protocols };
    return test.call("GET", "/v1/events/socket", { token: null, headers });
  };
  const late = await ticket();
  await clock.advance(30_001);
  expect((await handshake(late)).json()["code"]).toBe("API_CREDENTIAL_REFUSED");
});
const upgrade = {
  Connection: "Upgrade",
  Upgrade: "websocket",
  "Sec-WebSocket-Version": "13",
  "Sec-WebSocket-Key": Buffer.alloc(16, 1).toString("base64"),
};

it("a code is redeemed once, and the oldest codes make room for new ones", () => {
  const codes = new OneTimeCodes<number>(clock, 1_000);
  const issued = Array.from({ length: 1_001 }, (_, index) => codes.issue(index));
  expect(codes.redeem(issued[0] ?? "")).toBeUndefined();
  expect(codes.redeem(issued[1] ?? "")).toBe(1);
  expect(codes.redeem(issued[1] ?? "")).toBeUndefined();
  expect(codes.redeem(`${issued[2] ?? ""}x`)).toBeUndefined();
});

it("an address that sends wrong codes is told to wait, and a right code opens a session nevertheless", async () => {
  const open = async (code: string) =>
    (await test.call("POST", "/v1/session", { token: null, body: { code } })).status;
  // The wrong codes of the other tests are no longer counted.
  await clock.advance(60_000);
  const statuses: number[] = [];
  for (let index = 0; index < 25; index++) statuses.push(await open(`wrong-${index}`));
  expect(statuses).toEqual([
    ...Array.from({ length: 20 }, () => 401),
    ...Array.from({ length: 5 }, () => 429),
  ]);
  expect(await open(test.server.issueCode())).toBe(200);
});
