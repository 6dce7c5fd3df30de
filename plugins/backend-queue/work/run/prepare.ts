// Prepares a prompt that was taken: reads its submission, finds out whether the server can run it, and uploads its inputs.

import { isCredentialRefusal, PictorError, systemCode } from "@pictor/kernel/plugin";
import type { TakenJob } from "../../bull/jobs.js";
import { queueFault } from "../../faults.js";
import { inputsOf, withInputNames } from "../../protocol/input-names.js";
import { readBody, type Body } from "../../protocol/job-data.js";
import { asUnreadable, isUnreadable } from "../../protocol/unreadable.js";
import { isTemporary } from "../parts/errors.js";
import type { WorkerParts } from "../parts/worker-parts.js";
import { reroute } from "./reroute.js";

export type Preparation =
  /** Its inputs are on the server. The graph has the server's names. */
  | { readonly is: "ready"; readonly body: Body }
  | { readonly is: "refused"; readonly error: unknown }
  /** It waits in another queue. */
  | { readonly is: "moved" }
  | { readonly is: "serverProblem"; readonly error: unknown };

/** Resolves to the submission with the names that the server has given the inputs. */
async function uploadInputs(body: Body, { store, backend, signal }: WorkerParts): Promise<Body> {
  const names = new Map<string, string>();
  for (const [name, digest] of inputsOf(body.graph)) {
    const file = { name, mime: "application/octet-stream", open: () => store.get(digest, { signal }) };
    names.set(name, await backend.upload(file, { signal }));
  }
  return { ...body, graph: withInputNames(body.graph, names) };
}

/** Rejects with the reason of the signal. */
export async function prepare(taken: TakenJob, parts: WorkerParts): Promise<Preparation> {
  const { name, store, signal } = parts;
  const { data, deferredFailure, stalledCounter: stalls = 0 } = taken.job;
  // Workers that were killed, or that hung, while they prepared the prompt have left it to the next ones.
  if (deferredFailure !== undefined)
    return { is: "refused", error: queueFault("QUEUE_PROMPT_STALLED", { name, stalls }) };
  try {
    const body = await readBody(data, store, { signal }).catch(asUnreadable(name));
    if (await reroute(taken, body.graph, parts)) return { is: "moved" };
    return { is: "ready", body: await uploadInputs(body, parts) };
  } catch (error) {
    signal.throwIfAborted();
    // An error of the machine, of the server or of the store is not the fault of the prompt; any other one would come again.
    const isOfMachine = !(error instanceof PictorError) && systemCode(error) !== undefined;
    const isElsewhere = isTemporary(error) || isCredentialRefusal(error) || isOfMachine;
    return { is: isUnreadable(error) || !isElsewhere ? "refused" : "serverProblem", error };
  }
}
