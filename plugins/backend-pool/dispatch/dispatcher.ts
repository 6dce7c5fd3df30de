// Passes prompts on to members. Every prompt that reaches a member passes through `#dispatch`.

import { chooseNext, isWarm } from "@pictor/farm";
import { recognizable, sendNoted, ServerPrompt, type FollowOutcome } from "@pictor/prompt-life";
import {
  fault,
  PictorError,
  reasonOf,
  type Backend,
  type PromptState,
  type PromptWait,
  type Submission,
  isCrash,
  isOutage,
} from "@pictor/kernel/plugin";
import type { Core } from "../core/core.js";
import { announceCount, giveBack, settle } from "../core/settle.js";
import type { Member } from "../members/member.js";
import { createCapacityWatch } from "./capacity-watch.js";
import type { Entry } from "../prompts/entry.js";
import { passEvent } from "../relay/relay.js";
import { sendUploads } from "../uploads/send-uploads.js";
import { beginnable } from "./owner-waits.js";
import { viewOf } from "./view-of.js";

/** Whether a prompt was cancelled after it was passed on. */
const isCancelled = ({ state }: Entry): boolean => "isCancelled" in state && state.isCancelled;

/** Why a prompt waits on a member that is a pool or a queue itself. */
const waitOn = (member: string, record: PromptState): PromptWait | undefined =>
  record.state === "queued" && record.wait !== undefined
    ? { why: record.wait.why, detail: `the member ${member} has it: ${record.wait.detail}` }
    : undefined;

/** Why all members that could run a prompt have not taken it, in the form of an error of a node. */
function rejectionOf(entry: Entry): { readonly error: PictorError; readonly text: string } {
  const errors = [...entry.refusals];
  const text = errors.map(([member, error]) => `${member}: ${reasonOf(error)}`).join(" ");
  const [, first] = errors[0] ?? [];
  return { error: first ?? fault("INTERNAL", { reason: "a prompt was rejected by nobody" }), text };
}

/** A prompt that is passed on to a member. */
interface Passing {
  readonly entry: Entry;
  readonly member: Member;
  /** The models that the member had loaded before. */
  readonly previous: readonly string[];
}

export class Dispatcher {
  readonly #core: Core;
  readonly #watchCapacities: (usable: readonly Member[]) => void;

  constructor(core: Core) {
    this.#core = core;
    this.#watchCapacities = createCapacityWatch(core, () => this.pump());
  }

  /** Passes on as many prompts as members can take. */
  pump(): void {
    const { signal, isPaused, members } = this.#core;
    if (signal.aborted || isPaused) return;
    const usable = [...members.values()].filter((member) => member.isUsable());
    this.#passOn(usable);
    this.#watchCapacities(usable);
  }

  #passOn(usable: readonly Member[]): void {
    const core = this.#core;
    const { members, table } = core;
    if (table.waiting().length === 0) return;
    let views = usable.map((member) => viewOf(core, member));
    for (let waiting = beginnable(core); waiting.length > 0; waiting = beginnable(core)) {
      const choice = chooseNext(waiting, views, table.served());
      const entry = choice && table.get(choice.id);
      const member = choice && members.get(choice.member);
      if (entry === undefined || member === undefined) return;
      this.passTo(entry, member);
      // The views of the others have not changed.
      views = views.map((view) => (view.name === member.name ? viewOf(core, member) : view));
    }
  }

  /** Passes a prompt on at once, although the member may have others. It has to wait, and from now on no other member gets it. */
  passTo(entry: Entry, member: Member): void {
    const { table } = this.#core;
    const previous = member.runs.loaded;
    const isCold = entry.models.length > 0 && !isWarm(member.runs, entry.models);
    if (!table.apply(entry, { type: "dispatch", member: member.name }))
      throw fault("INTERNAL", { reason: `the prompt ${entry.id} does not wait and cannot be passed on` });
    table.serve(entry.turn);
    member.runs.lastServed = table.served();
    if (isCold) member.runs.modelSwitches++;
    if (entry.models.length > 0) member.runs.loaded = entry.models;
    entry.notes = { isCold };
    void this.#dispatch({ entry, member, previous });
  }

  async #dispatch(passing: Passing): Promise<void> {
    const { entry, member } = passing;
    const { signal } = this.#core;
    const prompt = this.#promptOf(passing);
    entry.prompt = prompt;
    try {
      const backend = await member.open(signal);
      const submission = await this.#prepare(entry, member, backend);
      if (isCancelled(entry)) this.#onNotRun(passing);
      else await this.#submit(passing, prompt, backend, submission);
    } catch (error) {
      if (signal.aborted) return;
      // Nothing was submitted: the member could not be opened, or did not take an uploaded file.
      if (isOutage(error) || isCrash(error) || !(error instanceof PictorError))
        this.#onNotTaken(passing, error);
      else this.#onRefused(passing, error);
    } finally {
      // It may have been passed on to another member.
      if (entry.prompt === prompt) entry.prompt = undefined;
    }
  }

  /** The prompt on the member. */
  #promptOf(passing: Passing): ServerPrompt {
    const { entry, member } = passing;
    const { clock, limits, signal, table } = this.#core;
    const prompt: ServerPrompt = new ServerPrompt({
      id: entry.id,
      clock,
      limits,
      signal,
      ask: (use) => member.call((backend, limited) => use(backend, { signal: limited }), { signal }),
      isCancelled: () => isCancelled(entry),
      onAccepted: (id) => void table.apply(entry, { type: "accepted", id }),
      onRecord(record) {
        entry.notes.wait = waitOn(member.name, record);
        if (record.state === "running") table.apply(entry, { type: "running" });
      },
      onEvent: (event) => {
        if (entry.state.step !== "there") return;
        passEvent(this.#core, { entry, member }, event);
        if (event.type === "ended" || event.type === "progress" || event.type === "started") this.pump();
      },
      onStalled: (why) => member.note(new Error(why), true),
      onEnded: (outcome) => this.#onEnded(passing, prompt.id, outcome),
    });
    return prompt;
  }

  async #prepare(entry: Entry, member: Member, backend: Backend): Promise<Submission> {
    const { submission, needs } = entry;
    const { catalogs, uploads, sent, signal } = this.#core;
    const catalog = catalogs.known(member.name, needs.classes) ?? new Map<string, never>();
    const graph = await sendUploads(submission.graph, { catalog, backend, uploads, sent }, { signal });
    return recognizable({ ...submission, graph });
  }

  async #submit(
    passing: Passing,
    prompt: ServerPrompt,
    backend: Backend,
    submission: Submission,
  ): Promise<void> {
    const { entry, member } = passing;
    const { signal, table } = this.#core;
    table.apply(entry, { type: "sent" });
    const outcome = await prompt.submit(() => {
      const options = { signal, ...(entry.isDetached && { detached: true }) };
      const request = sendNoted(backend, submission, options, entry.noteSent);
      // The reply can come after an event has shown that the member has the prompt.
      request.then(
        ({ dropped }) => entry.outcome.resolve({ promptId: entry.id, dropped }),
        (error: unknown) => member.note(error),
      );
      return request;
    });
    if (outcome.is === "refused") this.#onRefused(passing, outcome.error);
    else if (outcome.is === "notTaken") this.#onNotTaken(passing, outcome.error);
    else if (outcome.is === "uncertain") this.#lose(passing, prompt.id, outcome.why);
  }

  #onEnded(passing: Passing, id: string, outcome: FollowOutcome): void {
    const { entry } = passing;
    switch (outcome.is) {
      case "ended":
        if (settle(this.#core, entry, { type: "record", record: outcome.record })) this.pump();
        return;
      case "removed":
        if (settle(this.#core, entry, { type: "removed" })) this.pump();
        return;
      case "removedUnrun": {
        this.#onNotRun(passing);
        return;
      }
      case "lost": {
        this.#lose(passing, id, outcome.why);
        return;
      }
    }
  }

  #lose({ entry, member }: Passing, id: string, why: string): void {
    const reason = `the member ${member.name} had it as ${id}: ${why.replace(/\.$/, "")}`;
    if (settle(this.#core, entry, { type: "lose", id, reason })) this.pump();
  }

  /** The member does not want it. */
  #onRefused(passing: Passing, error: PictorError): void {
    const { entry, member } = passing;
    entry.refusals.set(member.name, error);
    entry.members = new Set([...entry.members].filter((name) => name !== member.name));
    this.#core.catalogs.forget(member.name, entry.needs.classes);
    this.#onNotRun(passing);
  }

  /** The member cannot be used at present. */
  #onNotTaken(passing: Passing, error: unknown): void {
    passing.member.note(error, true);
    this.#onNotRun(passing);
  }

  /** The prompt goes back to the queue, or ends if no member is left that could run it. */
  #onNotRun({ entry, member, previous }: Passing): void {
    const core = this.#core;
    if (member.runs.loaded === entry.models) member.runs.loaded = previous;
    giveBack(core, entry);
    const promptId = entry.id;
    if (entry.state.step === "removed") core.hub.emit({ type: "ended", promptId });
    else core.hub.emit({ type: "promptConnection", promptId, state: "open", server: "the pool" });
    if (entry.state.step !== "removed" && entry.members.size === 0) {
      const { error, text } = rejectionOf(entry);
      entry.outcome.reject(error);
      settle(core, entry, { type: "rejected", error: { exception: error.code, message: text } });
    }
    this.pump();
    // The caller of `submit` need not wait until a member is free.
    if (entry.state.step === "waiting" || entry.state.step === "removed")
      entry.outcome.resolve({ promptId: entry.id, dropped: [] });
    announceCount(core);
  }
}
