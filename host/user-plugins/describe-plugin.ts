// What a plugin would do once it is installed, in plain words: each line begins with a verb, as the powers of a project do.

import {
  contributionKinds,
  contributionNouns,
  declaredTaps,
  type HookName,
  type Manifest,
} from "@pictor/kernel";
import { quoteValue } from "../trust/shown.js";

type Tap = NonNullable<Manifest["taps"]>[number];

const hookTexts: Readonly<Record<HookName, string>> = {
  beforeSend: "changes requests before they are sent",
  buildWorkflow: "changes the graphs of workflows",
  beforeFirstBatch: "examines generations before they start, and can stop them",
  onEvent: "follows the events of jobs",
  afterOutput: "changes images and other outputs before they are saved",
};

const permissionTexts = {
  network: "sends requests, with your auth profiles",
  backends: "opens backends",
  secrets: "keeps secrets of its own in your secret store",
  process: "starts programs",
  files: "reads and writes your files",
} as const;

const verbOf = (kind: keyof typeof contributionNouns): string =>
  kind === "apis" || kind === "panels" ? "serves" : "adds";

function tapText(tap: Tap): string {
  const isCredential = tap.hook === "beforeSend" && (tap.band === "auth" || tap.band === "sign");
  const text = isCredential ? "adds credentials to requests" : hookTexts[tap.hook];
  const when = Object.entries(tap.when ?? {}).map(([name, value]) => `${name} ${quoteValue(value)}`);
  return when.length === 0 ? text : `${text}, for ${when.join(", ")}`;
}

const scopesOf = (entry: object): string =>
  "scopes" in entry && Array.isArray(entry.scopes) && entry.scopes.length > 0
    ? `, with the scopes ${entry.scopes.join(", ")}`
    : "";

/** Whose code the user would let run. */
function codeText(hasMain: boolean, hasPackages: boolean): readonly string[] {
  const rights = "in this program, with all your rights";
  if (hasMain) return [`runs its code${hasPackages ? " and that of its packages" : ""} ${rights}`];
  return hasPackages ? [`has no code of its own, but that of its packages can run ${rights}`] : [];
}

/**
 * The lines that a user reads before agreeing; the most dangerous is last. `packages` are the npm packages that would be
 * installed, as `name@range`.
 */
export function describePlugin(manifest: Manifest, packages: readonly string[]): readonly string[] {
  const { contributes = {}, permissions = [], requires = {} } = manifest;
  const contributions = contributionKinds.flatMap((kind) =>
    (contributes[kind] ?? []).map(
      (entry) => `${verbOf(kind)} the ${contributionNouns[kind]} ${quoteValue(entry.id)}${scopesOf(entry)}`,
    ),
  );
  const needs = Object.entries(requires.plugins ?? {}).map(
    ([id, range]) => `needs the plugin ${quoteValue(id)} ${quoteValue(range)}`,
  );
  const extensions = (requires.extensions ?? []).map(
    ({ id, range }) => `needs the backend extension ${quoteValue(id)} ${quoteValue(range)}`,
  );
  return [
    ...contributions,
    ...needs,
    ...extensions,
    ...new Set(declaredTaps(manifest).map(tapText)),
    ...permissions.map(({ name, reason }) => `${permissionTexts[name]}: ${quoteValue(reason)}`),
    ...packages.map((name) => `installs the npm package ${quoteValue(name)} and what it depends on`),
    ...codeText(manifest.main !== undefined, packages.length > 0),
  ];
}
