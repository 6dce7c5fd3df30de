// The warning about a verification URI on a foreign site, and its host.

import { describe, expect, it } from "vitest";
import { foreignSiteWarnings, hostOf } from "./verification-uri.js";

it("the host is shown with its port, and in ASCII", () => {
  expect(hostOf("https://xn--pple-43d.org:8443/device?x")).toBe("xn--pple-43d.org:8443");
  expect(hostOf("https://аpple.org/device")).toBe("xn--pple-43d.org");
});

describe("a verification URI", () => {
  const warnings = (
    verificationUri: string,
    providers: readonly string[],
    verificationUriComplete?: string,
  ) => foreignSiteWarnings({ verificationUri, verificationUriComplete }, providers);

  it.each<[string, string, readonly string[]]>([
    ["on the provider's host", "https://github.com/login/device", ["https://github.com/login/device/code"]],
    ["on another host of the site", "https://www.google.com/device", ["https://accounts.google.com"]],
    ["on the site of one of several URLs", "https://a.org/d", ["https://b.org", "", "https://as.a.org/x"]],
    ["on another host of a site below co.uk", "https://login.bank.co.uk/d", ["https://api.bank.co.uk"]],
    ["on the same IP address", "http://127.0.0.1:3000/d", ["http://127.0.0.1:4000/token"]],
    ["on localhost", "http://localhost:3000/d", ["http://localhost:3000/token"]],
    ["without a provider URL to compare", "https://a.org/d", ["", "{{issuer}}"]],
  ])("%s causes no warning", (_situation, address, providers) => {
    expect(warnings(address, providers)).toEqual([]);
  });

  it.each<[string, string, readonly string[]]>([
    ["on another site", "https://evil.org/d", ["https://a.org"]],
    ["on a host that only starts like the provider", "https://a.org.evil.org/d", ["https://a.org"]],
    ["on a host that only ends like the provider", "https://xa.org/d", ["https://a.org"]],
    ["on another site below co.uk", "https://evil.co.uk/d", ["https://bank.co.uk"]],
    ["on another IP address", "http://10.0.0.2/d", ["http://10.0.0.1/token"]],
    ["with a misleading user name", "https://a.org@evil.org/d", ["https://a.org"]],
  ])("%s causes a warning", (_situation, address, providers) => {
    expect(warnings(address, providers)).toEqual([expect.stringContaining(new URL(address).host)]);
  });

  it("causes a warning if only the one with the user code is on another site", () => {
    expect(warnings("https://a.org/d", ["https://a.org"], "https://evil.org/d?code=1")).toEqual([
      expect.stringContaining("evil.org"),
    ]);
  });
});
