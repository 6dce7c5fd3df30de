// What stands in the form of a backend, as one record: it becomes the settings that are saved. Pure.

import type { BackendSettings } from "@pictor/client";
import type { Values } from "../../dialect/values.js";

export interface BackendDraft {
  /** Name of the instance; of a new one as it is typed. */
  readonly name: string;
  readonly kind: string;
  /** Name of the auth profile; empty for none. */
  readonly auth: string;
  /** The settings of each kind that was shown, by its id. */
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

/** The name in the store of a secret of a backend, such as `backend.studio.access.password`. */
export const secretName = (backend: string, pointer: string): string =>
  `backend.${backend}${pointer.replaceAll("/", ".")}`;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A draft that was kept in the browser, if it still has the form of one. */
export function acceptBackendDraft(kept: unknown): BackendDraft | undefined {
  if (!isRecord(kept) || !isRecord(kept["values"])) return undefined;
  const { name, kind, auth, values } = kept;
  if (typeof name !== "string" || typeof kind !== "string" || typeof auth !== "string") return undefined;
  return {
    ...{ name, kind, auth },
    values: Object.fromEntries(
      Object.entries(values).filter(([, each]) => isRecord(each)),
    ) as BackendDraft["values"],
  };
}
