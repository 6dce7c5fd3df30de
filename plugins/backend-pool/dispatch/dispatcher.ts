// Passes prompts on to members. Every prompt that reaches a member passes through `dispatch`.

import { chooseNext, isWarm } from "@pictor/farm";
import {
  cancelUntilEnded,
  recognizable,
  sendNoted,
  submitOnce,
  type SubmissionOutcome,
} from "@pictor/prompt-life";
import {
  fault,
  PictorError,
  reasonOf,
  type Backend,
  type Receipt,
  type Submission,
  isCrash,
  isOutage,
} from "@pictor/kernel/plugin";
import type { Core } from "../core/core.js";
import { announceCount, giveBack, settle } from "../core/settle.js";
import { lossReason, type Follower } from "../follow/follower.js";
import type { Member } from "../members/member.js";
import { createCapacityWatch } from "./capacity-watch.js";
import { newNotes, type Entry } from "../prompts/entry.js";
import { sendUploads } from "../uploads/send-uploads.js";
import { beginnable } from "./owner-waits.js";
import { viewOf } from "./view-of.js";

export interface Dispatcher {
  /** Passes on as many prompts as members can take. */
  pump(): void;
  /** Passes a prompt on at once, although the member may have others. */
  passTo(entry: Entry, member: Member): void;
  /** Notes that an event shows that the member has a prompt that is being passed on. */
  noteSeen(entry: Entry, id: string): void;
  /** Cancels a prompt on its member until it has ended: its caller was told that it is interrupted. */
  cancelThere(entry: Entry): Promise<void>;
  /** Whether a member may send events under ids that it has assigned itself and that the pool does not know yet. */
  isPassingTo(member: string): boolean;
}

/** Whether a prompt was cancelled while it was passed on. */
const isCancelled = ({ state }: Entry): boolean => "isCancelled" in state && state.isCancelled;

/** Called once the id of a prompt on its member is known. */
export type OnAccepted = (entry: Entry) => void;

/** Why all members that could run a prompt have not taken it, in the form of an error of a node. */
function rejectionOf(entry: Entry): { readonly error: PictorError; readonly text: string } {
  const errors = [...entry.refusals];
  const text = errors.map(([member, error]) => `${member}: ${reasonOf(error)}`).join(" ");
  const [, first] = errors[0] ?? [];
  return { error: first ?? fault("INTERNAL", { reason: "a prompt was rejected by nobody" }), text };
}

export function createDispatcher(core: Core, follower: Follower, onAccepted: OnAccepted): Dispatcher {
  const { members, table } = core;
  const passing = new Map<Entry, (id: string) => void>();
  const watchCapacities = createCapacityWatch(core, () => pump());

  /** The prompt goes back to the queue, or ends if no member is left that could run it. */
  const onNotRun = (entry: Entry, previous: readonly string[], member: Member): void => {
    if (member.runs.loaded === entry.models) member.runs.loaded = previous;
    giveBack(core, entry);
    if (entry.state.step === "removed") core.hub.emit({ type: "ended", promptId: entry.id });
    else if (entry.members.size === 0) {
      const { error, text } = rejectionOf(entry);
      entry.outcome.reject(error);
      settle(core, entry, { type: "rejected", error: { exception: error.code, message: text } });
    }
    pump();
    // The caller of `submit` need not wait until a member is free.
    if (entry.state.step === "waiting" || entry.state.step === "removed")
      entry.outcome.resolve({ promptId: entry.id, dropped: [] });
    announceCount(core);
  };

  const onSubmitted = (
    entry: Entry,
    submitted: SubmissionOutcome,
    member: Member,
    previous: readonly string[],
  ): void => {
    switch (submitted.is) {
      case "accepted": {
        table.apply(entry, { type: "accepted", id: submitted.id });
        follower.follow(entry);
        onAccepted(entry);
        if (entry.notes.wasCut) void follower.read(entry);
        if (isCancelled(entry)) void cancelThere(entry);
        return;
      }
      case "refused":
        entry.refusals.set(member.name, submitted.error);
        entry.members = new Set([...entry.members].filter((name) => name !== member.name));
        core.catalogs.forget(member.name, entry.needs.classes);
        onNotRun(entry, previous, member);
        return;
      case "notTaken":
        member.note(submitted.error, true);
        onNotRun(entry, previous, member);
        return;
      case "uncertain": {
        const reason = lossReason(member.name, entry.id, submitted.why);
        settle(core, entry, { type: "lose", id: entry.id, reason });
        pump();
      }
    }
  };

  const cancelling = new WeakSet<Entry>();
  const cancelThere = async (entry: Entry): Promise<void> => {
    const { state } = entry;
    const member = state.step === "there" ? members.get(state.member) : undefined;
    if (state.step !== "there" || member === undefined || cancelling.has(entry)) return;
    const { id } = state;
    cancelling.add(entry);
    await cancelUntilEnded({
      clock: core.clock,
      limits: core.limits,
      signal: core.signal,
      hasEnded: () => entry.state.step !== "there",
      cancel: () => member.call((backend, signal) => backend.cancel(id, { signal }), { signal: core.signal }),
      onAnswer(outcome) {
        if (outcome === "removed" && settle(core, entry, { type: "removed" })) pump();
        else void follower.read(entry, true);
      },
    });
    // It can be on another member by now, where it is cancelled again.
    cancelling.delete(entry);
  };

  const prepare = async (entry: Entry, member: Member, backend: Backend): Promise<Submission> => {
    const { submission, needs } = entry;
    const catalog = core.catalogs.known(member.name, needs.classes) ?? new Map<string, never>();
    const graph = await sendUploads(
      submission.graph,
      { catalog, backend, uploads: core.uploads, sent: core.sent },
      { signal: core.signal },
    );
    return recognizable({ ...submission, graph });
  };

  /** The one place where a prompt is passed on. It has to wait, and from now on no other member gets it. */
  async function dispatch(entry: Entry, member: Member): Promise<void> {
    const previous = member.runs.loaded;
    const isCold = entry.models.length > 0 && !isWarm(member.runs, entry.models);
    if (!table.apply(entry, { type: "dispatch", member: member.name }))
      throw fault("INTERNAL", { reason: `the prompt ${entry.id} does not wait and cannot be passed on` });
    table.serve(entry.turn);
    member.runs.lastServed = table.served();
    if (isCold) member.runs.modelSwitches++;
    if (entry.models.length > 0) member.runs.loaded = entry.models;
    entry.notes = newNotes(isCold);
    const seen = new Promise<string>((resolve) => passing.set(entry, resolve));
    try {
      const backend = await member.open(core.signal);
      const submission = await prepare(entry, member, backend);
      if (isCancelled(entry)) {
        passing.delete(entry);
        onNotRun(entry, previous, member);
        return;
      }
      table.apply(entry, { type: "sent" });
      const { isDetached, notes, noteSent } = entry;
      const wasCut = (): boolean => notes.wasCut;
      const onReceipt = ({ dropped }: Receipt): void => {
        entry.outcome.resolve({ promptId: entry.id, dropped });
      };
      const submitted = await submitOnce(submission.promptId, {
        clock: core.clock,
        signal: core.signal,
        limits: core.limits,
        wasCut,
        seen,
        ask: (use) =>
          member.call((there, limited) => use(there, { signal: limited }), { signal: core.signal }),
        send: () => {
          const options = { signal: core.signal, ...(isDetached && { detached: true }) };
          const request = sendNoted(backend, submission, options, noteSent);
          // The reply can come after an event has shown that the member has the prompt.
          request.then(onReceipt, (error: unknown) => member.note(error));
          return request;
        },
      });
      passing.delete(entry);
      onSubmitted(entry, submitted, member, previous);
    } catch (error) {
      passing.delete(entry);
      if (core.signal.aborted) return;
      // Nothing was submitted: the member could not be opened, or did not take an uploaded file.
      const isOut = isOutage(error) || isCrash(error) || !(error instanceof PictorError);
      onSubmitted(entry, isOut ? { is: "notTaken", error } : { is: "refused", error }, member, previous);
    }
  }

  function pump(): void {
    if (core.signal.aborted || core.isPaused) return;
    const usable = [...members.values()].filter((member) => member.isUsable());
    passOn(usable);
    watchCapacities(usable);
  }

  function passOn(usable: readonly Member[]): void {
    if (table.waiting().length === 0) return;
    let views = usable.map((member) => viewOf(core, member));
    for (let waiting = beginnable(core); waiting.length > 0; waiting = beginnable(core)) {
      const choice = chooseNext(waiting, views, table.served());
      const entry = choice && table.get(choice.id);
      const member = choice && members.get(choice.member);
      if (entry === undefined || member === undefined) return;
      void dispatch(entry, member);
      // The views of the others have not changed.
      views = views.map((view) => (view.name === member.name ? viewOf(core, member) : view));
    }
  }

  return {
    pump,
    cancelThere,
    passTo: (entry, member) => void dispatch(entry, member),
    noteSeen(entry, id) {
      passing.get(entry)?.(id);
    },
    isPassingTo: (member) =>
      [...passing.keys()].some(({ state }) => "member" in state && state.member === member),
  };
}
