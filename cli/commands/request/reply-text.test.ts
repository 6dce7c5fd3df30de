// Replies as text and as JSON fields.

import { describe, expect, it } from "vitest";
import { bodyFields, headText, sentText } from "./reply-text.js";

describe("a reply as text", () => {
  it("has the reason phrase, one line per cookie, and an empty line at the end", () => {
    const headers = { "content-type": "text/plain", "set-cookie": "a=1\nb=2" };
    const lines = [
      "HTTP 404 Not Found",
      "content-type: text/plain",
      "set-cookie: a=1",
      "set-cookie: b=2",
      "",
    ];
    expect(headText({ status: 404, headers })).toBe(lines.join("\n"));
  });
  it("has no phrase for an unknown status", () => {
    expect(headText({ status: 799, headers: {} })).toBe("HTTP 799\n");
  });
  it("shows every hop", () => {
    const hop = {
      method: "GET",
      url: "http://a/",
      status: 302,
      sentHeaders: [["Authorization", "***"]],
      added: ["header Authorization"],
      covers: ["method", "body"],
    } as const;
    expect(sentText([hop, { method: "GET", url: "http://b/", status: 200, sentHeaders: [] }])).toBe(
      "> GET http://a/\n> Authorization: ***\n* added by the auth scheme: header Authorization\n" +
        "* covered by its signature: method, body\n< 302 Found\n> GET http://b/\n< 200 OK",
    );
  });
});

it.each([
  ["text", "héllo", { body: "héllo" }],
  ["nothing", "", { body: "" }],
  ["bytes that are not UTF-8", new Uint8Array([255, 253]), { base64: "//0=" }],
  ["bytes of another encoding", new Uint8Array([0xe9]), { body: "é" }, "text/plain; charset=iso-8859-1"],
])("%s in a JSON record", (_name, given, fields, type?: string) => {
  const bytes = typeof given === "string" ? new TextEncoder().encode(given) : given;
  expect(bodyFields(bytes, type)).toEqual(fields);
});
