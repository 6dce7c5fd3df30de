// Reads a device authorization response (RFC 8628 section 3.2) as providers really send it.

import {
  intervalS,
  isPrintable,
  lifetimeS,
  printableText,
  readMember,
  type ParseMember,
} from "./member-values.js";
import type { InvalidReply, SuccessfulResponse } from "./read-reply.js";

export interface DeviceReply {
  readonly kind: "device";
  /** The device code, which is never shown, logged or stored (RFC 8628 section 5.2). */
  readonly deviceCode: string;
  /** The user code in printable ASCII, at most 64 characters. */
  readonly userCode: string;
  /** An http or https URL without user name, in printable ASCII, at most 2000 characters. */
  readonly verificationUri: string;
  /** The verification URL with the user code filled in: an http or https URL without user name. */
  readonly verificationUriComplete: string | undefined;
  readonly expiresInS: number;
  /** Seconds between two polls, 1 to 600. */
  readonly intervalS: number;
  /** Deviations that were tolerated, as sentences. */
  readonly notes: readonly string[];
}

const maxLifetimeS = 86_400;
const maxUserCode = 64;
const maxUri = 2_000;
/**
 * The interval between two polls: the default is that of RFC 8628 section 3.5. The limits prevent a flood of polls and
 * an endless wait.
 */
const interval = { defaultS: 5, minS: 1, maxS: 600 };

/**
 * Accepts http and https URLs without a user name. Browsers run `javascript:` and open `file:`, and a user name before
 * the host can imitate another host.
 */
const webAddress =
  (maxLength: number): ParseMember<string> =>
  (value) => {
    const text = printableText(maxLength)(value);
    if (text === undefined || !URL.canParse(text)) return undefined;
    const { protocol, username, password } = new URL(text);
    return /^https?:$/.test(protocol) && username === "" && password === "" ? text : undefined;
  };

/** Why a required member cannot be used, without its value. */
function problemOf(name: string, value: unknown, maxLength: number): string {
  if (value === undefined || value === null || value === "") return `"${name}" is missing`;
  if (name === "expires_in") return `"${name}" is not a number of seconds`;
  if (typeof value !== "string") return `"${name}" is not a text`;
  if (value.length > maxLength) return `"${name}" is longer than ${maxLength} characters`;
  if (!isPrintable(value)) return `"${name}" contains control characters or others beyond ASCII`;
  return `"${name}" is not an http or https address, or it contains a user name`;
}

export function readDeviceReply({ status, members, notes }: SuccessfulResponse): DeviceReply | InvalidReply {
  const allNotes = [...notes];
  const read = <Value extends string | number>(name: string, parse: ParseMember<Value>, fallback?: Value) =>
    readMember(allNotes, name, members.get(name), parse, fallback);
  const deviceCode = members.get("device_code");
  const userCode = read("user_code", printableText(maxUserCode));
  const verificationUri = read("verification_uri", webAddress(maxUri));
  const expiresInS = read("expires_in", lifetimeS(maxLifetimeS));
  const unusable = (name: string, maxLength = Infinity): InvalidReply => ({
    kind: "invalid",
    status,
    problem: problemOf(name, members.get(name), maxLength),
  });
  if (typeof deviceCode !== "string" || deviceCode === "") return unusable("device_code");
  if (userCode === undefined) return unusable("user_code", maxUserCode);
  if (verificationUri === undefined) return unusable("verification_uri", maxUri);
  if (expiresInS === undefined) return unusable("expires_in");
  return {
    kind: "device",
    deviceCode,
    userCode,
    verificationUri,
    verificationUriComplete: read("verification_uri_complete", webAddress(Infinity)),
    expiresInS,
    intervalS:
      read("interval", intervalS(interval.minS, interval.maxS), interval.defaultS) ?? interval.defaultS,
    notes: allNotes,
  };
}
