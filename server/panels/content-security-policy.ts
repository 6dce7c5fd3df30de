// The Content-Security-Policy of a panel's page (W3C CSP 3): it allows the panel's own files and its own API, and
// nothing else.

import { createHash } from "node:crypto";

/** The texts of all inline elements of one kind. The page is not trusted, so each part of it is searched only once. */
function inlineTexts(html: string, element: "script" | "style"): readonly string[] {
  const texts: string[] = [];
  const [start, end] = [new RegExp(`<${element}`, "gi"), new RegExp(`</${element}\\s*>`, "gi")];
  for (let opened = start.exec(html); opened !== null; opened = start.exec(html)) {
    const textAt = html.indexOf(">", opened.index) + 1;
    if (textAt === 0) break;
    start.lastIndex = textAt;
    if (/\bsrc\s*=/i.test(html.slice(opened.index, textAt))) continue;
    end.lastIndex = textAt;
    const closed = end.exec(html);
    if (closed === null) break;
    texts.push(html.slice(textAt, closed.index));
    start.lastIndex = end.lastIndex;
  }
  return texts;
}

/**
 * The hash `'sha256-...'` of each inline text, which allows that text, so that a panel may be a single file. Elements
 * that scripts add later have no such hash and are blocked.
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
