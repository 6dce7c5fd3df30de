// What a handler of `beforeSend` may change, by the stage in which it runs. Pure.

import {
  fault,
  type HeaderPair,
  type OutgoingRequest,
  type PictorError,
  type SendStage,
  type Tap,
} from "@pictor/kernel";
import { connectionNames } from "./check-outgoing.js";
import { isAmong, withoutQuery } from "./credentials.js";

const partNames = {
  method: "method",
  url: "address",
  headers: "headers",
  body: "body",
  auth: "auth setting",
  purpose: "purpose",
  id: "id",
} as const satisfies Readonly<Record<keyof OutgoingRequest, string>>;
type Part = keyof typeof partNames;

/** The parts that no handler of a stage may change, and what it may change. */
const rules: Readonly<Record<SendStage, { readonly fixed: readonly Part[]; readonly expected: string }>> = {
  shape: {
    fixed: ["auth", "purpose", "id"],
    expected: "another method, address, body or headers: the caller chooses the auth setting",
  },
  credentials: {
    fixed: ["method", "body", "auth", "purpose", "id"],
    expected: "only further headers and query parameters from an auth scheme",
  },
  observe: {
    fixed: ["method", "url", "headers", "body", "auth", "purpose", "id"],
    expected: "no change in the band observe, whose handlers only look at what is sent",
  },
};

const isNew = (before: OutgoingRequest, header: HeaderPair): boolean => !before.headers.includes(header);

/** A header that an auth handler has removed, or has added although it controls the connection. */
function changedHeader({ headers: had }: OutgoingRequest, after: OutgoingRequest): string | undefined {
  const { headers: has } = after;
  // Most headers are those that were there before, which is quick to see.
  const added = has.find(
    (header) =>
      !had.includes(header) && connectionNames.has(header[0].toLowerCase()) && !isAmong(header, had),
  );
  if (added !== undefined) return `header ${added[0]}, which controls the connection,`;
  const removed = had.find(
    (header) =>
      !has.includes(header) && !has.some(([name]) => name.toLowerCase() === header[0].toLowerCase()),
  );
  return removed && `header ${removed[0]}, which it has removed,`;
}

function changedPart(stage: SendStage, before: OutgoingRequest, after: OutgoingRequest): string | undefined {
  for (const name of rules[stage].fixed) if (before[name] !== after[name]) return partNames[name];
  if (stage !== "credentials") return undefined;
  const isMoved = before.url !== after.url && withoutQuery(before.url) !== withoutQuery(after.url);
  return isMoved ? "address" : changedHeader(before, after);
}

/** Throws `AUTH_CHANGED_REQUEST` for a change that the stage does not permit, with the plugin and the handler. */
export function checkChange(
  stage: SendStage,
  tap: Tap,
  before: OutgoingRequest,
  after: OutgoingRequest,
): void {
  const part = changedPart(stage, before, after);
  if (part === undefined) return;
  const { owner, hook, handler } = tap;
  const { expected } = rules[stage];
  throw fault("AUTH_CHANGED_REQUEST", { owner, handler, part, expected }, { more: { plugin: owner, hook } });
}

/**
 * Whether a handler has added a credential. The value that the request had before can be one, too: the handler has then
 * put a header of its own in the place of the caller's.
 */
export const addsCredential = (before: OutgoingRequest, after: OutgoingRequest): boolean =>
  before.url !== after.url || after.headers.some((header) => isNew(before, header));

/** The error for handlers of a scheme of which none has added a credential. */
export function addedNothing(
  scheme: string,
  taps: readonly Tap[],
  results: ReadonlyMap<Tap, boolean>,
): PictorError {
  const owner = taps.map((tap) => tap.owner).join(", ");
  const handler = taps.map((tap) => tap.handler).join(", ");
  const found = !taps.some((tap) => results.has(tap))
    ? "nothing"
    : "a request without a new header or query parameter";
  const more = { plugin: taps[0]?.owner, hook: "beforeSend" };
  return fault("AUTH_ADDED_NOTHING", { scheme, owner, handler, found }, { more });
}
