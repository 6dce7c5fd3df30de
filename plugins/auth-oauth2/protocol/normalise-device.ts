// From a device authorization reply as providers really write it to what RFC 8628 section 3.2 describes, with notes.

import { readAnswer } from "./answer.js";
import type { Refusal, Unusable } from "./answer.js";
import { member } from "./reply-body.js";
import type { Members } from "./reply-body.js";
import { lifetime, notesOf, numberOf, present, printable } from "./settled.js";
import type { Settled } from "./settled.js";
import type { RawReply } from "./wire.js";

export interface NormalDevice {
  readonly kind: "device";
  readonly body: Members;
  readonly notes: readonly string[];
}

const maxLifetimeS = 86_400;
const intervalS = { default: 5, min: 1, max: 600 };

/** RFC 8628 section 3.5: 5 seconds unless the server says otherwise; within limits, neither a flood nor for ever. */
function intervalOf(value: unknown): Settled<number> {
  if (value === undefined) return { value: intervalS.default };
  const seconds = numberOf(value);
  if (Number.isNaN(seconds)) {
    return { value: intervalS.default, note: "interval was no number of seconds; 5 is assumed." };
  }
  const within = Math.min(Math.max(seconds, intervalS.min), intervalS.max);
  if (within !== seconds) return { value: within, note: `interval was set to ${within} seconds.` };
  return typeof value === "string"
    ? { value: seconds, note: "interval came as a text instead of a number." }
    : { value: seconds };
}

/** A user name in front of the host is there to mislead. */
function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}

/** The address that is shown, also under the name that it had before RFC 8628. */
function verificationUri(members: Members): Settled<string> {
  const uri = member(members, "verification_uri");
  const old = member(members, "verification_url");
  if (uri === undefined && typeof old === "string") {
    return { value: old, note: "The provider wrote verification_url instead of verification_uri." };
  }
  return { value: typeof uri === "string" ? uri : undefined };
}

function completeUri(members: Members): Settled<string> {
  const value = member(members, "verification_uri_complete") ?? member(members, "verification_url_complete");
  if (value === undefined || value === null) return { value: undefined };
  return typeof value === "string" && printable.test(value) && isWebAddress(value)
    ? { value }
    : { value: undefined, note: "verification_uri_complete was no web address and was left out." };
}

/** A code or address that cannot be shown to a person is as good as none. */
const shown = (value: unknown, maxLength: number): string | undefined =>
  typeof value === "string" && value.length <= maxLength && printable.test(value) ? value : undefined;

export function normaliseDevice(reply: RawReply, wrapper: string): NormalDevice | Refusal | Unusable {
  const answer = readAnswer(reply, wrapper);
  if (answer.kind !== "answer") return answer;
  const { members } = answer;
  const uri = verificationUri(members);
  const complete = completeUri(members);
  const expiresIn = lifetime(member(members, "expires_in"), maxLifetimeS);
  const interval = intervalOf(member(members, "interval"));
  return {
    kind: "device",
    body: present({
      device_code: member(members, "device_code"),
      user_code: shown(member(members, "user_code"), 64),
      verification_uri:
        uri.value !== undefined && isWebAddress(uri.value) ? shown(uri.value, 2_000) : undefined,
      verification_uri_complete: complete.value,
      expires_in: expiresIn.value,
      interval: interval.value,
    }),
    notes: [...answer.notes, ...notesOf(uri, complete, expiresIn, interval)],
  };
}
