// What providers really answer at the device authorization endpoint, and what each of it counts for.

import { describe, expect, it } from "vitest";
import { normaliseDevice } from "./normalise-device.js";

const good = {
  device_code: "d",
  user_code: "ABCD-EFGH",
  verification_uri: "https://example.org/device",
  expires_in: 600,
};
const read = (body: object, status = 200) =>
  normaliseDevice(
    {
      status,
      headers: { "content-type": "application/json" },
      body: new TextEncoder().encode(JSON.stringify(body)),
    },
    "",
  );

function device(body: object) {
  const normal = read(body);
  if (normal.kind !== "device") throw new Error(`it became ${normal.kind}`);
  return normal;
}

it("takes the least, and polls every five seconds then", () => {
  expect(device(good)).toEqual({ kind: "device", body: { ...good, interval: 5 }, notes: [] });
});

describe("the interval", () => {
  it.each<[unknown, number, RegExp | undefined]>([
    [1, 1, undefined],
    [600, 600, undefined],
    [2.5, 2.5, undefined],
    ["7", 7, /as a text/],
    [0, 1, /set to 1 /],
    [-5, 1, /set to 1 /],
    [601, 600, /set to 600 /],
    [1e9, 600, /set to 600 /],
    ["soon", 5, /5 is assumed/],
    [null, 5, /5 is assumed/],
    [{}, 5, /5 is assumed/],
  ])("%j counts for %d seconds", (written, seconds, note) => {
    const { body, notes } = device({ ...good, interval: written });
    expect(body["interval"]).toBe(seconds);
    expect(notes).toEqual(note === undefined ? [] : [expect.stringMatching(note)]);
  });
});

describe("the lifetime", () => {
  it.each<[unknown, number | undefined]>([
    ["600", 600],
    [0, 0],
    [1e308, 86_400],
    [-1, undefined],
    [null, undefined],
    ["ten minutes", undefined],
  ])("%j counts for %j seconds", (written, seconds) => {
    const { body, notes } = device({ ...good, expires_in: written });
    expect(body["expires_in"]).toBe(seconds);
    expect(notes).toHaveLength(written === 0 ? 0 : 1);
  });
});

describe("the address", () => {
  it("may have its name from before RFC 8628", () => {
    const { verification_uri: uri, ...rest } = good;
    const { body, notes } = device({ ...rest, verification_url: uri });
    expect(body["verification_uri"]).toBe(uri);
    expect(notes).toEqual([expect.stringMatching(/verification_url instead/)]);
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "/device",
    "example.org/device",
    "",
    "https://google.com@evil.example/",
  ])("is as good as none when it is %j", (written) => {
    expect(device({ ...good, verification_uri: written }).body).not.toHaveProperty("verification_uri");
    const { verification_uri: _uri, ...rest } = good;
    expect(device({ ...rest, verification_url: written }).body).not.toHaveProperty("verification_uri");
  });

  it.each([
    "javascript:alert(1)",
    "https://google.com@evil.example/",
    "/device",
    "https://example.org/\u001b[2J",
    1,
  ])("with the code in it is left out when it is %j", (written) => {
    const { body, notes } = device({ ...good, verification_uri_complete: written });
    expect(body).not.toHaveProperty("verification_uri_complete");
    expect(notes).toEqual([expect.stringMatching(/no web address/)]);
  });

  it("with the code in it is kept otherwise", () => {
    const complete = "https://example.org/device?user_code=ABCD-EFGH";
    expect(device({ ...good, verification_uri_complete: complete }).body["verification_uri_complete"]).toBe(
      complete,
    );
  });
});

it.each([
  ["a code with an escape sequence", { user_code: "A\u001b[31mB" }, "user_code"],
  ["a code that runs backwards", { user_code: "A\u202eB" }, "user_code"],
  ["a code longer than 64 characters", { user_code: "x".repeat(65) }, "user_code"],
  ["a code that is a number", { user_code: 123_456 }, "user_code"],
  ["an address with a line break", { verification_uri: "https://example.org/\nx" }, "verification_uri"],
  ["an address that is no text", { verification_uri: ["https://example.org"] }, "verification_uri"],
])("%s is as good as none", (_situation, over, name) => {
  expect(device({ ...good, ...over }).body).not.toHaveProperty(name);
});

it("tells a refusal and a page from an answer", () => {
  expect(read({ error: "invalid_client" }, 401)).toMatchObject({ kind: "refusal", error: "invalid_client" });
  expect(read({}, 404)).toMatchObject({ kind: "unusable", status: 404 });
});
