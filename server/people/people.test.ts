// Questions to the people behind the clients.

import { describe, expect, it } from "vitest";
import type { Question } from "@pictor/client";
import { createFakeClock } from "@pictor/host/testing";
import { EventLog } from "../events/event-log.js";
import { ClientInteraction } from "./people.js";

const admin = { tokenId: "admin", name: "admin", scopes: ["admin"] } as const;

function start() {
  const clock = createFakeClock();
  const log = new EventLog({ clock });
  const people = new ClientInteraction({ log, clock, redact: (text) => text.replaceAll("tulip", "***") });
  const events = () => {
    const found = log.since(0);
    return found.kind === "gap"
      ? []
      : found.events.map(({ json }) => JSON.parse(json) as Record<string, unknown>);
  };
  const first = (): Question => {
    const [question] = people.questions.list(admin);
    if (question === undefined) throw new Error("no question is open");
    return question;
  };
  return { clock, log, people, events, first };
}
const install = {
  title: "Install?",
  detail: ["a pack"],
  choices: [
    { id: "install", text: "install" },
    { id: "cancel", text: "cancel" },
  ],
  safeChoice: "cancel",
};

it("a question takes its safe choice at once while no client can connect", async () => {
  const clock = createFakeClock();
  const log = new EventLog({ clock });
  let isListening = false;
  const { interaction, questions } = new ClientInteraction({
    log,
    clock,
    redact: (text: string) => text,
    canAnswer: () => isListening,
  });
  expect(await interaction.ask(install)).toBe("cancel");
  expect(await interaction.enter({ title: "Name?" })).toBeUndefined();
  expect(clock.pending()).toBe(0);
  isListening = true;
  void interaction.ask(install);
  expect(questions.list(admin)).toHaveLength(1);
});

describe("a choice", () => {
  it("is an event, and is answered once, by the id of a choice", async () => {
    const { people, events, first } = start();
    const asked = people.interaction.ask({ ...install, jobId: "job-1" });
    const question = first();
    expect(question).toMatchObject({
      kind: "choice",
      title: "Install?",
      detail: ["a pack"],
      jobId: "job-1",
      choices: install.choices,
      safeChoice: "cancel",
    });
    expect(() => people.questions.answer(question.id, { choice: "Install" }, admin)).toThrow(
      expect.objectContaining({ code: "API_INPUT_INVALID" }),
    );
    people.questions.answer(question.id, { choice: "install" }, admin);
    expect(await asked).toBe("install");
    expect(people.questions.list(admin)).toEqual([]);
    expect(events().map(({ type, by }) => [type, by])).toEqual([
      ["question", undefined],
      ["answered", "person"],
    ]);
    expect(() => people.questions.answer(question.id, { choice: "install" }, admin)).toThrow(
      expect.objectContaining({ code: "API_THING_UNKNOWN" }),
    );
  });

  it("shows no secret", () => {
    const { people, events } = start();
    void people.interaction.ask({ ...install, title: "Use tulip?", detail: ["tulip"] });
    people.interaction.show("It is tulip.");
    expect(JSON.stringify([events(), people.questions.list(admin)])).not.toContain("tulip");
  });

  it("takes the safe choice when nobody answers for ten minutes", async () => {
    const { clock, people, events } = start();
    const asked = people.interaction.ask(install);
    await clock.advance(600_000);
    expect(await asked).toBe("cancel");
    expect(events().at(-1)).toMatchObject({ type: "answered", by: "expired" });
    expect(clock.pending()).toBe(0);
  });

  it("is withdrawn when its job ends", async () => {
    const { clock, people, events } = start();
    const ended = new AbortController();
    const asked = people.interaction.ask({ ...install, signal: ended.signal });
    ended.abort();
    expect(await asked).toBe("cancel");
    expect(events().at(-1)).toMatchObject({ type: "answered", by: "withdrawn" });
    expect(clock.pending()).toBe(0);
  });
});

it("a question of work that one token has started is for it and for administrators", () => {
  const { people, log } = start();
  const { signal } = new AbortController();
  void people.for({ operationId: "op-1", audience: { tokenId: "anna" }, signal }).ask(install);
  const holder = (tokenId: string) => ({ tokenId, name: tokenId, scopes: ["generate"] }) as const;
  const seenBy = (tokenId: string) => people.questions.list(holder(tokenId)).length;
  expect([seenBy("anna"), seenBy("eve"), people.questions.list(admin).length]).toEqual([1, 0, 1]);
  const id = people.questions.list(admin)[0]?.id ?? "";
  expect(() => people.questions.answer(id, { choice: "install" }, holder("eve"))).toThrow(
    expect.objectContaining({ code: "API_THING_UNKNOWN" }) as Error,
  );
  const found = log.since(0);
  expect(found.kind === "events" && found.events.map(({ audience }) => audience)).toEqual([
    { tokenId: "anna" },
  ]);
});

it("a job gives its id to all that is asked and shown in it, also if it has one only then", () => {
  const { clock, people, events } = start();
  const { signal } = new AbortController();
  const job: { id?: string } = {};
  const interaction = people.for({
    get jobId() {
      return job.id ?? "";
    },
    signal,
  });
  job.id = "job-1";
  void interaction.ask(install);
  void interaction.enter({ title: "Name?" });
  void interaction.openUrl("https://a/authorize");
  interaction.showCode({ code: "AB-CD", url: "https://a/", expiresAtMs: clock.now() + 1_000 }, signal);
  interaction.show("It works.");
  expect(events().map(({ type, jobId }) => [type, jobId])).toEqual([
    ...["question", "question", "question", "question", "notice"].map((type) => [type, "job-1"]),
  ]);
});

it("an address that work of nobody opens is shown to all", async () => {
  const { people, events } = start();
  expect(await people.interaction.openUrl("https://a/sign-in", "https://a/short")).toBe(false);
  expect(events()).toMatchObject([
    { type: "notice", text: "Open this address in a browser: https://a/short" },
  ]);
});

it("a question whose work has ended before it is withdrawn at once", async () => {
  const { people, events } = start();
  expect(await people.interaction.ask({ ...install, signal: AbortSignal.abort() })).toBe("cancel");
  expect(people.questions.list(admin)).toEqual([]);
  expect(events().at(-1)).toMatchObject({ type: "answered", by: "withdrawn" });
});

describe("a text", () => {
  it("may be secret, and is in no event", async () => {
    const { people, events, first } = start();
    const entered = people.interaction.enter({ title: "Password", secret: true });
    expect(first()).toMatchObject({ kind: "text", isSecret: true });
    people.questions.answer(first().id, { text: "hunter2" }, admin);
    expect(await entered).toBe("hunter2");
    expect(JSON.stringify(events())).not.toContain("hunter2");
  });

  it("is shown with its detail and while it is entered, unless it is said to be secret, and takes a text alone", async () => {
    const { people, first } = start();
    const entered = people.interaction.enter({ title: "Code", detail: ["of the mail"] });
    expect(first()).toMatchObject({ kind: "text", detail: ["of the mail"], isSecret: false });
    expect(() => people.questions.answer(first().id, { choice: "7" }, admin)).toThrow("a text");
    people.questions.answer(first().id, { text: "7" }, admin);
    expect(await entered).toBe("7");
  });

  it("rejects as its signal does", async () => {
    const { people } = start();
    const controller = new AbortController();
    const entered = people.interaction.enter({ title: "Code" }, controller.signal);
    controller.abort(new Error("over"));
    await expect(entered).rejects.toThrow("over");
  });
});

it("a device code is shown until it is used or expires", () => {
  const { clock, people, first } = start();
  const used = new AbortController();
  people.interaction.showCode(
    { code: "AB-CD", url: "https://a/device", expiresAtMs: clock.now() + 1_000 },
    used.signal,
  );
  expect(first()).toMatchObject({ kind: "code", code: "AB-CD", url: "https://a/device" });
  used.abort();
  expect(people.questions.list(admin)).toEqual([]);
});
