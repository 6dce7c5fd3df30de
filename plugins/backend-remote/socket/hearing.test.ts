// An open socket that the server has forgotten: judged by what should have been heard.

import { expect, test } from "vitest";
import { movedClock } from "../moved-clock.test.support.js";
import { hearing } from "./hearing.js";

/** An ear whose socket is open, and how often it asked for another one. */
function listening() {
  const clock = movedClock();
  let renewals = 0;
  const ear = hearing(clock, () => {
    renewals++;
    ear.closed();
    ear.opened();
  });
  ear.opened();
  return { clock, ear, renewals: () => renewals };
}
/** So many readings of the record, five seconds apart, that say that our prompt runs. */
async function readings({ clock, ear }: ReturnType<typeof listening>, count: number): Promise<void> {
  for (let reading = 0; reading < count; reading++) {
    await clock.advance(5_000);
    ear.runs();
  }
}

test("a submission that is accepted, and nothing is heard within two seconds", async () => {
  const { clock, ear, renewals } = listening();
  ear.submitting()();
  await clock.advance(1_999);
  expect(renewals()).toBe(0);
  await clock.advance(1);
  expect(renewals()).toBe(1);
});

test.each(["before the reply", "after the reply"])("a submission that is announced %s", async (when) => {
  const { clock, ear, renewals } = listening();
  const accepted = ear.submitting();
  if (when === "before the reply") ear.heard();
  accepted();
  if (when === "after the reply") ear.heard();
  await clock.advance(10_000);
  expect(renewals()).toBe(0);
});

test("a submission that is refused is announced to nobody", async () => {
  const { clock, ear, renewals } = listening();
  ear.submitting();
  await clock.advance(10_000);
  expect(renewals()).toBe(0);
});

test("a socket that breaks meanwhile is no deaf one", async () => {
  const { clock, ear, renewals } = listening();
  ear.submitting()();
  ear.closed();
  ear.opened();
  await clock.advance(10_000);
  expect([renewals(), clock.pending()]).toEqual([0, 0]);
});

test("the record says several times that our prompt runs, and the socket says nothing", async () => {
  const open = listening();
  await readings(open, 2);
  expect(open.renewals()).toBe(0);
  await readings(open, 1);
  expect(open.renewals()).toBe(1);
});

test("many readings at once are no silence", () => {
  const { ear, renewals } = listening();
  for (let reading = 0; reading < 50; reading++) ear.runs();
  expect(renewals()).toBe(0);
});

test("a run that speaks now and then", async () => {
  const open = listening();
  for (let minute = 0; minute < 3; minute++) {
    await readings(open, 2);
    open.ear.heard();
  }
  expect(open.renewals()).toBe(0);
});

test("a long silence of the run itself: renewals become rare, and never a loop", async () => {
  const open = listening();
  await readings(open, 12 * 10);
  expect(open.renewals()).toBe(5); // after 15, 45, 105, 225 and 465 seconds, of 600
});

test("a server that announces nothing at all, and many submissions", async () => {
  const { clock, ear, renewals } = listening();
  for (let job = 0; job < 60; job++) {
    ear.submitting()();
    await clock.advance(2_000);
  }
  expect(renewals()).toBe(3); // after 2, 32 and 92 seconds, of 120
});

test("what is heard long after the opening shows that the renewal helped: the next one may come at once", async () => {
  const { clock, ear, renewals } = listening();
  ear.submitting()();
  await clock.advance(2_000);
  await clock.advance(1_001);
  ear.heard();
  ear.submitting()();
  await clock.advance(2_000);
  expect(renewals()).toBe(2);
});

test("a greeting shows nothing: every new socket is greeted", async () => {
  const { clock, ear, renewals } = listening();
  ear.submitting()();
  await clock.advance(2_000);
  ear.heard();
  ear.submitting()();
  await clock.advance(2_000);
  expect(renewals()).toBe(1);
});
