// What is opened of a verification address, and when it is called foreign.

import { describe, expect, it } from "vitest";
import { addressToOpen, foreignSiteNotes, shownHost } from "./verification.js";

describe("the address to open", () => {
  it.each<[string, string, string | undefined, string | undefined]>([
    [
      "carries the code where the provider offers it",
      "https://a.org/d",
      "https://a.org/d?c=1",
      "https://a.org/d?c=1",
    ],
    ["is the plain one otherwise", "https://a.org/d", undefined, "https://a.org/d"],
    ["may be http", "http://localhost:3000/d", undefined, "http://localhost:3000/d"],
    [
      "is the plain one beside a javascript: one",
      "https://a.org/d",
      "javascript:alert(1)",
      "https://a.org/d",
    ],
    ["is the plain one beside one that is none", "https://a.org/d", "a.org/d?c=1", "https://a.org/d"],
    ["is none when all are javascript:", "javascript:alert(1)", "JavaScript:alert(2)", undefined],
    ["is none for a file", "file:///etc/passwd", undefined, undefined],
    ["is none for a program's own scheme", "ms-settings:network", undefined, undefined],
    ["is none with a misleading user name", "https://accounts.google.com@evil.org/", undefined, undefined],
  ])("%s", (_situation, verificationUri, verificationUriComplete, expected) => {
    expect(addressToOpen({ verificationUri, verificationUriComplete })).toBe(expected);
  });

  it("is shown by its host, foreign letters in ASCII", () => {
    expect(shownHost("https://xn--pple-43d.org:8443/device?x")).toBe("xn--pple-43d.org:8443");
    expect(shownHost("https://аpple.org/device")).toBe("xn--pple-43d.org");
    expect(shownHost("a.org/device")).toBe("a.org/device");
  });
});

describe("a verification address", () => {
  const note = (verificationUri: string, providers: readonly string[], verificationUriComplete?: string) =>
    foreignSiteNotes({ verificationUri, verificationUriComplete }, providers);

  it.each<[string, string, readonly string[]]>([
    ["on the provider's host", "https://github.com/login/device", ["https://github.com/login/device/code"]],
    ["on a sibling host", "https://www.google.com/device", ["https://accounts.google.com"]],
    [
      "on the site of one of several addresses",
      "https://a.org/d",
      ["https://b.org", "", "https://as.a.org/x"],
    ],
    ["on a sibling below co.uk", "https://login.bank.co.uk/d", ["https://api.bank.co.uk"]],
    ["on the same IP address", "http://127.0.0.1:3000/d", ["http://127.0.0.1:4000/token"]],
    ["on localhost", "http://localhost:3000/d", ["http://localhost:3000/token"]],
    ["with nothing to compare", "https://a.org/d", ["", "{{issuer}}"]],
    ["that is none", "a.org/d", ["https://b.org"]],
  ])("%s is not remarked on", (_situation, address, providers) => {
    expect(note(address, providers)).toEqual([]);
  });

  it.each<[string, string, readonly string[]]>([
    ["of another site", "https://evil.org/d", ["https://a.org"]],
    ["that only begins like the provider", "https://a.org.evil.org/d", ["https://a.org"]],
    ["that only ends like the provider", "https://xa.org/d", ["https://a.org"]],
    ["of another owner below co.uk", "https://evil.co.uk/d", ["https://bank.co.uk"]],
    ["of another IP address", "http://10.0.0.2/d", ["http://10.0.0.1/token"]],
    ["with a misleading user name", "https://a.org@evil.org/d", ["https://a.org"]],
  ])("%s is pointed out", (_situation, address, providers) => {
    expect(note(address, providers)).toEqual([
      expect.stringContaining(`confirmed at ${new URL(address).host}, another site`),
    ]);
  });

  it("is pointed out when only the one with the code is foreign", () => {
    expect(note("https://a.org/d", ["https://a.org"], "https://evil.org/d?code=1")).toEqual([
      expect.stringContaining("evil.org"),
    ]);
  });
});
