// Passes the events of a prompt to its job, and follows the prompt to its end, for submitted and for attached prompts.

import { type BackendEvent, type OutputFile, fault, toProblem, type NodeId } from "@pictor/kernel";
import { followPrompt, type FollowDependencies } from "./follow-prompt.js";
import { createPromptActivity, type PromptActivity } from "./prompt-activity.js";

export interface FollowerDependencies extends Omit<FollowDependencies, "collectFiles"> {
  /** Called for each file that can be read, possibly repeatedly. `place` is its index among the files of its node. */
  onFile(file: OutputFile, place: number): void;
  /** Settles when every file so far was handled. */
  drain(): Promise<unknown>;
  /** Gives the job a function that requests a reading of the server's record. */
  setRecordRefresh(refresh: () => void): void;
  /** Whether a success without any file is an error, as for a generation. */
  readonly requiresFiles: boolean;
}

export interface PromptFollower {
  onEvent(event: BackendEvent): void;
  readonly activity: PromptActivity;
  /** Resolves when the job has ended, or when the run has succeeded and its files are known. */
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
        // There is no record before the submission.
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
      // Without a record it is unknown which nodes displayed text. Only a prompt without any file is reported then.
      const shown = success.shown ?? (nodesWithOutput.size > 0 ? outputs : []);
      const empty = outputs.filter((id) => !nodesWithOutput.has(id) && !shown.includes(id));
      if (empty.length === 0) return;
      const error = fault("OUTPUT_NONE", { nodes: empty.join(", ") });
      if (deps.requiresFiles && nodesWithOutput.size === 0) throw error;
      deps.report(toProblem(error));
    },
  };
}
