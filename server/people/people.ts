// The people behind the clients: an Interaction whose questions are events, and whose answers are calls of the API.

import { randomUUID } from "node:crypto";
import type { Answer, Question as QuestionView } from "@pictor/client";
import type { Clock, Interaction, Redact } from "@pictor/host";
import type { Holder } from "../access/credentials.js";
import { fault } from "../contract/faults.js";
import { includesScope } from "../contract/scopes.js";
import type { EventLog } from "../events/event-log.js";

/** The work during which a question is asked. */
export interface InteractionContext {
  /** Read when something is asked or shown: a job has an id only after it was started with its interaction. */
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
  /** The interaction for `createPictor`: its questions belong to no work that is known here. */
  readonly interaction: Interaction;
  /** The interaction of one work, to which its questions, messages and steps belong. */
  for(work: InteractionContext): Interaction;
  /**
   * Asks whoever may do everything, in any page. Resolves to the choice and the token of the person who chose; to undefined if nobody did, or
   * when the signal is aborted.
   */
  askAdministrator(
    question: Omit<Parameters<Interaction["ask"]>[0], "signal">,
    signal: AbortSignal,
  ): Promise<{ readonly choice: string; readonly tokenId: string } | undefined>;
  /** The open questions that the holder of a token may answer, oldest first. */
  list(reader: Pick<Holder, "tokenId" | "scopes">): readonly QuestionView[];
  /**
   * Answers a question. Throws `API_THING_UNKNOWN` for a closed question, and `API_INPUT_INVALID` for an answer that is
   * not one of its choices.
   */
  answer(id: string, answer: Answer, holder: Pick<Holder, "tokenId" | "scopes">): void;
}

/** Why a question was closed: a person answered it, the work ended, or nobody answered in time. */
type Closing = "person" | "withdrawn" | "expired";

interface Open {
  readonly view: QuestionView;
  readonly ownerId: string | undefined;
  settle(answer: Answered | undefined, by: Closing): void;
}

/** An answer and the token of the person who gave it. */
type Answered = Answer & { readonly tokenId: string };

const mayAnswer = (
  ownerId: string | undefined,
  { tokenId, scopes }: Pick<Holder, "tokenId" | "scopes">,
): boolean => ownerId === undefined || ownerId === tokenId || includesScope(scopes, "admin");

/** Stands in place of the token to which a question belongs: only administrators see it. */
const administrators = "(administrators)";

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

  /** Publishes a question, and resolves to its answer; to undefined if nobody answers. */
  function put(
    work: InteractionContext | undefined,
    question: Omit<QuestionView, "id">,
    limitMs: number,
    signals: readonly AbortSignal[],
  ) {
    if (!canAnswer()) return Promise.resolve(undefined);
    const id = randomUUID();
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
    return new Promise<Answered | undefined>((resolve) => {
      const ended = AbortSignal.any([...signals, ...(work === undefined ? [] : [work.signal])]);
      const settle = (answer: Answered | undefined, by: Closing): void => {
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

  const interactionOf = (work?: InteractionContext): Interaction => {
    const show = (text: string): void => {
      const jobId = work?.jobId;
      if (work?.note !== undefined) work.note(text);
      else log.publish({ type: "notice", text: redact(text), ...(jobId !== undefined && { jobId }) });
    };
    return {
      show,
      async ask({ title, detail = [], choices, safeChoice, signal, jobId }) {
        const question = {
          ...{ kind: "choice" as const, title, detail: [...detail], safeChoice },
          choices: choices.map(({ id, text }) => ({ id, text: redact(text) })),
          ...(jobId !== undefined && { jobId }),
        };
        const answer = await put(work, question, answerLimitMs, signal === undefined ? [] : [signal]);
        return answer?.choice ?? safeChoice;
      },
      async enter({ title, detail = [], secret = false }, signal) {
        const question = { kind: "text", title, detail: [...detail], isSecret: secret } as const;
        const answer = await put(work, question, answerLimitMs, signal === undefined ? [] : [signal]);
        signal?.throwIfAborted();
        return answer?.text;
      },
      openUrl(url, instead = url) {
        // The address of work is shown until the work has ended.
        const title = "Open this address in a browser";
        if (work === undefined) show(`${title}: ${instead}`);
        else void put(work, { kind: "link", title, url: instead }, answerLimitMs, []);
        return Promise.resolve(false);
      },
      showCode({ code, url, expiresAtMs }, signal) {
        const title = "Enter this code to sign in";
        const question = { kind: "code", title, code, url, expiresAtMs } as const;
        void put(work, question, Math.max(0, expiresAtMs - clock.now()), [signal]);
      },
      progress(step, fraction) {
        work?.progress?.(step, fraction);
      },
    };
  };

  return {
    interaction: interactionOf(),
    for: interactionOf,
    async askAdministrator({ title, detail = [], choices, safeChoice }, signal) {
      const question = {
        ...{ kind: "choice" as const, title, detail: [...detail], safeChoice },
        choices: choices.map(({ id, text }) => ({ id, text })),
      };
      const answer = await put({ ownerId: administrators, signal }, question, answerLimitMs, []);
      return answer && { choice: answer.choice ?? safeChoice, tokenId: answer.tokenId };
    },
    list: (reader) =>
      [...open.values()].filter(({ ownerId }) => mayAnswer(ownerId, reader)).map(({ view }) => view),
    answer(id, answer, holder) {
      const found = open.get(id);
      if (found === undefined || !mayAnswer(found.ownerId, holder))
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
      found.settle({ ...answer, tokenId: holder.tokenId }, "person");
    },
  };
}
