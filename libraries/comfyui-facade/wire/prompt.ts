// A prompt that a client has submitted over ComfyUI's protocol, and what the backend's record keeps of it.

import { withoutCredentials, type QueuedPrompt } from "@pictor/comfyui-protocol";
import { asFiniteNumber, asString, isRecord, withoutUndefined } from "@pictor/kernel/plugin";
import type { Graph, Json, NodeId, SubmissionSnapshot } from "@pictor/kernel/plugin";

export interface Prompt {
  readonly promptId: string;
  /** Who has submitted the prompt: only this owner sees it and changes it. */
  readonly owner?: string;
  /** The client whose sockets receive the events. */
  readonly clientId?: string;
  readonly graph: Graph;
  /** `extra_data` as the queue and the history show it. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** The output nodes that are executed. */
  readonly outputs: readonly NodeId[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

type RecordFields = Readonly<Record<string, Json>>;

/** The member of the record by which another process recognizes the prompts of an owner. */
const key = "gateway";

/** `Submission.record` of a prompt. A client that is a Pictor has a record of its own in `extra_data`, which stays as it is. */
export const recordOf = ({ owner, clientId, createdAt, extra }: Prompt): RecordFields => ({
  ...(isRecord(extra["pictor"]) && (extra["pictor"] as RecordFields)),
  [key]: withoutUndefined({ owner, clientId, createdAt }),
});

export interface Origin {
  readonly owner?: string;
  readonly clientId?: string;
  readonly createdAt: number;
}

/** Who has submitted the prompt with this record; undefined if it did not come over ComfyUI's protocol. */
export function originOf(record: RecordFields | undefined): Origin | undefined {
  const entry: unknown = record?.[key];
  if (!isRecord(entry)) return undefined;
  return withoutUndefined({
    owner: asString(entry["owner"]),
    clientId: asString(entry["clientId"]),
    createdAt: asFiniteNumber(entry["createdAt"]) ?? 0,
  });
}

/** A name of a client: each owner has clients of its own. */
export const clientName = (owner: string | undefined, clientId: string): string =>
  JSON.stringify([owner ?? null, clientId]);

/** The name of the client that has submitted the prompt with this record; undefined for other prompts. */
export function clientOf(record: RecordFields | undefined): string | undefined {
  const { owner, clientId } = originOf(record) ?? {};
  return clientId === undefined ? undefined : clientName(owner, clientId);
}

/**
 * `extra_data` of a client as the queue and the history show it. A workflow that is not an object would make the whole
 * list of jobs fail, as on a real server; here other clients read that list, too.
 */
export function shownExtra(sent: Prompt["extra"]): Prompt["extra"] {
  const info = sent["extra_pnginfo"];
  const isUsable = isRecord(info) && (info["workflow"] === undefined || isRecord(info["workflow"]));
  return Object.fromEntries(
    Object.entries(withoutCredentials(sent)).filter(([name]) => name !== "extra_pnginfo" || isUsable),
  );
}

/** The prompt of another process, or of one before a restart. What its client had sent in `extra_data` is not known. */
export function promptOf(
  promptId: string,
  { graph, outputs, record }: SubmissionSnapshot,
): Prompt | undefined {
  const origin = originOf(record);
  if (origin === undefined) return undefined;
  const own = Object.fromEntries(Object.entries(record ?? {}).filter(([name]) => name !== key));
  const extra = {
    ...withoutUndefined({ client_id: origin.clientId }),
    create_time: origin.createdAt,
    ...(Object.keys(own).length > 0 && { pictor: own }),
  };
  return { promptId, ...origin, graph, outputs, extra };
}

/** The prompt in the form of the queue and the history. `number` puts it in order. */
export const queuedPrompt = ({ promptId, graph, extra, outputs }: Prompt, number: number): QueuedPrompt => ({
  promptId,
  number,
  hasClientNumber: false,
  jsonGraph: graph,
  extraData: extra,
  outputs,
});
