// Runs one batch on a backend: subscribe, submit, follow, and take the server's own record as the verdict.

import {
  type BackendEvent,
  type OutputFile,
  type Receipt,
  type Submission,
  fault,
  problemOf,
  linkedController,
  raceAbort,
  type NodeId,
} from "@pictor/kernel";
import { lostPromptOf } from "../state/prompt-lost.js";
import { follow, type FollowDependencies } from "./follow-prompt.js";
import { listen } from "./subscribe-prompt.js";
import { place } from "./submit-once.js";
import { createWatch, type Watch } from "./prompt-activity.js";
import { confirmed, withdraw } from "./revoke-submission.js";

export interface PromptDependencies extends Omit<FollowDependencies, "take"> {
  /** A file can be read; `place` counts the files of its node from 0. Mentions of the same one may follow. */
  onFile(file: OutputFile, place: number): void;
  /** Settles when every file so far is through. */
  drain(): Promise<unknown>;
  watched(look: () => void): void;
  /** Whether the prompt is for its files: then one that gives none has failed. Else the server's verdict is the last word. */
  readonly isOwn: boolean;
}

export interface BatchDependencies extends Omit<PromptDependencies, "isOwn"> {
  /** The instance's name. */
  readonly name: string;
  /** Of the kernel. */
  readonly lifetime: AbortSignal;
  /** The server left these branches out. */
  onDropped(dropped: Receipt["dropped"]): void;
}

/** A prompt that is followed: where its events go in, and its end. */
export interface Pursuit {
  onEvent(event: BackendEvent): void;
  readonly watch: Watch;
  /** Settles when the reducer has ended, or when the run succeeded and its files are known. */
  follow(promptId: string): Promise<void>;
}

export function pursue(outputs: readonly NodeId[], deps: PromptDependencies): Pursuit {
  const watch = createWatch(deps.clock, deps.signal);
  deps.watched(watch.call);
  const givers = new Set<NodeId>();
  const take = (files: readonly OutputFile[]): Promise<unknown> => {
    const counts = new Map<NodeId, number>();
    for (const file of files) {
      if (!outputs.includes(file.node)) continue;
      givers.add(file.node);
      const place = counts.get(file.node) ?? 0;
      counts.set(file.node, place + 1);
      deps.onFile(file, place);
    }
    return deps.drain();
  };

  return {
    watch,
    onEvent(event) {
      deps.dispatch({ type: "backend", event });
      if (event.type === "connection") {
        watch.connected(event.state === "open");
        // Before that there is no record to look at.
        if (deps.state().promptId !== undefined) watch.call();
      }
      if (!("promptId" in event)) return;
      watch.touch();
      if (event.type === "output") void take(event.files);
      if (event.type === "ended") watch.over();
    },
    async follow(promptId) {
      const success = await follow(promptId, watch, { ...deps, take });
      if (success === undefined) return;
      void take(success.files);
      // Without a record nobody is said to have given nothing, unless nobody gave anything.
      const shown = success.shown ?? (givers.size > 0 ? outputs : []);
      const silent = outputs.filter((id) => !givers.has(id) && !shown.includes(id));
      if (silent.length === 0) return;
      const error = fault("OUTPUT_NONE", { nodes: silent.join(", ") });
      if (deps.isOwn && givers.size === 0) throw error;
      deps.report(problemOf(error));
    },
  };
}

/** Made once: the stack of a reason that nobody sees would cost more than the rest of a batch's end. */
const batchIsOver = new DOMException("The batch is over", "AbortError");
const promptIsKnown = new DOMException("The server has the prompt", "AbortError");

/**
 * Submits the graph and follows it. The prompt counts as submitted with the first event that carries its id, whether or
 * not the reply to the submission has come. Rejects when the backend cannot be used, the prompt is lost, or the job is
 * stopped; then what may be left of its submission on the server is withdrawn, and the request goes on as long as that
 * does: its reply may be all that tells what is there.
 */
export async function runBatch(
  submission: Submission,
  outputs: readonly NodeId[],
  deps: BatchDependencies,
): Promise<void> {
  const { backend, clock, dispatch, signal } = deps;
  const pursuit = pursue(outputs, { ...deps, isOwn: true });
  const listening = await listen(submission.promptId, {
    backend,
    clock,
    signal,
    onKnown: (promptId) => {
      dispatch({ type: "submitted", promptId });
    },
    onEvent: pursuit.onEvent,
  });
  const done = new AbortController();
  const { controller: trying, release } = linkedController(signal);
  /** The request of which the server may have something. */
  const open: { request?: Promise<Receipt> | undefined } = {};
  let isOver = false;
  const heard = ({ promptId, dropped }: Receipt): void => {
    if (isOver) return;
    deps.onDropped(dropped);
    listening.adopt(promptId);
  };
  const placing = place(submission, {
    ...deps,
    signal: trying.signal,
    over: done.signal,
    sent: (request) => {
      open.request = request;
      request?.then(heard).catch(() => undefined);
    },
  });
  placing.then(listening.adopt).catch(() => undefined);
  // A prompt that was heard of is in the queue: a request that breaks off later is not to be tried again.
  void listening.known.then(() => {
    trying.abort(promptIsKnown);
  });
  let withdrawing: Promise<boolean> | undefined;
  try {
    let promptId: string;
    try {
      promptId = await raceAbort(signal, Promise.race([listening.known, placing]));
      signal.throwIfAborted();
    } catch (error) {
      if (open.request !== undefined && (signal.aborted || lostPromptOf(error) !== undefined)) {
        withdrawing = withdraw(submission.promptId, open.request, deps);
        deps.background(withdrawing);
        if (signal.aborted) await confirmed(submission.promptId, withdrawing, deps);
      }
      throw error;
    }
    await pursuit.follow(promptId);
  } finally {
    isOver = true;
    release();
    trying.abort(batchIsOver);
    listening.stop();
    const end = (): void => {
      done.abort(batchIsOver);
    };
    if (withdrawing === undefined) end();
    else void withdrawing.then(end);
  }
}
