// A saved auth setting as a table row, as a page, and as a record: state, expiry, what can be done. Never a secret.

import type { ProfileView } from "@pictor/kernel";
import { actionCommand, expiryText, stateText } from "./auth-status.js";
import { homePath } from "./home-path.js";
import { oneLine } from "./plain-text.js";
import { fieldRows, shownSchemes, type SchemeFields } from "./profile-fields.js";
import { table } from "./table.js";
import type { Paint } from "./terminal.js";

/** What a page knows beside the profile. */
export interface PageContext {
  readonly schemes: readonly SchemeFields[];
  readonly nowMs: number;
  /** Where secrets are kept, or why they cannot be. */
  readonly store: string;
  /** For what others word; labels, names and paths stay whole. */
  redact(text: string): string;
}

const checkMark = ({ configured }: ProfileView, paint: Paint): string =>
  configured ? paint.green("✓") : paint.dim("-");

/** Name, scheme, check mark, state, expiry. */
export const profileRow = (view: ProfileView, nowMs: number, paint: Paint): readonly string[] => [
  oneLine(view.name),
  oneLine(view.title),
  checkMark(view, paint),
  stateText(view.status),
  expiryText(view.status, nowMs),
];

const indented = (rows: readonly (readonly string[])[]): string =>
  table(
    rows.map((row) => row.map(oneLine)),
    "  ",
  );

/** The whole page; parts that a profile does not have are left out. */
export function profilePage(view: ProfileView, context: PageContext, paint: Paint): string {
  const { schemes, nowMs, store, redact } = context;
  const { name, title, status, profile, actions, file } = view;
  const expiry = expiryText(status, nowMs);
  const isRefreshable = "refreshable" in status ? status.refreshable : undefined;
  const rows = [
    ["scheme", `${title}${view.type === title ? "" : ` (${view.type})`}`],
    ["state", stateText(status)],
    ...(expiry === "" ? [] : [[status.state === "expired" ? "expired" : "expires", expiry]]),
    ...(isRefreshable === undefined ? [] : [["refreshable", isRefreshable ? "yes" : "no"]]),
    ["origins", profile.origins?.join(", ") ?? "any that a request names"],
    ["secrets", homePath(store)],
    ...(file === undefined ? [] : [["file", homePath(file)]]),
  ];
  const part = (heading: string, text: string): readonly string[] =>
    text === "" ? [] : ["", paint.bold(heading), text];
  const commands = actions.map((action) => [actionCommand(name, action), action.title]);
  const notes = (status.notes ?? []).map((note) => [redact(note)]);
  const fields = fieldRows(shownSchemes(profile.schemes, schemes), redact);
  return [
    `${paint.bold(oneLine(name))} ${checkMark(view, paint)}`,
    table(rows.map((row) => row.map(oneLine))),
    ...part("Fields", indented(fields)),
    ...part("What can be done", indented(commands)),
    ...part("Notes", indented(notes)),
  ].join("\n");
}

const isoTime = (atMs: number): string => new Date(atMs).toISOString();

/** The record of `--json`; times as in ISO 8601. */
export function profileRecord(view: ProfileView, { schemes, store }: Pick<PageContext, "schemes" | "store">) {
  const { name, type, title, configured, status, profile, actions, file } = view;
  const { actions: _ids, notes = [], ...state } = status;
  const { expiresAtMs, ...rest } = { expiresAtMs: undefined, ...state };
  return {
    name,
    type,
    title,
    configured,
    status: { ...rest, ...(expiresAtMs !== undefined && { expiresAt: isoTime(expiresAtMs) }) },
    actions: actions.map((action) => ({
      id: action.id,
      title: action.title,
      command: actionCommand(name, action),
    })),
    notes,
    ...(profile.origins !== undefined && { origins: profile.origins }),
    schemes: shownSchemes(profile.schemes, schemes),
    secrets: store,
    ...(file !== undefined && { file }),
  };
}
