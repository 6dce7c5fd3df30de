// Digest through the whole of Pictor, against a server that verifies every request independently.

import { createTestPictor } from "@pictor/host/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { serveDigest, type DigestServerOptions } from "./testing/digest-server.js";

const anna = { username: "anna", password: 'o"pe\\n: sesame ' };

/** A server, and a Pictor with this plugin that sends requests to it. */
async function openServer(options: Partial<DigestServerOptions>, setting: object = anna) {
  const server = await serveDigest({ ...anna, qop: "auth", ...options });
  const { pictor, dispose, log } = await createTestPictor({ plugins: [import.meta.dirname] });
  onTestFinished(dispose);
  onTestFinished(server.close);
  const auth = { type: "digest", ...setting };
  return {
    server,
    pictor,
    log,
    auth,
    async send(path = "/a?b=c", more: object = {}) {
      const reply = await pictor.send({ url: `http://${server.host}${path}`, auth, ...more });
      return `${reply.status} ${await reply.text()}`;
    },
  };
}

it.each<[string, Partial<DigestServerOptions>]>([
  ["names no algorithm", {}],
  ["requires MD5", { algorithm: "MD5" }],
  ["requires SHA-256", { algorithm: "SHA-256" }],
  ["requires SHA-512-256", { algorithm: "SHA-512-256" }],
  ["requires MD5-sess", { algorithm: "MD5-sess" }],
  ["requires SHA-256-sess", { algorithm: "SHA-256-sess" }],
  ["spells the algorithm in lower case", { algorithm: "sha-256" }],
  ["offers both qops", { qop: "auth-int, auth" }],
  ["requires auth-int", { algorithm: "SHA-256", qop: "auth-int" }],
  ["offers no qop, as in RFC 2069", { qop: undefined as never }],
  ["requires hashed user names", { algorithm: "SHA-256", more: "userhash=true, charset=UTF-8" }],
  ["has quotes in its realm", { realm: 'the "new" \\studio, Digest nonce="x"' }],
  ["has characters beyond ASCII in its realm", { realm: "Größe" }],
  ["offers other schemes first", { before: ['Basic realm="a, Digest b", Bearer', "NTLM TlRM=="] }],
  ["offers an unknown algorithm first", { before: ['Digest realm="studio", nonce="x", algorithm=SHA-1'] }],
])(
  "requests are accepted by a server that %s, for a first and a second request",
  async (_situation, options) => {
    const { send, server } = await openServer(options);
    const post = { method: "POST", body: "bödy" };
    expect([await send("/a?b=c", post), await send("/%7e?d+e%20f", post)]).toEqual(["200 in", "200 in"]);
    expect(server.verdicts()).toEqual(["bare", "in", "in"]);
  },
);

it("a user name beyond ASCII is sent as bytes to a server without a charset", async () => {
  const names = { username: "Ja\u0308søn Doe", password: "Gru\u0308ße" };
  const { send, server } = await openServer({ ...names, algorithm: "SHA-256" }, names);
  expect(await send()).toBe("200 in");
  expect(server.arrived[1]?.authorization).toContain(
    `username="${Buffer.from("Jäsøn Doe").toString("latin1")}"`,
  );
});

describe("a nonce", () => {
  it("is counted, also for concurrent requests", async () => {
    const { send, server } = await openServer({});
    await send();
    const replies = await Promise.all(["/1", "/2", "/3"].map((path) => send(path)));
    const counts = server.arrived
      .map(({ authorization }) => /nc=(\w+)/.exec(authorization ?? "")?.[1])
      .sort();
    expect(counts).toEqual(["00000001", "00000002", "00000003", "00000004", undefined]);
    expect(replies.filter((reply) => reply === "200 in").length).toBeGreaterThan(0);
  });

  it("that has become stale is renewed within the same request", async () => {
    const { send, server } = await openServer({ uses: 2 });
    expect([await send(), await send(), await send()]).toEqual(["200 in", "200 in", "200 in"]);
    expect(server.verdicts()).toEqual(["bare", "in", "in", "stale", "in"]);
  });

  it("that expires before its answer arrives is renewed once more", async () => {
    const { send, server } = await openServer({ lateAnswers: 1 });
    expect(await send()).toBe("200 in");
    expect(server.verdicts()).toEqual(["bare", "stale", "in"]);
  });

  it("that always expires before its answer arrives ends with the third refusal", async () => {
    const { send, server } = await openServer({ lateAnswers: 9 });
    expect(await send()).toBe("401 out");
    expect(server.verdicts()).toEqual(["bare", "stale", "stale"]);
  });

  it("that expires before the handshake of a socket arrives is renewed once more", async () => {
    const { server, pictor, auth } = await openServer({ lateAnswers: 1 });
    const handlers = { message: () => undefined, close: () => undefined };
    const connecting = pictor.connect({ url: `ws://${server.host}/ws`, auth }, handlers);
    await expect(connecting).rejects.toMatchObject({ details: { status: 403 } });
    expect(server.verdicts()).toEqual(["bare", "stale", "in"]);
  });

  it("that silently expires after one use costs one refusal; then requests are no longer signed preemptively", async () => {
    const { send, server } = await openServer({ uses: 1, saysStale: false });
    const replies = [await send(), await send(), await send(), await send()];
    expect(replies).toEqual(["200 in", "401 out", "200 in", "200 in"]);
    expect(server.verdicts()).toEqual(["bare", "in", "stale", "bare", "in", "bare", "in"]);
  });

  it("from an earlier request lets a body be sent that is not replayable", async () => {
    const { send, server } = await openServer({});
    const body = { open: () => new Blob(["once"]).stream(), replayable: false };
    await send();
    expect(await send("/upload", { method: "POST", body })).toBe("200 in");
    expect(server.verdicts()).toEqual(["bare", "in", "in"]);
  });
});

it.each<[string, Partial<DigestServerOptions>]>([
  ["another realm", { realm: (path) => path }],
  ["a nonce of its own for each request", { uses: 1, saysStale: false }],
])("a redirect within the origin to %s is answered with another challenge", async (_situation, options) => {
  const { server, pictor, auth } = await openServer(options);
  const reply = await pictor.send({ url: `http://${server.host}/go`, auth });
  expect(`${reply.status} ${await reply.text()}`).toBe("200 in");
  expect(reply.hops.map(({ status }) => status)).toEqual([401, 307, 401, 200]);
});

describe("a refusal", () => {
  it("is not followed by another attempt with the same credentials, and has no note about the scheme", async () => {
    const { pictor, server, auth } = await openServer({}, { ...anna, password: "wrong" });
    for (let attempt = 0; attempt < 3; attempt++) {
      const reply = await pictor.send({ url: `http://${server.host}/`, auth });
      await reply.discard();
      expect([reply.status, reply.notes]).toEqual([401, []]);
    }
    expect(server.verdicts().slice(0, 3)).toEqual(["bare", "wrong response", "bare"]);
    expect(server.verdicts().filter((verdict) => verdict === "wrong response")).toHaveLength(3);
  });

  it("ends when the password is corrected", async () => {
    const { pictor, server, auth, send } = await openServer({});
    const url = `http://${server.host}/`;
    await (await pictor.send({ url, auth: { ...auth, password: "wrong" } })).discard();
    expect(await send()).toBe("200 in");
    expect(server.verdicts()).toEqual(["bare", "wrong response", "bare", "in"]);
  });

  it("by a server without a supported challenge becomes the reply, with a note that explains it", async () => {
    const { pictor, auth, server, log } = await openServer({ algorithm: "MD5", qop: "auth-conf" });
    const reply = await pictor.send({ url: `http://${server.host}/`, auth });
    expect(`${reply.status} ${await reply.text()}`).toBe("401 out");
    expect(reply.notes).toMatchObject([{ code: "AUTH_CHALLENGE_UNANSWERED", plugin: "auth-digest" }]);
    expect(server.verdicts()).toEqual(["bare"]);
    expect(JSON.stringify(log)).toContain("AUTH_CHALLENGE_UNANSWERED");
  });
});
