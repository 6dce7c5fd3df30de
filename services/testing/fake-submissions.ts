// How the server in memory answers submissions, and the errors of a server.

import { fault, type Clock, type Receipt, type Submission } from "@pictor/kernel";

/**
 * How the server answers a submission.
 * - `prompt`: queues the prompt and replies.
 * - `held`: queues the prompt, and replies when the test calls `releaseReplies`.
 * - `late`: queues the prompt and replies when the test calls `acceptLate`.
 * - `lost`: queues the prompt; the reply is lost.
 * - `cut off`: queues the prompt, and then closes its port.
 * - `dropped`: the request is lost.
 * - `500`, `refused`: queues nothing and replies with an error. `500 queued`: queues the prompt and replies with an error.
 */
export type SubmissionReply =
  "prompt" | "held" | "late" | "lost" | "cut off" | "dropped" | "500" | "500 queued" | "refused";

/** Without a reason, the connection was refused and nothing was sent. With a reason, the request may have arrived. */
export const unreachable = (reason?: string) =>
  fault(
    "BACKEND_UNREACHABLE",
    { url: "http://fake", reason: reason ?? "connection refused" },
    reason === undefined ? { more: { systemCode: "ECONNREFUSED" } } : {},
  );
export const status500 = () => {
  const details = { method: "POST", url: "http://fake/prompt", found: "status 500", expected: "status 200" };
  return fault("BACKEND_REPLY", details, { more: { status: 500 } });
};
export const refusedGraph = () => {
  const message = "too many steps";
  const problem = { node: "Save", classType: "FakeSave", input: "steps", code: "x", message };
  return fault("BACKEND_REFUSED_GRAPH", { reason: "steps" }, { more: { problems: [problem] } });
};
export const crashed = () =>
  fault("BACKEND_CRASHED", { backend: "studio", ending: "exit code 1", lastLines: "MemoryError" });

/** A submission whose client waits for the reply. */
interface OpenSubmission {
  reply(): void;
  breakOff(): void;
}

export interface SubmissionDependencies {
  accept(submission: Submission, detached: boolean): Receipt;
  closePort(): void;
  clock(): Clock | undefined;
}

export function createSubmissions({ accept, closePort, clock }: SubmissionDependencies) {
  const replies: SubmissionReply[] = [];
  const held: OpenSubmission[] = [];
  const late: OpenSubmission[] = [];
  const acceptDelays = new Map<string, number>();
  const now = (): number => clock()?.now() ?? 0;

  const wait = (open: OpenSubmission[], receipt: () => Receipt): Promise<Receipt> =>
    new Promise((resolve, reject) => {
      open.push({ reply: () => resolve(receipt()), breakOff: () => reject(unreachable("socket hang up")) });
    });
  const submit = (submission: Submission, detached: boolean): Receipt | Promise<Receipt> => {
    const reply = replies.shift() ?? "prompt";
    if (reply === "dropped") throw unreachable("socket hang up");
    if (reply === "500") throw status500();
    if (reply === "refused") throw refusedGraph();
    if (reply === "late") {
      const since = now();
      return wait(late, () => {
        const receipt = accept(submission, detached);
        acceptDelays.set(receipt.promptId, now() - since);
        return receipt;
      });
    }
    const receipt = accept(submission, detached);
    if (reply === "cut off") closePort();
    if (reply === "lost" || reply === "cut off") throw unreachable("socket hang up");
    if (reply === "500 queued") throw status500();
    return reply === "prompt" ? receipt : wait(held, () => receipt);
  };
  const replyTo = (open: OpenSubmission[]): void => {
    for (const { reply } of open.splice(0)) reply();
  };

  return {
    /** The answers to the next submissions, in order; later submissions are answered with `prompt`. */
    replies,
    submit,
    releaseReplies: () => replyTo(held),
    /** Queues the `late` submissions, even if their clients no longer wait. */
    acceptLate: () => replyTo(late),
    /** Breaks off all open submissions. */
    breakOff: () => {
      for (const open of [...held.splice(0), ...late.splice(0)]) open.breakOff();
    },
    /** Milliseconds between the submission of a prompt and its acceptance; 0 if it was accepted at once. */
    acceptDelayMs: (promptId: string): number => acceptDelays.get(promptId) ?? 0,
  };
}
