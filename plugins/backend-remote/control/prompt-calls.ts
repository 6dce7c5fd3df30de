// The calls of a backend about one prompt (submit, cancel, state, fetchSubmission); each updates the list of active prompts.

import { nodeClassesIn, PictorError } from "@pictor/kernel/plugin";
import type { Backend, CallOptions, Graph, Catalog } from "@pictor/kernel/plugin";
import type { CatalogOfOlderGraphs } from "../catalog/with-replaced-classes.js";
import type { ActivePrompts } from "../prompts/active-prompts.js";
import { readPromptState } from "../prompts/find-prompt.js";
import { clientIdOf } from "../prompts/queue-entry.js";
import { findQueueEntry, submissionOf } from "../prompts/fetch-submission.js";
import type { RemoteInstance } from "../server/requests.js";
import type { EventStream } from "../socket/event-stream.js";
import { cancelPrompt } from "./cancel-prompt.js";
import { createCancelSupport } from "./cancel-support.js";
import { submitPrompt } from "./submit-prompt.js";

type Credentials = Readonly<Partial<Record<"api_key_comfy_org" | "auth_token_comfy_org", string>>>;

/** A token of a sign-in is a JSON web token (RFC 7519); every other value is an API key. */
const webToken = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** The members of `extra_data` by which the server gives `key` to its partner nodes, and shows it nowhere. */
const partnerCredentials = (key: string): Credentials => {
  if (key === "") return {};
  return webToken.test(key) ? { auth_token_comfy_org: key } : { api_key_comfy_org: key };
};

/** Whether a graph has a partner node. A key is sent for such graphs only. */
const hasPartnerNode = (graph: Graph, catalog: Catalog): boolean =>
  Object.values(graph).some(({ class_type: name }) => catalog.get(name)?.partner === true);

export interface PromptCallsOptions extends RemoteInstance, Pick<CatalogOfOlderGraphs, "currentGraph"> {
  readonly activePrompts: ActivePrompts;
  readonly events: Pick<EventStream, "trackSubmission" | "noteRecordedState">;
  /** The key of the account that pays for partner nodes; empty for none. */
  readonly partnerKey: string;
}

/** Errors after which the prompt is certainly not queued. */
const refusalCodes: ReadonlySet<string> = new Set(["BACKEND_REFUSED_GRAPH", "BACKEND_TOO_LARGE"]);

export type PromptCalls = Pick<Backend, "submit" | "cancel" | "state" | "fetchSubmission">;

export function createPromptCalls(options: PromptCallsOptions): PromptCalls {
  const { server, clientId, activePrompts, events, info, catalog, currentGraph, partnerKey } = options;
  const support = createCancelSupport(server, info);
  const cancelContext = { server, support, activePrompts };

  async function credentialsFor(graph: Graph, call: CallOptions) {
    if (partnerKey === "") return {};
    const known = await catalog({ ...call, classes: nodeClassesIn(graph) });
    return hasPartnerNode(graph, known) ? partnerCredentials(partnerKey) : {};
  }

  return {
    async submit(given, { detached = false, ...call } = {}) {
      const submission = { ...given, graph: await currentGraph(given.graph, call) };
      const { promptId } = submission;
      const credentials = await credentialsFor(submission.graph, call);
      const receiver = detached ? promptId : clientId;
      activePrompts.add(promptId, receiver);
      const submissionAccepted = events.trackSubmission();
      try {
        const receipt = await submitPrompt(server, receiver, submission, call, credentials);
        activePrompts.rename(promptId, receipt.promptId);
        submissionAccepted();
        return receipt;
      } catch (error) {
        // After any other failure, the server may have queued the prompt.
        if (error instanceof PictorError && refusalCodes.has(error.code)) activePrompts.remove(promptId);
        throw error;
      }
    },
    async cancel(promptId, call) {
      const outcome = await cancelPrompt(cancelContext, promptId, call);
      if (outcome === "removed" || outcome === "gone") activePrompts.remove(promptId);
      return outcome;
    },
    async state(promptId, call) {
      const first = activePrompts.has(promptId) ? "queue" : "history";
      const state = await readPromptState(server, promptId, { ...call, first });
      if (state.state === "queued" || state.state === "running") activePrompts.add(promptId);
      else activePrompts.remove(promptId);
      events.noteRecordedState(promptId, state.state);
      return state;
    },
    async fetchSubmission(promptId, call) {
      const found = await findQueueEntry(server, promptId, call);
      if (found?.hasEnded === false) activePrompts.add(promptId, clientIdOf(found.entry));
      return submissionOf(found);
    },
  };
}
