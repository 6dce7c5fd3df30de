// Parses the header WWW-Authenticate (RFC 9110 section 11.6.1), in which commas separate both challenges and parameters.

import { tokenSyntax } from "./header-syntax.js";

export interface Challenge {
  /** Name of the scheme in lower case. */
  readonly scheme: string;
  /** The same as the server writes it, such as `Bearer`. */
  readonly name: string;
  /** The parameters by lower-case name; quoted strings are without their quotes and escapes. */
  readonly parameters: ReadonlyMap<string, string>;
}

const separators = /[\s,]+/y;
const parameter = new RegExp(`(${tokenSyntax})[ \\t]*=[ \\t]*(?:"((?:[^"\\\\]|\\\\.)*)"?|([^\\s,"]*))`, "sy");
const schemeName = new RegExp(`(${tokenSyntax})(?=[\\s,]|$)`, "y");
/** `token68`, which some schemes use instead of parameters (RFC 9110 section 11.2). */
const token68 = /[ \t]+[\w\-.~+/]+=*(?=[ \t]*(?:,|$))/y;
const anythingElse = /"(?:[^"\\]|\\.)*"?|[^\s,"]+/sy;

/**
 * Never throws: malformed parts are skipped, missing commas and closing quotes are tolerated, and the first of several
 * parameters with one name counts. `text` may contain several header lines joined with commas (RFC 9110 section 5.3).
 */
export function parseChallenges(text: string): readonly Challenge[] {
  const challenges: (Challenge & { readonly parameters: Map<string, string> })[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  while (at < text.length) {
    if (take(separators) !== null) continue;
    const [, key, quoted, bare = ""] = take(parameter) ?? [];
    if (key !== undefined) {
      const parameters = challenges.at(-1)?.parameters;
      const name = key.toLowerCase();
      if (parameters?.has(name) === false) parameters.set(name, quoted?.replace(/\\(.)/gs, "$1") ?? bare);
      continue;
    }
    const [, name] = take(schemeName) ?? [];
    if (name === undefined) {
      take(anythingElse);
      continue;
    }
    challenges.push({ scheme: name.toLowerCase(), name, parameters: new Map() });
    take(token68);
  }
  return challenges;
}
