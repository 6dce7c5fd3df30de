// Digest through a whole kernel, against a server that checks every answer by itself.

import { createTestPictor } from "@pictor/host/testing";
import { afterEach, describe, expect, it } from "vitest";
import { serveDigest, type DigestServerOptions } from "./testing/server.js";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const anna = { username: "anna", password: 'o"pe\\n: sesame ' };

/** A kernel with this plugin before a server, and what comes of requests to it. */
async function lab(options: Partial<DigestServerOptions>, setting: object = anna) {
  const server = await serveDigest({ ...anna, qop: "auth", ...options });
  const { pictor, dispose, log } = await createTestPictor({ plugins: [import.meta.dirname] });
  closing.push(dispose, server.close);
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

describe("a server is satisfied that", () => {
  it.each<[string, Partial<DigestServerOptions>]>([
    ["names no algorithm", {}],
    ["wants MD5", { algorithm: "MD5" }],
    ["wants SHA-256", { algorithm: "SHA-256" }],
    ["wants SHA-512-256", { algorithm: "SHA-512-256" }],
    ["wants MD5-sess", { algorithm: "MD5-sess" }],
    ["wants SHA-256-sess", { algorithm: "SHA-256-sess" }],
    ["spells the algorithm in its own way", { algorithm: "sha-256" }],
    ["leaves the choice of qop", { qop: "auth-int, auth" }],
    ["protects bodies", { algorithm: "SHA-256", qop: "auth-int" }],
    ["knows no qop, as in RFC 2069", { qop: undefined as never }],
    ["hides user names", { algorithm: "SHA-256", more: "userhash=true, charset=UTF-8" }],
    ["has quotes in its realm", { realm: 'the "new" \\studio, Digest nonce="x"' }],
    ["has letters beyond ASCII in its realm", { realm: "Größe" }],
    [
      "offers other schemes first",
      { before: ["Negotiate", 'Basic realm="a, Digest b", Bearer', "NTLM TlRM=="] },
    ],
    ["offers an unknown algorithm first", { before: ['Digest realm="studio", nonce="x", algorithm=SHA-1'] }],
  ])("%s, for a first and a second request", async (_situation, options) => {
    const { send, server } = await lab(options);
    const post = { method: "POST", body: "bödy" };
    expect([await send("/a?b=c", post), await send("/%7e?d+e%20f", post)]).toEqual(["200 in", "200 in"]);
    expect(server.verdicts()).toEqual(["bare", "in", "in"]);
  });
});

describe("letters beyond ASCII", () => {
  const names = { username: "Ja\u0308søn Doe", password: "Gru\u0308ße" };

  it.each([
    [
      "are told in full to a server that knows UTF-8",
      "charset=UTF-8",
      "username*=UTF-8''J%C3%A4s%C3%B8n%20Doe",
    ],
    [
      "are told as bytes to one that does not say",
      "",
      `username="${Buffer.from("Jäsøn Doe").toString("latin1")}"`,
    ],
    ["are told as a hash", "charset=UTF-8, userhash=TRUE", "userhash=true"],
  ])("%s", async (_situation, more, expected) => {
    const { send, server } = await lab({ ...names, more, algorithm: "SHA-256" }, names);
    expect(await send()).toBe("200 in");
    expect(server.arrived[1]?.answer).toContain(expected);
  });
});

describe("a nonce", () => {
  it("is counted, also by requests at the same time", async () => {
    const { send, server } = await lab({});
    await send();
    const replies = await Promise.all(["/1", "/2", "/3"].map((path) => send(path)));
    const counts = server.arrived.map(({ answer }) => /nc=(\w+)/.exec(answer ?? "")?.[1]).sort();
    expect(counts).toEqual(["00000001", "00000002", "00000003", "00000004", undefined]);
    expect(replies.filter((reply) => reply === "200 in").length).toBeGreaterThan(0);
  });

  it("that became stale is renewed within the same request", async () => {
    const { send, server } = await lab({ uses: 2 });
    expect([await send(), await send(), await send()]).toEqual(["200 in", "200 in", "200 in"]);
    expect(server.verdicts()).toEqual(["bare", "in", "in", "stale", "in"]);
  });

  it("that is good for once, without a word, costs one refusal; then the server is asked first", async () => {
    const { send, server } = await lab({ uses: 1, saysStale: false });
    const replies = [await send(), await send(), await send(), await send()];
    expect(replies).toEqual(["200 in", "401 out", "200 in", "200 in"]);
    expect(server.verdicts()).toEqual(["bare", "in", "stale", "bare", "in", "bare", "in"]);
  });

  it("serves the handshake of a socket too", async () => {
    const { send, server, pictor, auth } = await lab({ algorithm: "SHA-256" });
    const handlers = { message: () => undefined, close: () => undefined };
    const connect = (path: string) => pictor.connect({ url: `ws://${server.host}${path}`, auth }, handlers);
    await expect(connect("/ws?clientId=1")).rejects.toMatchObject({ details: { status: 403 } });
    await send();
    await expect(connect("/ws?clientId=2")).rejects.toMatchObject({ details: { status: 403 } });
    expect(server.verdicts()).toEqual(["bare", "in", "in", "in"]);
  });

  it("lets a body that can be read once go out signed", async () => {
    const { send, server } = await lab({});
    const body = { open: () => new Blob(["once"]).stream(), replayable: false };
    await send();
    expect(await send("/upload", { method: "POST", body })).toBe("200 in");
    expect(server.verdicts()).toEqual(["bare", "in", "in"]);
  });
});

describe("a refusal", () => {
  it("is not followed by the same credentials again", async () => {
    const { send, server } = await lab({}, { ...anna, password: "wrong" });
    expect([await send(), await send(), await send()]).toEqual(["401 out", "401 out", "401 out"]);
    const wrong = server.verdicts().filter((verdict) => verdict === "wrong response");
    expect(wrong).toHaveLength(3);
  });

  it("is over when the password is corrected", async () => {
    const { pictor, server, auth, send } = await lab({});
    const url = `http://${server.host}/`;
    await (await pictor.send({ url, auth: { ...auth, password: "wrong" } })).discard();
    expect(await send()).toBe("200 in");
    expect(server.verdicts()).toEqual(["bare", "wrong response", "bare", "in"]);
  });

  it("by a server that offers nothing known stays the reply, and it says why", async () => {
    const { pictor, auth, server, log } = await lab({ algorithm: "MD5", qop: "auth-conf" });
    const reply = await pictor.send({ url: `http://${server.host}/`, auth });
    expect(`${reply.status} ${await reply.text()}`).toBe("401 out");
    expect(reply.notes).toMatchObject([{ code: "AUTH_CHALLENGE_UNANSWERED", plugin: "auth-digest" }]);
    expect(server.verdicts()).toEqual(["bare"]);
    expect(JSON.stringify(log)).toContain("AUTH_CHALLENGE_UNANSWERED");
  });
});

it("nothing of an answer is in the log or the reply's record", async () => {
  const { server, pictor, auth, log } = await lab({});
  const reply = await pictor.send({ url: `http://${server.host}/`, auth });
  await reply.discard();
  expect(reply.hops.map(({ sentHeaders }) => sentHeaders)).toEqual([[], [["Authorization", "***"]]]);
  expect(JSON.stringify([log, reply.hops])).not.toMatch(/response=|sesame/);
});
