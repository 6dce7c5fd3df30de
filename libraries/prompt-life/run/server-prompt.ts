// A prompt of this process on one server, from its submission to its end: its events, its record and its cancel.

import { noMessages, noteMessage, type RunMessages } from "@pictor/farm";
import {
  raceAbort,
  type BackendEvent,
  type Clock,
  type PromptState,
  type Receipt,
} from "@pictor/kernel/plugin";
import { cancelUntilEnded } from "../cancel/cancel-until-ended.js";
import { followPrompt, type FollowOutcome, type PromptFollower } from "../follow/follow-prompt.js";
import type { PromptLimits } from "../limits.js";
import type { Ask } from "../submit/find-prompt.js";
import { findSubmitted, submitOnce } from "../submit/submit-once.js";
import type { SubmissionOutcome } from "../submit/submission.js";

export type PromptEvent = Extract<BackendEvent, { readonly promptId: string }>;

/** What has become of the prompt: the server has not taken it, or it has ended there. */
export type PromptOutcome = Exclude<SubmissionOutcome, { readonly is: "accepted" }> | FollowOutcome;

export interface ServerPromptOptions {
  /** The id that is proposed to the server. */
  readonly id: string;
  readonly clock: Clock;
  /** Ends everything without an outcome. */
  readonly signal: AbortSignal;
  readonly limits: PromptLimits;
  /** Calls the server within `answerMs`. */
  readonly ask: Ask;
  /** Whether the prompt is to be cancelled. */
  isCancelled(): boolean;
  /** Called with the id that the server uses, before the first event is passed on. */
  onAccepted(id: string): Promise<void> | void;
  /** Called with each event of the prompt. */
  onEvent(event: PromptEvent): void;
  /** Called with each record that was read. */
  onRecord?(record: PromptState): void;
  /** Called when the queue of the server stands still. */
  onStalled?(why: string): void;
  /** Called at once when an accepted prompt has ended: before the reading resolves that has shown it. */
  onEnded?(outcome: FollowOutcome): void;
}

/** The most events that are kept while the server's id of the prompt is unknown. */
const longestKept = 5_000;

export class ServerPrompt {
  readonly #options: ServerPromptOptions;
  /** Resolves to the proposed id at the first event with it, which shows that the server has the prompt. */
  readonly #seen: Promise<string>;
  #onSeen: (id: string) => void = () => undefined;
  /** Aborted when the prompt is followed no longer. */
  readonly #over = new AbortController();
  #end: (outcome: FollowOutcome) => void = () => undefined;
  #there: string | undefined;
  /** Events that may be those of the prompt, in their order. */
  #early: PromptEvent[] = [];
  #messages = noMessages;
  #wasCut = false;
  #isCancelling = false;
  #follower: PromptFollower | undefined;

  constructor(options: ServerPromptOptions) {
    this.#options = options;
    this.#seen = new Promise((resolve) => (this.#onSeen = resolve));
  }

  /** The id that the server uses; before it is known, the one that was proposed. */
  get id(): string {
    return this.#there ?? this.#options.id;
  }

  /** What its events have said. */
  get messages(): RunMessages {
    return this.#messages;
  }

  /** Takes an event of the server: one of any prompt, or one about the connection. */
  onEvent(event: BackendEvent): void {
    if (event.type === "connection") {
      this.#wasCut ||= event.state !== "open";
      void this.look(true);
    }
    if (!("promptId" in event)) return;
    const isOwn = event.promptId === this.#options.id || event.promptId === this.#there;
    if (event.promptId === this.#options.id) this.#onSeen(event.promptId);
    if (this.#follower !== undefined) {
      if (isOwn) this.#pass(event);
    } else if (
      (isOwn || event.type !== "preview") &&
      (this.#early.length < longestKept || event.type === "ended")
    )
      this.#early.push(event);
  }

  /** Submits the prompt once, and follows it to its end. Rejects with the reason of the signal only. */
  async submit(send: () => Promise<Receipt>): Promise<PromptOutcome> {
    const { id, clock, limits, signal, ask } = this.#options;
    const wasCut = (): boolean => this.#wasCut;
    const seen = this.#seen;
    const submitted = await submitOnce(id, { clock, limits, signal, ask, seen, wasCut, send });
    return submitted.is === "accepted" ? this.#follow(submitted.id) : submitted;
  }

  /**
   * Finds what an earlier process has submitted, and follows it to its end. `there` is the id under which the server may
   * have it. Rejects with the reason of the signal only.
   */
  async find(there: string): Promise<PromptOutcome> {
    const { clock, limits, signal, ask } = this.#options;
    const found = await findSubmitted(there, { clock, limits, signal, ask, wasCut: () => true });
    return found.is === "accepted" ? this.#follow(found.id) : found;
  }

  /** Reads the record now, or joins the reading that is under way; with `isNews`, reads again after that one. Never rejects. */
  look(isNews?: boolean): Promise<void> {
    return this.#follower?.look(isNews) ?? Promise.resolve();
  }

  /** Cancels it until it has ended, as soon as the server has it. */
  cancel(): void {
    const there = this.#there;
    if (there === undefined || this.#isCancelling) return;
    this.#isCancelling = true;
    const { clock, limits, ask } = this.#options;
    const { signal } = this.#over;
    void cancelUntilEnded({
      clock,
      limits,
      signal,
      hasEnded: () => signal.aborted,
      cancel: () => ask((server, options) => server.cancel(there, options)),
      onAnswer: (outcome) => {
        if (outcome === "removed") this.noteRemoved();
        else void this.look(true);
      },
    });
  }

  /** Notes that the server has removed it from its queue. */
  noteRemoved(): void {
    this.#end({ is: "removed" });
  }

  /** Follows it no longer. */
  stop(): void {
    this.#follower?.stop();
    this.#over.abort();
  }

  #pass(event: PromptEvent): void {
    this.#messages = noteMessage(this.#messages, event);
    this.#options.onEvent(event);
    // The connection of the server to one behind it is no sign of the prompt.
    if (event.type !== "promptConnection") this.#follower?.note(event);
  }

  async #follow(there: string): Promise<FollowOutcome> {
    const { clock, limits, signal, ask, isCancelled, onAccepted, onRecord, onStalled, onEnded } =
      this.#options;
    const ended = new Promise<FollowOutcome>((resolve) => {
      this.#end = (outcome) => {
        if (this.#over.signal.aborted) return;
        this.stop();
        onEnded?.(outcome);
        resolve(outcome);
      };
    });
    await onAccepted(there);
    this.#there = there;
    const follower = followPrompt({
      clock,
      limits,
      signal,
      isCancelled,
      read: async () => {
        const record = await ask((server, options) => server.state(there, options));
        onRecord?.(record);
        return record;
      },
      cancel: () => ask((server, options) => server.cancel(there, options)),
      messages: () => this.#messages,
      wasCut: () => this.#wasCut,
      onOutcome: (outcome) => this.#end(outcome),
      ...(onStalled !== undefined && { onStalled }),
    });
    this.#follower = follower;
    for (const event of this.#early.splice(0)) this.onEvent(event);
    if (this.#wasCut) void follower.look();
    if (isCancelled()) this.cancel();
    try {
      return await raceAbort(signal, ended);
    } finally {
      this.stop();
    }
  }
}
