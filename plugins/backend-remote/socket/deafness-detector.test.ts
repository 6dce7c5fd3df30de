// Detecting by missing messages that the server has forgotten an open socket.

import { expect, test } from "vitest";
import { advanceableClock } from "../testing/advanceable-clock.js";
import { createDeafnessDetector } from "./deafness-detector.js";

/** A detector whose socket is open, and the number of renewals. */
function openDetector() {
  const clock = advanceableClock();
  let renewals = 0;
  const detector = createDeafnessDetector(clock, () => {
    renewals++;
    detector.closed();
    detector.opened();
  });
  detector.opened();
  return { clock, detector, renewals: () => renewals };
}
/** Reports `count` times, every five seconds, that the record calls the prompt running. */
async function readings({ clock, detector }: ReturnType<typeof openDetector>, count: number): Promise<void> {
  for (let reading = 0; reading < count; reading++) {
    await clock.advance(5_000);
    detector.noteRunning();
  }
}

test("no message within two seconds after an accepted submission: the socket is renewed", async () => {
  const { clock, detector, renewals } = openDetector();
  detector.trackSubmission()();
  await clock.advance(1_999);
  expect(renewals()).toBe(0);
  await clock.advance(1);
  expect(renewals()).toBe(1);
});

test.each(["before the reply", "after the reply"])(
  "a submission that is announced %s: no renewal",
  async (when) => {
    const { clock, detector, renewals } = openDetector();
    const accepted = detector.trackSubmission();
    if (when === "before the reply") detector.messageReceived();
    accepted();
    if (when === "after the reply") detector.messageReceived();
    await clock.advance(10_000);
    expect(renewals()).toBe(0);
  },
);

test("a refused submission is not announced: no renewal", async () => {
  const { clock, detector, renewals } = openDetector();
  detector.trackSubmission();
  await clock.advance(10_000);
  expect(renewals()).toBe(0);
});

test("a socket that closes meanwhile is not deaf", async () => {
  const { clock, detector, renewals } = openDetector();
  detector.trackSubmission()();
  detector.closed();
  detector.opened();
  await clock.advance(10_000);
  expect([renewals(), clock.pending()]).toEqual([0, 0]);
});

test("no message while the record calls the prompt running three times: the socket is renewed", async () => {
  const open = openDetector();
  await readings(open, 2);
  expect(open.renewals()).toBe(0);
  await readings(open, 1);
  expect(open.renewals()).toBe(1);
});

test("many readings at once are not silence", () => {
  const { detector, renewals } = openDetector();
  for (let reading = 0; reading < 50; reading++) detector.noteRunning();
  expect(renewals()).toBe(0);
});

test("a run with a message now and then: no renewal", async () => {
  const open = openDetector();
  for (let minute = 0; minute < 3; minute++) {
    await readings(open, 2);
    open.detector.messageReceived();
  }
  expect(open.renewals()).toBe(0);
});

test("a long silence of the run itself: renewals become rare", async () => {
  const open = openDetector();
  await readings(open, 12 * 10);
  expect(open.renewals()).toBe(5); // after 15, 45, 105, 225 and 465 seconds, of 600
});

test("a server that never announces submissions: renewals become rare", async () => {
  const { clock, detector, renewals } = openDetector();
  for (let job = 0; job < 60; job++) {
    detector.trackSubmission()();
    await clock.advance(2_000);
  }
  expect(renewals()).toBe(3); // after 2, 32 and 92 seconds, of 120
});

test("a message long after the opening shows that the renewal helped: the next one is allowed at once", async () => {
  const { clock, detector, renewals } = openDetector();
  detector.trackSubmission()();
  await clock.advance(2_000);
  await clock.advance(1_001);
  detector.messageReceived();
  detector.trackSubmission()();
  await clock.advance(2_000);
  expect(renewals()).toBe(2);
});

test("a greeting does not count, because the server greets every new socket", async () => {
  const { clock, detector, renewals } = openDetector();
  detector.trackSubmission()();
  await clock.advance(2_000);
  detector.messageReceived();
  detector.trackSubmission()();
  await clock.advance(2_000);
  expect(renewals()).toBe(1);
});
