// The people behind the clients: an Interaction whose questions are events, and whose answers are calls of the API.

import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { Answer, Question as QuestionView } from "@pictor/client";
import type { Clock, Interaction, Question, Redact, TextPrompt } from "@pictor/host";
import type { Holder } from "../access/credentials.js";
import { fault } from "../contract/faults.js";
import { includesScope } from "../contract/scopes.js";
import type { EventLog } from "../events/event-log.js";

/** The work during which a question is asked. */
export interface InteractionContext {
  readonly jobId?: string;
  readonly operationId?: string;
  readonly requestId?: string;
  /**
   * Id of the token that has started the work: only its holder and administrators see its questions. Default: everybody
   * does.
   */
  readonly ownerId?: string;
  /** Aborted when the work ends: its open questions are then withdrawn. */
  readonly signal: AbortSignal;
  /** Called for each step that the work reports. */
  progress?(step: string, fraction?: number): void;
  /** Called for each message to people. Without it, a message is published as a notice that belongs to no operation. */
  note?(text: string): void;
}

export interface ClientInteraction {
  /** The interaction for `createPictor`. */
  readonly interaction: Interaction;
  /** Runs work whose questions belong to it. */
  during<Result>(work: InteractionContext, run: () => Result): Result;
  /** The open questions that the holder of a token may answer, oldest first. */
  list(reader: Pick<Holder, "tokenId" | "scopes">): readonly QuestionView[];
  /**
   * Answers a question. Throws `API_THING_UNKNOWN` for a closed question, and `API_INPUT_INVALID` for an answer that is
   * not one of its choices.
   */
  answer(id: string, answer: Answer): void;
}

/** Why a question was closed: a person answered it, the work ended, or nobody answered in time. */
type Closing = "person" | "withdrawn" | "expired";

interface Open {
  readonly view: QuestionView;
  readonly ownerId: string | undefined;
  settle(answer: Answer | undefined, by: Closing): void;
}

/** Milliseconds after which an unanswered question takes its safe choice. */
const answerLimitMs = 600_000;

const invalid = (expected: string, found: string) =>
  fault("API_INPUT_INVALID", { pointer: "#", expected, found, suggestion: "" });

export interface ClientInteractionOptions {
  readonly log: EventLog;
  readonly clock: Clock;
  readonly redact: Redact;
  /** False while no client can connect: every question then takes its safe choice at once. Default: true. */
  readonly canAnswer?: () => boolean;
}

export function createClientInteraction({
  log,
  clock,
  redact,
  canAnswer = () => true,
}: ClientInteractionOptions): ClientInteraction {
  const open = new Map<string, Open>();
  const current = new AsyncLocalStorage<InteractionContext>();

  /** Publishes a question, and resolves to its answer; to undefined if nobody answers. */
  function put(question: Omit<QuestionView, "id">, limitMs: number, signals: readonly AbortSignal[]) {
    if (!canAnswer()) return Promise.resolve(undefined);
    const id = randomUUID();
    const work = current.getStore();
    const { jobId = work?.jobId } = question;
    const { operationId, requestId } = work ?? {};
    const owner = {
      ...(jobId !== undefined && { jobId }),
      ...(operationId !== undefined && { operationId }),
    };
    const { title, detail } = question;
    const texts = { title: redact(title), ...(detail !== undefined && { detail: detail.map(redact) }) };
    const request = requestId !== undefined && { requestId };
    const view: QuestionView = { id, ...question, ...texts, ...owner, ...request };
    return new Promise<Answer | undefined>((resolve) => {
      const ended = AbortSignal.any([...signals, ...(work === undefined ? [] : [work.signal])]);
      const settle = (answer: Answer | undefined, by: Closing): void => {
        if (!open.delete(id)) return;
        stopTimer();
        ended.removeEventListener("abort", withdraw);
        log.publish({ type: "answered", id, by, ...owner }, work?.ownerId);
        resolve(answer);
      };
      const withdraw = (): void => {
        settle(undefined, "withdrawn");
      };
      const stopTimer = clock.after(limitMs, () => {
        settle(undefined, "expired");
      });
      open.set(id, { view, ownerId: work?.ownerId, settle });
      log.publish({ type: "question", question: view, ...owner }, work?.ownerId);
      if (ended.aborted) withdraw();
      else ended.addEventListener("abort", withdraw, { once: true });
    });
  }

  const notice = (text: string): void => {
    const work = current.getStore();
    if (work?.note !== undefined) work.note(text);
    else
      log.publish({
        type: "notice",
        text: redact(text),
        ...(work?.jobId !== undefined && { jobId: work.jobId }),
      });
  };

  /** Shows an address until the work that needs it has ended. */
  const showLink = (url: string): void => {
    if (current.getStore() === undefined) notice(`Open this address in a browser: ${url}`);
    else void put({ kind: "link", title: "Open this address in a browser", url }, answerLimitMs, []);
  };

  const ask = async (question: Question): Promise<string> => {
    const { title, detail = [], choices, safeChoice, signal, jobId } = question;
    const answer = await put(
      {
        ...{ kind: "choice", title, detail: [...detail], safeChoice },
        choices: choices.map(({ id, text }) => ({ id, text: redact(text) })),
        ...(jobId !== undefined && { jobId }),
      },
      answerLimitMs,
      signal === undefined ? [] : [signal],
    );
    return answer?.choice ?? safeChoice;
  };

  const enter = async (prompt: TextPrompt, signal?: AbortSignal): Promise<string | undefined> => {
    const { title, detail = [], secret = false } = prompt;
    const question = { kind: "text", title, detail: [...detail], isSecret: secret } as const;
    const answer = await put(question, answerLimitMs, signal === undefined ? [] : [signal]);
    signal?.throwIfAborted();
    return answer?.text;
  };

  return {
    interaction: {
      ask,
      enter,
      openUrl(url, instead = url) {
        showLink(instead);
        return Promise.resolve(false);
      },
      showCode({ code, url, expiresAtMs }, signal) {
        const question = {
          kind: "code",
          title: "Enter this code to sign in",
          code,
          url,
          expiresAtMs,
        } as const;
        void put(question, Math.max(0, expiresAtMs - clock.now()), [signal]);
      },
      show: notice,
      progress(step, fraction) {
        current.getStore()?.progress?.(step, fraction);
      },
    },
    during: (work, run) => current.run(work, run),
    list: ({ tokenId, scopes }) =>
      [...open.values()]
        .filter(
          ({ ownerId }) => ownerId === undefined || ownerId === tokenId || includesScope(scopes, "admin"),
        )
        .map(({ view }) => view),
    answer(id, answer) {
      const found = open.get(id);
      if (found === undefined)
        throw fault("API_THING_UNKNOWN", { kind: "question", id, list: "/v1/questions" });
      const { kind, choices = [] } = found.view;
      if (kind === "choice" && !choices.some((choice) => choice.id === answer.choice))
        throw invalid(
          `one of the choices ${choices.map((choice) => choice.id).join(", ")}`,
          String(answer.choice),
        );
      if (kind === "text" && answer.text === undefined) throw invalid("a text", "nothing");
      if (kind === "code" || kind === "link")
        throw fault("API_STATE_CONFLICT", { what: `The ${kind} ${id} is only shown, and takes no answer` });
      found.settle(answer, "person");
    },
  };
}
