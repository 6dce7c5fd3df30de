// Runs one batch on a backend: subscribe, submit, follow, and take the server's own record as the verdict.

import type { BackendEvent, OutputFile, Receipt, Submission } from "../../backend/types.js";
import { fault } from "../../errors/catalogue.js";
import { problemOf } from "../../hooks/call.js";
import { abortedWith, until } from "../../hooks/settle.js";
import type { NodeId } from "../types.js";
import { follow, type FollowDependencies } from "./follow.js";
import { listen } from "./listen.js";
import { isUnclear } from "./outage.js";
import { place } from "./place.js";
import { createWatch, type Watch } from "./watch.js";
import { withdraw } from "./withdraw.js";

export interface PromptDependencies extends Omit<FollowDependencies, "take"> {
  /** A file can be read. Mentions of the same one may follow. */
  /** `place` counts the files of its node from 0. */
  onFile(file: OutputFile, place: number): void;
  /** Settles when every file so far is through. */
  drain(): Promise<unknown>;
  watched(look: () => void): void;
}

export interface BatchDependencies extends PromptDependencies {
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
      void take(success.outputs);
      if (givers.size === 0) throw fault("OUTPUT_NONE", { nodes: outputs.join(", ") });
      const silent = outputs.filter((id) => !givers.has(id) && success.shown?.includes(id) !== true);
      if (silent.length > 0) deps.report(problemOf(fault("OUTPUT_NONE", { nodes: silent.join(", ") })));
    },
  };
}

/** Made once: the stack of a reason that nobody sees would cost more than the rest of a batch's end. */
const batchIsOver = new DOMException("The batch is over", "AbortError");

/**
 * Submits the graph and follows it. The prompt counts as submitted with the first event that carries its id, whether or
 * not the reply to the submission has come. Rejects when the backend cannot be used, the prompt is lost, or the job is
 * stopped; then what may be left of it on the server is withdrawn behind the job.
 */
export async function runBatch(
  submission: Submission,
  outputs: readonly NodeId[],
  deps: BatchDependencies,
): Promise<void> {
  const { backend, dispatch, signal } = deps;
  const pursuit = pursue(outputs, deps);
  const listening = await listen(submission.promptId, {
    backend,
    signal,
    onKnown: (promptId) => {
      dispatch({ type: "submitted", promptId });
    },
    onEvent: pursuit.onEvent,
  });
  const done = new AbortController();
  const { controller: trying, letGo } = abortedWith(signal);
  let submitting: Promise<Receipt> | undefined;
  const placing = place(submission, {
    ...deps,
    signal: trying.signal,
    over: done.signal,
    sent: (request) => {
      submitting = request;
    },
  });
  placing
    .then(({ promptId, dropped }) => {
      if (done.signal.aborted) return;
      deps.onDropped(dropped);
      listening.adopt(promptId);
    })
    .catch(() => undefined);
  try {
    let promptId: string;
    try {
      const placed = placing.then((receipt) => receipt.promptId);
      promptId = await until(signal, Promise.race([listening.known, placed]));
      signal.throwIfAborted();
    } catch (error) {
      if (signal.aborted || isUnclear(error)) {
        deps.background(withdraw(submission.promptId, submitting, deps));
      }
      throw error;
    }
    await pursuit.follow(promptId);
  } finally {
    letGo();
    trying.abort(batchIsOver);
    done.abort(batchIsOver);
    listening.stop();
  }
}
