// How requests to the callback listener are classified, including hostile ones.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../testing/any-character.js";
import { queryParameters, routeOf } from "./callback-request.js";
import type { CallbackRoutes, RequestHead } from "./callback-request.js";

const routes: CallbackRoutes = {
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
  routeOf(head(more, headers), routes);

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
    "that prefetches is recognized: %j",
    (headers) => {
      expect(route({ target: "/start/T" }, headers)).toBe("prefetch");
      expect(route({ target: "/start/guess" }, headers)).toBe("other-path");
    },
  );

  it.each(["localhost:4000", "127.0.0.1:4000", "[::1]:4000", "LOCALHOST:4000"])(
    "may send the Host %s",
    (host) => {
      expect(route({}, { host })).toBe("callback");
    },
  );

  it("may omit port 80 in Host", () => {
    expect(routeOf(head({}, { host: "localhost" }), { ...routes, port: 80 })).toBe("callback");
  });
});

describe("another Host has precedence over every other reason:", () => {
  it.each([
    ...["", "localhost", "localhost:4001", "evil.example:4000", "localhost.evil.example:4000"],
    ...["localhost:4000@evil.example", "127.0.0.1:4000, evil.example", "[::1", "0.0.0.0:4000", "::1:4000"],
    ...["\u0000"],
  ])("%j", (host) => {
    for (const target of ["/callback", "/start/T", "/elsewhere"])
      expect(route({ target }, { host })).toBe("host");
  });

  it("no Host", () => {
    expect(routeOf(head({ headers: {} }), routes)).toBe("host");
  });
});

describe("a target is another path:", () => {
  it.each([
    ...["/", "/favicon.ico", "/callback/", "/callback%2f", "/Callback?code=x", "//callback?code=x"],
    ...["/x/../callback", "http://localhost:4000/callback?code=x", "*", "", "/start/", "/start/other"],
    ...["/done/other"],
  ])("%j", (target) => {
    expect(route({ target })).toBe("other-path");
  });

  it.each(["HEAD", "POST"])("the start page with %s, which must not use it up", (method) => {
    expect(route({ method, target: "/start/T" })).toBe("other-path");
  });
});

describe("a method is not allowed:", () => {
  it.each(["POST", "HEAD", "PUT", "OPTIONS", "CONNECT", "get", ""])("%j", (method) => {
    expect(route({ method })).toBe("method");
  });

  it("GET for form_post", () => {
    expect(routeOf(head(), { ...routes, callbackMethod: "POST" })).toBe("method");
  });
});

describe("a request from another page", () => {
  it.each([
    ["a script, by its origin", { origin: "https://evil.example" }],
    ["a script from another port of this machine", { origin: "http://localhost:3000" }],
    ["an image", { "sec-fetch-mode": "no-cors" }],
    ["fetch()", { "sec-fetch-mode": "cors" }],
    ["a WebSocket", { "sec-fetch-mode": "websocket" }],
    ["an empty mode", { "sec-fetch-mode": "" }],
  ])("is foreign: %s", (_situation, headers) => {
    expect(route({}, headers)).toBe("foreign");
    expect(route({ target: "/start/T" }, headers)).toBe("foreign");
  });

  it("may post a form from the provider's origin, by navigation only", () => {
    const posted = (more: RequestHead["headers"]) =>
      routeOf(head({ method: "POST" }, { origin: "https://provider.example", ...more }), {
        ...routes,
        callbackMethod: "POST",
      });
    expect([posted({}), posted({ "sec-fetch-mode": "navigate" })]).toEqual(["callback", "callback"]);
    expect(posted({ "sec-fetch-mode": "no-cors" })).toBe("foreign");
  });
});

describe("any request", () => {
  it("is classified without an exception, and only the exact path is the callback", () => {
    const texts = fc.string({ unit: anyCharacter, maxLength: 60 });
    fc.assert(
      fc.property(texts, texts, texts, (method, target, host) => {
        const classified = routeOf({ method, target, headers: { host } }, routes);
        expect(classified).toBe("host");
        const [path] = target.split("?", 1);
        const withLoopbackHost = route({ target });
        expect(withLoopbackHost === "callback").toBe(path === "/callback");
      }),
    );
  });

  it("has the parameters that were sent, also with further question marks", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (sent) => {
        const target = `/callback?${new URLSearchParams(sent).toString()}`;
        expect([...queryParameters(target)]).toEqual(sent);
        expect(route({ target })).toBe("callback");
      }),
    );
    expect([...queryParameters("/callback")]).toEqual([]);
    expect(queryParameters("/callback?code=a?b").get("code")).toBe("a?b");
  });
});
