// The request of the page. The draft is kept over a reload; credentials and files that belong to the request alone are not.

import { effect, signal, type Signal } from "@preact/signals";
import type { Values } from "../../dialect/values.js";
import { storedSignal } from "../../shell/stored.js";
import type { ImportedRequest } from "./http-request.js";
import type { PartFile } from "./multipart.js";
import { acceptRequest, emptyRequest, type RequestDraft } from "./request-draft.js";
import { withoutSecrets } from "./without-secrets.js";

const kept = storedSignal("request", emptyRequest, acceptRequest);

export const request: Signal<RequestDraft> = signal(kept.peek());
effect(() => {
  kept.value = withoutSecrets(request.value);
});

export const editRequest = (change: Partial<RequestDraft>): void => {
  request.value = { ...request.value, ...change };
};

/** The fields of each scheme, for a request without a profile. They may contain secrets. */
export const inlineAuth = signal<Readonly<Record<string, Values>>>({});

/** Chosen files by the key of their row; the file that is the whole body has the key `body`. */
export const chosenFiles = signal<ReadonlyMap<string, File>>(new Map());

export const chooseFile = (key: string, file: File): void => {
  chosenFiles.value = new Map([...chosenFiles.value, [key, file]]);
};

/** The bytes of the chosen files. */
export async function readFiles(): Promise<ReadonlyMap<string, PartFile>> {
  const entries = [...chosenFiles.value].map(async ([key, file]) => {
    const { name, type } = file;
    return [key, { name, type, bytes: new Uint8Array(await file.arrayBuffer()) }] as const;
  });
  return new Map(await Promise.all(entries));
}

/** The values of the request in the editor that the history has not kept, because they may be secret. */
export const missingValues = signal<readonly string[]>([]);

/** A file that the request in the editor needs, and that the user has to choose. */
interface NeededFile {
  /** The key of its row, or `body`. */
  readonly key: string;
  /** What the user reads. */
  readonly title: string;
}

/** What a request that was imported needs besides its draft. */
export interface ImportNotes {
  readonly notes: readonly string[];
  readonly files: readonly NeededFile[];
}

export const importNotes = signal<ImportNotes | undefined>(undefined);

/** Puts a request into the editor. What was typed for the request before it is forgotten. */
export function openRequest({ draft, inline }: ImportedRequest, missing: readonly string[] = []): void {
  inlineAuth.value = inline;
  request.value = draft;
  missingValues.value = missing;
  importNotes.value = undefined;
}
