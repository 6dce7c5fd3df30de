// A profile as a table row, as a page, and as a record: state, expiry, actions. Never a secret.

import type { ProfileView } from "@pictor/kernel";
import type { Paint } from "../../output/terminal.js";
import { homePath } from "../../text/home-path.js";
import { oneLine } from "../../text/plain-text.js";
import { table } from "../../text/table.js";
import { redactedSchemes, type SchemeFields } from "@pictor/features/profiles";
import { fieldRows } from "./profile-fields.js";
import { actionCommand, expiryText, isUnusable, stateText } from "./status-text.js";

/** The input of a page besides the profile. */
export interface PageContext {
  readonly schemes: readonly SchemeFields[];
  readonly nowMs: number;
  /** The place of the secret store, or why there is none. */
  readonly store: string;
  /** The files whose profile of the same name has no effect. Default: none. */
  readonly overridden?: readonly string[];
  /** Width of the page in columns. Default: unlimited. */
  readonly width?: number | undefined;
  /** Redacts text from plugins; labels, names and paths are printed unchanged. */
  redact(text: string): string;
}

/** The check mark means that a request can use the profile now. */
const checkMark = ({ configured, status }: ProfileView, paint: Paint): string => {
  if (isUnusable(status)) return paint.red("x");
  return configured && status.state === "ready" ? paint.green("✓") : paint.dim("-");
};

/** Name, scheme, check mark, state, expiry. */
export const profileRow = (view: ProfileView, nowMs: number, paint: Paint): readonly string[] => [
  oneLine(view.name),
  oneLine(view.title),
  checkMark(view, paint),
  stateText(view.status),
  expiryText(view.status, nowMs),
];

/** The page; empty sections are left out. */
export function profilePage(view: ProfileView, context: PageContext, paint: Paint): string {
  const { schemes, nowMs, store, width, redact, overridden = [] } = context;
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
    ...overridden.map((lower) => ["overrides", `the profile of the same name in ${homePath(lower)}`]),
  ];
  const aligned = (lines: readonly (readonly string[])[], indent = ""): string =>
    table(
      lines.map((row) => row.map(oneLine)),
      indent,
      width,
    );
  const part = (heading: string, lines: readonly (readonly string[])[]): readonly string[] =>
    lines.length === 0 ? [] : ["", paint.bold(heading), aligned(lines, "  ")];
  const commands = actions.map((action) => [actionCommand(name, action), action.title]);
  const notes = (status.notes ?? []).map((note) => [redact(note)]);
  const fields = fieldRows(redactedSchemes(profile.schemes, schemes), redact);
  return [
    `${paint.bold(oneLine(name))} ${checkMark(view, paint)}`,
    aligned(rows),
    ...part("Fields", fields),
    ...part("Actions", commands),
    ...part("Notes", notes),
  ].join("\n");
}

const isoTime = (atMs: number): string => new Date(atMs).toISOString();

/** The record of `--json`; times in ISO 8601. */
export function profileRecord(
  view: ProfileView,
  { schemes, store, overridden = [] }: Pick<PageContext, "schemes" | "store" | "overridden">,
) {
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
    schemes: redactedSchemes(profile.schemes, schemes),
    secrets: store,
    ...(file !== undefined && { file }),
    ...(overridden.length > 0 && { overrides: overridden }),
  };
}
