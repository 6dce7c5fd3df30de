// A server that records requests byte for byte, and shows each in a form in which equal requests are equal texts.

import { createServer } from "node:net";
import type { AddressInfo } from "node:net";

export interface Recorder {
  readonly host: string;
  readonly origin: string;
  count(): number;
  /** The last request after `count` others; undefined if none has arrived. */
  since(count: number): string | undefined;
  close(): void;
}

/** Headers that each client has of its own, or that say the same in another way. */
const own = /^(host|user-agent|accept|connection|content-length|transfer-encoding|expect|accept-encoding)$/;

/** The content of a chunked body (RFC 9112 section 7.1). */
function withoutChunks(body: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const end = body.indexOf("\r\n", at);
    const size = parseInt(body.subarray(at, end).toString(), 16);
    if (!(size > 0)) return Buffer.concat(chunks);
    chunks.push(body.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

/** Characters that no address may hold unescaped (RFC 3986) are escaped, as clients do it in different ways. */
const escapedTarget = (target: string): string =>
  target
    .replace(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase())
    .replace(
      /["<>\\^`{|}]|[^\x21-\x7e]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
    );

function shown(head: string, body: string): string {
  const [first = "", ...lines] = head.split("\r\n");
  const [method = "", target = "", version = ""] = first.split(" ");
  const headers = lines.map((line): readonly [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const value = (name: string) => headers.find(([other]) => other === name)?.[1];
  const boundary = /boundary=(-{24}\w+)/.exec(value("content-type") ?? "")?.[1];
  const inner = /multipart\/mixed; boundary=(-{24}\w+)/.exec(body)?.[1];
  const withoutBoundary = (text: string): string =>
    [boundary, inner].reduce<string>(
      (changed, found, index) =>
        found === undefined ? changed : changed.replaceAll(found, `BOUNDARY${index}`),
      text,
    );
  const kept = headers
    .filter(([name]) => !own.test(name))
    // The name of a scheme has no case (RFC 9110 section 11.1), and cookies may be separated by a space.
    .map(
      ([name, text]) =>
        `${name}: ${text.replace(/^bearer /i, "Bearer ").replace(/;(?=\S)/g, name === "cookie" ? "; " : ";")}`,
    )
    .sort();
  const given = ["accept", "user-agent"].flatMap((name) => {
    const text = value(name) ?? "";
    return text === "" || text === "*/*" || /^(curl|pictor)\//.test(text) ? [] : [`${name}: ${text}`];
  });
  const host = value("host")?.includes("127.0.0.1") === true ? [] : [`host: ${value("host")}`];
  return withoutBoundary(
    [`${method} ${escapedTarget(target)} ${version}`, ...kept, ...given, ...host, "", body].join("\n"),
  );
}

/** Starts the server on a free port of 127.0.0.1. */
export async function record(): Promise<Recorder> {
  const seen: string[] = [];
  const server = createServer((socket) => {
    let buffer = Buffer.alloc(0);
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      buffer = Buffer.concat([buffer, data]);
      const end = buffer.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = buffer.subarray(0, end).toString("latin1");
      if (/^expect: *100/im.test(head) && buffer.length === end + 4)
        socket.write("HTTP/1.1 100 Continue\r\n\r\n");
      const isChunked = /^transfer-encoding: *chunked/im.test(head);
      const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
      const rest = buffer.subarray(end + 4);
      if (isChunked ? !rest.includes("0\r\n\r\n") : rest.length < length) return;
      buffer = Buffer.alloc(0);
      seen.push(shown(head, (isChunked ? withoutChunks(rest) : rest).toString("latin1")));
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    origin: `http://${host}`,
    count: () => seen.length,
    since: (count) => (seen.length > count ? seen.at(-1) : undefined),
    close: () => void server.close(),
  };
}
