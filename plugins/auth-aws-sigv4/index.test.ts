// Signature Version 4 through the whole of Pictor, against a server that computes each signature with another implementation.

import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import aws4 from "aws4";
import { createHash } from "node:crypto";
import { createTestPictor, listen } from "@pictor/host/testing";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";

const secretAccessKey = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
const key = { accessKeyId: "AKIDEXAMPLE", secretAccessKey };

/**
 * The header Authorization that the other implementation makes of a request as it arrived. It takes the hash of a body
 * from its header.
 */
function expectedFor({ method = "", url = "", headers }: IncomingMessage): string {
  const given = String(headers.authorization);
  const [, region = "", service = ""] = /Credential=[^/]+\/\d+\/([^/]+)\/([^/]+)\//.exec(given) ?? [];
  const names = /SignedHeaders=([^,]+)/.exec(given)?.[1]?.split(";") ?? [];
  const signed = aws4.sign(
    {
      method,
      path: url,
      service,
      region,
      host: headers.host ?? "",
      headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
    },
    key,
  );
  return String(signed.headers?.["Authorization"]);
}

/**
 * The address that the other implementation presigns. Its parameters may stand in another order, so they are put into
 * that of the request.
 */
function presignedFor({ method = "", url = "", headers }: IncomingMessage): string {
  const given = new URLSearchParams(url.split("?")[1]);
  const [, day = "", region = "", service = ""] = (given.get("X-Amz-Credential") ?? "").split("/");
  const own = url.replace(
    /[?&]X-Amz-(?:Algorithm|Credential|SignedHeaders|Signature|Security-Token)=[^&]*/g,
    "",
  );
  const signed = aws4.sign(
    {
      method,
      path: own.replace(/^([^?&]*)&/, "$1?"),
      service,
      region,
      host: headers.host ?? "",
      signQuery: true,
    },
    { ...key, sessionToken: given.get("X-Amz-Security-Token") ?? "" },
  );
  const signature = new URLSearchParams(signed.path?.split("?")[1]).get("X-Amz-Signature") ?? "";
  return day === "" ? "" : url.replace(/(X-Amz-Signature=)[^&]*/, `$1${signature}`);
}

/** Another origin, to which a path redirects. */
let elsewhere = "";
const { origin, close } = await listen(
  createServer((request, response) => {
    void buffer(request).then((body) => {
      if (request.url?.startsWith("/elsewhere?") === true) {
        response.writeHead(302, { Location: `${elsewhere}/host` }).end();
        return;
      }
      if (request.url === "/moved") {
        response.writeHead(302, { Location: "/there?b=2&a=1" }).end();
        return;
      }
      if (request.url?.includes("X-Amz-Signature=") === true) {
        const expected = presignedFor(request);
        response.writeHead(request.url === expected ? 200 : 403);
        response.end(request.url === expected ? "in" : expected);
        return;
      }
      const expected = expectedFor(request);
      const hash = createHash("sha256").update(body).digest("hex");
      const isWhole = hash === (request.headers["x-amz-content-sha256"] ?? hash);
      const isRight = isWhole && request.headers.authorization === expected;
      response.writeHead(isRight ? 200 : 403).end(isRight ? "in" : expected);
    });
  }),
);
afterAll(close);

async function send(path: string, setting: object = {}, more: object = {}) {
  const { pictor, dispose, log } = await createTestPictor({ plugins: [import.meta.dirname] });
  try {
    const auth = { type: "aws-sigv4", ...key, service: "s3", ...setting };
    const reply = await pictor.send({ url: origin + path, auth, ...more });
    const { status, hops, notes } = reply;
    return { text: `${status} ${await reply.text()}`, hops, notes, log: JSON.stringify(log) };
  } finally {
    await dispose();
  }
}

describe("a request is accepted", () => {
  it.each([
    ["without a path", "", {}, {}],
    ["with escapes, and a query that is not sorted", "/a%20b/%C3%A9'()*?x=%2F%20y&b=2&a=1&c", {}, {}],
    ["for another service", "/prod/orders?limit=10", { service: "execute-api", region: "eu-central-1" }, {}],
    ["with a session token", "/", { sessionToken: "token/of+an=hour" }, {}],
    ["with a host of its own", "/?a=1", {}, { headers: { Host: "Bucket.example:81" } }],
    [
      "with a host that tells region and service",
      "/",
      {},
      { headers: { Host: "q.sqs.eu-west-1.amazonaws.com" } },
    ],
    ["with a slash that is escaped in the key", "/bucket/a%2Fb", {}, {}],
    ["with a body, whose hash is signed", "/key", {}, { method: "PUT", body: "bödy" }],
  ])("%s", async (_situation, path, setting, more) => {
    expect((await send(path, setting, more)).text).toBe("200 in");
  });

  it("with a plus sign in the key, which AWS reads as a space", async () => {
    const headers = { Host: "bucket.s3.amazonaws.com" };
    const { text, notes } = await send("/a+b/(x)!'*", {}, { headers });
    expect(text).toBe("200 in");
    expect(notes).toMatchObject([
      { code: "AUTH_PLUS_IN_PATH", message: expect.stringContaining("a space") as string },
    ]);
    expect((await send("/a%2Bb", {}, { headers })).text).toBe("200 in");
  });

  it("after a redirect, for which it is signed anew", async () => {
    const { text, hops } = await send("/moved", {});
    expect(text).toBe("200 in");
    expect(hops.map(({ status }) => status)).toEqual([302, 200]);
  });
});

describe("a presigned address", () => {
  const presigned = { addTo: "query", expiresSeconds: 60, sessionToken: "token/of+an=hour" };

  it("of S3 has the signature that the other implementation makes", async () => {
    const { text } = await send("/bucket/a%20b?b=2&a=1", presigned);
    expect(text).toBe("200 in");
  });

  it("does not follow a redirect to another origin, whose name contains a word of the query", async () => {
    // The parameter X-Amz-SignedHeaders is "host", which is not secret.
    const other = createServer((request, response) => response.end(request.url));
    const listening = await listen(other);
    onTestFinished(listening.close);
    elsewhere = listening.origin;
    const { text, hops } = await send("/elsewhere", presigned);
    expect([text, hops.map(({ status }) => status)]).toEqual(["200 /host", [302, 200]]);
  });

  it("shows neither the token nor the signature", async () => {
    const { hops, log } = await send("/?a=1", presigned);
    expect(hops[0]?.url).toMatch(
      /\?a=1&X-Amz-Algorithm=\*\*\*&X-Amz-Credential=\*\*\*&.*&X-Amz-Signature=\*\*\*$/,
    );
    expect(JSON.stringify(hops) + log).not.toMatch(/token.of|Signature=[^*]|wJalr/);
  });
});

const stream = { open: () => new Blob(["once"]).stream(), replayable: false };
it.each([
  ["without a service that the host tells", { service: "" }, {}, "name it, such as s3"],
  ["without a key", { accessKeyId: "" }, {}, "accessKeyId"],
  ["with a line break in the key", { accessKeyId: "a\nb" }, {}, "aws-sigv4.accessKeyId"],
  ["with an unsigned body without TLS", { payload: "unsigned" }, {}, "only over TLS"],
  [
    "with headers that announce signed chunks",
    {},
    { method: "PUT", body: "a", headers: { "X-Amz-Content-Sha256": "STREAMING-AWS4-HMAC-SHA256-PAYLOAD" } },
    "signed chunks",
  ],
  [
    "with a content coding of signed chunks",
    {},
    { method: "PUT", body: "a", headers: { "Content-Encoding": "gzip, aws-chunked" } },
    "signed chunks",
  ],
  [
    "with a body in a presigned request without TLS",
    { addTo: "query" },
    { method: "PUT", body: "a" },
    "over TLS",
  ],
  ["with a body that can be read only once", {}, { method: "PUT", body: stream }, "read only once"],
])("nothing is sent: %s", async (_situation, setting, more, message) => {
  await expect(send("/", setting, more)).rejects.toThrow(message);
});

it("headers that a proxy removes or changes are sent, and not signed", async () => {
  const ofConnection = { Connection: "close, X-Hop", TE: "trailers", Trailer: "X-Sum", "X-Hop": "1" };
  const others = { "Max-Forwards": "3", "Proxy-Connection": "close" };
  const { text, hops } = await send("/", {}, { headers: { ...ofConnection, ...others, "X-Own": "1" } });
  expect(text).toBe("200 in");
  const signed = ["Host", "X-Own", "X-Amz-Date", "X-Amz-Content-Sha256"].map((name) => `header ${name}`);
  expect(hops[0]?.covers).toEqual(["method", "path", "query", ...signed, "body"]);
});

it("OpenSearch Serverless gets the hash of the body in a signed header", async () => {
  const { hops } = await send("/_search", { service: "aoss" }, { method: "POST", body: "{}" });
  const names = hops.flatMap(({ sentHeaders }) => sentHeaders.map(([name]) => name));
  expect(names).toContain("X-Amz-Content-Sha256");
  expect(hops[0]?.covers).toContain("header X-Amz-Content-Sha256");
});

it("the token of a session of S3 Express is signed as a header of the request, and hidden", async () => {
  const headers = { "X-Amz-S3session-Token": "PLUM-session" };
  const { text, hops, log } = await send("/key", { service: "s3express" }, { headers });
  expect(text).toBe("200 in");
  expect(hops[0]?.covers).toContain("header X-Amz-S3session-Token");
  expect(JSON.stringify(hops) + log).not.toContain("PLUM");
});
