// Submits the graph of a client to the backend.

import { randomUUID } from "node:crypto";
import { promptRefusal, type Caller, type PromptReceipt, type PromptRefusal } from "@pictor/comfyui-protocol";
import { PictorError, isNotSent, keepNewest, nodeClassesIn, withoutUndefined } from "@pictor/kernel/plugin";
import type { CallOptions, Catalog, Graph, Json, NodeId, Submission } from "@pictor/kernel/plugin";
import { isOwn, optionsOf, type Facade } from "../state/facade-state.js";
import { recordOf, shownExtra, type Prompt } from "../wire/prompt.js";
import type { PromptRequest } from "../wire/read-prompt.js";
import { nodeErrorsOf, refusalBody } from "../wire/refusal.js";
import { findPrompt } from "./find.js";
import { announceStatus, follow, unfollow, watch } from "./follow.js";

const maxOutputClasses = 5_000;

/** The output nodes of a graph, as far as its classes are known; undefined if they are known, and none is an output. */
async function outputsOf(
  facade: Facade,
  graph: Graph,
  options: CallOptions,
): Promise<readonly NodeId[] | undefined> {
  const { backend, outputClasses } = facade;
  const classes = nodeClassesIn(graph).filter((name) => !outputClasses.has(name));
  if (classes.length > 0) {
    const catalog: Catalog = await backend.catalog({ ...options, classes }).catch(() => new Map());
    for (const name of classes) {
      const found = catalog.get(name);
      if (found !== undefined) outputClasses.set(name, found.isOutput);
    }
    keepNewest(outputClasses, maxOutputClasses);
  }
  const outputs = Object.keys(graph).filter((id) => outputClasses.get(graph[id]?.class_type ?? "") === true);
  return outputs.length === 0 && nodeClassesIn(graph).every((name) => outputClasses.has(name))
    ? undefined
    : outputs;
}

const takenId = promptRefusal("invalid_prompt_id", "The prompt_id is that of another prompt.");

/**
 * A client that repeats a request gets the same receipt; the id of another owner's prompt cannot be taken. A prompt
 * whose submission has failed counts only if the backend has it.
 */
async function earlier(
  facade: Facade,
  promptId: string,
  caller: Caller,
): Promise<PromptReceipt | PromptRefusal | undefined> {
  const options = optionsOf(caller);
  const found = await findPrompt(facade, promptId, options);
  if (found !== undefined && !isOwn(found.prompt, caller)) return takenId;
  const isAccepted = found !== undefined && !(found.in === "active" && !found.active.isAccepted);
  const isFree = !isAccepted && (await facade.backend.state(promptId, options)).state === "unknown";
  if (isFree) {
    unfollow(facade, promptId);
    return undefined;
  }
  if (found === undefined) return takenId;
  if (found.in === "active") found.active.isAccepted = true;
  return { prompt_id: promptId, number: facade.nextNumber(), node_errors: {} };
}

/**
 * Rejects as `Backend.submit` does, except for a refused graph. A request with the id of one that is still under way
 * waits for it, and then finds out what has become of it.
 */
export function submitPrompt(
  facade: Facade,
  request: PromptRequest,
  caller: Caller,
): Promise<PromptReceipt | PromptRefusal> {
  const { promptId } = request;
  if (promptId === undefined) return submitNow(facade, request, caller);
  return facade.submitting(
    promptId,
    async () => (await earlier(facade, promptId, caller)) ?? submitNow(facade, request, caller),
  );
}

async function submitNow(
  facade: Facade,
  request: PromptRequest,
  caller: Caller,
): Promise<PromptReceipt | PromptRefusal> {
  const { graph, clientId, priority } = request;
  const { owner, runningLimit } = caller;
  const options = optionsOf(caller);
  await facade.subscribe();
  const outputs = await outputsOf(facade, graph, options);
  if (outputs === undefined) return promptRefusal("prompt_no_outputs", "Prompt has no outputs");
  const createdAt = facade.clock.now();
  const prompt: Prompt = {
    promptId: request.promptId ?? randomUUID(),
    ...withoutUndefined({ owner, clientId }),
    graph,
    extra: {
      ...shownExtra(request.extra),
      ...withoutUndefined({ client_id: clientId }),
      create_time: createdAt,
    },
    outputs,
    createdAt,
  };
  const submission: Submission = {
    promptId: prompt.promptId,
    graph,
    record: recordOf(prompt),
    ...withoutUndefined({ owner, priority, runningLimit }),
    ...(Object.keys(request.extra).length > 0 && { extra: request.extra as Readonly<Record<string, Json>> }),
  };
  const followed = follow(facade, prompt);
  try {
    const { promptId, dropped } = await facade.backend.submit(submission, options);
    // An older server ignores the proposed id. The client follows the id of the receipt.
    if (promptId !== prompt.promptId) unfollow(facade, prompt.promptId);
    if (!facade.ended.has(promptId)) {
      const accepted = facade.active.get(promptId) ?? follow(facade, { ...prompt, promptId });
      accepted.isAccepted = true;
      watch(facade, accepted);
    }
    announceStatus(facade);
    return { prompt_id: promptId, number: facade.nextNumber(), node_errors: nodeErrorsOf(dropped, prompt) };
  } catch (error) {
    // A prompt that cannot have arrived is followed no longer.
    const isRefused = error instanceof PictorError && error.base === "BACKEND_REFUSED_GRAPH";
    if (isRefused || isNotSent(error)) unfollow(facade, prompt.promptId);
    else watch(facade, followed);
    if (!isRefused) throw error;
    return refusalBody(error, prompt);
  }
}
