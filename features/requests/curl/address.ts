// The address of a curl command.

import { CurlError } from "./curl-error.js";

const withScheme = (url: string): string => (/^[a-z][a-z\d+.-]*:\/\//i.test(url) ? url : `http://${url}`);

/** The only address of a command, with its scheme. Throws a CurlError for none and for several. */
export function parseUrl(urls: readonly string[]): string {
  const [url, ...others] = urls;
  if (url === undefined)
    throw new CurlError("argument", "The curl command has no address.", "Copy the whole command.");
  if (others.length > 0)
    throw new CurlError(
      "argument",
      "The curl command has more than one address.",
      "Run it once for each; an address with & or spaces needs quotes.",
    );
  return withScheme(url);
}

/**
 * Undoes the escapes of curl's patterns (`\[`, `\{`), unless `-g` switches these off. Throws for a pattern of several
 * addresses.
 */
export function withoutPatterns(url: string): string {
  const isPattern = /(?<!\\)(\{[^{},]*,[^{}]*\}|\[(\d+-\d+|[a-z]-[a-z])(:\d+)?\])/i.test(url);
  if (isPattern)
    throw new CurlError(
      "argument",
      "The address of the curl command stands for several addresses.",
      "Run it once for each, or add -g if the brackets belong to the address.",
    );
  return url.replace(/(?<!\\)\{([^{},]*)\}/g, "$1").replace(/\\([[\]{}])/g, "$1");
}

/** `-T` to a folder gets the name of the file. */
export const uploadUrl = (url: string, path: string): string =>
  /^[^?#]*\/$/.test(url.replace(/^[a-z+]+:\/\/[^/]*$/i, "$&/")) && path !== "-" && path !== "."
    ? `${url}${url.endsWith("/") ? "" : "/"}${encodeURIComponent(path.split("/").at(-1) ?? "")}`
    : url;
