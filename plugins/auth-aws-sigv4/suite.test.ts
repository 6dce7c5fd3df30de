// The public test suite of AWS: requests, and how the signatures begin that all implementations make of them, in the
// header and in the query.

import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { HeaderPair, OutgoingRequest } from "@pictor/kernel/plugin";
import { presign } from "./presigned.js";
import { authorizationHeader } from "./signature.js";

interface Given {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: readonly HeaderPair[];
  readonly body?: string;
  readonly token?: string;
  /** The suite encodes every path once, as S3 does. In Pictor, the path of a URL is encoded already. */
  readonly isS3?: boolean;
}

const tokens = {
  short: "6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267",
  long:
    "AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRq" +
    "TflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75Y" +
    "U9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9K" +
    "SYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==",
};
const named = (name: string, ...values: readonly string[]): readonly HeaderPair[] =>
  values.map((value) => [name, value]);
const unreserved = "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

// Left out are the four cases with unresolved dots in the path, which the URL of a request does not have, and cases of which
// the URL or the request is that of another case.
const cases: readonly (readonly [name: string, given: Given, inHeader: string, inQuery: string])[] = [
  [
    "get-header-key-duplicate",
    { headers: named("My-Header1", "value2", "value2", "value1") },
    "c9d5ea9f3f72853a",
    "3349ee0b81b4b589",
  ],
  [
    "get-header-value-multiline",
    { headers: [["My-Header1", "value1\n  value2\n     value3"]] },
    "cfd34249e4b1c8d6",
    "e6f5def831211aca",
  ],
  [
    "get-header-value-order",
    { headers: named("My-Header1", "value4", "value1", "value3", "value2") },
    "08c7e5a9acfcfeb3",
    "313720e71ca6202f",
  ],
  [
    "get-header-value-trim",
    {
      headers: [
        ["My-Header1", " value1"],
        ["My-Header2", ' "a   b   c"'],
      ],
    },
    "acc3ed3afb60bb29",
    "e7bb0fd515e125e1",
  ],
  ["get-relative-normalized", { target: "/example/.." }, "5fa00fa31553b73e", "e93c787ed7f371d5"],
  ["get-slash-normalized", { target: "//" }, "5fa00fa31553b73e", "e93c787ed7f371d5"],
  ["get-slash-pointless-dot-normalized", { target: "/./example" }, "ef75d96142cf21ed", "35034b1a0bdd969f"],
  ["get-slash-unnormalized", { target: "//", isS3: true }, "c88bcd3d312d7507", "b2a9542809db6877"],
  ["get-slashes-normalized", { target: "//example//" }, "9a624bd73a37c9a3", "c1834e8fb0307243"],
  ["get-slashes-unnormalized", { target: "//example//", isS3: true }, "87cca117541a147f", "822a5a9ba28072c5"],
  ["get-space-normalized", { target: "/example space/", isS3: true }, "6524875832003255", "7a1f416954786484"],
  ["get-unreserved", { target: `/${unreserved}` }, "07ef7494c76fa485", "95968482db1b9e0f"],
  ["get-utf8", { target: "/ሴ", isS3: true }, "8318018e0b0f223a", "10eae3f14a260bd3"],
  ["get-vanilla", {}, "5fa00fa31553b73e", "e93c787ed7f371d5"],
  ["get-vanilla-empty-query-key", { target: "/?Param1=value1" }, "a67d582fa61cc504", "49096700cbbaa575"],
  [
    "get-vanilla-query-order-encoded",
    { target: "/?Param-3=Value3&Param=Value2&%E1%88%B4=Value1" },
    "371d3713e185cc33",
    "c5f1848ceec943ac",
  ],
  [
    "get-vanilla-query-order-key-case",
    { target: "/?Param2=value2&Param1=value1" },
    "b97d918cfa904a5b",
    "86012e2c9ad4d773",
  ],
  [
    "get-vanilla-query-unreserved",
    { target: `/?${unreserved}=${unreserved}` },
    "9c3e54bfcdf0b197",
    "8e76a88a7433637b",
  ],
  ["get-vanilla-utf8-query", { target: "/?ሴ=bar" }, "2cdec8eed098649f", "0bdd809b1519ac4f"],
  ["get-vanilla-with-session-token", { token: tokens.short }, "07ec1639c89043aa", "7ff2b50b376cb4d1"],
  [
    "post-header-key-sort",
    { method: "POST", headers: [["My-Header1", "value1"]] },
    "c5410059b04c1ee0",
    "c09d07e0d55871f1",
  ],
  [
    "post-header-value-case",
    { method: "POST", headers: [["My-Header1", "VALUE1"]] },
    "cdbc9802e29d2942",
    "0698bc9e4f7f9139",
  ],
  ["post-sts-header-before", { method: "POST", token: tokens.long }, "85d96828115b5dc0", "46c2e3c63c1dbe7d"],
  ["post-vanilla", { method: "POST" }, "5da7c1a2acd57cee", "2ce6e6d2e0cf2f9d"],
  [
    "post-vanilla-empty-query-value",
    { method: "POST", target: "/?Param1=value1" },
    "28038455d6de14ea",
    "a9ef26247f293bff",
  ],
  [
    "post-x-www-form-urlencoded",
    {
      method: "POST",
      headers: [
        ["Content-Type", "application/x-www-form-urlencoded"],
        ["Content-Length", "13"],
      ],
      body: "Param1=value1",
    },
    "d3875051da386907",
    "89a40deed0f26f94",
  ],
  [
    "post-x-www-form-urlencoded-parameters",
    {
      method: "POST",
      headers: [
        ["Content-Type", "application/x-www-form-urlencoded; charset=utf-8"],
        ["Content-Length", "13"],
      ],
      body: "Param1=value1",
    },
    "328d1b9eaadca9f5",
    "0dbeb9b026c7b667",
  ],
];

const key = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
  service: "service",
};
const at = "20150830T123600Z";

function partsOf({ method = "GET", target = "/", headers = [], body = "", isS3 = false }: Given) {
  const payloadHash = createHash("sha256").update(body).digest("hex");
  const host: HeaderPair = ["Host", "example.amazonaws.com"];
  return { method, isS3, payloadHash, headers: [host, ...headers], address: `https://${host[1]}${target}` };
}

describe("the test suite of AWS", () => {
  it.each(cases)("%s: the signature in the header", (_name, given, inHeader) => {
    const { address, headers, ...parts } = partsOf(given);
    const { token, body } = given;
    const added: readonly HeaderPair[] = [
      ["X-Amz-Date", at],
      ...(token === undefined ? [] : [["X-Amz-Security-Token", token] as const]),
      ...(body === undefined ? [] : [["x-amz-content-sha256", parts.payloadHash] as const]),
    ];
    const all = { ...parts, url: new URL(address), headers: [...headers, ...added] };
    expect(authorizationHeader(key, all, at)).toMatch(new RegExp(`Signature=${inHeader}`));
  });

  it.each(cases)("%s: the signature in the query", (_name, given, _inHeader, inQuery) => {
    const { address, ...parts } = partsOf(given);
    const request: OutgoingRequest = {
      id: "1",
      purpose: "user",
      method: parts.method,
      url: address,
      headers: [],
      auth: { type: "aws-sigv4", settings: {} },
    };
    const presigning = { key, at, expiresSeconds: 3600, sessionToken: given.token ?? "" };
    const { url } = presign(request, parts, presigning);
    expect(url).toMatch(new RegExp(`&X-Amz-Signature=${inQuery}`));
    // Whoever presigns an address again replaces all of its parameters.
    expect(presign({ ...request, url }, parts, presigning).url).toBe(url);
  });
});
