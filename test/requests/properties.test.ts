// Properties of query parameters and headers that schemes write, for arbitrary strings.

import { outgoingRequest } from "@pictor/host/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import fc from "fast-check";
import { setHeader, setQueryParameter, type HeaderPair, type OutgoingRequest } from "@pictor/kernel/plugin";
import { asShown, createLab, type LabPictor } from "./lab.test.support.js";
import type { ReceivedRequest, Origin } from "./origins.test.support.js";

const request = (url: string, headers: readonly HeaderPair[] = []): OutgoingRequest =>
  outgoingRequest({ url, headers });

/** Any code point except surrogates, which have no UTF-8 form. `unit: "binary"` takes a second to set up. */
const anyCharacter = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800));
/** Single characters, and longer strings. */
const signs = (text: string, ...more: readonly string[]) => fc.constantFrom(...Array.from(text), ...more);
const anyText = fc.string({ unit: anyCharacter, maxLength: 20 });
/** Characters that are allowed between `?` and `#` (RFC 3986 section 3.4), and others that occur nevertheless. */
const queryText = fc.string({
  unit: signs("abz09-._~!$&'()*+,;=:@/?%[]|^`{}", "%20", "%7e", "%C3%BC", "%zz", "&&", "="),
  maxLength: 24,
});
const address = fc
  .record({
    path: fc.constantFrom("", "/", "/a/b", "/a%20b/~"),
    query: fc.option(queryText, { nil: undefined }),
    fragment: fc.option(fc.constantFrom("", "part", "a?b=c", "a#b"), { nil: undefined }),
  })
  .map(({ path, query, fragment }) => ({
    base: `http://host.example${path}`,
    query,
    fragment: fragment === undefined ? "" : `#${fragment}`,
  }));
type Address = typeof address extends fc.Arbitrary<infer Value> ? Value : never;

const textOf = ({ base, query, fragment }: Address): string =>
  `${base}${query === undefined ? "" : `?${query}`}${fragment}`;
const pairsIn = (url: string): readonly string[] => {
  const [, query = ""] = /\?([^#]*)/.exec(url.split("#", 1)[0] ?? "") ?? [];
  return query === "" ? [] : query.split("&");
};
/** Names as a server decodes them by the URL standard, for which `+` is a space. */
const nameOf = (pair: string): string => [...new URLSearchParams(`&${pair}`).keys()][0] ?? "";
const isDecodable = (pair: string): boolean => {
  try {
    return decodeURIComponent(pair) !== "";
  } catch {
    return false;
  }
};
/** An address, and a name that often occurs in it. */
const addressAndName = address.chain((given) => {
  const names = pairsIn(textOf(given)).filter(isDecodable).map(nameOf);
  return fc.tuple(fc.constant(given), fc.oneof(anyText, fc.constantFrom("a b", ...names)));
});

describe("setQueryParameter", () => {
  it("leaves one parameter of the name, last, and the rest byte for byte in its order", () => {
    fc.assert(
      fc.property(addressAndName, anyText, ([given, name], value) => {
        const before = textOf(given);
        const { url } = setQueryParameter(request(before), name, value);
        const pairs = pairsIn(url);
        const [last = "", others] = [pairs.at(-1), pairs.slice(0, -1)];
        expect([...new URLSearchParams(`&${last}`)]).toEqual([[name, value]]);
        expect(others.filter((pair) => pair !== "" && nameOf(pair) === name)).toEqual([]);
        const kept = pairsIn(before).filter((pair) => others.includes(pair));
        expect(others).toEqual(kept);
        expect(url.startsWith(`${given.base}?`)).toBe(true);
        expect(url.endsWith(given.fragment)).toBe(true);
      }),
    );
  });

  it("takes nothing out but what has the name", () => {
    fc.assert(
      fc.property(address, anyText, (given, value) => {
        const before = textOf(given);
        expect(pairsIn(setQueryParameter(request(before), "not-in-there", value).url).slice(0, -1)).toEqual(
          pairsIn(before),
        );
      }),
    );
  });

  it("done twice is done once, and the last value counts", () => {
    fc.assert(
      fc.property(address, anyText, anyText, anyText, (given, name, first, second) => {
        const once = setQueryParameter(request(textOf(given)), name, second);
        expect(setQueryParameter(once, name, second)).toEqual(once);
        expect(
          setQueryParameter(setQueryParameter(request(textOf(given)), name, first), name, second),
        ).toEqual(once);
      }),
    );
  });

  it("writes what no address parser rewrites", () => {
    fc.assert(
      fc.property(anyText, anyText, (name, value) => {
        const { url } = setQueryParameter(request("http://host.example/"), name, value);
        expect(new URL(url).href).toBe(url);
      }),
    );
  });
});

describe("setHeader", () => {
  const pair = fc.tuple(fc.constantFrom("X-Key", "x-key", "X-KEY", "Accept", "X-Other"), anyText);

  it("leaves one line of the name in any spelling, last, and the others as they were", () => {
    fc.assert(
      fc.property(
        fc.array(pair, { maxLength: 6 }),
        fc.constantFrom("X-Key", "x-kEy", "X-New"),
        anyText,
        (headers, name, value) => {
          const after = setHeader(request("http://host.example/", headers), name, value).headers;
          const isNamed = ([key]: HeaderPair) => key.toLowerCase() === name.toLowerCase();
          expect(after.filter(isNamed)).toEqual([[name, value]]);
          expect(after.at(-1)).toEqual([name, value]);
          expect(after.slice(0, -1)).toEqual(headers.filter((header) => !isNamed(header)));
        },
      ),
    );
  });
});

describe("on the wire", () => {
  const lab = createLab();
  let server: Origin;
  let pictor: LabPictor;
  beforeAll(async () => {
    server = await lab.origin();
    pictor = await lab.createPictor();
  });
  afterAll(() => lab.close());

  /** The request as received, or the error. */
  async function outcome(
    input: object,
  ): Promise<{ readonly arrived?: ReceivedRequest; readonly error?: { readonly code: string } }> {
    const before = server.arrived.length;
    const { error } = await pictor.end({ url: server.http, ...input });
    const arrived = server.arrived.slice(before);
    expect(arrived.length).toBe(error === undefined ? 1 : 0);
    return error === undefined ? { arrived: arrived[0]! } : { error };
  }
  const linesOf = ({ rawHeaders }: ReceivedRequest): readonly (readonly [string, string])[] =>
    rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1]!] as const] : []));

  /** RFC 9110 sections 5.1 and 5.5. */
  const isName = (name: string): boolean => /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name);
  // eslint-disable-next-line no-control-regex
  const isValue = (value: string): boolean => !/[\x00-\x08\x0a-\x1f\x7f]|[^\x00-\xff]/.test(value);
  // eslint-disable-next-line no-control-regex
  const isText = (value: string): boolean => !/[\x00-\x08\x0a-\x1f\x7f]|\p{Cs}/u.test(value);
  const name = fc.oneof(
    fc
      .string({ unit: signs("abcXYZ09-_.!#$%&'*+^`|~"), minLength: 1, maxLength: 12 })
      .map((text) => `x${text}`),
    fc.constantFrom("__proto__", "constructor", "toString"),
    anyText,
  );
  const value = fc.oneof(
    fc.string({ unit: signs("aZ09 \t;,=\"'", "ü", "ÿ", "\u0080"), maxLength: 20 }),
    anyText,
    anyText.map((text) => `a\r\nX-Smuggled: ${text}`),
  );

  it("a header of the caller's arrives as it is, or nothing does", async () => {
    await fc.assert(
      fc.asyncProperty(name, value, async (key, text) => {
        const secret = `CANARY${text}`;
        const { arrived, error } = await outcome({ headers: [[key, secret]] });
        if (isName(key) && isText(secret)) {
          // Leading and trailing white space is not part of a value (RFC 9110 section 5.5).
          const sent = secret.replace(/[ \t]+$/, "");
          const [, found = ""] = linesOf(arrived!).find(([line]) => line === key) ?? [];
          // Text that reads like the bytes of UTF-8 is taken for them.
          expect([Buffer.from(found, "latin1").toString(), found]).toContain(sent);
        } else {
          expect(error).toMatchObject({ code: "REQUEST_HEADER_INVALID" });
          expect(asShown(error)).not.toContain("CANARY");
        }
      }),
      { numRuns: 80 },
    );
  });

  it("an API key arrives in its header once and as it is, or nothing does", async () => {
    await fc.assert(
      fc.asyncProperty(name, value, async (key, text) => {
        const secret = `CANARY${text}`;
        const auth = { type: "api-key", key, value: secret };
        const { arrived, error } = await outcome({ auth, headers: [["X-Plain", "1"]] });
        if (arrived === undefined) {
          expect(error?.code).toMatch(/^(AUTH_SETTING_INVALID|AUTH_NOT_CONFIGURED)$/);
          expect(asShown(error)).not.toContain("CANARY");
        } else {
          const lines = linesOf(arrived).filter(([line]) => line.toLowerCase() === key.toLowerCase());
          expect(lines).toEqual([[key, secret]]);
          expect(isName(key) && isValue(secret)).toBe(true);
        }
      }),
      { numRuns: 80 },
    );
  });
});
