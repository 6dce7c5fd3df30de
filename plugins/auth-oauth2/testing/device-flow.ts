// For tests of the device flow: scripted polls, a user who records what is shown, and a fake clock.

import type { Clock, UserCode } from "@pictor/kernel/plugin";
import { createFakeClock } from "@pictor/host/testing";
import type { PendingStatus } from "../device/show-user-code.js";
import { signInWithDevice, type DeviceFlow } from "../device/sign-in-with-device.js";
import type { DeviceAuthorization, DevicePollResult } from "../protocol/device-grant.js";
import type { TokenResponse } from "../protocol/token-request.js";

export const pending: DevicePollResult = { kind: "pending" };
export const slowDown = (retryAfterS?: number): DevicePollResult => ({ kind: "slow-down", retryAfterS });
export const noResponse = (retryAfterS?: number): DevicePollResult => ({ kind: "no-response", retryAfterS });
export const token: DevicePollResult = {
  kind: "token",
  response: {
    accessToken: "AT",
    tokenType: "Bearer",
    expiresAtMs: null,
    requestedAtMs: 0,
    scope: undefined,
    refreshToken: undefined,
    idToken: undefined,
    issuedTokenType: undefined,
    notes: ["no token_type"],
  },
};

export const deviceAuthorization = (parts: Partial<DeviceAuthorization> = {}): DeviceAuthorization => ({
  deviceCode: "DEVICE-CODE",
  userCode: "WDJB-MJHT",
  verificationUri: "https://as.example.org/device",
  verificationUriComplete: "https://as.example.org/device?user_code=WDJB-MJHT",
  expiresAtMs: 600_000,
  intervalS: 5,
  notes: [],
  ...parts,
});

interface Situation extends Partial<DeviceAuthorization> {
  /** How long each poll takes. Default 0. */
  readonly pollDurationMs?: number;
  readonly request?: () => Promise<DeviceAuthorization>;
  readonly openUrl?: (url: string) => Promise<boolean>;
  /** The reason of a cancellation before the start. */
  readonly cancelled?: Error;
}

/** Starts a flow whose polls have the scripted results, and then `pending` forever. */
export function startDeviceFlow(script: readonly (DevicePollResult | Error)[], situation: Situation = {}) {
  const { pollDurationMs = 0, request, openUrl, cancelled, ...parts } = situation;
  const time = createFakeClock();
  let sleptMs = 0;
  const clock: Clock = { now: () => time.now() + sleptMs, after: time.after };
  const controller = new AbortController();
  if (cancelled !== undefined) controller.abort(cancelled);

  const polls: { fromMs: number; untilMs: number }[] = [];
  let running = 0;
  let maxRunning = 0;
  const poll = async (deviceCode: string): Promise<DevicePollResult> => {
    if (deviceCode !== "DEVICE-CODE") throw new Error("another device code");
    const result = script[polls.length] ?? pending;
    const record = { fromMs: clock.now(), untilMs: clock.now() };
    polls.push(record);
    maxRunning = Math.max(maxRunning, ++running);
    if (pollDurationMs > 0) await new Promise<void>((resolve) => clock.after(pollDurationMs, resolve));
    running--;
    record.untilMs = clock.now();
    if (result instanceof Error) throw result;
    return result;
  };

  const codes: (UserCode & { readonly signal: AbortSignal })[] = [];
  const opened: string[] = [];
  const shown: string[] = [];
  const steps: string[] = [];
  const statuses: PendingStatus[] = [];
  const flow: DeviceFlow = {
    request: request ?? (() => Promise.resolve(deviceAuthorization(parts))),
    poll,
    interaction: {
      showCode: (code, signal) => codes.push({ ...code, signal }),
      openUrl(url) {
        opened.push(url);
        return openUrl?.(url) ?? Promise.resolve(true);
      },
      show: (text) => shown.push(text),
      progress: (step) => steps.push(step),
    },
    clock,
    signal: controller.signal,
    providerUrls: ["https://as.example.org/token"],
    onPending: (status) => statuses.push(status),
  };
  let isSettled = false;
  const outcome: Promise<TokenResponse | Error> = signInWithDevice(flow)
    .catch((error: unknown) => error as Error)
    .finally(() => (isSettled = true));
  return {
    /** The tokens, or the error with which the flow rejected. */
    outcome,
    isSettled: () => isSettled,
    cancel: (reason: Error) => controller.abort(reason),
    /** `sleep` advances the time without running timers, as a suspended computer does. */
    clock: { ...time, sleep: (ms: number) => (sleptMs += ms) },
    polls,
    maxRunning: () => maxRunning,
    codes,
    opened,
    shown,
    steps,
    statuses,
  };
}
