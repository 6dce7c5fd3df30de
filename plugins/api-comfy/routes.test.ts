// Paths, closed routes and headers of the gateway.

import { describe, expect, it } from "vitest";
import { closedGroupOf } from "./closed-routes.js";
import { replyHeaders, requestHeaders } from "./headers.js";
import { targetOf } from "./target.js";

const at = (path: string) => targetOf(new URL(`http://127.0.0.1${path}`));

describe("the target of an address", () => {
  it.each([
    ["/comfy/studio", "studio", "/"],
    ["/comfy/studio/", "studio", "/"],
    ["/comfy/studio/prompt", "studio", "/prompt"],
    [
      "/comfy/studio/api/view?filename=a%20b.png&type=output",
      "studio",
      "/api/view?filename=a%20b.png&type=output",
    ],
    ["/comfy/my%20studio/userdata/workflows%2Fa.json", "my studio", "/userdata/workflows%2Fa.json"],
    ["/comfy/studio//ws", "studio", "//ws"],
  ])("%s is the backend %s at %s", (address, backend, path) => {
    expect(at(address)).toEqual({ backend, path });
  });

  it.each(["/comfy", "/comfy/", "/comfy//prompt"])("%s names no backend", (address) => {
    expect(() => at(address)).toThrow("names no backend");
  });

  it("must have a valid encoding", () => {
    expect(() => at("/comfy/%E0%A4%A/prompt")).toThrow("its percent-encoding is not valid");
  });
});

describe("a closed route", () => {
  it.each([
    ["GET", "/manager/reboot", "manager"],
    ["POST", "/customnode/install", "manager"],
    ["GET", "/api/v2/snapshot/remove", "manager"],
    ["POST", "/v2/manager/queue/start", "manager"],
    ["GET", "/externalmodel/getlist", "manager"],
    ["POST", "/free", "memory"],
    ["POST", "/api/free", "memory"],
    ["POST", "/api/free?x=1", "memory"],
    ["POST", "/userdata/a.json", "userdata"],
    ["DELETE", "/api/userdata/workflows%2Fa.json", "userdata"],
    ["POST", "/settings/Comfy.Locale", "settings"],
    ["POST", "/users", "users"],
    ["GET", "/internal/logs", "internal"],
  ])("%s %s belongs to %s, and passes when that is open", (method, path, group) => {
    expect(closedGroupOf(method, path, [])).toBe(group);
    expect(closedGroupOf(method, path, [group as "manager"])).toBeUndefined();
  });

  it.each([
    "/%66ree",
    "//free",
    "/api//free",
    "/free/",
    "/FREE",
    "/%2566ree",
    "/api/%66%72%65%65",
    "/x\\..",
    "/\\free",
    "/free;x=1",
    "/free%20/",
    "/%20/free",
    "/free%3Fx",
    "/free%2523x",
    "/%EF%BD%86ree",
  ])("stays closed when it is written as %s", (path) => {
    const written = () => closedGroupOf("POST", path, []);
    if (path === "/x\\..") expect(written).toThrow("dots as segments");
    else expect(written()).toBe("memory");
  });

  it.each([
    "/%",
    "/%2525252566ree",
    "/%2e%2e/free",
    "/a/..%2ffree",
    "/a/..;/free",
    "/a/.%20/free",
    "/free%00",
    "/free%09",
  ])("cannot be reached with %s", (path) => {
    expect(() => closedGroupOf("POST", path, [])).toThrow("The path of the request cannot be passed on");
  });

  it.each([
    ["POST", "/prompt"],
    ["POST", "/queue"],
    ["POST", "/interrupt"],
    ["POST", "/upload/image"],
    ["GET", "/userdata?dir=workflows"],
    ["GET", "/v2/userdata"],
    ["GET", "/settings"],
    ["GET", "/users"],
    ["GET", "/api/etn/model_info"],
    ["GET", "/"],
    ["GET", "/extensions/core/free.js"],
  ])("is not %s %s", (method, path) => {
    expect(closedGroupOf(method, path, [])).toBeUndefined();
  });
});

describe("the headers", () => {
  it("of a request lose what belongs to the client and to its connection", () => {
    const given = new Headers({
      Authorization: "Bearer x",
      Cookie: "a=b",
      Origin: "http://a",
      Referer: "http://a/x",
      Host: "a",
      "X-API-Key": "x",
      "X-Forwarded-For": "1.2.3.4",
      Forwarded: "for=1",
      "X-Real-IP": "1.2.3.4",
      Connection: "keep-alive, X-Hop",
      "X-Hop": "1",
      "Keep-Alive": "5",
      TE: "trailers",
      Upgrade: "x",
      "Transfer-Encoding": "chunked",
      "Content-Length": "5",
      Expect: "100-continue",
      "Sec-Fetch-Site": "same-origin",
      "Proxy-Authorization": "Basic x",
      "Content-Type": "application/json",
      "Comfy-User": "anna",
      "Accept-Encoding": "gzip",
      Range: "bytes=0-",
    });
    expect(Object.fromEntries(requestHeaders(given))).toEqual({
      "accept-encoding": "gzip",
      "comfy-user": "anna",
      "content-type": "application/json",
      range: "bytes=0-",
    });
  });

  it("of a reply lose cookies and what belongs to the connection, and keep all others as they are", () => {
    const headers = {
      "set-cookie": "a=b",
      connection: "close, x-hop",
      "x-hop": "1",
      "transfer-encoding": "chunked",
      "content-length": "5",
      "content-encoding": "gzip",
      etag: '"x"',
      "content-disposition": 'filename="ä"',
    };
    expect(Object.fromEntries(replyHeaders(headers))).toEqual({
      "content-length": "5",
      "content-encoding": "gzip",
      etag: '"x"',
      "content-disposition": 'filename="ä"',
    });
  });
});
