// Tests of probes that get no reply.

import { defineErrors, fault, type Network } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { probe, type ProbeResult } from "./probe-server.js";

const url = "http://127.0.0.1:1";
const network = (error: unknown): Network => ({
  send: () => Promise.reject(error),
  connect: () => Promise.reject(new Error("not asked for")),
});
const ticketFault = defineErrors({
  TICKET_DENIED: { base: "AUTH_REFUSED", message: "No ticket.", fix: "Ask for one." },
});
const broken = (systemCode: string) =>
  fault("REQUEST_FAILED", { method: "GET", url, reason: systemCode, advice: "a" }, { more: { systemCode } });

test.each<[string, unknown, ProbeResult]>([
  ["a scheme that is refused", fault("AUTH_REFUSED", { where: "w", reason: "r" }), { kind: "guarded" }],
  [
    "a scheme that is refused, with an error of its plugin",
    ticketFault("TICKET_DENIED", {}),
    { kind: "guarded" },
  ],
  [
    "a scheme that is unreachable",
    fault("AUTH_UNREACHABLE", { where: "w", reason: "r" }),
    { kind: "guarded" },
  ],
  ["an untrusted certificate", broken("DEPTH_ZERO_SELF_SIGNED_CERT"), { kind: "guarded" }],
  ["no listener", broken("ECONNREFUSED"), { kind: "silent", how: "refused" }],
  ["a broken connection", broken("ECONNRESET"), { kind: "silent", how: "broken" }],
  [
    "no reply in time",
    fault("REQUEST_TIMEOUT", { method: "GET", url, timeoutMs: 1 }),
    { kind: "silent", how: "late" },
  ],
  [
    "a redirect",
    fault("REQUEST_REDIRECT", { method: "GET", url, target: "t", reason: "r" }),
    { kind: "other" },
  ],
])("%s", async (_situation, error, answer) => {
  expect(await probe({ network: network(error) }, url)).toEqual(answer);
});
