// Device authorization responses as providers really send them, and what is read from each.

import { describe, expect, it } from "vitest";
import { readDeviceReply } from "./device-reply.js";
import { readReply } from "./read-reply.js";

const sent = {
  device_code: "d",
  user_code: "ABCD-EFGH",
  verification_uri: "https://example.org/device",
  expires_in: 600,
};
const { verification_uri: uri, ...withoutUri } = sent;

function read(body: object, status = 200) {
  const headers = { "content-type": "application/json" };
  const response = readReply({ status, headers, body: new TextEncoder().encode(JSON.stringify(body)) }, "");
  return response.kind === "success" ? readDeviceReply(response) : response;
}
function device(body: object) {
  const reply = read(body);
  if (reply.kind !== "device") throw new Error(`the reply is of the kind ${reply.kind}`);
  return reply;
}
const invalid = (name: string) => ({ kind: "invalid", problem: expect.stringContaining(`"${name}"`) });

it("reads the required members, and polls every five seconds by default", () => {
  expect(device(sent)).toEqual({
    kind: "device",
    deviceCode: "d",
    userCode: "ABCD-EFGH",
    verificationUri: uri,
    verificationUriComplete: undefined,
    expiresInS: 600,
    intervalS: 5,
    notes: [],
  });
});

it.each<[unknown, number, RegExp | undefined]>([
  [1, 1, undefined],
  [600, 600, undefined],
  [2.5, 2.5, undefined],
  ["7", 7, /interval.* 7\b/],
  [0, 1, /interval.* 1\b/],
  [-5, 1, /interval.* 1\b/],
  [601, 600, /interval.* 600\b/],
  [1e9, 600, /interval.* 600\b/],
  ["soon", 5, /interval; 5 is assumed/],
  [null, 5, /interval; 5 is assumed/],
  [{}, 5, /interval; 5 is assumed/],
])("interval %j is read as %d seconds", (written, seconds, note) => {
  const { intervalS, notes } = device({ ...sent, interval: written });
  expect(intervalS).toBe(seconds);
  expect(notes).toEqual(note === undefined ? [] : [expect.stringMatching(note)]);
});

describe("expires_in", () => {
  it.each<[unknown, number, number]>([
    ["600", 600, 1],
    [0, 0, 0],
    [1e308, 86_400, 1],
  ])("%j is read as %d seconds", (written, seconds, notes) => {
    const reply = device({ ...sent, expires_in: written });
    expect([reply.expiresInS, reply.notes.length]).toEqual([seconds, notes]);
  });

  it.each([-1, null, "ten minutes"])("%j is not usable", (written) => {
    expect(read({ ...sent, expires_in: written })).toMatchObject(invalid("expires_in"));
  });
});

describe("the verification URI", () => {
  it.each(["verification_url", "verificationUri", "verificationUrl"])(
    "may have the name %s, also as the complete one",
    (name) => {
      const complete = `${name}${name.includes("_") ? "_complete" : "Complete"}`;
      const reply = device({ ...withoutUri, [name]: uri, [complete]: `${uri}?c=1` });
      expect(reply).toMatchObject({ verificationUri: uri, verificationUriComplete: `${uri}?c=1` });
      expect(reply.notes).toEqual([
        `The provider sent ${name}, ${complete} instead of verification_uri, verification_uri_complete.`,
      ]);
    },
  );

  it("may have its name from before RFC 8628 beside an empty member of the present name", () => {
    const { verificationUri, notes } = device({ ...sent, verification_uri: null, verification_url: uri });
    expect([verificationUri, notes]).toEqual([uri, [expect.stringMatching(/verification_url/)]]);
  });

  it.each([
    ...["javascript:alert(1)", "file:///etc/passwd", "/device", "example.org/device", ""],
    ...["https://google.com@evil.example/"],
  ])("cannot be %j, under either name", (written) => {
    expect(read({ ...sent, verification_uri: written })).toMatchObject(invalid("verification_uri"));
    expect(read({ ...withoutUri, verification_url: written })).toMatchObject(invalid("verification_uri"));
  });

  it("may be an http URL", () => {
    const local = "http://localhost:3000/d";
    expect(device({ ...sent, verification_uri: local }).verificationUri).toBe(local);
  });

  it.each([
    ...["javascript:alert(1)", "https://google.com@evil.example/", "/device"],
    ...["https://example.org/\u001b[2J", 1],
  ])("with the user code is ignored when it is %j", (written) => {
    const { verificationUriComplete, notes } = device({ ...sent, verification_uri_complete: written });
    expect(verificationUriComplete).toBeUndefined();
    expect(notes).toEqual([expect.stringMatching(/no usable verification_uri_complete/)]);
  });

  it("with the user code is read", () => {
    const complete = "https://example.org/device?user_code=ABCD-EFGH";
    expect(device({ ...sent, verification_uri_complete: complete }).verificationUriComplete).toBe(complete);
  });
});

it.each([
  [
    "a right-to-left override",
    { user_code: "A\u202eB" },
    '"user_code" contains control characters or others',
  ],
  ["a long user code", { user_code: "x".repeat(65) }, '"user_code" is longer than 64 characters'],
  ["a number as user code", { user_code: 123_456 }, '"user_code" is not a text'],
  ["no user code", { user_code: null }, '"user_code" is missing'],
  ["a script", { verification_uri: "javascript:a" }, '"verification_uri" is not an http or https address'],
])("the problem names %s", (_situation, over, problem) => {
  expect(read({ ...sent, ...over })).toMatchObject({
    kind: "invalid",
    problem: expect.stringContaining(problem),
  });
});

it("distinguishes error responses and other replies from a successful response", () => {
  expect(read({ error: "invalid_client" }, 401)).toMatchObject({ kind: "error", error: "invalid_client" });
  expect(read({}, 404)).toMatchObject({ kind: "invalid", status: 404 });
});
