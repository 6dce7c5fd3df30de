// The body of a request to the provider: a form (RFC 6749 section 3.2), or JSON for providers that want it.

import type { Fields } from "../setting.js";

export interface EncodedBody {
  readonly contentType: string;
  readonly text: string;
}

/** A parameter that occurs several times, such as `resource`, becomes a list. */
function jsonOf(parameters: URLSearchParams): string {
  const members = [...new Set(parameters.keys())].map((name) => {
    const values = parameters.getAll(name);
    return [name, values.length > 1 ? values : values[0]] as const;
  });
  return JSON.stringify(Object.fromEntries(members));
}

export const encodeBody = (
  { tokenRequestFormat }: Pick<Fields, "tokenRequestFormat">,
  parameters: URLSearchParams,
): EncodedBody =>
  tokenRequestFormat === "json"
    ? { contentType: "application/json", text: jsonOf(parameters) }
    : { contentType: "application/x-www-form-urlencoded;charset=UTF-8", text: parameters.toString() };
