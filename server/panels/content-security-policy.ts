// The Content-Security-Policy of a panel's page (W3C CSP 3): it allows the panel's own files and its own API, and
// nothing else.

import { createHash } from "node:crypto";

/** The texts of all inline elements of one kind. */
const inlineTexts = (html: string, element: "script" | "style"): readonly string[] =>
  [
    ...html.matchAll(new RegExp(`<${element}(?![^>]*\\bsrc\\s*=)[^>]*>([\\s\\S]*?)</${element}\\s*>`, "gi")),
  ].map(([, text = ""]) => text);

/**
 * The hash `'sha256-...'` of each inline text, which allows the text, so that a panel may be one file. Elements that
 * scripts add later have no such hash and are blocked.
 */
const hashesOf = (texts: readonly string[]): readonly string[] =>
  texts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);

/** The policy of a page; `html` is the page as it is sent. Without `html`, the policy of a file that is not a page. */
export function contentSecurityPolicy(html = ""): string {
  const directives: Readonly<Record<string, readonly string[]>> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...hashesOf(inlineTexts(html, "script"))],
    "style-src": ["'self'", ...hashesOf(inlineTexts(html, "style"))],
    "img-src": ["'self'", "blob:", "data:"],
    "media-src": ["'self'", "blob:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "manifest-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    "frame-ancestors": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}
