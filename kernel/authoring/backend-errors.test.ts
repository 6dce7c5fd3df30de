// Classes of backend errors. A plugin's code counts as the kernel's code that it specializes.

import { expect, it } from "vitest";
import { fault, type ErrorCode, defineErrors, PictorError, type ErrorEntry } from "@pictor/kernel";
import { isCrash, isOutage, isCredentialRefusal, isOutcomeUnknown, isNotSent } from "./backend-errors.js";

const own = (base: ErrorCode, more: Readonly<Record<string, unknown>> = {}) => {
  const entry: ErrorEntry = { base, message: "It went wrong.", fix: "Try." };
  return defineErrors({ ACME_WRONG: entry })("ACME_WRONG", {}, { more });
};
const reply = { method: "GET", url: "u", found: "f", expected: "e" };
const verdict = (error: PictorError) =>
  [isOutage, isOutcomeUnknown, isCredentialRefusal, isCrash]
    .filter((is) => is(error))
    .map(({ name }) => name);
const outage = ["isOutage", "isOutcomeUnknown"];

it.each<[string, PictorError, readonly string[]]>([
  ["a server that is unreachable", fault("BACKEND_UNREACHABLE", { url: "u", reason: "r" }), outage],
  ["a reply that did not come", fault("REQUEST_TIMEOUT", { method: "GET", url: "u", timeoutMs: 1 }), outage],
  ["credentials that cannot be got now", fault("AUTH_UNREACHABLE", { where: "w", reason: "r" }), outage],
  [
    "credentials that are not given",
    fault("AUTH_REFUSED", { where: "w", reason: "r" }),
    ["isCredentialRefusal"],
  ],
  [
    "credentials that are not taken",
    fault("AUTH_REQUIRED", { where: "w", status: 401 }),
    ["isCredentialRefusal"],
  ],
  ["a broken proxy", fault("BACKEND_REPLY", reply, { more: { status: 502 } }), outage],
  ["a page", fault("BACKEND_REPLY", reply), ["isOutcomeUnknown"]],
  ["a plugin's own outage", own("BACKEND_UNREACHABLE"), outage],
  ["a plugin's own outage of a scheme", own("AUTH_UNREACHABLE"), outage],
  ["a plugin's own refusal", own("AUTH_REFUSED"), ["isCredentialRefusal"]],
  [
    "a plugin's own word for a wrong setting of a scheme",
    own("AUTH_SETTING_INVALID"),
    ["isCredentialRefusal"],
  ],
  ["a plugin's own reply that comes too late", own("BACKEND_REPLY", { status: 503 }), outage],
  ["a plugin's own crash", own("BACKEND_CRASHED"), ["isCrash"]],
  ["a plugin's own error of no kind", new PictorError("AUTHOR_X", "w", "h", {}), []],
])("an error is %s", (_situation, error, kinds) => {
  expect(verdict(error)).toEqual(kinds);
});

const details = { url: "u", reason: "r" };
const failed = (systemCode: string) =>
  fault("REQUEST_FAILED", { method: "POST", url: "u", reason: "r", advice: "a" }, { more: { systemCode } });
it.each<[string, PictorError, boolean]>([
  [
    "if nobody took the connection",
    fault("BACKEND_UNREACHABLE", details, { cause: failed("ECONNREFUSED") }),
    true,
  ],
  ["if the name has no address", failed("ENOTFOUND"), true],
  ["if a plugin says so by itself", own("BACKEND_UNREACHABLE", { systemCode: "ECONNREFUSED" }), true],
  ["if its credentials could not be obtained", fault("AUTH_UNREACHABLE", { where: "w", reason: "r" }), true],
  [
    "but may have been if the connection broke",
    fault("BACKEND_UNREACHABLE", details, { cause: failed("ECONNRESET") }),
    false,
  ],
  ["but may have been if nobody answered", fault("BACKEND_UNREACHABLE", details), false],
  ["but may have been if a proxy answered", fault("BACKEND_REPLY", reply, { more: { status: 504 } }), false],
])("a request was not sent: %s", (_situation, error, isSo) => {
  expect(isNotSent(error)).toBe(isSo);
});
