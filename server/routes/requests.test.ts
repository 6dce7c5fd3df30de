// Requests to other servers over the API: who may reach what, confirmed origins, aborts, bodies, curl commands.

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HttpReply, Profile, Question } from "@pictor/client";
import { startOriginServer, type OriginServer } from "../testing/origin-server.js";
import { startTestServer, type TestServer } from "../testing/start-server.js";

let test: TestServer;
let origin: OriginServer;
const marker = "TULIP-canary-12345";
process.env["PICTOR_TEST_TULIP"] = marker;
const bearer = { type: "bearer", schemes: { bearer: { token: { $env: "PICTOR_TEST_TULIP" } } } };

beforeEach(async () => {
  origin = await startOriginServer();
  test = await startTestServer({
    configuration: {
      environment: "lab",
      environments: {
        lab: { host: { $env: "PICTOR_TEST_TULIP" }, base: origin.url, name: "a", apiKey: origin.url },
      },
    },
  });
});
afterEach(async () => {
  await test.close();
  await origin.close();
});

const save = (name: string, profile: object = bearer) =>
  test.call("PUT", `/v1/profiles/${name}`, { body: profile });
const send = (body: object, token?: string) =>
  test.call("POST", "/v1/requests", { body, ...(token !== undefined && { token }) });
const replyOf = async (body: object) => {
  const reply = await send(body);
  expect([reply.status, reply.status === 200 ? "" : reply.bytes.toString()]).toEqual([200, ""]);
  return reply.json() as unknown as HttpReply;
};
const codeOf = async (body: object, token?: string) => {
  const reply = await send(body, token);
  return [reply.status, reply.json()["code"]];
};
const tokenWith = async (...scopes: readonly string[]) =>
  (await test.createToken(scopes.join(), scopes)).token;
async function nextQuestion(): Promise<Question> {
  for (;;) {
    const { questions } = (await test.call("GET", "/v1/questions")).json() as unknown as {
      readonly questions: readonly Question[];
    };
    const [question] = questions;
    if (question !== undefined) return question;
  }
}
const answer = (id: string, choice: string, token?: string) =>
  test.call("POST", `/v1/questions/${id}`, { body: { choice }, ...(token !== undefined && { token }) });

describe("a request", () => {
  it("is sent, and its reply has status, headers, hops, times, and the beginning of a text", async () => {
    const reply = await replyOf({
      method: "post",
      url: `${origin.url}/to/${encodeURIComponent("/end")}`,
      headers: { "X-One": "1", "X-Two": ["a", "b"] },
      body: { json: { n: 1 } },
    });
    expect(reply).toMatchObject({ status: 200, url: `${origin.url}/end`, notes: [] });
    expect(reply.hops.map(({ method, status }) => [method, status])).toEqual([
      ["POST", 302],
      ["GET", 200],
    ]);
    expect(reply.hops[0]?.sentHeaders).toContainEqual({ name: "Content-Type", value: "application/json" });
    expect(reply.body).toMatchObject({ mime: "application/json", isTextComplete: true });
    expect(JSON.parse(reply.body.text ?? "")).toMatchObject({ headers: { "x-one": "1", "x-two": "a, b" } });
  });

  it("whose reply has the status 401 tells what the server asks for, without a secret", async () => {
    await test.server.pictor.secrets.set("key", marker);
    const headers = { Authorization: `Bearer ${marker}` };
    const reply = await replyOf({ url: `${origin.url}/login`, headers });
    expect(reply.challenges).toEqual([
      { scheme: "Bearer", parameters: { realm: "lab", error: "invalid_token", scope: "Bearer ***" } },
      { scheme: "Basic", parameters: { realm: "Bearer ***" } },
    ]);
    expect(await replyOf({ url: origin.url })).not.toHaveProperty("challenges");
  });

  it.each([
    [{ text: "grüße" }, "grüße"],
    [{ json: [1, "a"] }, '[1,"a"]'],
    [{ base64: Buffer.from("raw").toString("base64") }, "raw"],
  ])("sends the body %j", async (body, expected) => {
    const reply = await replyOf({ method: "PUT", url: origin.url, body });
    expect(JSON.parse(reply.body.text ?? "")).toMatchObject({ body: expected });
  });

  it.each([
    [{ body: { text: "a", json: 1 } }, "API_INPUT_INVALID"],
    [{ body: { base64: "a" } }, "API_INPUT_INVALID"],
    [{ method: "CONNECT" }, "API_INPUT_INVALID"],
    [{ method: "GE T" }, "API_INPUT_INVALID"],
    [{ maxBytes: 0 }, "API_INPUT_INVALID"],
    [{ hedaers: {} }, "API_INPUT_INVALID"],
    [{ headers: { "a b": "1" } }, "REQUEST_HEADER_INVALID"],
    [{ url: "ftp://x" }, "REQUEST_URL_INVALID"],
    [{ auth: "nobody" }, "API_THING_UNKNOWN"],
  ])("with %j is refused, and nothing is sent", async (wrong, code) => {
    expect((await codeOf({ url: origin.url, ...wrong }))[1]).toBe(code);
    expect(origin.received).toEqual([]);
  });

  it("has limits", async () => {
    const limits = { url: `${origin.url}/bytes`, maxBytes: 1000 };
    expect((await codeOf(limits))[1]).toBe("REQUEST_TOO_LARGE");
    expect((await codeOf({ url: `${origin.url}/wait`, timeoutMs: 50 }))[1]).toBe("REQUEST_TIMEOUT");
    expect((await codeOf({ url: `${origin.url}/to/x`, redirect: "error" }))[1]).toBe("REQUEST_REDIRECT");
  });
});

describe("the body of a reply", () => {
  it("is decompressed and decoded, or raw on request", async () => {
    const url = `${origin.url}/gzip`;
    const [plain, raw] = [await replyOf({ url }), await replyOf({ url, compressed: false })];
    expect(plain.body.text).toBe("é");
    expect(plain.headers["content-encoding"]).toBe("gzip");
    expect((await test.call("GET", raw.body.href)).bytes.subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
  });

  it.each(["/html", "/bytes"])("of %s is a download that a browser does not show", async (path) => {
    const { body } = await replyOf({ url: origin.url + path });
    const read = await test.call("GET", body.href);
    expect(read.headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": 'attachment; filename="body"',
      "x-content-type-options": "nosniff",
    });
    expect(read.headers["content-security-policy"]).toContain("sandbox");
    expect(read.bytes.length).toBe(body.bytes);
  });

  it("is for its own token, until it is deleted", async () => {
    const { body, id } = await replyOf({ url: origin.url });
    expect((await test.call("GET", body.href, { token: await tokenWith("request") })).status).toBe(404);
    expect((await test.call("DELETE", `/v1/requests/${id}`)).status).toBe(200);
    expect((await test.call("GET", body.href)).status).toBe(404);
    expect((await test.call("DELETE", `/v1/requests/${id}`)).status).toBe(404);
  });
});

describe("a running request", () => {
  const waiting = (id: string) => send({ id, url: `${origin.url}/wait` });
  const arrived = async (count: number): Promise<void> => {
    while (origin.received.length < count) await new Promise((resolve) => setImmediate(resolve));
  };

  it("is aborted by its id", async () => {
    const sending = waiting("one");
    await arrived(1);
    expect((await test.call("GET", "/v1/requests/one/body")).status).toBe(409);
    expect((await test.call("DELETE", "/v1/requests/one")).status).toBe(200);
    expect((await sending).json()["code"]).toBe("API_STATE_CONFLICT");
    await origin.abandoned;
    expect((await test.call("DELETE", "/v1/requests/one")).status).toBe(404);
  });

  it("has an id that no second request of the same token can have", async () => {
    const first = waiting("two");
    await arrived(1);
    expect(await codeOf({ id: "two", url: origin.url })).toEqual([409, "API_STATE_CONFLICT"]);
    expect(origin.received).toEqual(["GET /wait"]);
    await test.call("DELETE", "/v1/requests/two");
    await first;
    expect((await replyOf({ id: "two", url: origin.url })).id).toBe("two");
  });

  it("ends with the server", async () => {
    const sending = waiting("three").catch(() => undefined);
    await arrived(1);
    await test.server.close();
    await origin.abandoned;
    await sending;
  });
});

describe("a token without the scope admin", () => {
  it.each(["http://127.0.0.1:PORT/v1", "http://169.254.169.254/latest/meta-data/"])(
    "does not reach %s",
    async (url) => {
      const token = await tokenWith("request");
      const request = { url: url.replace("PORT", String(test.port)) };
      expect(await codeOf(request, token)).toEqual([403, "REQUEST_ADDRESS_REFUSED"]);
    },
  );

  it.each([
    [{ auth: { type: "bearer", token: { $env: "PICTOR_TEST_TULIP" } } }, "API_REFERENCE_REFUSED"],
    [{ auth: { type: "bearer", token: { $secret: "any" } } }, "API_REFERENCE_REFUSED"],
    [{ auth: { type: "bearer", token: "{{host}}" } }, "API_REFERENCE_REFUSED"],
    [{ headers: { "X-A": "{{host}}" } }, "API_REFERENCE_REFUSED"],
    [{ body: { text: "{{host}}" } }, "API_REFERENCE_REFUSED"],
    [{ url: "http://192.0.2.1/{{host}}" }, "API_REFERENCE_REFUSED"],
    [{ auth: { type: "oauth2", tokenUrl: "http://169.254.169.254/" } }, "API_INLINE_REFUSED"],
    [{ confirmsOrigin: true }, "API_SCOPE_MISSING"],
  ])("cannot send secrets of the server by %j", async (wrong, code) => {
    const token = await tokenWith("request");
    expect(await codeOf({ url: "http://192.0.2.1/", ...wrong }, token)).toEqual([403, code]);
  });
});

describe("a profile without origins", () => {
  it("asks a person at its first use, and keeps the origin", async () => {
    await save("work");
    const sending = replyOf({ id: "first", url: `${origin.url}/a`, auth: "work" });
    const question = await nextQuestion();
    expect(question).toMatchObject({ kind: "choice", safeChoice: "refuse", requestId: "first" });
    expect(question.title).toContain(origin.url);
    const asker = await tokenWith("request");
    expect((await answer(question.id, "confirm", asker)).status).toBe(403);
    await answer(question.id, "confirm");
    const reply = await sending;
    expect(reply.status).toBe(200);
    const profile = (await test.call("GET", "/v1/profiles/work")).json() as unknown as Profile;
    expect(profile.origins).toEqual([origin.url]);
    await replyOf({ url: `${origin.url}/b`, auth: "work" });
    const elsewhere = await startOriginServer();
    expect(await codeOf({ url: elsewhere.url, auth: "work" })).toEqual([403, "AUTH_ORIGIN_REFUSED"]);
    await elsewhere.close();
    expect(elsewhere.received).toEqual([]);
  });

  it("asks for the origin that the variables of an address name, and keeps it", async () => {
    await save("work");
    const sending = replyOf({ url: "{{base}}/{{name}}?key={{host}}", auth: "work" });
    const question = await nextQuestion();
    expect(question.title).toBe(`Send the credentials of work to ${origin.url}?`);
    await answer(question.id, "confirm");
    expect((await sending).status).toBe(200);
    const profile = (await test.call("GET", "/v1/profiles/work")).json() as unknown as Profile;
    expect(profile.origins).toEqual([origin.url]);
    expect(origin.received).toEqual([`GET /a?key=${marker}`]);
  });

  it.each(["{{apiKey}}/a", "{{nothing}}/a", "http://{{host}}/a", "http://{{name}}{{host}}@127.0.0.1/"])(
    "is not sent to %s, whose origin has a variable that is a secret or unknown",
    async (url) => {
      await save("work");
      expect(await codeOf({ url, auth: "work" })).toEqual([409, "API_STATE_CONFLICT"]);
      expect((await test.call("GET", "/v1/questions")).json()).toEqual({ questions: [] });
    },
  );

  it("is not sent if the person refuses, or if the client goes", async () => {
    await save("work");
    const sending = codeOf({ url: origin.url, auth: "work" });
    await answer((await nextQuestion()).id, "refuse");
    expect(await sending).toEqual([403, "API_ORIGIN_UNCONFIRMED"]);
    const other = codeOf({ id: "gone", url: origin.url, auth: "work" });
    await nextQuestion();
    await test.call("DELETE", "/v1/requests/gone");
    expect((await other)[1]).toBe("API_STATE_CONFLICT");
    expect((await test.call("GET", "/v1/questions")).json()).toEqual({ questions: [] });
    expect(origin.received).toEqual([]);
  });

  it("can be confirmed by the request of an admin", async () => {
    await save("work");
    const reply = await replyOf({ url: origin.url, auth: "work", confirmsOrigin: true });
    expect(reply.hops[0]?.sentHeaders).toContainEqual({ name: "Authorization", value: "***" });
    expect(JSON.parse(reply.body.text ?? "")).toMatchObject({ headers: { authorization: "***" } });
    expect((await test.call("GET", reply.body.href)).bytes.toString()).not.toContain(marker);
  });
});

describe("a curl command", () => {
  const parse = (text: string) => test.call("POST", "/v1/requests/parse-curl", { body: { text } });

  it("becomes a request that can be sent", async () => {
    const reply = await parse(`curl -u me:pw '${origin.url}/x' -H 'X-A: 1' -d 'a=1' -m 3`);
    const { request } = reply.json() as { readonly request: object };
    expect(request).toEqual({
      method: "POST",
      url: `${origin.url}/x`,
      redirect: "manual",
      timeoutMs: 3000,
      headers: { "X-A": "1", "Content-Type": "application/x-www-form-urlencoded" },
      body: { text: "a=1" },
      auth: { type: "basic", username: "me", password: "pw" },
    });
    expect((await replyOf(request)).status).toBe(200);
  });

  it.each(["curl http://a/$PICTOR_TEST_TULIP", "wget"])(
    "reads nothing of the server's machine: %s",
    async (text) => {
      const reply = await parse(text);
      expect([reply.status, reply.json()["code"]]).toEqual([422, "API_CURL_INVALID"]);
      expect(reply.bytes.toString()).not.toContain(marker);
    },
  );

  it.each([
    ["-d @/etc/passwd", "The body is a file, which is not read here: add the file."],
    ["-T /etc/passwd", "The body is a file, which is not read here: add the file."],
    ["-F a=@/etc/passwd -F b=c", "The part a of the form is a file, which is not read here: add the file."],
    ["-k -d x", "The curl option -k is left out."],
  ])("is taken over without its files, with a note: %s", async (options, note) => {
    const reply = await parse(`curl ${options} http://a/`);
    const { request, notes, unread } = reply.json() as {
      readonly request: object;
      readonly notes: readonly string[];
      readonly unread: readonly string[];
    };
    expect([...notes, ...unread].join(" ")).toContain(note);
    expect(unread.length).toBe(options.includes("/etc/passwd") ? 1 : 0);
    expect(JSON.stringify(request)).not.toContain("root");
    expect(request).toMatchObject({ url: expect.stringMatching(/^http:\/\/a\//) as string });
  });

  it.each([
    [
      "-F a=@/etc/passwd -F b=c",
      {
        parts: [
          { name: "a", file: "/etc/passwd" },
          { name: "b", text: "c" },
        ],
      },
    ],
    ["-F b=c", {}],
    ["-T x.bin", { file: "x.bin" }],
    ["--data-binary @x.bin", { file: "x.bin" }],
    ["-d a=1 -d @x.bin", {}],
  ])("names its files, for a client that can add them: %s", async (options, expected) => {
    const {
      request: _request,
      notes: _notes,
      unread: _unread,
      ...files
    } = (await parse(`curl ${options} http://a/`)).json();
    expect(files).toEqual(expected);
  });
});
