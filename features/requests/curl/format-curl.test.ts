// A command that was written is read back as the same request.

import fc from "fast-check";
import { expect, it } from "vitest";
import { dataBody } from "./data.js";
import { formatCurl, variableName, type CurlRequest } from "./format-curl.js";
import { parseCurl } from "./parse-curl.js";

const request: CurlRequest = { method: "GET", url: "https://api.example/a", headers: [], redirect: "manual" };
const noFiles = {
  read: () => {
    throw new Error("no file");
  },
  body: () => {
    throw new Error("no file");
  },
};

const text = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
  .filter((one) => !one.includes("\0"));
const header = fc.tuple(
  fc.stringMatching(/^x-[a-z]{1,8}$/),
  fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/).filter((value) => !/^\S+;$/.test(value)),
);

it("every request is read back", () => {
  const methods = fc.constantFrom("GET", "POST", "PUT", "DELETE", "PROPFIND");
  const headerLists = fc.array(header, { maxLength: 3 });
  const redirects = fc.constantFrom("follow", "trusted", "manual");
  const bodies = fc.option(text, { nil: undefined });
  fc.assert(
    fc.property(methods, headerLists, bodies, redirects, (method, headers, body, redirect) => {
      const url = "https://api.example/a?b=c'd&e=$f";
      const content = body === undefined ? {} : { body: { text: body } };
      const read = parseCurl(formatCurl({ method, url, headers, redirect, ...content }), {});
      expect(read).toMatchObject({ method, url, headers, redirect });
      const data = read.data.length === 0 ? undefined : dataBody(read.data, "&", noFiles);
      expect(data === undefined ? undefined : Buffer.from(data as Uint8Array).toString()).toBe(body);
    }),
  );
});

it.each([
  [{ method: "HEAD" }, "--head"],
  [{ method: "POST" }, "-X POST"],
  [{ body: { text: "a" }, method: "POST" }, "-H 'Content-Type:'"],
  [{ body: { file: "body.bin" }, method: "PUT" }, "--data-binary @body.bin"],
  [{ redirect: "follow" }, "--location"],
  [{ redirect: "trusted", keepsPost: [301, 303] }, "--location-trusted \\\n  --post301 \\\n  --post303"],
  [{ url: "https://api.example/?a[]=1" }, "--globoff"],
  [{ timeoutMs: 1500 }, "--max-time 1.5"],
  [{ maxBytes: 100 }, "--max-filesize 100"],
  [{ headers: [["X-Empty", ""]] }, "-H 'X-Empty;'"],
] as const)("%j is written as %s", (change, written) => {
  expect(formatCurl({ ...request, ...change })).toContain(written);
});

it("has no zero bytes, which no argument can contain", () => {
  expect(formatCurl({ ...request, url: "https://api.example/\0a\0" })).toBe("curl https://api.example/a");
});

it.each([
  ["shop", "SHOP"],
  ["my shop/2", "MY_SHOP_2"],
  ["2go", "_2GO"],
])("the variable of %j is %s", (name, variable) => {
  expect(variableName(name)).toBe(variable);
});
