// The result of a check as a table. On a narrow screen each row is a block.

import type { ExtensionCheck, ExtensionStep } from "@pictor/client";
import { Button } from "../../parts/button.js";
import { Table, type TableRow } from "../../parts/table.js";
import { versionText } from "./extension-text.js";
import { reasonTexts, stepTexts } from "./check-request.js";

const foundText = ({ found }: ExtensionStep): string =>
  found === undefined ? "not installed" : `${versionText(found)}${found.enabled ? "" : ", disabled"}`;

function rowOf(one: ExtensionStep): TableRow {
  const { id, range, requiredBy, step, because, advice } = one;
  const classes = requiredBy.flatMap(({ nodeClasses }) => nodeClasses);
  const cells = [
    <>
      <strong class="break">{id}</strong>
      {classes.length > 0 && <span class="small muted block">{classes.join(", ")}</span>}
    </>,
    <code>{range === "*" ? "any" : range}</code>,
    foundText(one),
    <>
      <span class={step === "ok" ? "good" : "warning"}>{stepTexts[step] ?? step}</span>
      {because !== undefined && <span class="small muted block">{reasonTexts[because] ?? because}</span>}
    </>,
    advice,
  ];
  return { key: id, cells };
}

function rowOfUnknown({ nodeClass, providers }: ExtensionCheck["unknown"][number]): TableRow {
  const cells = [
    <>
      <strong>{nodeClass}</strong>
      <span class="small muted block">node class</span>
    </>,
    <code>any</code>,
    "not there",
    <span class="warning">{providers.length === 0 ? "Unknown" : "Choose"}</span>,
    providers.length === 0
      ? "No known extension has this class."
      : `Install one of: ${providers.join(", ")}.`,
  ];
  return { key: nodeClass, cells };
}

export function CheckTable({ check: { steps, unknown } }: { readonly check: ExtensionCheck }) {
  if (steps.length === 0 && unknown.length === 0) return null;
  return (
    <Table
      look="check-table"
      caption="What is needed, and what was found"
      titles={["Extension", "Needed", "Found", "Step", "What to do"]}
      rows={[...steps.map(rowOf), ...unknown.map(rowOfUnknown)]}
    />
  );
}

interface InstallMissingProps {
  readonly canInstall: boolean;
  readonly isBusy: boolean;
  readonly onInstall: () => void;
}

/** The button below the table of a check that is not complete. */
export function InstallMissing({ canInstall, isBusy, onInstall }: InstallMissingProps) {
  return (
    <Button
      look="primary"
      disabled={!canInstall || isBusy}
      {...(!canInstall && { title: "The backend cannot install this. The table says what to do." })}
      onClick={onInstall}
    >
      Install what is missing
    </Button>
  );
}
