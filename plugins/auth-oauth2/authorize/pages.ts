// The pages that the browser shows during a sign-in. They are constant and contain no part of a request.

import type { ServerResponse } from "node:http";

export type Page =
  | "done"
  | "error"
  | "used"
  | "opened-twice"
  | "prefetch"
  | "host"
  | "other-path"
  | "method"
  | "foreign"
  | "wrong-state"
  | "invalid";

const close = "You can close this window and return to Pictor.";
const stillWaiting =
  "Pictor is still waiting for its sign-in; nothing was changed. You can close this window.";

const pages: Readonly<Record<Page, readonly [status: number, title: string, text: string]>> = {
  done: [200, "Pictor has received the sign-in", close],
  error: [200, "The provider did not sign you in", `Pictor shows the reason. ${close}`],
  used: [410, "This sign-in was already used", `Each sign-in of Pictor works once. ${close}`],
  "opened-twice": [
    410,
    "This sign-in was opened twice",
    `Another user or program on this machine may have seen it, so Pictor has ended this sign-in. Start it again. ${close}`,
  ],
  prefetch: [503, "Not available for prefetching", stillWaiting],
  host: [421, "Wrong host name", stillWaiting],
  "other-path": [404, "There is no such page", stillWaiting],
  method: [405, "Method not allowed", stillWaiting],
  foreign: [403, "Not allowed from another page", stillWaiting],
  "wrong-state": [400, "This response belongs to another sign-in", stillWaiting],
  invalid: [400, "This response cannot be used", stillWaiting],
};

const html = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictor</title><h1>${title}</h1><p>${text}</p></html>\n`;

/** The headers of every response: no framing, no caching, no content sniffing, no Referer (RFC 9700 section 4.2). */
const headers: Readonly<Record<string, string>> = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
  Connection: "close",
};

export function sendPage(
  response: ServerResponse,
  page: Page,
  extraHeaders: Readonly<Record<string, string>> = {},
) {
  const [status, title, text] = pages[page];
  response.writeHead(status, { ...headers, "Content-Type": "text/html; charset=utf-8", ...extraHeaders });
  response.end(html(title, text));
}

/** Redirects with status 303: the browser follows with GET and does not keep the redirecting URL in its history. */
export function redirectTo(response: ServerResponse, location: string) {
  response.writeHead(303, { ...headers, Location: location });
  response.end();
}
