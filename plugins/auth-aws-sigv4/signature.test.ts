// The signature: published examples of AWS, and a second implementation over generated requests.

import aws4 from "aws4";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHash } from "node:crypto";
import { canonicalRequest } from "./canonical-request.js";
import { amzDate, authorizationHeader } from "./signature.js";

const example = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
};
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const signatureOf = (header: string): string => /Signature=(\w+)$/.exec(header)?.[1] ?? "";

describe("the examples of AWS", () => {
  const at = "20150830T123600Z";

  it("GET iam ListUsers, of the General Reference", () => {
    const header = authorizationHeader(
      { ...example, service: "iam" },
      {
        method: "GET",
        url: new URL("https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08"),
        headers: [
          ["Host", "iam.amazonaws.com"],
          ["Content-Type", "application/x-www-form-urlencoded; charset=utf-8"],
          ["X-Amz-Date", at],
        ],
        payloadHash: sha256(""),
        isS3: false,
      },
      at,
    );
    expect(header).toBe(
      "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, " +
        "SignedHeaders=content-type;host;x-amz-date, " +
        "Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7",
    );
  });

  it("GET of an object with a range, of the S3 reference", () => {
    const date = "20130524T000000Z";
    const header = authorizationHeader(
      {
        accessKeyId: "AKIAIOSFODNN7EXAMPLE",
        secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        region: "us-east-1",
        service: "s3",
      },
      {
        method: "GET",
        url: new URL("https://examplebucket.s3.amazonaws.com/test.txt"),
        headers: [
          ["Host", "examplebucket.s3.amazonaws.com"],
          ["Range", "bytes=0-9"],
          ["x-amz-content-sha256", sha256("")],
          ["x-amz-date", date],
        ],
        payloadHash: sha256(""),
        isS3: true,
      },
      date,
    );
    expect(signatureOf(header)).toBe("f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
  });
});

it("a plus sign in the path is signed as the store reads it: AWS as a space, others as it is", () => {
  const textFor = (url: string): string =>
    canonicalRequest({ method: "GET", url: new URL(url), headers: [], payloadHash: "", isS3: true }).text;
  expect(textFor("https://b.s3.eu-west-1.amazonaws.com/a+b%2Bc%2Fd")).toMatch(/^GET\n\/a%20b%2Bc\/d\n/);
  expect(textFor("https://store.example/a+b%2Bc%2Fd")).toMatch(/^GET\n\/a%2Bb%2Bc\/d\n/);
});

it("a second implementation makes the same signature of 200 generated requests", () => {
  const word = fc.stringMatching(/^[A-Za-z0-9 ~._*'()!$&+,;=:@%é-]{1,8}$/);
  const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,6}$/).map((text) => `x-test-${text}`);
  const request = fc.record({
    method: fc.constantFrom("GET", "PUT", "POST", "DELETE"),
    isS3: fc.boolean(),
    path: fc.array(word.map(encodeURIComponent), { maxLength: 4 }),
    query: fc.uniqueArray(fc.tuple(word, word), { maxLength: 4, selector: ([key]) => key }),
    headers: fc.uniqueArray(fc.tuple(name, fc.stringMatching(/^[\x21-\x7e]( {0,2}[\x21-\x7e]){0,8}$/)), {
      maxLength: 3,
      selector: ([key]) => key,
    }),
    body: fc.string({ maxLength: 20 }),
    atMs: fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => seconds * 1000),
  });
  fc.assert(
    fc.property(request, ({ method, isS3, path, query, headers, body, atMs }) => {
      const service = isS3 ? "s3" : "execute-api";
      const search = query.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
      const url = new URL(`https://host.example/${path.join("/")}${search === "" ? "" : `?${search}`}`);
      const at = amzDate(atMs);
      const given = {
        ...Object.fromEntries(headers),
        "X-Amz-Date": at,
        "X-Amz-Content-Sha256": sha256(body),
      };
      const parts = {
        method,
        url,
        isS3,
        payloadHash: sha256(body),
        headers: [["Host", url.host] as const, ...Object.entries(given)],
      };
      const own = authorizationHeader({ ...example, service }, parts, at);
      const other = aws4.sign(
        {
          method,
          service,
          region: example.region,
          host: url.host,
          path: url.pathname + url.search,
          // The hash stands in a header, because the other implementation adds headers of its own for a body.
          headers: { ...given, Host: url.host },
        },
        example,
      );
      expect(own).toBe(other.headers?.["Authorization"]);
    }),
    { numRuns: 200 },
  );
});
