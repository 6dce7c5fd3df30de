// Cookies over redirects within one request: to which hops they go, and to which they do not.

import { outgoingRequest } from "@pictor/host/testing";
import { describe, expect, it } from "vitest";
import { lab } from "../testing/loopback-servers.js";
import { RequestCookies } from "./request-cookies.js";
import type { OutgoingRequest } from "@pictor/kernel";

const requestTo = (url: string, cookie?: string): OutgoingRequest =>
  outgoingRequest({ url, headers: cookie === undefined ? [] : [["cookie", cookie]] });
const cookieFor = (url: string, from: string, set: string | string[], own?: string) => {
  const cookies = new RequestCookies();
  cookies.take({ url: from, header: set });
  return cookies.addTo(requestTo(url, own)).headers.find(([name]) => name.toLowerCase() === "cookie")?.[1];
};

describe("a cookie", () => {
  it.each<[string, string, string, string, string | undefined]>([
    ["goes to the same origin", "https://a.example/x", "https://a.example/y", "s=1", "s=1"],
    ["of a path goes below it", "https://a.example/x", "https://a.example/p/y", "s=1; Path=/p", "s=1"],
    ["of a path goes nowhere else", "https://a.example/x", "https://a.example/y", "s=1; Path=/p", undefined],
    [
      "that has expired goes nowhere",
      "https://a.example/",
      "https://a.example/",
      "s=1; Max-Age=0",
      undefined,
    ],
    ["that is secure is not set by http", "http://a.example/", "http://a.example/", "s=1; Secure", undefined],
    ["goes to no other host", "https://a.example/", "https://b.example/", "s=1", undefined],
    ["goes to no subdomain", "https://a.example/", "https://x.a.example/", "s=1", undefined],
    ["goes to no other port", "https://a.example/", "https://a.example:444/", "s=1", undefined],
    ["of a domain goes to its hosts", "https://a.b.com/", "https://c.b.com/", "s=1; Domain=b.com", "s=1"],
    [
      "of a domain goes from https to no http",
      "https://a.b.com/",
      "http://c.b.com/",
      "s=1; Domain=b.com",
      undefined,
    ],
    ["of another domain is not kept", "https://a.com/", "https://b.com/", "s=1; Domain=b.com", undefined],
    [
      "of a public suffix is not kept",
      "https://a.co.uk/",
      "https://b.co.uk/",
      "s=1; Domain=co.uk",
      undefined,
    ],
    ["of this machine works", "http://127.0.0.1:1/", "http://127.0.0.1:1/", "s=1; Path=/; HttpOnly", "s=1"],
    [
      "of an address by name works",
      "http://127.0.0.1:1/",
      "http://127.0.0.1:1/",
      "s=1; Domain=127.0.0.1",
      "s=1",
    ],
    [
      "of an address goes to no other port",
      "http://127.0.0.1:1/",
      "http://127.0.0.1:2/",
      "s=1; Domain=127.0.0.1",
      undefined,
    ],
    [
      "of another address is not kept",
      "http://127.0.0.1:1/",
      "http://127.0.0.2:1/",
      "s=1; Domain=127.0.0.2",
      undefined,
    ],
    [
      "of localhost by name works",
      "http://localhost:1/",
      "http://localhost:1/",
      "s=1; Domain=localhost",
      "s=1",
    ],
    ["of localhost works", "http://localhost:1/", "http://localhost:1/", "s=1", "s=1"],
  ])("%s", (_case, from, url, set, expected) => {
    expect(cookieFor(url, from, set)).toBe(expected);
  });
  it("joins those of the caller, and replaces one of the same name", () => {
    const url = "https://a.example/";
    expect(cookieFor(url, url, ["b=3", "c=4"], "a=1; b=2")).toBe("a=1; b=3; c=4");
  });
});

it("a login with a redirect keeps its session on the next hops, and no longer", async () => {
  const { server, pictor } = await lab.open(({ url, headers }, response) => {
    if (url === "/login")
      response.writeHead(302, {
        location: "/home",
        "set-cookie": ["sid=abc; Path=/; HttpOnly", "x=1; Path=/other"],
      });
    else if (url === "/home" && headers.cookie === "sid=abc")
      response.writeHead(302, { location: "/end", "set-cookie": "sid=; Max-Age=0; Path=/" });
    response.end(String(headers.cookie));
  });
  const reply = await pictor.send({ method: "POST", url: `${server.origin}/login`, body: "user=a" });
  expect([reply.url, await reply.text()]).toEqual([`${server.origin}/end`, "undefined"]);
  expect(server.arrived.map(({ headers }) => headers.cookie)).toEqual([undefined, "sid=abc", undefined]);
  expect(JSON.stringify(reply.hops)).not.toContain("sid=abc");
  await (await pictor.send({ url: server.origin })).discard();
  expect(server.arrived.at(-1)?.headers.cookie).toBeUndefined();
});
