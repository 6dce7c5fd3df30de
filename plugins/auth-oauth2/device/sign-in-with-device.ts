// The device authorization grant (RFC 8628): shows a user code, then polls until the user has confirmed or denied it.

import { pause, raceAbort, type Clock } from "@pictor/kernel/plugin";
import { oauthFault } from "../faults.js";
import type { DeviceAuthorization, DevicePollResult } from "../protocol/device-grant.js";
import type { TokenResponse } from "../protocol/token-request.js";
import { firstSchedule, nextSchedule, nextStep } from "./poll-schedule.js";
import { showUserCode, type DeviceFlowDisplay } from "./show-user-code.js";
import { hostOf } from "./verification-uri.js";

export interface DeviceFlow extends DeviceFlowDisplay {
  request(): Promise<DeviceAuthorization>;
  /** Polls once. A timeout is the result `no-response`; a rejection ends the flow. */
  poll(deviceCode: string): Promise<DevicePollResult>;
  readonly clock: Clock;
  /** Cancels the flow at any time. It should also abort `request` and `poll`. */
  readonly signal: AbortSignal;
}

/**
 * Settles with the tokens. Rejects with `OAUTH_EXPIRED`, as `request` and `poll` do, or with the signal's reason; a
 * response that arrives after that is dropped. There is one poll at a time.
 */
export async function signInWithDevice(flow: DeviceFlow): Promise<TokenResponse> {
  const { interaction, clock, signal } = flow;
  signal.throwIfAborted();
  const startedAtMs = clock.now();
  interaction.progress("Requesting a device code");
  const device = await raceAbort(signal, flow.request());
  const ended = new AbortController();
  try {
    showUserCode(device, flow, ended.signal);
    const response = await pollUntilFinished(device, flow, startedAtMs);
    return { ...response, notes: [...device.notes, ...response.notes] };
  } finally {
    ended.abort();
  }
}

/** Whole seconds below two minutes, else whole minutes, such as `1 second` and `15 minutes`. */
function durationText(durationMs: number): string {
  const inSeconds = durationMs < 120_000;
  const count = Math.round(durationMs / (inSeconds ? 1_000 : 60_000));
  return `${count} ${inSeconds ? "second" : "minute"}${count === 1 ? "" : "s"}`;
}

async function pollUntilFinished(
  { deviceCode, verificationUri, expiresAtMs, intervalS }: DeviceAuthorization,
  { poll, interaction, clock, signal }: DeviceFlow,
  startedAtMs: number,
): Promise<TokenResponse> {
  const expired = () => oauthFault("OAUTH_EXPIRED", { lifetime: durationText(clock.now() - startedAtMs) });
  const waiting = `Waiting until the code is confirmed on ${hostOf(verificationUri)}`;
  let message = waiting;
  let schedule = firstSchedule(intervalS);
  for (;;) {
    interaction.progress(message);
    const step = nextStep(schedule, clock.now(), expiresAtMs);
    await pause(clock, step.waitMs, signal);
    // A computer that was asleep may wake up long after the wait was over, so the time is checked again.
    if (step.then === "expire" || clock.now() >= expiresAtMs) throw expired();
    const result = await raceAbort(signal, poll(deviceCode));
    switch (result.kind) {
      case "token":
        return result.response;
      case "expired":
        throw expired();
      default:
        schedule = nextSchedule(schedule, result);
        message = result.kind === "no-response" ? "The provider did not respond; trying again" : waiting;
    }
  }
}
