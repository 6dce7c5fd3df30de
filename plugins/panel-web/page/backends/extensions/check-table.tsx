// The result of a check as a table. On a narrow screen each row is a block.

import type { ExtensionCheck, ExtensionStep } from "@pictor/client";
import { Button } from "../../parts/button.js";
import { versionText } from "./extension-text.js";
import { reasonTexts, stepTexts } from "./check-request.js";

const foundText = ({ found }: ExtensionStep): string =>
  found === undefined ? "not installed" : `${versionText(found)}${found.enabled ? "" : ", disabled"}`;

function Row({ step: one }: { readonly step: ExtensionStep }) {
  const { id, range, requiredBy, step, because, advice } = one;
  const classes = requiredBy.flatMap(({ nodeClasses }) => nodeClasses);
  return (
    <tr>
      <td data-title="Extension">
        <strong class="break">{id}</strong>
        {classes.length > 0 && <span class="small muted block">{classes.join(", ")}</span>}
      </td>
      <td data-title="Needed">
        <code>{range === "*" ? "any" : range}</code>
      </td>
      <td data-title="Found">{foundText(one)}</td>
      <td data-title="Step">
        <span class={step === "ok" ? "good" : "warning"}>{stepTexts[step] ?? step}</span>
        {because !== undefined && <span class="small muted block">{reasonTexts[because] ?? because}</span>}
      </td>
      <td data-title="What to do">{advice}</td>
    </tr>
  );
}

export function CheckTable({ check: { steps, unknown } }: { readonly check: ExtensionCheck }) {
  if (steps.length === 0 && unknown.length === 0) return null;
  return (
    <table class="check-table">
      <caption class="hidden-text">What is needed, and what was found</caption>
      <thead>
        <tr>
          {["Extension", "Needed", "Found", "Step", "What to do"].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <Row key={step.id} step={step} />
        ))}
        {unknown.map(({ nodeClass, providers }) => (
          <tr key={nodeClass}>
            <td data-title="Extension">
              <strong>{nodeClass}</strong>
              <span class="small muted block">node class</span>
            </td>
            <td data-title="Needed">
              <code>any</code>
            </td>
            <td data-title="Found">not there</td>
            <td data-title="Step">
              <span class="warning">{providers.length === 0 ? "Unknown" : "Choose"}</span>
            </td>
            <td data-title="What to do">
              {providers.length === 0
                ? "No known extension has this class."
                : `Install one of: ${providers.join(", ")}.`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
    <div>
      <Button
        look="primary"
        disabled={!canInstall || isBusy}
        {...(!canInstall && { title: "The backend cannot install this. The table says what to do." })}
        onClick={onInstall}
      >
        Install what is missing
      </Button>
    </div>
  );
}
