// OAuth 1.0 through the whole of Pictor, against a server that computes each signature from what arrives.

import { createHash, createHmac, createVerify } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { createTestPictor, rsaKeys, listen } from "@pictor/host/testing";
import { afterAll, afterEach, describe, expect, it } from "vitest";

const client = { consumerKey: "client & co", consumerSecret: "CANARY/of the client" };
const token = { token: "token+1", tokenSecret: "CANARY=of the token" };
const rsa = rsaKeys();
const privateKey = rsa.privateKey.export({ type: "pkcs1", format: "pem" }).toString();

const oneLine = (pem: string): string => pem.replaceAll("\n", "\\n");

/** RFC 3986 section 2.3, written by another rule than in the kernel. */
const encode = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) => String.fromCharCode(byte))
    .map((sign) =>
      /[\w.~-]/.test(sign) ? sign : `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
    )
    .join("");

interface Arrived {
  readonly parameters: readonly (readonly [string, string])[];
  readonly authorization: string | undefined;
  readonly url: string;
}

/** All parameters of a request as a server collects them: of the header, of the query, of a form. */
function parametersOf({ headers, url = "" }: IncomingMessage, body: string): Arrived["parameters"] {
  const inHeader = [...(headers.authorization ?? "").matchAll(/(oauth_\w+)="([^"]*)"/g)].map(
    ([, name = "", value = ""]) => [name, decodeURIComponent(value)] as const,
  );
  const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
  const query = url.split("?")[1] ?? "";
  return [...inHeader, ...new URLSearchParams(`&${query}`), ...new URLSearchParams(isForm ? `&${body}` : "")];
}

let arrived: Arrived[] = [];
const { origin, close } = await listen(
  createServer((request, response) => {
    void text(request).then((body) => {
      const parameters = parametersOf(request, body);
      const { authorization } = request.headers;
      arrived.push({ parameters, authorization, url: request.url ?? "" });
      const given = Object.fromEntries(parameters);
      const [path = ""] = (request.url ?? "").split("?");
      const sorted = parameters
        .filter(([name]) => name !== "oauth_signature")
        .map((pair) => pair.map(encode).join("="))
        .sort();
      const base = [
        request.method ?? "",
        `http://${request.headers.host?.toLowerCase() ?? ""}${path}`,
        sorted.join("&"),
      ]
        .map(encode)
        .join("&");
      const secrets = [client.consumerSecret, given["oauth_token"] === undefined ? "" : token.tokenSecret];
      const method = given["oauth_signature_method"] ?? "";
      const hash = `sha${/\d+$/.exec(method)?.[0] ?? ""}`;
      const signature = given["oauth_signature"] ?? "";
      const isRight = method.startsWith("RSA-")
        ? createVerify(hash).update(base).verify(rsa.publicKey, signature, "base64")
        : createHmac(hash, secrets.map(encode).join("&")).update(base).digest("base64") === signature;
      if (request.url?.startsWith("/moved") === true && isRight)
        response.writeHead(302, { Location: "/there?b=2&a=1" }).end();
      else response.writeHead(isRight ? 200 : 401).end(isRight ? "in" : "out");
    });
  }),
);
afterAll(close);
afterEach(() => void (arrived = []));

async function send(path: string, setting: object = {}, more: object = {}) {
  const { pictor, dispose, log } = await createTestPictor({ plugins: [import.meta.dirname] });
  try {
    const auth = { type: "oauth1", ...client, ...token, ...setting };
    const reply = await pictor.send({ url: origin + path, auth, ...more });
    return { text: `${reply.status} ${await reply.text()}`, reply, log: JSON.stringify(log) };
  } finally {
    await dispose();
  }
}

const form = {
  method: "POST",
  headers: { "Content-Type": "application/x-www-form-urlencoded; charset=UTF-8" },
};

describe("a request is accepted", () => {
  it.each<[string, string, object, object]>([
    ["with a query", "/a%20b/?b=2&a=1&a=0&c&%C3%A9=%2F+~", {}, {}],
    ["with a form", "/?a=2", {}, { ...form, body: "a=1+%2B&b&%C3%A9=*" }],
    ["with one parameter several times, in query and form", "/?b=2&b=1", {}, { ...form, body: "a=12&a=123" }],
    ["with a host of its own", "/?a=1", {}, { headers: { Host: "Own.example:81" } }],
    ["with another body, which is not signed", "/", {}, { method: "PUT", body: "a=1" }],
    ["with HMAC-SHA256", "/", { signatureMethod: "HMAC-SHA256" }, {}],
    ["with HMAC-SHA512", "/", { signatureMethod: "HMAC-SHA512" }, {}],
    ["with RSA-SHA1", "/?a=1", { signatureMethod: "RSA-SHA1", privateKey }, {}],
    ["with RSA-SHA256", "/?a=1", { signatureMethod: "RSA-SHA256", privateKey }, {}],
    ["with RSA-SHA512", "/?a=1", { signatureMethod: "RSA-SHA512", privateKey: oneLine(privateKey) }, {}],
    ["with a body hash and a form", "/", { bodyHash: true }, { ...form, body: "a=1" }],
    ["without a token", "/", { token: "", tokenSecret: "" }, {}],
    ["with a callback", "/", { callback: "http://localhost/ü?a=b" }, {}],
    ["in the query", "/?b=2&a=%2f", { addTo: "query" }, {}],
    ["in the query, with a form", "/", { addTo: "query" }, { ...form, body: "oauth=1" }],
  ])("%s", async (_situation, path, setting, more) => {
    expect((await send(path, setting, more)).text).toBe("200 in");
  });

  it("after a redirect, with another nonce", async () => {
    const { text: answer, reply } = await send("/moved");
    expect(answer).toBe("200 in");
    expect(reply.hops.map(({ status }) => status)).toEqual([302, 200]);
    const nonces = arrived.map(({ parameters }) => Object.fromEntries(parameters)["oauth_nonce"]);
    expect(new Set(nonces).size).toBe(2);
  });
});

it("the query keeps its bytes, and the parameters of the signature come last", async () => {
  await send("/?b=%2f+x&a", { addTo: "query", version: false });
  expect(arrived[0]?.authorization).toBeUndefined();
  expect(arrived[0]?.url).toMatch(
    /^\/\?b=%2f\+x&a&oauth_consumer_key=client%20%26%20co&.*&oauth_signature=[^&]+$/,
  );
  expect(arrived[0]?.url).not.toContain("oauth_version");
});

it.each([
  ["RSA-SHA256", "sha256", { method: "POST", body: '{"a":1}' }],
  ["HMAC-SHA1", "sha1", {}],
])("the hash of a body that is not a form is signed with %s", async (signatureMethod, hash, more) => {
  expect((await send("/", { signatureMethod, privateKey, bodyHash: true }, more)).text).toBe("200 in");
  const expected = createHash(hash)
    .update("body" in more ? more.body : "")
    .digest("base64");
  expect(Object.fromEntries(arrived[0]?.parameters ?? [])["oauth_body_hash"]).toBe(expected);
});

it("a form has no body hash", async () => {
  await send("/", { bodyHash: true }, { ...form, body: "a=1" });
  expect(Object.fromEntries(arrived[0]?.parameters ?? [])).not.toHaveProperty("oauth_body_hash");
});

it("the realm is part of the header, and is not signed", async () => {
  expect((await send("/", { realm: 'a "b" \\' })).text).toBe("200 in");
  expect(arrived[0]?.authorization).toMatch(
    /^OAuth realm="a \\"b\\" \\\\", oauth_consumer_key="client%20%26%20co"/,
  );
});

const once = { open: () => new Blob(["a=1"]).stream(), replayable: false };
it.each<[string, object, object, string]>([
  ["without a consumer key", { consumerKey: "" }, {}, "consumerKey"],
  ["without a private key", { signatureMethod: "RSA-SHA1" }, {}, "privateKey"],
  ["with a key that is none", { signatureMethod: "RSA-SHA1", privateKey: "CANARY" }, {}, "unencrypted RSA"],
  ["with a form that can be read only once", {}, { ...form, body: once }, "read only once"],
  [
    "with a body hash of a body that can be read only once",
    { bodyHash: true },
    { method: "POST", body: once },
    "read only once",
  ],
  ["with a line break in the realm", { realm: "a\nb" }, {}, "oauth1.realm"],
  ["with PLAINTEXT and without TLS", { signatureMethod: "PLAINTEXT" }, {}, "only over TLS"],
])("nothing is sent: %s", async (_situation, setting, more, message) => {
  const error: unknown = await send("/", setting, more).catch((thrown: unknown) => thrown);
  expect(String(error)).toContain(message);
  expect(String(error)).not.toContain("CANARY");
  expect(arrived).toEqual([]);
});
