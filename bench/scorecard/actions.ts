// The actions of the cases besides submitting and waiting. Each action settles with the job that is judged and, if other
// programs take part, with `harm()`, which later returns what wrongly happened to their jobs.

import { rm } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { Graph } from "@pictor/kernel/plugin";
import type { Client, Ending, Run } from "../peers/client.js";
import type { OtherProgram } from "./server.js";

/** What a run has told while it ran. */
export interface Heard {
  /** The numbers of steps. */
  readonly max: Set<number>;
  previews: number;
}
/** A run of the client of the case. Only runs of single graphs are listened to. */
export type Job = Run & { readonly heard?: Heard };

/** Settles with a sentence that says what wrongly happened. */
export type Harm = () => Promise<string | undefined>;

export interface Acted {
  readonly job: Job;
  readonly harm?: Harm;
}

/** What an action can do. */
export interface Scene {
  /** Activates the faults of the case. */
  readonly arm: () => Promise<void>;
  /** Our client uploads the image that our graph starts from. */
  readonly upload: () => Promise<Harm>;
  /** Our client, or another one, runs our graph, or another one. */
  readonly submit: (other?: { readonly graph: Graph; readonly client?: Client | undefined }) => Job;
  /** Runs our graph twice, with `between`, which takes time, in the middle. */
  readonly inTurn: (between: () => Promise<void>) => Job;
  /** Runs another graph to the end. */
  readonly warmUp: () => Promise<unknown>;
  /** Opens another client of the same kind. */
  readonly connect: () => Promise<Client>;
  /** The number of steps of our graph. */
  readonly steps: number;
  /** Our graph with another number of steps. */
  readonly variant: (steps: number, prefix?: string) => Graph;
  /** Another program's run. */
  readonly other: (steps: number) => Promise<OtherRun>;
  /** Another program's access to the same server; `run` runs our graph. */
  readonly server: Omit<OtherProgram, "run"> & { readonly run: () => Promise<Ending> };
}
interface OtherRun {
  readonly ending: Promise<Ending>;
}

const otherSteps = 20;
/** Milliseconds that a request takes to the server, and after which it is cancelled before it has arrived. */
export const lateRequestMs = 2000;
const cancelAfterMs = 700;
/** Milliseconds of the step between two images, long enough for a client to notice the loss of its socket. */
const stepMs = 600;

/** The run of the other program must finish, whatever happens to the run of the client. */
const harmTo =
  (running: OtherRun): Harm =>
  async () => {
    const { status, reason } = await running.ending;
    return status === "finished" ? undefined : `the other's run ended as ${status} ${reason}`;
  };

/** The client's run is queued behind a long run of another program. */
async function waiting({ arm, submit, other, server }: Scene) {
  await arm();
  const running = await other(otherSteps);
  await server.until("running", "other");
  const job = submit();
  await server.until("pending", "case");
  return { job, running };
}

async function interruptAfter({ arm, submit, server }: Scene, ms: number): Promise<Acted> {
  await arm();
  const job = submit();
  const promptId = await server.until("running", "case");
  await wait(ms);
  await server.post("interrupt", { prompt_id: promptId });
  return { job };
}

/** Progress and previews of a job with this number of steps come from it alone; a completed node counts 1 of 1. */
function crossTalk({ heard }: Job, steps: number, who = "ours"): string | undefined {
  if (heard === undefined) return undefined;
  const strange = [...heard.max].filter((max) => max !== steps && max !== 1);
  if (strange.length > 0) return `${who} heard progress of another run (${strange.join(", ")} steps)`;
  return heard.previews > steps ? `${who} got ${heard.previews} previews of ${steps} steps` : undefined;
}

async function together({ arm, submit, variant, steps }: Scene, client?: Client): Promise<Acted> {
  await arm();
  const job = submit();
  const second = submit({ graph: variant(steps + 3), client });
  const harm = async () => {
    const { status, reason } = await second.ending;
    if (status !== "finished") return `the second job ended as ${status} ${reason}`;
    return crossTalk(job, steps) ?? crossTalk(second, steps + 3, "the second");
  };
  return { job, harm };
}

async function cancelWhileItRuns({ arm, submit, server }: Scene): Promise<Acted> {
  await arm();
  const job = submit();
  if (job.cancel === undefined) return { job };
  await server.until("running", "case");
  await wait(300);
  void job.cancel().catch(() => undefined);
  return { job };
}

export const actions = {
  async "submit and wait"({ arm, submit }) {
    await arm();
    return { job: submit() };
  },
  async "run the same before"({ arm, submit, server }) {
    await server.run();
    await arm();
    return { job: submit() };
  },
  async "run the same before and delete its image"({ submit, server }) {
    const { files } = await server.run();
    for (const file of files) await rm(server.pathOf(file));
    return { job: submit() };
  },
  async "refuse, then submit"({ submit, server }) {
    await server.set([{ kind: "refuse", ms: 3000, times: 1 }]);
    return { job: submit() };
  },
  async "clear the faults after 3 s"({ arm, submit, server }) {
    await arm();
    const job = submit();
    setTimeout(() => void server.set([]), 3000);
    return { job };
  },
  "another client interrupts": (scene) => interruptAfter(scene, 300),
  "another client interrupts after 1.2 s": (scene) => interruptAfter(scene, 1200),
  "cancel while it runs": cancelWhileItRuns,
  /** A client that has run before has sent its request by then. */
  async "cancel while it is submitted"({ arm, warmUp, submit, server }) {
    await warmUp();
    await arm();
    const started = performance.now();
    const job = submit();
    if (job.cancel === undefined) return { job };
    await wait(cancelAfterMs);
    void job.cancel().catch(() => undefined);
    const harm = async () => {
      await wait(Math.max(0, started + lateRequestMs + 1000 - performance.now()));
      return (await server.holds("case")) ? "it runs on the server" : undefined;
    };
    return { job, harm };
  },
  async "two in turn"({ arm, inTurn }) {
    const away = async () => {
      await arm();
      await wait(stepMs);
    };
    return { job: inTurn(away) };
  },
  async "upload, then submit"({ arm, upload, submit }) {
    await arm();
    const harm = await upload();
    return { job: submit(), harm };
  },
  async "upload, then cancel while it runs"(scene) {
    const harm = await scene.upload();
    return { ...(await cancelWhileItRuns(scene)), harm };
  },
  async "cancel while it waits"(scene) {
    const { job, running } = await waiting(scene);
    void job.cancel?.().catch(() => undefined);
    return { job, harm: harmTo(running) };
  },
  async "another client deletes it"(scene) {
    const { job, running } = await waiting(scene);
    await scene.server.post("queue", { delete: [await scene.server.until("pending", "case")] });
    return { job, harm: harmTo(running) };
  },
  async "another client clears the queue"(scene) {
    const { job, running } = await waiting(scene);
    await scene.server.post("queue", { clear: true });
    return { job, harm: harmTo(running) };
  },
  async "restart while it waits"(scene) {
    const { job } = await waiting(scene);
    await scene.server.set([{ kind: "restart", downMs: 1500, times: 1 }]);
    return { job };
  },
  "two jobs": (scene) => together(scene),
  "two clients": async (scene) => together(scene, await scene.connect()),
  async "behind an anonymous run"({ arm, submit, server, variant, steps }) {
    await arm();
    await server.post("prompt", { prompt: variant(steps + 3, "other") });
    await server.until("running", "other");
    const job = submit();
    return { job, harm: async () => crossTalk(job, steps) };
  },
} satisfies Readonly<Record<string, (scene: Scene) => Promise<Acted>>>;

export type Act = keyof typeof actions;
