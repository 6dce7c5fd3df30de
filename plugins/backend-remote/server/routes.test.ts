// Addresses of routes.

import { expect, test } from "vitest";
import { routesOf } from "./routes.js";

test.each([
  ["http://h:8188/", "/api", "http://h:8188/api/queue"],
  ["http://h:8188", "/api", "http://h:8188/api/queue"],
  ["https://h/comfy", "", "https://h/comfy/queue"],
  ["https://h/a/b//?#y", "/api", "https://h/a/b/api/queue"],
] as const)("%s with prefix %j", (base, prefix, url) => {
  expect(routesOf(base, prefix).route("/queue")).toBe(url);
});

test("an unpaired surrogate in an id is replaced", () => {
  expect(routesOf("http://h", "").route("/history", "a\ud800")).toBe("http://h/history/a%EF%BF%BD");
});

test("each name becomes one path segment", () => {
  expect(routesOf("http://h", "").route("/object_info", "Load Image/x?")).toBe(
    "http://h/object_info/Load%20Image%2Fx%3F",
  );
});

test("the socket's scheme follows that of the address", () => {
  expect(routesOf("https://h/comfy/", "/api").socket("id 1")).toBe("wss://h/comfy/api/ws?clientId=id+1");
});

test("a query is refused, and named without its values", () => {
  expect(() => routesOf("https://h/proxy/8188/?token=secret&v=1", "")).toThrow(
    "The address https://h/proxy/8188/ of the backend has a query (token, v)",
  );
});

test.each(["localhost:8188", "ftp://h/", ""])("%j is refused", (base) => {
  expect(() => routesOf(base, "")).toThrow("is not an absolute");
});
