// Feeds a prompt's events to its job and follows the prompt to its end: shared by submitted batches and attached prompts.

import { type BackendEvent, type OutputFile, fault, toProblem, type NodeId } from "@pictor/kernel";
import { followPrompt, type FollowDependencies } from "./follow-prompt.js";
import { createPromptActivity, type PromptActivity } from "./prompt-activity.js";

export interface FollowerDependencies extends Omit<FollowDependencies, "collectFiles"> {
  /** A file can be read; `place` is its index among the files of its node. The same file may be mentioned again. */
  onFile(file: OutputFile, place: number): void;
  /** Settles when every file so far is saved. */
  drain(): Promise<unknown>;
  /** Gives the job a function that has the server's record read now. */
  setRecordRefresh(refresh: () => void): void;
  /** True for a generation: a success without any file is an error then. Otherwise the server's verdict stands. */
  readonly requiresFiles: boolean;
}

export interface PromptFollower {
  onEvent(event: BackendEvent): void;
  readonly activity: PromptActivity;
  /** Settles when the job has ended, or when the run succeeded and its files are known. */
  follow(promptId: string): Promise<void>;
}

export function createPromptFollower(outputs: readonly NodeId[], deps: FollowerDependencies): PromptFollower {
  const activity = createPromptActivity(deps.clock, deps.signal);
  deps.setRecordRefresh(activity.requestReading);
  const nodesWithOutput = new Set<NodeId>();
  const collectFiles = (files: readonly OutputFile[]): Promise<unknown> => {
    const counts = new Map<NodeId, number>();
    for (const file of files) {
      if (!outputs.includes(file.node)) continue;
      nodesWithOutput.add(file.node);
      const place = counts.get(file.node) ?? 0;
      counts.set(file.node, place + 1);
      deps.onFile(file, place);
    }
    return deps.drain();
  };

  return {
    activity,
    onEvent(event) {
      deps.dispatch({ type: "backend", event });
      if (event.type === "connection") {
        activity.setConnected(event.state === "open");
        // Before the submission there is no record to read.
        if (deps.state().promptId !== undefined) activity.requestReading();
      }
      if (!("promptId" in event)) return;
      activity.noteEvent();
      if (event.type === "output") void collectFiles(event.files);
      if (event.type === "ended") activity.noteRunEnd();
    },
    async follow(promptId) {
      const success = await followPrompt(promptId, activity, { ...deps, collectFiles });
      if (success === undefined) return;
      void collectFiles(success.files);
      // Without a record nobody knows which nodes showed text: only a prompt without any file is reported then.
      const shown = success.shown ?? (nodesWithOutput.size > 0 ? outputs : []);
      const empty = outputs.filter((id) => !nodesWithOutput.has(id) && !shown.includes(id));
      if (empty.length === 0) return;
      const error = fault("OUTPUT_NONE", { nodes: empty.join(", ") });
      if (deps.requiresFiles && nodesWithOutput.size === 0) throw error;
      deps.report(toProblem(error));
    },
  };
}
