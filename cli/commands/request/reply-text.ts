// Replies and sent requests as text. The header values in hops are already redacted.

import { STATUS_CODES } from "node:http";
import type { Hop, Reply } from "@pictor/kernel";
import { encodingOf } from "@pictor/services";
import { oneLine } from "../../text/plain-text.js";

/** The status as text, such as `200 OK`, with the standard reason phrase, because HTTP/2 sends none. */
export const statusText = (status: number): string => `${status} ${STATUS_CODES[status] ?? ""}`.trim();

/** Status line and headers, with the empty line that ends them. */
export function headText({ status, headers }: Pick<Reply, "status" | "headers">): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value.split("\n").map((line) => `${name}: ${oneLine(line)}`),
  );
  return [`HTTP ${statusText(status)}`, ...lines, ""].join("\n");
}

/** The sent requests as text: each hop with its headers, `>` before sent lines, `*` before what is known of the
 * credentials, and `<` before the received status. */
export const sentText = (hops: readonly Hop[]): string =>
  hops
    .map(({ method, url, status, sentHeaders, added = [], covers = [] }) =>
      [
        `> ${method} ${oneLine(url)}`,
        ...sentHeaders.map(([name, value]) => `> ${name}: ${oneLine(value)}`),
        ...(added.length > 0 ? [`* added by the auth scheme: ${oneLine(added.join(", "))}`] : []),
        ...(covers.length > 0 ? [`* covered by its signature: ${oneLine(covers.join(", "))}`] : []),
        `< ${statusText(status)}`,
      ].join("\n"),
    )
    .join("\n");

/** The fields of a JSON record for the bytes of a body: `body` if they are text of the encoding that they name, else `base64`. */
export function bodyFields(
  bytes: Uint8Array,
  contentType: string | undefined,
): Readonly<Record<"body" | "base64", string>> | object {
  try {
    return { body: new TextDecoder(encodingOf(bytes, contentType), { fatal: true }).decode(bytes) };
  } catch {
    return { base64: Buffer.from(bytes).toString("base64") };
  }
}
