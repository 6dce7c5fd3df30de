// Submits the graph of a client to the backend.

import { randomUUID } from "node:crypto";
import { withoutCredentials } from "@pictor/comfyui-server/wire";
import { isNotSent, keepNewest, PictorError } from "@pictor/kernel/plugin";
import type { CallOptions, Catalog, Graph, Json, NodeId, Submission } from "@pictor/kernel/plugin";
import { isOwn, type Facade } from "../state/facade-state.js";
import { recordOf, type Prompt } from "../wire/prompt.js";
import type { PromptRequest } from "../wire/read-prompt.js";
import { nodeErrorsOf, promptError, refusalBody, type PromptError } from "../wire/refusal.js";
import { findPrompt } from "./find.js";
import { announceStatus, follow, unfollow } from "./follow.js";

/** The body of the reply to an accepted prompt. */
export interface PromptReceipt {
  readonly prompt_id: string;
  readonly number: number;
  readonly node_errors: PromptError["node_errors"];
}

const maxOutputClasses = 5_000;

/** The output nodes of a graph; none if the classes cannot be read. Only classes that no earlier prompt had are read. */
async function outputsOf(facade: Facade, graph: Graph, options: CallOptions): Promise<readonly NodeId[]> {
  const { backend, outputClasses } = facade;
  const names = new Set(Object.values(graph).map((node) => node.class_type));
  const classes = [...names].filter((name) => !outputClasses.has(name));
  if (classes.length > 0) {
    const catalog: Catalog = await backend.catalog({ ...options, classes }).catch(() => new Map());
    for (const name of classes) {
      const found = catalog.get(name);
      if (found !== undefined) outputClasses.set(name, found.isOutput);
    }
    keepNewest(outputClasses, maxOutputClasses);
  }
  return Object.keys(graph).filter((id) => outputClasses.get(graph[id]?.class_type ?? "") === true);
}

/** A client that repeats a request gets the same receipt; the id of another owner's prompt cannot be taken. */
async function earlier(
  facade: Facade,
  owner: string | undefined,
  promptId: string,
  options: CallOptions,
): Promise<PromptReceipt | PromptError | undefined> {
  const found = await findPrompt(facade, promptId, options);
  if (found !== undefined && isOwn(found.prompt, owner))
    return { prompt_id: promptId, number: facade.nextNumber(), node_errors: {} };
  const isFree = found === undefined && (await facade.backend.state(promptId, options)).state === "unknown";
  return isFree ? undefined : promptError("invalid_prompt_id", "The prompt_id is that of another prompt.");
}

/** Rejects as `Backend.submit` does, except for a refused graph. */
export async function submitPrompt(
  facade: Facade,
  owner: string | undefined,
  request: PromptRequest,
  options: CallOptions = {},
): Promise<PromptReceipt | PromptError> {
  const { graph, clientId, priority } = request;
  await facade.subscribe();
  const known =
    request.promptId === undefined ? undefined : await earlier(facade, owner, request.promptId, options);
  if (known !== undefined) return known;
  const createdAt = facade.clock.now();
  const prompt: Prompt = {
    promptId: request.promptId ?? randomUUID(),
    ...(owner !== undefined && { owner }),
    ...(clientId !== undefined && { clientId }),
    graph,
    extra: {
      ...withoutCredentials(request.extra),
      ...(clientId !== undefined && { client_id: clientId }),
      create_time: createdAt,
    },
    outputs: await outputsOf(facade, graph, options),
    createdAt,
  };
  const submission: Submission = {
    promptId: prompt.promptId,
    graph,
    record: recordOf(prompt),
    ...(owner !== undefined && { owner }),
    ...(priority !== undefined && { priority }),
    ...(Object.keys(request.extra).length > 0 && { extra: request.extra as Readonly<Record<string, Json>> }),
  };
  follow(facade, prompt);
  try {
    const { promptId, dropped } = await facade.backend.submit(submission, options);
    // An older server ignores the proposed id. The client follows the id of the receipt.
    if (promptId !== prompt.promptId) unfollow(facade, prompt.promptId);
    if (!facade.ended.has(promptId)) {
      const accepted = facade.active.get(promptId) ?? follow(facade, { ...prompt, promptId });
      accepted.isAccepted = true;
    }
    announceStatus(facade);
    return { prompt_id: promptId, number: facade.nextNumber(), node_errors: nodeErrorsOf(dropped) };
  } catch (error) {
    // A prompt that cannot have arrived is followed no longer.
    const isRefused = error instanceof PictorError && error.base === "BACKEND_REFUSED_GRAPH";
    if (isRefused || (error instanceof PictorError && isNotSent(error))) unfollow(facade, prompt.promptId);
    if (!isRefused) throw error;
    return refusalBody(error, graph);
  }
}
