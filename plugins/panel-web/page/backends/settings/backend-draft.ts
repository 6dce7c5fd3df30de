// The content of a backend's form as one record, from which the saved settings are made. Pure.

import { isRecord, recordsIn } from "../../api/guards.js";
import type { BackendSettings } from "@pictor/client";
import type { Values } from "../../dialect/values.js";

export interface BackendDraft {
  /** Name of the instance. For a new instance, the name as the user has typed it so far. */
  readonly name: string;
  readonly kind: string;
  /** Name of the auth profile; empty for none. */
  readonly auth: string;
  /** The settings by the id of the kind. They are kept for each kind that was shown. */
  readonly values: Readonly<Record<string, Values>>;
}

export const emptyBackendDraft: BackendDraft = { name: "", kind: "remote", auth: "", values: {} };

export function draftOf(name: string, { kind, auth = "", ...values }: BackendSettings): BackendDraft {
  return { name, kind, auth, values: { [kind]: values } };
}

export const valuesOf = ({ kind, values }: BackendDraft): Values => values[kind] ?? {};

export const withValues = (draft: BackendDraft, values: Values): BackendDraft => ({
  ...draft,
  values: { ...draft.values, [draft.kind]: values },
});

export const settingsOf = (draft: BackendDraft): BackendSettings => ({
  ...valuesOf(draft),
  kind: draft.kind,
  ...(draft.auth !== "" && { auth: draft.auth }),
});

/** The name under which a secret of a backend is stored, such as `backend.studio.access.password`. */
export const secretName = (backend: string, pointer: string): string =>
  `backend.${backend}${pointer.replaceAll("/", ".")}`;

/** Returns a draft that the browser has kept, if the draft still has the right form. */
export function acceptBackendDraft(kept: unknown): BackendDraft | undefined {
  if (!isRecord(kept) || !isRecord(kept["values"])) return undefined;
  const { name, kind, auth, values } = kept;
  if (typeof name !== "string" || typeof kind !== "string" || typeof auth !== "string") return undefined;
  return { name, kind, auth, values: recordsIn(values) };
}
