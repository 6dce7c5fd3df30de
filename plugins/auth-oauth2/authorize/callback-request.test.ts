// Who may speak to the callback address: each stray or hostile request, one situation each.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "./any-character.test.support.js";
import { queryOf, routeOf } from "./callback-request.js";
import type { Places, RequestHead } from "./callback-request.js";

const places: Places = {
  port: 4000,
  startPath: "/start/T",
  callbackPath: "/callback",
  donePath: "/done/T",
  callbackMethod: "GET",
};
const head = (more: Partial<RequestHead> = {}, headers: RequestHead["headers"] = {}): RequestHead => ({
  method: "GET",
  target: "/callback?code=x",
  headers: { host: "localhost:4000", ...headers },
  ...more,
});
const route = (more?: Partial<RequestHead>, headers?: RequestHead["headers"]) =>
  routeOf(head(more, headers), places);

describe("a browser", () => {
  it.each([
    ["the callback", "/callback?code=x", "callback"],
    ["the callback without parameters", "/callback", "callback"],
    ["the start page", "/start/T", "start"],
    ["the last page", "/done/T", "done"],
  ])("reaches %s", (_situation, target, expected) => {
    const headers = { "sec-fetch-mode": "navigate", "sec-fetch-site": "cross-site", origin: "null" };
    expect(route({ target }, headers)).toBe(expected);
  });

  it.each([{ "sec-purpose": "prefetch;prerender" }, { purpose: "prefetch" }])(
    "that only gets ready is told apart: %j",
    (headers) => {
      expect(route({ target: "/start/T" }, headers)).toBe("prefetch");
      expect(route({ target: "/start/guess" }, headers)).toBe("other-path");
    },
  );

  it.each(["localhost:4000", "127.0.0.1:4000", "[::1]:4000", "LOCALHOST:4000"])("calls us %s", (host) => {
    expect(route({}, { host })).toBe("callback");
  });

  it("leaves the port out when it is 80", () => {
    expect(routeOf(head({}, { host: "localhost" }), { ...places, port: 80 })).toBe("callback");
  });
});

describe("another host name is refused before anything else is looked at", () => {
  it.each([
    "",
    "localhost",
    "localhost:4001",
    "evil.example:4000",
    "localhost.evil.example:4000",
    "localhost:4000@evil.example",
    "127.0.0.1:4000, evil.example",
    "[::1",
    "0.0.0.0:4000",
    "::1:4000",
    "\u0000",
  ])("%j", (host) => {
    for (const target of ["/callback", "/start/T", "/elsewhere"])
      expect(route({ target }, { host })).toBe("host");
  });

  it("and so is none at all", () => {
    expect(routeOf(head({ headers: {} }), places)).toBe("host");
  });
});

describe("other paths", () => {
  it.each([
    "/",
    "/favicon.ico",
    "/callback/",
    "/callback%2f",
    "/Callback?code=x",
    "//callback?code=x",
    "/x/../callback",
    "http://localhost:4000/callback?code=x",
    "*",
    "",
    "/start/",
    "/start/other",
    "/done/other",
  ])("%j", (target) => {
    expect(route({ target })).toBe("other-path");
  });

  it.each(["HEAD", "POST"])(
    "the start page does not answer to %s, so nothing uses it up unseen",
    (method) => {
      expect(route({ method, target: "/start/T" })).toBe("other-path");
    },
  );
});

describe("other methods", () => {
  it.each(["POST", "HEAD", "PUT", "OPTIONS", "CONNECT", "get", ""])("%j", (method) => {
    expect(route({ method })).toBe("method");
  });

  it("GET, where a form is to be posted", () => {
    expect(routeOf(head(), { ...places, callbackMethod: "POST" })).toBe("method");
  });
});

describe("a page of another site", () => {
  it.each([
    ["a script, by its origin", { origin: "https://evil.example" }],
    ["a script on another port of this machine", { origin: "http://localhost:3000" }],
    ["an image", { "sec-fetch-mode": "no-cors" }],
    ["fetch()", { "sec-fetch-mode": "cors" }],
    ["a WebSocket", { "sec-fetch-mode": "websocket" }],
    ["an empty mode", { "sec-fetch-mode": "" }],
  ])("is refused: %s", (_situation, headers) => {
    expect(route({}, headers)).toBe("foreign");
    expect(route({ target: "/start/T" }, headers)).toBe("foreign");
  });

  it("posts a form from the provider's origin, by navigation only", () => {
    const form = head({ method: "POST" }, { origin: "https://provider.example" });
    const navigated = { ...form, headers: { ...form.headers, "sec-fetch-mode": "navigate" } };
    const scripted = { ...form, headers: { ...form.headers, "sec-fetch-mode": "no-cors" } };
    const posted: Places = { ...places, callbackMethod: "POST" };
    expect([form, navigated, scripted].map((each) => routeOf(each, posted))).toEqual([
      "callback",
      "callback",
      "foreign",
    ]);
  });
});

describe("whatever comes in", () => {
  it("is decided without an exception, and only the very path counts", () => {
    const texts = fc.string({ unit: anyCharacter, maxLength: 60 });
    fc.assert(
      fc.property(texts, texts, texts, (method, target, host) => {
        const decided = routeOf({ method, target, headers: { host } }, places);
        expect(decided).toBe("host");
        const [path] = target.split("?", 1);
        const named = route({ target });
        expect(named === "callback").toBe(path === "/callback");
      }),
    );
  });

  it("has the parameters that were sent, wherever question marks stand", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (sent) => {
        const target = `/callback?${new URLSearchParams(sent).toString()}`;
        expect([...queryOf(target)]).toEqual(sent);
        expect(route({ target })).toBe("callback");
      }),
    );
    expect([...queryOf("/callback")]).toEqual([]);
    expect(queryOf("/callback?code=a?b").get("code")).toBe("a?b");
  });
});
