// The head of a reply: which heads undici reads as they came, how others are written, and which have no meaning.

import { describe, expect, it } from "vitest";
import { maxHeadBytes, readReplyHead } from "./reply-head.js";

/**
 * Reads a reply. `rest` is what follows its head; `head` what undici reads in place of that, and undefined if it came
 * like that.
 */
function read(reply: string) {
  const found = readReplyHead(Buffer.from(reply, "latin1"));
  if (found.kind === "incomplete" || found.kind === "unreadable") return found;
  const rest = reply.slice(found.end);
  return found.kind === "interim"
    ? { kind: found.kind, rest }
    : { kind: found.kind, rest, head: found.head?.toString("latin1") };
}
const withFields = (fields: string, status = "200 OK"): string => `HTTP/1.1 ${status}\r\n${fields}\r\nrest`;

it.each([
  ["without fields", withFields("")],
  ["without a reason", withFields("", "200")],
  ["with a reason like a field", withFields("Content-Length: 2\r\n", "200 A : b, c")],
  ["in lower case", withFields("", "200 OK").replace("HTTP", "http")],
  ["with a tab and letters beyond ASCII in values", withFields("X-A: a\tb\r\nX-B: \xe9\x80\xff\r\n")],
  ["with printable characters at the bounds of ASCII", withFields("X-A:  !~\r\n")],
  ["with a value of colons, and one of nothing", withFields("X-A: :b :c\t:d\r\nX-B:\r\n")],
  ["with a length", withFields("Content-Length: 2\r\n")],
  ["with transfer codings", withFields("Transfer-Encoding: gzip, chunked\r\n")],
  ["with commas beside the length", withFields("Vary: a, b\r\nContent-Length: 2\r\nDate: Sun, 29\r\n")],
  ["with names that begin as others", withFields("Content-Length-X: 1\r\nContent-Length: 2\r\n")],
  ["of a status that ends as one with a rule", withFields("Content-Length: 2\r\n", "420 A 204")],
  ["whose body begins with control characters", `${withFields("X-A: b\r\n")}\x01\n\r\0`],
])("a regular head stays as it came: %s", (_what, reply) => {
  expect(read(reply)).toEqual({ kind: "final", rest: reply.slice(reply.indexOf("rest")), head: undefined });
});

describe("an irregular head is written as the standard wants it", () => {
  it.each([
    ["of HTTP/1.0", "HTTP/1.0 200 OK\r\nX-A: b\r\n\r\nrest", "HTTP/1.0 200 OK", ["X-A: b"]],
    ["with lines that end in LF", "HTTP/1.1 200 OK\nX-A:b\n\nrest", undefined, ["X-A: b"]],
    [
      "with a value like a first line",
      withFields("X-A : HTTP/1.1 102\r\n"),
      undefined,
      ["X-A: HTTP/1.1 102"],
    ],
    [
      "with a reason that ends as a status with a rule",
      withFields("Content-Length : 2\r\n", "420 A 204"),
      "HTTP/1.1 420 A 204",
      ["Content-Length: 2"],
    ],
    ["with an empty line that ends in LF", "HTTP/1.1 200 OK\r\nX-A: b\n\r\nrest", undefined, ["X-A: b"]],
    ["with one line that ends in LF", withFields("X-A: b\nX-C: d\r\n"), undefined, ["X-A: b", "X-C: d"]],
    ["after empty lines", `\r\n\n${withFields("X-A: b\r\n")}`, undefined, ["X-A: b"]],
    ["with a CR in a value", withFields("X-A: b\rc\r\n"), undefined, ["X-A: b c"]],
    ["with a CR before the end of a line", withFields("X-A: b\r\r\n"), undefined, ["X-A: b"]],
    ["with a CR before its end", "HTTP/1.1 200 OK\r\nX-A: b\r\r\n\r\nrest", undefined, ["X-A: b"]],
    ["with control characters", withFields("X-A: b\0c\x08d\x1fe\x7ff\r\n"), undefined, ["X-A: b c d e f"]],
    ["with one control character", withFields("X-A: b\x7fc\r\n"), undefined, ["X-A: b c"]],
    ["with a line that goes on", withFields("X-A: b,\r\n  c \r\n"), undefined, ["X-A: b, c"]],
    ["with a line that goes on after a tab", withFields("X-A: b\r\n\tc\r\n"), undefined, ["X-A: b c"]],
    ["with a value on the next line", withFields("X-A:\r\n b\r\n"), undefined, ["X-A: b"]],
    ["with a first line that goes on", withFields(" b\r\nX-A: c\r\n"), undefined, ["X-A: c"]],
    ["with a space before a colon", withFields("X-A : b\r\nX-C\t: d\r\n"), undefined, ["X-A: b", "X-C: d"]],
    ["with a tab before a colon", withFields("X-A\t: b\r\n"), undefined, ["X-A: b"]],
    ["with a field without a name", withFields(": b\r\nX-A: c\r\n"), undefined, ["X-A: c"]],
    [
      "with every character of names",
      withFields("!#$%&'*+.^`|~-_9aZ : b\r\n"),
      undefined,
      ["!#$%&'*+.^`|~-_9aZ: b"],
    ],
    [
      "with one length twice",
      withFields("content-length: 2\r\nX-A: b\r\nContent-Length:  2 \r\n"),
      undefined,
      ["X-A: b", "Content-Length: 2"],
    ],
    [
      "with one length twice in a field",
      withFields("Content-Length: 2 ,2\r\nX-A: b\r\n"),
      undefined,
      ["X-A: b", "Content-Length: 2"],
    ],
    [
      "with two transfer codings",
      withFields("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n"),
      undefined,
      ["Transfer-Encoding: gzip", "Transfer-Encoding: chunked"],
    ],
  ])("%s", (_what, reply, first, fields) => {
    const head = [first ?? "HTTP/1.1 200 OK", ...fields, "", ""].join("\r\n");
    expect(read(reply)).toEqual({ kind: "final", rest: "rest", head });
  });

  it.each([
    ["a length", "204 No Content", "Content-Length: 2\r\nX-A: b\r\n", ["X-A: b", "Connection: close"]],
    ["a length and no reason", "204", "Content-Length: 2\r\n", ["Connection: close"]],
    [
      "a length, and a connection that stays",
      "204 No Content",
      "CONNECTION: keep-alive\r\nContent-Length: 0\r\n",
      ["Connection: close"],
    ],
    [
      "different lengths",
      "204 No Content",
      "Content-Length: 2\r\nContent-Length: 3\r\n",
      ["Connection: close"],
    ],
    ["no length", "204 No Content", "Connection: keep-alive\r\n", ["Connection: keep-alive"]],
  ])("with %s, whose status says that there is no body: %s", (_what, status, given, fields) => {
    const head = [`HTTP/1.1 ${status}`, ...fields, "", ""].join("\r\n");
    expect(read(withFields(given, status))).toEqual({ kind: "final", rest: "rest", head });
  });
});

describe("an interim reply is passed over", () => {
  it.each([
    withFields("", "100 Continue"),
    withFields("Link: </a.css>\r\n", "103 Early Hints"),
    withFields("", "110 Response is Stale").replace("1.1", "1.0"),
    `\r\n${withFields("", "102")}`,
  ])("%j", (reply) => {
    expect(read(reply)).toEqual({ kind: "interim", rest: "rest" });
  });

  it("but for 101, which nothing follows", () => {
    expect(read(withFields("Upgrade: websocket\r\n", "101 Switching Protocols"))).toMatchObject({
      kind: "final",
    });
  });
});

it.each([
  "",
  "\r\n",
  "HTT",
  "HTTP/1.",
  "HTTP/1.1 200 OK\r\nX-A: b\r\n",
  "HTTP/1.1 200 OK\r\nX-A: b\r\n\r",
  `HTTP/1.1 200 OK\r\nX-A: ${"b".repeat(maxHeadBytes - "HTTP/1.1 200 OK\r\nX-A: \r\n".length - 1)}\r\n`,
])("a head is incomplete: %.40j", (reply) => {
  expect(read(reply)).toEqual({ kind: "incomplete" });
});

const different = "has different lengths: 2, 3";
const both = "has both a length and a transfer coding, as smuggled replies have";
const name = "has a header whose name has characters that no name may have";
const notHttp = "is not HTTP/1.1: it does not begin with that version";
const http2 = "is HTTP/2, which the server speaks here without having been asked for it";
it.each([
  ["two lengths", withFields("Content-Length: 2\r\nContent-Length: 3\r\n"), different],
  ["two lengths in a field", withFields("Content-Length: 2, 3\r\n"), different],
  ["a length and a coding", withFields("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n"), both],
  ["a coding and a length", withFields("TRANSFER-ENCODING: chunked\r\nCONTENT-LENGTH: 2\r\n"), both],
  ["a line without a colon", withFields("X-A: b\x01\r\nX-C\r\n"), "has a header without a colon"],
  ["a space in a name", withFields("X A : b\r\n"), name],
  ["a bracket in a name", withFields("X-A : b\r\n(X-C): d\r\n"), name],
  ["another protocol", "220 mail.example ESMTP\r\n", notHttp],
  ["HTTP/2 in its words", "HTTP/2 200\r\n\r\n", notHttp],
  ["a frame of HTTP/2", "\0\0\x06\x04\0\0\0\0\0\0\x05\0\0@\0", http2],
  ["the shortest frame of HTTP/2", "\0\0\0\x04\0\0\0\0\0", http2],
  ["a part of such a frame", "\0\0\0\x04\0\0\0\0", notHttp],
  ["a longer frame", "\x01\0\0\x04\0\0\0\0\0", notHttp],
  ["a frame of another type", "\0\0\0\x05\0\0\0\0\0", notHttp],
  ["a frame of a stream", "\0\0\0\x04\0\0\0\0\x01", notHttp],
  [
    "too many headers",
    `HTTP/1.1 200 OK\r\nX-A: ${"b".repeat(maxHeadBytes)}\r\n\r\n`.slice(0, maxHeadBytes),
    "has more than 300 KiB of headers",
  ],
])("a head cannot be read for %s", (_what, reply, reason) => {
  expect(read(reply)).toEqual({ kind: "unreadable", reason });
});
