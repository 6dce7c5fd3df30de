// Replies and what was sent for them, as text. Header values of hops come redacted from the kernel.

import { STATUS_CODES } from "node:http";
import type { Hop, Reply } from "@pictor/host";
import { oneLine } from "../../text/plain-text.js";

/** `200 OK`; the standard's phrase, since HTTP/2 sends none. */
export const statusText = (status: number): string => `${status} ${STATUS_CODES[status] ?? ""}`.trim();

/** Status line and headers as before a body, with the empty line that ends them. */
export function headText({ status, headers }: Pick<Reply, "status" | "headers">): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value.split("\n").map((line) => `${name}: ${oneLine(line)}`),
  );
  return [`HTTP ${statusText(status)}`, ...lines, ""].join("\n");
}

/** What was sent: each hop with its headers, `>` before what went out and `<` before what came back. */
export const sentText = (hops: readonly Hop[]): string =>
  hops
    .map(({ method, url, status, sentHeaders }) =>
      [
        `> ${method} ${oneLine(url)}`,
        ...sentHeaders.map(([name, value]) => `> ${name}: ${oneLine(value)}`),
        `< ${statusText(status)}`,
      ].join("\n"),
    )
    .join("\n");

/** A body for a JSON record: text where it is UTF-8, else base64. */
export function bodyFields(bytes: Uint8Array): Readonly<Record<"body" | "base64", string>> | object {
  try {
    return { body: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { base64: Buffer.from(bytes).toString("base64") };
  }
}
