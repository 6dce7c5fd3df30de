// From the bytes of a reply to its members: JSON under any content type, or form encoding.

import type { RawReply } from "./wire.js";

/** The members of an answer. They are read by name as own members only, so `__proto__` says nothing. */
export type Members = Readonly<Record<string, unknown>>;

export type ParsedBody =
  | { readonly kind: "members"; readonly members: Members; readonly notes: readonly string[] }
  | { readonly kind: "unreadable"; readonly problem: string };

const maxDepth = 16;

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An own member, or undefined. */
export const member = (members: Members, name: string): unknown =>
  Object.hasOwn(members, name) ? members[name] : undefined;

/** An own member that is an object. */
export function membersOf(members: Members, name: string): Members | undefined {
  const value = member(members, name);
  return isMembers(value) ? value : undefined;
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

/** Type and subtype, as far as they are made of the letters of RFC 9110 section 8.3.1. */
function mediaType({ headers }: Pick<RawReply, "headers">): string {
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  return /^\s*([\w.+-]{1,60}\/[\w.+-]{1,60})\s*$/.exec(type)?.[1]?.toLowerCase() ?? "";
}

const isJson = (type: string): boolean => type === "application/json" || type.endsWith("+json");

/** Parameters that make a text without any type of its own a form-encoded answer. */
const telling = ["access_token", "error", "device_code"];

function parseForm(text: string): ParsedBody | undefined {
  if (!/^[\w.*%+~-]+=[^\s<>"]*$/.test(text)) return undefined;
  const parameters = [...new URLSearchParams(text)];
  const names = new Set(parameters.map(([name]) => name));
  if (!telling.some((name) => names.has(name))) return undefined;
  if (names.size < parameters.length) return { kind: "unreadable", problem: "it repeats a parameter" };
  // All values are texts there, so that a number among them is no deviation.
  const valueOf = ([name, value]: [string, string]): [string, unknown] => [
    name,
    /^(?:expires_in|interval)$/.test(name) && /^\d{1,15}$/.test(value) ? Number(value) : value,
  ];
  return {
    kind: "members",
    members: Object.fromEntries(parameters.map(valueOf)),
    notes: ["The provider answered in form encoding instead of JSON."],
  };
}

function parseJsonText(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Reads a body as UTF-8, with or without a byte order mark. No problem repeats anything of the body. */
export function parseBody(reply: RawReply): ParsedBody {
  const text = new TextDecoder().decode(reply.body).trim();
  const type = mediaType(reply);
  if (text === "") return { kind: "unreadable", problem: "it is empty" };
  const json = parseJsonText(text);
  if (json === undefined) {
    const problem = type === "" ? "it is not JSON" : `it is not JSON (${type})`;
    return parseForm(text) ?? { kind: "unreadable", problem };
  }
  if (!isMembers(json.value)) return { kind: "unreadable", problem: "it is no JSON object" };
  if (isDeeper(json.value, maxDepth)) return { kind: "unreadable", problem: "it is nested too deeply" };
  const named = type === "" ? "without a content type" : `as ${type}`;
  const notes = isJson(type) ? [] : [`The provider sent its JSON ${named} instead of application/json.`];
  return { kind: "members", members: json.value, notes };
}
