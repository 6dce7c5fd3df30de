// The people behind the clients: an Interaction whose questions are events, and whose answers are calls of the API.

import type { Question } from "@pictor/client";
import type { Interaction } from "@pictor/kernel";
import { Questions, type AskingWork, type QuestionOptions } from "./questions.js";

/** The work during which questions are asked. */
export interface InteractionContext extends AskingWork {
  /** Aborted when the work ends: its open questions are then withdrawn. */
  readonly signal: AbortSignal;
  /** Called for each step that the work reports. */
  progress?(step: string, fraction?: number): void;
  /** Called for each message to people. Without it, a message is published as a notice that belongs to no operation. */
  note?(text: string): void;
}

type ChoiceQuestion = Omit<Parameters<Interaction["ask"]>[0], "signal" | "jobId">;

/** The owner of questions that only administrators see, in place of a token. */
const administrators = "(administrators)";

/** Milliseconds after which an unanswered question is answered with its safe choice. */
const answerLimitMs = 600_000;

const choiceOf = ({ title, detail = [], choices, safeChoice }: ChoiceQuestion) => ({
  kind: "choice" as const,
  title,
  detail: [...detail],
  safeChoice,
  choices: [...choices],
});

export class ClientInteraction {
  readonly #options: QuestionOptions;
  /** The open questions of all work. */
  readonly questions: Questions;
  /** The interaction for `createPictor`: its questions belong to no known work. */
  readonly interaction: Interaction;

  constructor(options: QuestionOptions) {
    this.#options = options;
    this.questions = new Questions(options);
    this.interaction = this.for();
  }

  /** The interaction of some work, to which its questions, messages and steps belong. */
  for(work?: InteractionContext): Interaction {
    const { clock } = this.#options;
    const show = (text: string): void => {
      this.#show(text, work);
    };
    const ask = (
      question: Omit<Question, "id">,
      signal: AbortSignal | undefined,
      { jobId = work?.jobId, limitMs = answerLimitMs }: { jobId?: string | undefined; limitMs?: number } = {},
    ) => {
      const signals = [signal, work?.signal].filter((one) => one !== undefined);
      return this.questions.ask(
        question,
        { ...work, ...(jobId !== undefined && { jobId }), signals },
        limitMs,
      );
    };
    return {
      show,
      async ask({ signal, jobId, ...question }) {
        const answer = await ask(choiceOf(question), signal, { jobId });
        return answer?.choice ?? question.safeChoice;
      },
      async enter({ title, detail = [], secret = false }, signal) {
        const answer = await ask({ kind: "text", title, detail: [...detail], isSecret: secret }, signal);
        signal?.throwIfAborted();
        return answer?.text;
      },
      openUrl(url, instead = url) {
        // The address stays visible until the work has ended.
        const title = "Open this address in a browser";
        if (work === undefined) show(`${title}: ${instead}`);
        else void ask({ kind: "link", title, url: instead }, undefined);
        return Promise.resolve(false);
      },
      showCode({ code, url, expiresAtMs }, signal) {
        const title = "Enter this code to sign in";
        const limitMs = Math.max(0, expiresAtMs - clock.now());
        void ask({ kind: "code", title, code, url, expiresAtMs }, signal, { limitMs });
      },
      progress(step, fraction) {
        work?.progress?.(step, fraction);
      },
    };
  }

  /**
   * Asks any administrator, on any page. Resolves to the choice and the token of the person who chose; to undefined if
   * nobody chose or the signal is aborted.
   */
  async askAdministrator(
    question: ChoiceQuestion,
    signal: AbortSignal,
  ): Promise<{ readonly choice: string; readonly tokenId: string } | undefined> {
    const asker = { audience: { tokenId: administrators }, signals: [signal] };
    const answer = await this.questions.ask(choiceOf(question), asker, answerLimitMs);
    return answer && { choice: answer.choice ?? question.safeChoice, tokenId: answer.tokenId };
  }

  #show(text: string, work: InteractionContext | undefined): void {
    const { log, redact } = this.#options;
    const jobId = work?.jobId;
    if (work?.note !== undefined) work.note(text);
    else
      log.publish(
        { type: "notice", text: redact(text), ...(jobId !== undefined && { jobId }) },
        work?.audience,
      );
  }
}
