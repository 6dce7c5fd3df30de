// The headers of a curl command.

import { transportHeaders, type HeaderPair } from "@pictor/kernel";
import { isDataOption } from "./data.js";
import type { CurlOption } from "./known-options.js";
import { valuesOf, type ParsedOption } from "./options.js";

/** True for headers that each connection sets itself, and for pseudo-headers of HTTP/2 (`:path`). */
const isConnectionHeader = (name: string): boolean =>
  transportHeaders.has(name.toLowerCase()) || /^(:.*|connection|content-length)$/i.test(name);

/** Notes what is left out. */
export type Note = (text: string) => void;

/**
 * Parses a header option: `Name: value`, or `Name;` for an empty value. `Name:` removes a header that curl would add. Undefined
 * for a text that is left out, as curl does with one that has no colon.
 */
function parseHeader(
  text: string,
  note: Note,
): { readonly name: string; readonly value?: string } | undefined {
  if (text.startsWith("@")) {
    note("The curl option -H @file is left out. Write the headers into the command.");
    return undefined;
  }
  const isEmpty = /^[^:]+;\s*$/.test(text);
  const colon = isEmpty ? text.lastIndexOf(";") : text.indexOf(":", 1);
  const name = text.slice(0, Math.max(colon, 0)).trim();
  if (name === "") {
    note("A header of the curl command has no name and is left out, as curl does.");
    return undefined;
  }
  const value = text.slice(colon + 1).trim();
  if (isEmpty) return { name, value: "" };
  return value === "" ? { name } : { name, value };
}

function parseCookie(text: string, note: Note): readonly string[] {
  if (text.includes("=")) return [text];
  note("The curl option -b with a cookie file is left out. Write the cookie itself: -b name=value.");
  return [];
}

/** The headers of the options: those that are written, and those that other options mean. */
export function parseHeaders(options: readonly ParsedOption[], note: Note): readonly HeaderPair[] {
  const values = (name: CurlOption) => valuesOf(options, name);
  const given = values("header").flatMap((text) => parseHeader(text, note) ?? []);
  const isGiven = (name: string): boolean =>
    given.some((header) => header.name.toLowerCase() === name.toLowerCase());
  const isJson = values("json").length > 0;
  const hasData = options.some(({ name }) => isDataOption(name)) && values("get").length === 0;
  const cookies = values("cookie").flatMap((text) => parseCookie(text, note));
  const added: readonly (readonly [string, string | undefined])[] = [
    ["User-Agent", values("user-agent").at(-1)],
    [
      "Referer",
      values("referer")
        .at(-1)
        ?.replace(/;auto$/, ""),
    ],
    ["Cookie", cookies.length === 0 ? undefined : cookies.join("; ")],
    ["Accept", isJson ? "application/json" : undefined],
    ["Content-Type", isJson ? "application/json" : hasData ? "application/x-www-form-urlencoded" : undefined],
  ];
  const isCompressed = values("compressed").length > 0;
  return [
    ...given.flatMap(({ name, value }): readonly HeaderPair[] =>
      value === undefined ? [] : [[name, value]],
    ),
    ...added.flatMap(([name, value]): readonly HeaderPair[] =>
      value === undefined || value === "" || isGiven(name) ? [] : [[name, value]],
    ),
  ].filter(
    // The request asks for the codings that are decompressed here, which may be fewer than those of the exporting browser.
    ([name]) => !isConnectionHeader(name) && !(isCompressed && name.toLowerCase() === "accept-encoding"),
  );
}
