// A third-party scheme can report temporary and final failures like a built-in one, with the kernel's codes or its own.

import { defineErrors, definePlugin, fault, setHeader, type PictorError } from "@pictor/kernel/plugin";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createStudio, type Studio } from "./studio.test.support.js";
import { manifestOf } from "../../kernel/testing/manifest-of.js";

const studio = createStudio();
beforeAll(() => studio.server());
afterEach(() => studio.tidy());
afterAll(() => studio.close());

const hourMs = 3_600_000;
const stepMs = 50;
const ticketFault = defineErrors({
  TICKET_DENIED: { base: "AUTH_REFUSED", message: "No ticket is given.", fix: "Ask the office." },
  TICKET_OFFICE_CLOSED: { base: "AUTH_UNREACHABLE", message: "The office is closed.", fix: "Wait." },
});
const where = "the ticket office";

/** The scheme `ticket`: every request needs a new ticket from an office, which issues them until `answers` throws. */
async function withTickets() {
  let asked = 0;
  let answers: (url: string) => void = () => undefined;
  const manifest = manifestOf("auth-ticket", "auth", {
    contributes: {
      authSchemes: [
        { id: "ticket", title: "Ticket", handler: "add", settings: { type: "object", properties: {} } },
      ],
    },
  });
  const plugin = definePlugin(() => ({
    handlers: {
      add(request: Parameters<typeof setHeader>[0]) {
        asked++;
        answers(request.url);
        return setHeader(request, "x-ticket", "CANARY-ticket");
      },
    },
    provides: { authSchemes: { ticket: { status: () => Promise.resolve({ state: "ready" as const }) } } },
  }));
  const lab = await studio.open({
    profile: { type: "ticket", schemes: { ticket: {} } },
    gate: ({ headers }) => (headers["x-ticket"] === "CANARY-ticket" ? undefined : { status: 401 }),
    others: [{ manifest, plugin }],
  });
  return {
    ...lab,
    asked: () => asked,
    /** Issues no tickets for addresses that contain `part` from now on. */
    refuse(error: PictorError, part: string): void {
      answers = (url) => {
        if (url.includes(part)) throw error;
      };
    },
    /** Refuses the next `times` tickets. Settles when one is issued again. */
    close(error: PictorError, times = Infinity): Promise<void> {
      const until = asked + times;
      return new Promise((reopened) => {
        answers = () => {
          if (asked <= until) throw error;
          reopened();
        };
      });
    },
  };
}

/** Advances the clock in small steps until `work` has settled. Everything that it waits for is in this process. */
async function passing<T>({ clock }: Pick<Studio, "clock">, work: Promise<T>): Promise<T> {
  const over: T[] = [];
  const settled = work.then((value) => over.push(value));
  while (over.length === 0) await Promise.race([clock.advance(stepMs), settled]);
  return work;
}

/** The states of the backend's socket, which is open. `next` settles at the next state. */
async function watched({ pictor }: Pick<Studio, "pictor">) {
  const { backend } = await pictor.openBackend("studio");
  const states: string[] = [];
  let told = (): void => undefined;
  await backend.events((event) => {
    if (event.type !== "connection") return;
    states.push(event.state);
    told();
  });
  return {
    states,
    async ended(state: string): Promise<void> {
      while (states.at(-1) !== state) await new Promise<void>((resolve) => (told = resolve));
    },
  };
}

describe.each([
  ["with the kernel's code", fault("AUTH_UNREACHABLE", { where, reason: "it is closed" })],
  ["with a code of its own", ticketFault("TICKET_OFFICE_CLOSED", {})],
])("what it needs is unreachable, %s", (_how, closed) => {
  it("a job that was submitted is followed until it is back", async () => {
    const lab = await withTickets();
    await lab.run(); // Every plugin is imported, which takes time of the real clock.
    const submitted = lab.proxy.next("POST /prompt", () => {
      void lab.close(closed, 3);
      return undefined;
    });
    const asked = Promise.all([lab.proxy.next("GET /history"), lab.proxy.next("GET /view")]);
    const run = lab.run();
    await submitted;
    await passing(lab, asked); // Either of the two can be refused first, and each of them waits then.
    const { result } = await run;
    expect(result).toMatchObject({ status: "finished", problems: [] });
  });

  it("a socket that broke is opened when it is back", async () => {
    const lab = await withTickets();
    const { states, ended } = await watched(lab);
    const before = lab.asked();
    void lab.close(closed, 3);
    lab.proxy.drop();
    await ended("lost");
    await passing(lab, ended("open"));
    expect([states, lab.asked() - before]).toEqual([["open", "lost", "open"], 4]);
  });
});

describe.each([
  ["with the kernel's code", fault("AUTH_REFUSED", { where, reason: "you are not on the list" })],
  ["with a code of its own", ticketFault("TICKET_DENIED", {})],
])("it is refused, %s", (_how, denied) => {
  it("a job is not submitted, and nobody is asked again", async () => {
    const lab = await withTickets();
    void lab.close(denied);
    const { result } = await lab.run();
    expect(result).toMatchObject({ status: "failed", error: { code: denied.code, base: "AUTH_REFUSED" } });
    await lab.clock.advance(hourMs);
    expect([lab.asked(), lab.proxy.seen]).toEqual([1, []]);
  });

  it("an image that may not be fetched is told as not fetched", async () => {
    const lab = await withTickets();
    lab.refuse(denied, "/view");
    const { result } = await lab.run();
    expect(result).toMatchObject({ status: "finished", problems: [{ code: "OUTPUT_NOT_FETCHED" }] });
  });

  it("a socket that broke is given up at once", async () => {
    const lab = await withTickets();
    const { states, ended } = await watched(lab);
    const before = lab.asked();
    void lab.close(denied);
    lab.proxy.drop();
    await ended("lost");
    await passing(lab, ended("closed"));
    await lab.clock.advance(hourMs);
    expect([states, lab.asked() - before, lab.clock.pending()]).toEqual([["open", "lost", "closed"], 1, 0]);
  });
});
