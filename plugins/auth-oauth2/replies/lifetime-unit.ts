// Whether a provider sends a lifetime in milliseconds, which a time of expiry beside it proves.

import { decodeClaims } from "../jwt-claims.js";
import { withCamelCase } from "./member-names.js";
import type { Members } from "./parse-body.js";

/** A time in seconds since 1970, from seconds, milliseconds or a date. */
function timeS(value: unknown): number {
  if (typeof value === "string" && !/^\s*\d+(?:\.\d+)?\s*$/.test(value)) return Date.parse(value) / 1_000;
  const number = typeof value === "string" || typeof value === "number" ? Number(value) : NaN;
  return number > 1e11 ? number / 1_000 : number;
}

const expiryNames = withCamelCase(["expires_at", "expires_on", "expiry", ".expires"]);
const issueNames = withCamelCase(["issued_at", "created_at", "not_before", ".issued"]);

const firstTime = (members: Members, names: readonly string[]): number =>
  names.map((name) => timeS(members.get(name))).find((time) => time > 1e9) ?? NaN;

/** The lifetimes in seconds that other members, and the claims of the access token (RFC 9068), imply. */
function impliedLifetimes(members: Members, nowMs: number): readonly number[] {
  const token = members.get("access_token");
  const { exp, iat } = (typeof token === "string" ? decodeClaims(token) : undefined) ?? {};
  const expiry = firstTime(members, expiryNames);
  const lifetimes = [
    expiry - firstTime(members, issueNames),
    expiry - nowMs / 1_000,
    typeof exp === "number" ? exp - (typeof iat === "number" ? iat : nowMs / 1_000) : NaN,
  ];
  return lifetimes.filter((lifetime) => lifetime > 0);
}

const isClose = (one: number, other: number): boolean => Math.abs(one - other) <= Math.max(60, other / 20);

/** Whether `expires_in` fits what the response implies only as milliseconds. `nowMs` is in milliseconds since 1970. */
export function isMilliseconds(members: Members, nowMs: number): boolean {
  const written = members.get("expires_in");
  const value = typeof written === "string" && written.trim() !== "" ? Number(written) : written;
  if (typeof value !== "number" || !(value > 10_000)) return false;
  const lifetimes = impliedLifetimes(members, nowMs);
  return (
    lifetimes.some((lifetime) => isClose(value / 1_000, lifetime)) &&
    !lifetimes.some((lifetime) => isClose(value, lifetime))
  );
}
