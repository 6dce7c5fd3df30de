// Deadlines: they expire, restart after progress, and are suspended while the user is asked.

import { describe, expect, it } from "vitest";
import { createFakeClock } from "@pictor/host/testing";
import { suspendWhileAsking } from "./interaction.js";
import { createDeadline } from "./deadline.js";
import type { Interaction, Question } from "../contract/interaction.js";

function start(ms = 100) {
  const clock = createFakeClock();
  let expirations = 0;
  const deadline = createDeadline(clock, ms, () => expirations++);
  deadline.start();
  return { clock, deadline, expired: () => expirations };
}

describe("a deadline", () => {
  it("is restarted", async () => {
    const { clock, deadline, expired } = start();
    await clock.advance(90);
    deadline.restart();
    await clock.advance(90);
    expect(expired()).toBe(0);
    await clock.advance(10);
    expect(expired()).toBe(1);
  });

  it("is suspended until every suspension has ended, each counting once", async () => {
    const { clock, deadline, expired } = start();
    const first = deadline.suspend();
    const second = deadline.suspend();
    first();
    first();
    deadline.restart();
    await clock.advance(1_000);
    expect(expired()).toBe(0);
    second();
    await clock.advance(100);
    expect(expired()).toBe(1);
  });

  it("stays stopped, even if it is resumed or restarted later", () => {
    const { clock, deadline } = start();
    const release = deadline.suspend();
    deadline.stop();
    release();
    deadline.restart();
    expect(clock.pending()).toBe(0);
  });
});

describe("a gate's interaction", () => {
  const answering = (answer: Promise<string>): Interaction => ({
    ask: () => answer,
    openUrl: () => Promise.resolve(true),
    enter: () => Promise.resolve(undefined),
    showCode: () => undefined,
    show: () => undefined,
    progress: () => undefined,
  });
  const question = {
    title: "Install?",
    choices: [
      { id: "yes", text: "yes" },
      { id: "no", text: "no" },
    ],
    safeChoice: "no",
  };
  const job = { jobId: "job-1", signal: new AbortController().signal };

  it("names the job, and withdraws a question when the job ends", async () => {
    const { deadline } = start();
    const ending = new AbortController();
    const asked: Question[] = [];
    const unanswered: Interaction = {
      ...answering(Promise.resolve("")),
      ask: (given) => {
        asked.push(given);
        return new Promise<string>(() => undefined);
      },
    };
    const own = { jobId: "job-1", signal: ending.signal };
    const answer = suspendWhileAsking(unanswered, deadline, own).ask(question);
    expect(asked).toEqual([{ ...question, ...own }]);
    ending.abort(new Error("the job has ended"));
    await expect(answer).rejects.toThrow("the job has ended");
    expect(asked[0]?.signal?.aborted).toBe(true);
  });

  it("suspends the deadline until the user has answered", async () => {
    const { clock, deadline, expired } = start();
    let answer: (choice: string) => void = () => undefined;
    const asked = suspendWhileAsking(
      answering(new Promise((resolve) => (answer = resolve))),
      deadline,
      job,
    ).ask(question);
    await clock.advance(10_000);
    expect(expired()).toBe(0);
    answer("yes");
    expect(await asked).toBe("yes");
    await clock.advance(100);
    expect(expired()).toBe(1);
  });

  it("resumes the deadline when asking fails", async () => {
    const { clock, deadline, expired } = start();
    const asked = suspendWhileAsking(answering(Promise.reject(new Error("no terminal"))), deadline, job).ask(
      question,
    );
    await expect(asked).rejects.toThrow("no terminal");
    await clock.advance(100);
    expect(expired()).toBe(1);
  });

  it("restarts the deadline with every progress", async () => {
    const { clock, deadline, expired } = start();
    const interaction = suspendWhileAsking(answering(Promise.resolve("")), deadline, job);
    for (let step = 0; step < 5; step++) {
      await clock.advance(90);
      interaction.progress("installing", step / 5);
    }
    expect(expired()).toBe(0);
  });
});
