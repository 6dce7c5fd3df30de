// The requests that were sent, without secrets, so that they can be sent again: the newest ones, in a file of the server.

import { randomUUID } from "node:crypto";
import type { HttpRequest, SentRequest, SentRequestDetails } from "@pictor/client";
import { isRecord } from "@pictor/kernel";
import { containsWords, mayChange, thingUnknown, type Caller } from "@pictor/features/base";
import { RecordJournal } from "../files/record-journal.js";
import { hideSecrets, type HideOptions } from "./hide-secrets.js";

/** The ending of a request. */
export type RequestEnding = Pick<SentRequest, "status" | "error" | "ms" | "bytes">;

export interface RequestHistoryOptions extends Pick<HideOptions, "redact"> {
  /** The current auth schemes. */
  schemes(): HideOptions["schemes"];
  readonly path: string;
  /** Whether requests are kept. If false, requests that were kept earlier are not shown either. */
  readonly isKept: boolean;
}

const maxEntries = 500;
/** The largest entry in bytes; the body of a larger request is left out. */
const maxEntryBytes = 32_768;

const isEntry = (value: unknown): value is SentRequestDetails =>
  isRecord(value) &&
  isRecord(value["summary"]) &&
  typeof value["summary"]["id"] === "string" &&
  isRecord(value["request"]) &&
  Array.isArray(value["hidden"]);

/**
 * Leaves out the body of an entry that is too large, or whose body is not text; undefined if the entry is still too
 * large.
 */
function bounded(entry: SentRequestDetails): SentRequestDetails | undefined {
  const { request, hidden } = entry;
  const isLarge = (one: SentRequestDetails): boolean => JSON.stringify(one).length > maxEntryBytes;
  const hasBytes = request.body?.base64 !== undefined || request.body?.pieces !== undefined;
  if (!hasBytes && !isLarge(entry)) return entry;
  const { body: _body, ...rest } = request;
  const places = [...hidden.filter((pointer) => !pointer.startsWith("/body")), "/body"];
  const without = { ...entry, request: rest, hidden: places };
  return isLarge(without) ? undefined : without;
}

export class RequestHistory {
  readonly #options: RequestHistoryOptions;
  readonly #journal: RecordJournal<SentRequestDetails>;
  /** The kept requests, oldest first. */
  #entries: readonly SentRequestDetails[] = [];
  /** The number of lines of the file that this server knows of. */
  #lines = 0;

  constructor(options: RequestHistoryOptions) {
    this.#options = options;
    this.#journal = new RecordJournal(options.path, isEntry);
  }

  /** Keeps a request, unless the history is disabled. If the file cannot be written, the request does not fail. */
  add(given: HttpRequest, atMs: number, owner: string, ending: RequestEnding): void {
    const { id: _id, isRemembered = true, confirmsOrigin: _confirms, ...rest } = given;
    const { isKept, redact } = this.#options;
    if (!isKept || !isRemembered) return;
    const schemes = this.#options.schemes();
    const { request, hidden } = hideSecrets(rest, { schemes, redact, mark: () => "***" });
    const { method = "GET", url, auth } = request;
    const summary: SentRequest = {
      id: randomUUID(),
      atMs,
      owner,
      method: method.toUpperCase(),
      url,
      ...(auth !== undefined && { auth: typeof auth === "string" ? auth : auth.type }),
      ...ending,
    };
    const entry = bounded({ summary, request, hidden: [...hidden] });
    if (entry === undefined) return;
    this.#entries = [...this.#entries, entry].slice(-maxEntries);
    this.#lines++;
    void this.#journal.append(entry).catch(() => undefined);
    if (this.#lines > 2 * maxEntries) void this.#keep(() => true).catch(() => undefined);
  }

  /** The requests of tokens with the caller's name, newest first; all requests for a caller with the scope admin. */
  list(caller: Caller, search = ""): readonly SentRequest[] {
    return this.#entries
      .filter((entry) => mayChange(caller, entry.summary.owner))
      .map(({ summary }) => summary)
      .filter(({ method, url, auth = "" }) => containsWords(`${method} ${url} ${auth}`, search))
      .reverse();
  }

  /** The request with this id. Throws `API_THING_UNKNOWN`. */
  get(id: string, caller: Caller): SentRequestDetails {
    const found = this.#entries.find(
      (entry) => entry.summary.id === id && mayChange(caller, entry.summary.owner),
    );
    if (found !== undefined) return found;
    throw thingUnknown("request", id, "/v1/request-history");
  }

  /** Deletes the request with this id. Throws `API_THING_UNKNOWN`. */
  async remove(id: string, caller: Caller): Promise<void> {
    const found = this.get(id, caller);
    await this.#keep(({ summary }) => summary.id !== found.summary.id);
  }

  clear(caller: Caller): Promise<void> {
    return this.#keep((entry) => !mayChange(caller, entry.summary.owner));
  }

  /** Reads the requests of earlier runs from the file. */
  async restore(): Promise<void> {
    if (!this.#options.isKept) return;
    const found = await this.#journal.read();
    this.#lines = found.length;
    // A line may be in the file twice.
    const byId = new Map(found.map((entry) => [entry.summary.id, entry]));
    this.#entries = [...byId.values()].slice(-maxEntries);
  }

  close(): Promise<void> {
    return this.#journal.close();
  }

  /** Keeps only the wanted entries, also among those that other servers have added to the file. */
  async #keep(isWanted: (entry: SentRequestDetails) => boolean): Promise<void> {
    this.#entries = this.#entries.filter(isWanted);
    // Set at once, so that requests that are added until the file is replaced do not replace it again.
    this.#lines = this.#entries.length;
    await this.#journal.change((found) => found.filter(isWanted).slice(-maxEntries));
  }
}
