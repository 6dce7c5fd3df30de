// One task of the Manager: given to its queue, begun, and waited for.

import { randomUUID } from "node:crypto";
import { extensionFault } from "@pictor/extensions";
import { PictorError } from "@pictor/kernel/plugin";
import type { Backend } from "@pictor/kernel/plugin";
import type { Clock } from "../clock.js";
import { fieldsOf, itemsOf, numberOf, textOf } from "../fields.js";
import type { Peer } from "../http.js";
import { listenForResults } from "./hear.js";
import type { Hearing } from "./hear.js";
import type { Manager } from "./probe.js";
import { asking3, task4 } from "./steps.js";
import type { Step } from "./steps.js";
import { change, getJson, post } from "./wire.js";

/** What a conversation with the Manager needs. */
export interface Talk {
  readonly peer: Peer;
  readonly clock: Clock;
  /** Of the instance's own socket: 4.x tells results to nobody else. */
  readonly clientId: string;
  readonly subscribe: Backend["events"];
  readonly manager: Manager;
}

/** How a task ended. `told` is the Manager's own word; where it was not heard, the listing alone decides. */
export type Outcome =
  | { readonly kind: "refused"; readonly status: number }
  | { readonly kind: "ended"; readonly told: string | undefined };

export interface TaskOptions {
  readonly signal?: AbortSignal | undefined;
  waits?(ahead: number): void;
}

/** Between two looks at the queue; a result that is told on the socket ends the pause. Milliseconds. */
export const pollMs = 1_000;
/** What has ended may be told a moment later, by a socket that is slower than the queue. Milliseconds. */
export const graceMs = 3_000;
/** An installation may download gigabytes. Milliseconds. */
export const longestTaskMs = 3_600_000;
/** For how long the server may not answer while a task runs: pip can keep it busy. Milliseconds. */
export const longestSilenceMs = 180_000;

/** Waits until the task has ended, whatever it has come to. Rejects with `EXTENSION_TIMEOUT` and `BACKEND_...`. */
export async function runTask(talk: Talk, step: Step, options: TaskOptions): Promise<Outcome> {
  const { signal } = options;
  const hearing = await listenForResults(talk.subscribe, talk.clock, signal);
  try {
    const id = randomUUID();
    const refused = await enqueue(talk, step, id, options);
    return refused ?? { kind: "ended", told: await ending(talk, step, id, hearing, options) };
  } finally {
    hearing.end();
  }
}

const absent = (talk: Talk, route: string): PictorError =>
  extensionFault("EXTENSION_MANAGER_REPLY", {
    version: talk.manager.version,
    reason: `it has no route ${route}, which its generation should have`,
  });

async function enqueue(
  talk: Talk,
  step: Step,
  id: string,
  options: TaskOptions,
): Promise<Outcome | undefined> {
  const { peer, manager, clientId } = talk;
  const call = options.signal === undefined ? {} : { signal: options.signal };
  const { route, body } = asking3(step, id);
  const task = { ui_id: id, client_id: clientId, ...task4(step) };
  const [path, sent] =
    manager.generation === "3"
      ? [`/manager/queue/${route}`, body]
      : manager.generation === "4"
        ? ["/v2/manager/queue/task", task]
        : ["/v2/manager/queue/batch", { [route]: [body] }];
  const answer = await post(peer, path, sent, call);
  if (answer === undefined) throw absent(talk, path);
  if (answer.status >= 300) return { kind: "refused", status: answer.status };
  if (manager.generation === "4-legacy")
    return itemsOf(fieldsOf(answer.body)["failed"]).length > 0 ? { kind: "refused", status: 403 } : undefined;
  await start(talk, call);
  return undefined;
}

/** Nothing runs before this; when something runs already, it goes on with ours. */
async function start(talk: Talk, call: { readonly signal?: AbortSignal }): Promise<void> {
  const path = `${talk.manager.prefix}/manager/queue/start`;
  const status = await change(talk.peer, path, call);
  if (status === undefined || status >= 300) throw absent(talk, path);
}

type Look = "waits" | "ended" | { readonly told: string };

async function ending(
  talk: Talk,
  step: Step,
  id: string,
  hearing: Hearing,
  options: TaskOptions,
): Promise<string | undefined> {
  const { clock } = talk;
  const { signal } = options;
  // 3.x enables at once, without a task that it could tell of.
  const lastWordMs = step.kind === "enable" ? 0 : graceMs;
  const begun = clock.now();
  let answered = begun;
  let hasEnded = false;
  for (;;) {
    const told = hearing.result(id);
    if (told !== undefined || hasEnded) return told;
    try {
      const look = await lookAt(talk, id, options);
      answered = clock.now();
      if (typeof look === "object") return look.told;
      hasEnded = look === "ended";
    } catch (error) {
      signal?.throwIfAborted();
      if (!isSilence(error) || clock.now() - answered > longestSilenceMs) throw error;
    }
    if (hearing.result(id) !== undefined) continue;
    if (clock.now() - begun > longestTaskMs) {
      const minutes = longestTaskMs / 60_000;
      throw extensionFault("EXTENSION_TIMEOUT", { version: talk.manager.version, minutes });
    }
    await hearing.next(hasEnded ? lastWordMs : pollMs, signal);
  }
}

const isSilence = (error: unknown): boolean =>
  error instanceof PictorError &&
  (error.code === "BACKEND_UNREACHABLE" || [502, 503, 504].includes(Number(error.details["status"])));

async function lookAt(talk: Talk, id: string, { signal, waits }: TaskOptions): Promise<Look> {
  const { peer, manager, clientId } = talk;
  const call = signal === undefined ? {} : { signal };
  const isTask = manager.generation === "4";
  const query: Readonly<Record<string, string>> = isTask ? { client_id: clientId } : {};
  const status = fieldsOf(await getJson(peer, `${manager.prefix}/manager/queue/status`, query, call));
  const total = numberOf(status["total_count"]) ?? 0;
  const done = numberOf(status["done_count"]) ?? 0;
  if (isTask) {
    // 4.0 answers 400 here as soon as there is something to tell; then only the socket tells it.
    const reply = await getJson(peer, "/v2/manager/queue/history", { ui_id: id }, call);
    const result = textOf(fieldsOf(fieldsOf(reply)["history"])["result"]);
    if (result !== undefined) return { told: result };
    waits?.(Math.max(0, total - 1));
    return total === 0 ? "ended" : "waits";
  }
  const waiting = total - done;
  if (status["is_processing"] === true) {
    waits?.(Math.max(0, waiting - 1));
    return "waits";
  }
  if (waiting <= 0 || manager.generation === "4-legacy") return "ended";
  // The worker ended between our task and our start.
  await start(talk, call);
  return "waits";
}
