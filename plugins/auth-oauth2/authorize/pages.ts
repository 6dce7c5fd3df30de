// What the browser is shown: constant pages, in which nothing of a request ever appears.

import type { ServerResponse } from "node:http";

export type Page =
  | "done"
  | "refused"
  | "used"
  | "opened-twice"
  | "prefetch"
  | "host"
  | "other-path"
  | "method"
  | "foreign"
  | "wrong-state"
  | "invalid";

const close = "You can close this window and go back to Pictor.";
const goesOn =
  "Pictor still waits for the sign-in that it began; nothing was changed. You can close this window.";

const pages: Readonly<Record<Page, readonly [status: number, title: string, text: string]>> = {
  done: [200, "Pictor has the answer", close],
  refused: [200, "The provider did not sign you in", `Pictor shows its reason. ${close}`],
  used: [410, "This was already used", `Each sign-in of Pictor works once. ${close}`],
  "opened-twice": [
    410,
    "This was opened twice",
    `Somebody else on this machine may have seen it, so Pictor has ended this sign-in; begin it again. ${close}`,
  ],
  prefetch: [503, "Not ahead of time", goesOn],
  host: [421, "Wrong address", goesOn],
  "other-path": [404, "Nothing is here", goesOn],
  method: [405, "Not like this", goesOn],
  foreign: [403, "Not from another page", goesOn],
  "wrong-state": [400, "This belongs to another sign-in", goesOn],
  invalid: [400, "This answer cannot be used", goesOn],
};

const html = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictor</title><h1>${title}</h1><p>${text}</p></html>\n`;

/** For every answer: never framed, cached, guessed at or named as a referrer (RFC 9700 section 4.2). */
const headers: Readonly<Record<string, string>> = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
  Connection: "close",
};

export function sendPage(response: ServerResponse, page: Page, more: Readonly<Record<string, string>> = {}) {
  const [status, title, text] = pages[page];
  response.writeHead(status, { ...headers, "Content-Type": "text/html; charset=utf-8", ...more });
  response.end(html(title, text));
}

/** 303: whatever the request was, a GET follows, and the address before it is not kept in the history. */
export function sendOn(response: ServerResponse, location: string) {
  response.writeHead(303, { ...headers, Location: location });
  response.end();
}
