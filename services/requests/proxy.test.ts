// The choice of a proxy: the rules of HTTP_PROXY and NO_PROXY.

import { describe, expect, it } from "vitest";
import { proxyAuthorization, proxyFor, readProxy } from "./proxy.js";

const settings = {
  http: { origin: "http://web:3128" },
  https: { origin: "http://tls:3128" },
  no: [],
  loopback: false,
};
const originFor = (url: string, more: Partial<Parameters<typeof proxyFor>[1]> = {}) =>
  proxyFor(new URL(url), { ...settings, ...more })?.origin;

describe("the proxy", () => {
  it.each([
    ["http://a.example/", "http://web:3128"],
    ["ws://a.example/", "http://web:3128"],
    ["https://a.example/", "http://tls:3128"],
    ["wss://a.example/", "http://tls:3128"],
  ])("for %s is %s", (url, expected) => {
    expect(originFor(url)).toBe(expected);
  });

  it("for a scheme without a proxy is undefined", () => {
    expect(originFor("https://a.example/", { https: undefined })).toBe(undefined);
  });

  it.each([
    "http://localhost/",
    "http://LOCALHOST.:80/",
    "http://a.localhost/",
    "https://127.0.0.1/",
    "http://127.1/",
    "http://127.200.3.4/",
    "ws://[::1]:8188/",
    "http://[::ffff:127.0.0.1]/",
  ])("is not used for this machine: %s", (url) => {
    expect(originFor(url)).toBe(undefined);
  });

  it("is used for this machine if the setting says so", () => {
    expect(originFor("http://localhost/", { loopback: true })).toBe("http://web:3128");
    expect(originFor("http://127.0.0.1/", { loopback: true })).toBe("http://web:3128");
  });
});

describe("NO_PROXY", () => {
  it.each([
    ["*", "http://a.example/"],
    ["a.example", "http://a.example/"],
    ["A.Example", "http://a.example/"],
    ["a.example", "http://A.EXAMPLE./"],
    ["a.example.", "http://a.example/"],
    ["a.example", "http://deep.in.a.example/"],
    [".a.example", "http://in.a.example/"],
    [".a.example", "http://a.example/"],
    ["*.a.example", "http://in.a.example/"],
    ["a.example:8188", "http://a.example:8188/"],
    ["a.example:80", "http://a.example/"],
    ["a.example:80", "ws://a.example/"],
    ["a.example:443", "https://a.example/"],
    ["10.1.2.3", "http://10.1.2.3/"],
    ["10.1.2.3:81", "http://10.1.2.3:81/"],
    ["10.1.0.0/16", "http://10.1.2.3/"],
    ["0.0.0.0/0", "http://10.1.2.3/"],
    ["[2001:db8::1]", "http://[2001:db8::1]/"],
    ["2001:db8::1", "http://[2001:db8::1]/"],
    ["2001:DB8:0::1", "http://[2001:db8::1]/"],
    ["[2001:db8::1]:81", "http://[2001:db8::1]:81/"],
    ["2001:db8::/32", "http://[2001:db8:7::1]/"],
  ])("%s covers %s", (entry, url) => {
    expect(originFor(url, { no: ["elsewhere.example", entry] })).toBe(undefined);
  });

  it.each([
    ["a.example", "http://ba.example/"],
    ["a.example", "http://a.example.org/"],
    ["in.a.example", "http://a.example/"],
    ["a.example:8188", "http://a.example/"],
    ["a.example:80", "https://a.example/"],
    ["10.1.2.3", "http://10.1.2.30/"],
    ["10.1.0.0/16", "http://10.2.0.1/"],
    ["10.1.2.3/", "http://10.9.9.9/"],
    ["10.1.2.3/99", "http://10.9.9.9/"],
    ["10.0.0.0/8", "http://10.a.example/"],
    ["[2001:db8::1]:81", "http://[2001:db8::1]/"],
    [".", "http://a.example/"],
    ["", "http://a.example/"],
    [":80", "http://a.example/"],
  ])("%s does not cover %s", (entry, url) => {
    expect(originFor(url, { no: [entry] })).toBeDefined();
  });
});

describe("a proxy's address", () => {
  it.each([
    ["http://proxy:3128", "http://proxy:3128"],
    ["https://proxy", "https://proxy"],
    ["proxy:3128", "http://proxy:3128"],
    ["proxy.example", "http://proxy.example"],
    ["http://[::1]:3128/", "http://[::1]:3128"],
    ["http://proxy:3128/path", "http://proxy:3128"],
  ])("%s is %s", (text, origin) => {
    expect(readProxy(text, "here")).toEqual({ origin });
  });

  it.each([
    ["http://anna:secret@proxy", "anna:secret"],
    ["anna:secret@proxy:3128", "anna:secret"],
    ["http://anna@proxy", "anna:"],
    ["http://an%40na:s%3Aec%2Fret@proxy", "an@na:s:ec/ret"],
    ["http://anna:100%@proxy", "anna:100%"],
    ["http://j%C3%BCrg:p%C3%A4ss@proxy", "jürg:päss"],
  ])("%s has the credentials %s", (text, credentials) => {
    const proxy = readProxy(text, "here");
    expect(proxy).toMatchObject({ credentials });
    expect("origin" in proxy && proxyAuthorization(proxy)).toEqual([
      "proxy-authorization",
      `Basic ${Buffer.from(credentials).toString("base64")}`,
    ]);
  });

  it.each(["http://a:b#c@proxy:3128", "http://a@b:c@d#e@proxy", "a:b/c@proxy:3128", "http://a:b?@proxy"])(
    "%s has a part of the password as its host, and is none",
    (text) => {
      expect(readProxy(text, "here")).toEqual({ invalid: "here" });
    },
  );

  it.each(["socks5://proxy:1080", "ftp://proxy", "http://", "http://a b", "://"])(
    "%s is none, which only matters to those who would take it",
    (text) => {
      const http = readProxy(text, "HTTP_PROXY");
      expect(originFor("http://localhost/", { http })).toBe(undefined);
      expect(() => originFor("http://a.example/", { http })).toThrow("The proxy in HTTP_PROXY is not");
    },
  );
});
