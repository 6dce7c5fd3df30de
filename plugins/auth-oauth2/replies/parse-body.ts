// Parses the body of a reply into its members: JSON under any content type, or form encoding.

import { isDeeperThan, isRecord } from "@pictor/kernel/plugin";
import type { ProviderReply } from "./send-to-provider.js";

/** A map instead of an object, so that a member named `__proto__` has no effect. */
export type Members = ReadonlyMap<string, unknown>;

export interface ParsedBody {
  /** The members of the body; empty if there is a problem. */
  readonly members: Members;
  /** Why the body cannot be read, without any part of the body; undefined if it was read. */
  readonly problem?: string;
  /** Deviations that were tolerated, as sentences. */
  readonly notes: readonly string[];
}

const maxDepth = 16;

const unreadable = (problem: string): ParsedBody => ({ members: new Map(), problem, notes: [] });

/** The members of a JSON object; undefined for any other JSON value. */
export const membersOf = (value: unknown): Members | undefined =>
  isRecord(value) ? new Map(Object.entries(value)) : undefined;

/** Type and subtype in lower case (RFC 9110 section 8.3.1); empty if they are missing or malformed. */
function mediaType({ headers }: ProviderReply): string {
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  return /^\s*([\w.+-]{1,60}\/[\w.+-]{1,60})\s*$/.exec(type)?.[1]?.toLowerCase() ?? "";
}

/** Parses a form. Returns undefined for a text that is not form-encoded, or lacks the parameters of a response. */
function parseForm(text: string): ParsedBody | undefined {
  if (!/^[\w.*%+~-]+=[^\s<>"]*$/.test(text)) return undefined;
  const parameters = [...new URLSearchParams(text)];
  // All values of a form are strings, so digits become a number without a note about a deviation.
  const isNumber = (name: string, value: string) =>
    /^(?:expires_in|interval)$/.test(name) && /^\d{1,15}$/.test(value);
  const members = new Map<string, unknown>(
    parameters.map(([name, value]) => [name, isNumber(name, value) ? Number(value) : value]),
  );
  if (!["access_token", "error", "device_code"].some((name) => members.has(name))) return undefined;
  if (members.size < parameters.length) return unreadable("it repeats a parameter");
  return { members, notes: ["The provider sent form encoding instead of JSON."] };
}

/** Reads a body as UTF-8, with or without a byte order mark. */
export function parseBody(reply: ProviderReply): ParsedBody {
  const text = new TextDecoder().decode(reply.body).trim();
  const type = mediaType(reply);
  if (text === "") return unreadable("it is empty");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return parseForm(text) ?? unreadable(type === "" ? "it is not JSON" : `it is not JSON (${type})`);
  }
  const members = membersOf(value);
  if (members === undefined) return unreadable("it is not a JSON object");
  if (isDeeperThan(maxDepth, value)) return unreadable("it is nested too deeply");
  const isDeclared = type === "application/json" || type.endsWith("+json");
  const declared = type === "" ? "without a content type" : `as ${type}`;
  return {
    members,
    notes: isDeclared ? [] : [`The provider sent JSON ${declared} instead of application/json.`],
  };
}
