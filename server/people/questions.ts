// The open questions to the people behind the clients: published as events, and closed by an answer, by the end of the work
// that asks, or by timeout.

import { randomUUID } from "node:crypto";
import type { Answer, Question } from "@pictor/client";
import type { Redact } from "@pictor/host";
import { withoutUndefined, type Clock } from "@pictor/kernel";
import { receives, type Audience, type Caller, inputInvalid, thingUnknown } from "@pictor/features/base";
import { fault } from "../contract/faults.js";
import type { EventLog } from "../events/event-log.js";

export interface QuestionOptions {
  readonly log: EventLog;
  readonly clock: Clock;
  readonly redact: Redact;
  /** False while no client can connect: every question is then answered with its safe choice at once. Default: true. */
  readonly canAnswer?: () => boolean;
}

/** The work to which a question belongs. */
export interface AskingWork {
  /**
   * Read when a question is asked or a message is shown: a job has an id only after it was started with its
   * interaction.
   */
  readonly jobId?: string;
  readonly operationId?: string;
  readonly requestId?: string;
  /** Who may see the question. Default: everybody. */
  readonly audience?: Audience;
}

export interface Asker extends AskingWork {
  /** Signals, each of which withdraws the question when it is aborted. */
  readonly signals: readonly AbortSignal[];
}

/** An answer and the token of the person who gave it. */
type Answered = Answer & { readonly tokenId: string };

/** Why a question was closed: a person answered it, the work ended, or nobody answered in time. */
type Closing = "person" | "withdrawn" | "expired";

interface Open {
  readonly view: Question;
  readonly audience: Audience | undefined;
  settle(answer: Answered | undefined, by: Closing): void;
}

/** Checks that the answer fits the question. */
function checkAnswer({ id, kind, choices = [] }: Question, { choice, text }: Answer): void {
  const ids = choices.map((one) => one.id);
  if (kind === "choice" && !ids.some((one) => one === choice))
    throw inputInvalid("#", `one of the choices ${ids.join(", ")}`, String(choice));
  if (kind === "text" && text === undefined) throw inputInvalid("#", "a text", "nothing");
  if (kind === "code" || kind === "link")
    throw fault("API_STATE_CONFLICT", { what: `The ${kind} ${id} is only shown, and takes no answer` });
}

export class Questions {
  readonly #options: QuestionOptions;
  /** By id, oldest first. */
  readonly #open = new Map<string, Open>();

  constructor(options: QuestionOptions) {
    this.#options = options;
  }

  /** Publishes a question, and resolves to its answer; to undefined if nobody answers within `limitMs` milliseconds. */
  ask(
    question: Omit<Question, "id">,
    { jobId, operationId, requestId, audience, signals }: Asker,
    limitMs: number,
  ): Promise<Answered | undefined> {
    const { log, clock, redact, canAnswer } = this.#options;
    if (canAnswer?.() === false) return Promise.resolve(undefined);
    const id = randomUUID();
    const owner = withoutUndefined({ jobId, operationId });
    const { title, detail, choices } = question;
    const view: Question = withoutUndefined({
      id,
      ...question,
      title: redact(title),
      detail: detail?.map(redact),
      choices: choices?.map(({ id, text }) => ({ id, text: redact(text) })),
      ...owner,
      requestId,
    });
    return new Promise((resolve) => {
      const ended = AbortSignal.any([...signals]);
      const settle = (answer: Answered | undefined, by: Closing): void => {
        if (!this.#open.delete(id)) return;
        stopTimer();
        ended.removeEventListener("abort", withdraw);
        log.publish({ type: "answered", id, by, ...owner }, audience);
        resolve(answer);
      };
      const withdraw = (): void => {
        settle(undefined, "withdrawn");
      };
      const stopTimer = clock.after(limitMs, () => settle(undefined, "expired"));
      this.#open.set(id, { view, audience, settle });
      log.publish({ type: "question", question: view, ...owner }, audience);
      if (ended.aborted) withdraw();
      else ended.addEventListener("abort", withdraw, { once: true });
    });
  }

  /** The open questions that a caller may see, oldest first. */
  list(caller: Caller): readonly Question[] {
    const open = [...this.#open.values()].filter(({ audience }) => receives(caller, audience));
    return open.map(({ view }) => view);
  }

  /**
   * Answers a question. Throws `API_THING_UNKNOWN` for a closed question, and `API_INPUT_INVALID` for an answer that is
   * not one of its choices.
   */
  answer(id: string, answer: Answer, caller: Caller): void {
    const found = this.#open.get(id);
    if (found === undefined || !receives(caller, found.audience))
      throw thingUnknown("question", id, "/v1/questions");
    checkAnswer(found.view, answer);
    found.settle({ ...answer, tokenId: caller.tokenId }, "person");
  }
}
