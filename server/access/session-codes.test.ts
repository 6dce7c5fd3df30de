// The code of a panel's address opens one session; when it is used again, the session ends with all that it has made.

import { afterAll, expect, it } from "vitest";
import { createFakeClock } from "@pictor/host/testing";
import type { AccessRecord } from "../http/access-log.js";
import { startTestServer } from "../testing/start-server.js";
import { OneTimeCodes } from "./one-time-codes.js";
import { SessionCodes, type SessionGrant } from "./session-codes.js";

const clock = createFakeClock();
const warnings: string[] = [];
const records: AccessRecord[] = [];
const test = await startTestServer({
  clock,
  warn: (text) => warnings.push(text),
  accessLog: (record) => records.push(record),
});
afterAll(() => test.close());

const exchange = (code: string) => test.call("POST", "/v1/session", { token: null, body: { code } });
const open = async (code: string) => String((await exchange(code)).json()["token"]);
const statusOf = async (token: string) => (await test.call("GET", "/v1", { token })).status;
const create = async (token: string) => {
  const body = { name: "kept", scopes: ["admin"] };
  return String((await test.call("POST", "/v1/tokens", { token, body })).json()["token"]);
};

it("the second use ends the session and all that it has made, and says so", async () => {
  const code = test.server.issueCode();
  const session = await open(code);
  const kept = await create(session);
  const ofKept = await create(kept);
  const own = await create(test.server.token);
  expect(await statusOf(ofKept)).toBe(200);
  // The person's browser may come long after the minute of the code.
  await clock.advance(600_000);
  const again = await exchange(code);
  expect({ status: again.status, code: again.json()["code"] }).toEqual({
    status: 401,
    code: "API_CODE_REUSED",
  });
  expect(await Promise.all([session, kept, ofKept, own].map(statusOf))).toEqual([401, 401, 401, 200]);
  expect(warnings).toEqual([expect.stringMatching(/panel was used twice.* 2 tokens .*revoked/) as string]);
  expect(records.filter(({ path }) => path === "/v1/session").map((record) => record.code)).toEqual([
    undefined,
    "API_CODE_REUSED",
  ]);
  expect((await exchange(code)).json()["code"]).toBe("API_CREDENTIAL_REFUSED");
  expect(warnings).toHaveLength(1);
});

it("an admitted request of an ended session makes no token", async () => {
  const code = test.server.issueCode();
  const session = await open(code);
  const [made] = await Promise.all([create(session), exchange(code)]);
  expect(made === "undefined" ? 401 : await statusOf(made)).toBe(401);
});

it("a code that was never issued ends nothing", async () => {
  const session = await open(test.server.issueCode());
  expect((await exchange("x".repeat(43))).json()["code"]).toBe("API_CREDENTIAL_REFUSED");
  expect(await statusOf(session)).toBe(200);
});

it("a code opens nothing once the token that has asked for it was revoked", async () => {
  const revoked = new Set<string>();
  const opened: (string | undefined)[] = [];
  const codes = new SessionCodes(
    new OneTimeCodes<SessionGrant>(clock, 60_000),
    {
      isRevoked: (id) => revoked.has(id),
      revokeWithMade: () => Promise.resolve(1),
      openSession(name, scopes, maker) {
        opened.push(maker);
        const holder = { tokenId: "session", name, scopes };
        return { token: "pictor_x", holder, isKept: Promise.resolve(true) };
      },
    },
    () => undefined,
  );
  const grant = { name: "panel", scopes: ["read"], maker: "assistant" } as const;
  const [inTime, late, own] = [
    codes.issue(grant),
    codes.issue(grant),
    codes.issue({ name: "panel", scopes: [] }),
  ];
  expect((await codes.open(inTime)).kind).toBe("opened");
  revoked.add("assistant");
  expect([(await codes.open(late)).kind, (await codes.open(own)).kind]).toEqual(["unknown", "opened"]);
  expect(opened).toEqual(["assistant", undefined]);
});
