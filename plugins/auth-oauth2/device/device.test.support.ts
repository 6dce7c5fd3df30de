// A provider by script, a person who watches, and a clock: what the tests of the device flow run on.

import type { Clock, ShownCode } from "@pictor/kernel/plugin";
import { createFakeClock } from "@pictor/kernel/testing";
import type { DeviceAnswer, DevicePoll, TokenAnswer } from "../protocol/types.js";
import { signInWithDevice } from "./device.js";
import type { DeviceTools } from "./device.js";
import type { PendingStatus } from "./present.js";

export const pending: DevicePoll = { kind: "pending" };
export const slowDown = (retryAfterS?: number): DevicePoll => ({ kind: "slow-down", retryAfterS });
export const noAnswer = (retryAfterS?: number): DevicePoll => ({ kind: "no-answer", retryAfterS });
/** `description` as it follows the sentence: in parentheses, or empty. */
export const denied = (description: string): DevicePoll => ({ kind: "denied", description });
export const token: DevicePoll = {
  kind: "token",
  answer: {
    accessToken: "AT",
    tokenType: "Bearer",
    expiresAtMs: null,
    requestedAtMs: 0,
    scope: undefined,
    refreshToken: undefined,
    idToken: undefined,
    notes: ["no token_type"],
  },
};

export const device = (parts: Partial<DeviceAnswer> = {}): DeviceAnswer => ({
  deviceCode: "DEVICE-CODE",
  userCode: "WDJB-MJHT",
  verificationUri: "https://as.example.org/device",
  verificationUriComplete: "https://as.example.org/device?user_code=WDJB-MJHT",
  expiresAtMs: 600_000,
  intervalS: 5,
  notes: [],
  ...parts,
});

interface Situation extends Partial<DeviceAnswer> {
  /** How long each poll takes. Milliseconds, default 0. */
  readonly answersAfterMs?: number;
  readonly request?: () => Promise<DeviceAnswer>;
  readonly openUrl?: (url: string) => Promise<boolean>;
  /** The reason of a cancel that came before the start. */
  readonly cancelled?: Error;
}

/** Starts a flow whose polls bring `script`, then `pending` for ever. */
export function start(script: readonly (DevicePoll | Error)[], situation: Situation = {}) {
  const { answersAfterMs = 0, request, openUrl, cancelled, ...parts } = situation;
  const time = createFakeClock();
  let sleptMs = 0;
  const clock: Clock = { now: () => time.now() + sleptMs, after: time.after };
  const controller = new AbortController();
  if (cancelled !== undefined) controller.abort(cancelled);

  const polls: { fromMs: number; untilMs: number }[] = [];
  let running = 0;
  let mostAtOnce = 0;
  const poll = async (deviceCode: string): Promise<DevicePoll> => {
    if (deviceCode !== "DEVICE-CODE") throw new Error("another device code");
    const result = script[polls.length] ?? pending;
    const record = { fromMs: clock.now(), untilMs: clock.now() };
    polls.push(record);
    mostAtOnce = Math.max(mostAtOnce, ++running);
    if (answersAfterMs > 0) await new Promise<void>((resolve) => clock.after(answersAfterMs, resolve));
    running--;
    record.untilMs = clock.now();
    if (result instanceof Error) throw result;
    return result;
  };

  const codes: (ShownCode & { readonly signal: AbortSignal })[] = [];
  const opened: string[] = [];
  const shown: string[] = [];
  const steps: string[] = [];
  const statuses: PendingStatus[] = [];
  const tools: DeviceTools = {
    request: request ?? (() => Promise.resolve(device(parts))),
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
  const ending: Promise<TokenAnswer | Error> = signInWithDevice(tools)
    .catch((error: unknown) => error as Error)
    .finally(() => (isSettled = true));
  return {
    /** The token, or what the flow rejected with. */
    ending,
    isSettled: () => isSettled,
    cancel: (reason: Error) => {
      controller.abort(reason);
    },
    /** `sleep` moves the time without its callbacks, as a closed lid does. */
    clock: { ...time, sleep: (ms: number) => (sleptMs += ms) },
    polls,
    mostAtOnce: () => mostAtOnce,
    codes,
    opened,
    shown,
    steps,
    pending: statuses,
  };
}
