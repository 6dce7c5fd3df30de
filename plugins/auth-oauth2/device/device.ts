// The device authorization grant (RFC 8628): shows the code, then polls until the person has answered.

import type { Clock } from "@pictor/kernel/plugin";
import { oauthFault } from "../faults.js";
import type { DeviceAnswer, DevicePoll, TokenAnswer } from "../protocol/types.js";
import { present } from "./present.js";
import type { Stage } from "./present.js";
import { firstPace, nextPace, untilPoll } from "./schedule.js";
import { shownHost } from "./verification.js";
import { unlessAborted, wait } from "./wait.js";

export interface DeviceTools extends Stage {
  request(): Promise<DeviceAnswer>;
  /** Asks once. Ends by itself after some seconds, with `no-answer`; rejects with what ends the flow. */
  poll(deviceCode: string): Promise<DevicePoll>;
  readonly clock: Clock;
  /** Cancels: at once, at any moment, with its reason. It should end a running `request` or `poll`, too. */
  readonly signal: AbortSignal;
}

/**
 * Gets a token with a code that the person confirms elsewhere. Rejects with OAUTH_DENIED, OAUTH_EXPIRED, the signal's
 * reason, or what `request` and `poll` reject with; an answer that comes after that is dropped. One poll at a time.
 */
export async function signInWithDevice(tools: DeviceTools): Promise<TokenAnswer> {
  const { interaction, clock, signal } = tools;
  signal.throwIfAborted();
  const startedAtMs = clock.now();
  interaction.progress("Asking for a device code");
  const device = await unlessAborted(tools.request(), signal);
  const flow = new AbortController();
  try {
    present(device, tools, flow.signal);
    const answer = await pollUntilAnswered(device, tools, startedAtMs);
    return { ...answer, notes: [...device.notes, ...answer.notes] };
  } finally {
    flow.abort();
  }
}

async function pollUntilAnswered(
  { deviceCode, verificationUri, expiresAtMs, intervalS }: DeviceAnswer,
  { poll, interaction, clock, signal }: DeviceTools,
  startedAtMs: number,
): Promise<TokenAnswer> {
  const expired = () =>
    oauthFault("OAUTH_EXPIRED", { minutes: Math.max(1, Math.round((clock.now() - startedAtMs) / 60_000)) });
  const waiting = `Waiting until the code is confirmed at ${shownHost(verificationUri)}`;
  let step = waiting;
  let pace = firstPace(intervalS);
  for (;;) {
    interaction.progress(step);
    const next = untilPoll(pace, clock.now(), expiresAtMs);
    await wait(next.waitMs, clock, signal);
    // The clock is asked again: a computer that slept wakes up long after the wait was due.
    if (next.then === "expire" || clock.now() >= expiresAtMs) throw expired();
    const result = await unlessAborted(poll(deviceCode), signal);
    switch (result.kind) {
      case "token":
        return result.answer;
      case "denied":
        throw oauthFault("OAUTH_DENIED", { description: result.description });
      case "expired":
        throw expired();
      default:
        pace = nextPace(pace, result);
        step = result.kind === "no-answer" ? "The provider did not answer; it is asked again" : waiting;
    }
  }
}
