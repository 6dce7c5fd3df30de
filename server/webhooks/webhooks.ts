// Sends the end of jobs to the addresses that their submitters have named.

import { isEnded, type Job, type JobRequest } from "@pictor/client";
import type { Caller } from "@pictor/features/base";
import type { Pictor, Redact } from "@pictor/host";
import { errorOf, problemFor, type Clock } from "@pictor/kernel";
import type { EventLog } from "../events/event-log.js";
import type { RecordJournal } from "../files/record-journal.js";
import type { LivingServers } from "../jobs/living-servers.js";
import { webhookHeaders, webhookKey } from "./sign-webhook.js";
import { webhookTarget, type WebhookTarget } from "./webhook-target.js";
import { afterFailure, openRecords, type WebhookRecord } from "./webhook-record.js";

export interface WebhooksOptions {
  readonly pictor: Pick<Pictor, "send" | "resolveReferences" | "configuration">;
  readonly journal: RecordJournal<WebhookRecord>;
  readonly servers: Pick<LivingServers, "id" | "ended">;
  /** The job with this id; undefined if it is no longer known. */
  readonly job: (id: string) => Job | undefined;
  readonly log: EventLog;
  readonly clock: Clock;
  readonly redact: Redact;
  /** Called when a webhook was accepted or given up. */
  readonly onDone?: (result: "accepted" | "given-up") => void;
}

const timeoutMs = 20_000;
const mostAtOnce = 8;

/** The status with which a receiver says that it wants no further messages (RFC 9110, section 15.5.11). */
const goneStatus = 410;

/** Outcomes after which a message is not sent again, with their reasons. */
const finalOutcomes: Readonly<Record<string, string>> = {
  gone: `it replied with ${goneStatus}`,
  refused: "its address is one of this machine, which needs the scope admin",
};

/** The message about an ended job. It is the same for each attempt: `seq` is the number of an event of one run of the server. */
const messageOf = ({ seq: _seq, ...job }: Job) => ({
  id: job.id,
  body: JSON.stringify({
    type: "job.ended",
    timestamp: new Date(job.endedAtMs ?? job.createdAtMs).toISOString(),
    data: job,
  }),
});

export class Webhooks {
  readonly #options: WebhooksOptions;
  readonly #records = new Map<string, WebhookRecord>();
  readonly #timers = new Map<string, () => void>();
  readonly #ending = new AbortController();
  readonly #sending = new Set<Promise<void>>();
  /** Jobs whose webhook is due, in the order in which they became due. */
  readonly #due: string[] = [];

  constructor(options: WebhooksOptions) {
    this.#options = options;
  }

  /** The number of webhooks whose jobs have ended and that were not accepted yet. */
  get pending(): number {
    return [...this.#records.values()].filter(({ dueAtMs }) => dueAtMs !== undefined).length;
  }

  /**
   * The webhook of a job that is about to be submitted. Rejects as `webhookTarget`, with `API_WEBHOOK_SECRET_INVALID`, and with
   * `CONFIG_REFERENCE_UNRESOLVED`.
   */
  async targetOf(request: JobRequest, caller: Caller): Promise<WebhookTarget | undefined> {
    const target = webhookTarget(request, this.#options.pictor.configuration.values.server?.webhook, caller);
    if (target !== undefined) await this.#keyOf(target);
    return target;
  }

  /** Registers the webhook of a newly submitted job. */
  expect(jobId: string, target: WebhookTarget): void {
    this.#keep({ ...target, jobId, server: this.#options.servers.id, attempts: 0 });
  }

  /** Sends the webhook of a job that has ended, if it has one. */
  jobEnded(jobId: string): void {
    const record = this.#records.get(jobId);
    if (record === undefined || record.dueAtMs !== undefined) return;
    this.#schedule({ ...record, dueAtMs: this.#options.clock.now() });
  }

  /**
   * Adopts the webhooks of servers that have ended, after the jobs were restored. Rejects as `RecordJournal.change`.
   */
  async restore(): Promise<void> {
    const { journal, servers, job, clock } = this.#options;
    const left = openRecords(await journal.read());
    const ended = await servers.ended(new Set(left.map(({ server }) => server)));
    let own: readonly WebhookRecord[] = [];
    await journal.change((records) => {
      const open = openRecords(records);
      const mine = open.filter(({ server, jobId }) => ended.has(server) && job(jobId) !== undefined);
      own = mine.map((record) => ({ ...record, server: servers.id }));
      return [...own, ...open.filter(({ server }) => !ended.has(server))];
    });
    for (const record of own) {
      this.#records.set(record.jobId, record);
      const found = job(record.jobId);
      if (found !== undefined && isEnded(found))
        this.#schedule({ ...record, dueAtMs: record.dueAtMs ?? clock.now() });
    }
  }

  /**
   * Stops sending, before Pictor is disposed. Webhooks that were not accepted, and those of jobs that end later, are
   * left to the next server.
   */
  stop(): void {
    this.#ending.abort();
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  /** Resolves when everything is written. */
  async close(): Promise<void> {
    await Promise.all(this.#sending);
    await this.#options.journal.close();
  }

  async #keyOf({ secret }: WebhookTarget): Promise<Uint8Array> {
    const text = await this.#options.pictor.resolveReferences(secret, "server/webhook/secret");
    return webhookKey(String(text));
  }

  #keep(record: WebhookRecord): void {
    if (record.isDone === true) this.#records.delete(record.jobId);
    else this.#records.set(record.jobId, record);
    void this.#options.journal.append(record).catch(() => {
      this.#options.log.publish({ type: "notice", text: "The file of the webhooks cannot be written." });
    });
  }

  #schedule(record: WebhookRecord): void {
    const { clock } = this.#options;
    this.#keep(record);
    if (this.#ending.signal.aborted || record.isDone === true) return;
    const { jobId, dueAtMs = clock.now() } = record;
    const begin = (): void => {
      this.#timers.delete(jobId);
      this.#due.push(jobId);
      this.#sendDue();
    };
    const delayMs = dueAtMs - clock.now();
    if (delayMs <= 0) begin();
    else this.#timers.set(jobId, clock.after(delayMs, begin));
  }

  #sendDue(): void {
    while (this.#sending.size < mostAtOnce && !this.#ending.signal.aborted) {
      const record = this.#records.get(this.#due.shift() ?? "");
      if (record === undefined) return;
      const sending = this.#send(record).finally(() => {
        this.#sending.delete(sending);
        this.#sendDue();
      });
      this.#sending.add(sending);
    }
  }

  async #send(record: WebhookRecord): Promise<void> {
    const { clock, job: jobOf, onDone } = this.#options;
    const job = jobOf(record.jobId);
    if (job === undefined) {
      this.#keep({ ...record, isDone: true });
      return;
    }
    const outcome = await this.#attempt(record, job).catch((thrown: unknown) => {
      const error = errorOf(thrown);
      return error.code === "REQUEST_ADDRESS_REFUSED" ? "refused" : problemFor(error).message;
    });
    if (this.#ending.signal.aborted) return;
    if (outcome === "accepted") {
      this.#keep({ ...record, attempts: record.attempts + 1, isDone: true });
      onDone?.("accepted");
      return;
    }
    const after = afterFailure(record, clock.now(), Object.hasOwn(finalOutcomes, outcome));
    this.#schedule(after);
    if (after.isDone !== true) return;
    onDone?.("given-up");
    this.#reportLoss(job, after, finalOutcomes[outcome] ?? outcome);
  }

  /** Sends the message once. Resolves to the outcome. */
  async #attempt(record: WebhookRecord, job: Job): Promise<string> {
    const { pictor, clock } = this.#options;
    const message = messageOf(job);
    const headers = webhookHeaders(message, await this.#keyOf(record), clock.now());
    const { url, addresses } = record;
    // The body is sent as bytes, because variables are filled into texts.
    const body = Buffer.from(message.body);
    const request = { method: "POST", url, headers, body, redirect: "error", keptCookies: false } as const;
    const reply = await pictor.send(request, { signal: this.#ending.signal, timeoutMs, addresses });
    await reply.discard();
    if (reply.status === goneStatus) return "gone";
    return reply.status >= 200 && reply.status < 300 ? "accepted" : `it replied with ${reply.status}`;
  }

  #reportLoss({ id, owner }: Job, { url, attempts }: WebhookRecord, reason: string): void {
    const { log, redact } = this.#options;
    const { origin } = new URL(url);
    const times = attempts === 1 ? "one attempt" : `${attempts} attempts`;
    const text = `The webhook of the job ${id} at ${origin} was given up after ${times}: ${reason}`;
    log.publish({ type: "notice", text: redact(text) }, { owner });
  }
}
