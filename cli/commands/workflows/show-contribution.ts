// `pictor workflows show` and `pictor features show`: one workflow or feature as a page.

import { featureFits } from "@pictor/host/settings-schema";
import { fault, knownNames, type Contribution, type SettingsSchema } from "@pictor/kernel";
import { exitCode } from "../../base/exit-codes.js";
import { findWorkflow } from "../../generation-request/find-workflow.js";
import { finished } from "../../output/finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { oneLine, plainText } from "../../text/plain-text.js";
import { settingsTable } from "../../text/settings-table.js";
import { wrapText } from "../../text/table.js";

type Kernel = CommandHost["kernel"];

function findFeature(kernel: Kernel, id: string): Contribution<"features"> {
  const features = kernel.contributions("features");
  const found = features.find((feature) => feature.id === id);
  if (found !== undefined) return found;
  const known = features.map((feature) => feature.id);
  throw fault("FEATURE_UNKNOWN", { feature: id, ...knownNames(id, known) });
}

interface Shown {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly plugin: string;
  readonly settings: SettingsSchema;
  /** Lists the features that fit a workflow, or the workflows that fit a feature. */
  readonly fits: readonly string[];
}

const idsOf = (entries: readonly { readonly id: string }[]): readonly string[] =>
  entries.map(({ id }) => id).sort();

const shown = {
  workflows: (kernel: Kernel, id: string): Shown => {
    const { params, ...workflow } = findWorkflow(kernel, id);
    const chain = kernel.inspect("buildWorkflow");
    const fitting = kernel
      .contributions("features")
      .filter((feature) => featureFits(feature, workflow, chain));
    return { ...workflow, settings: params, fits: idsOf(fitting) };
  },
  features: (kernel: Kernel, id: string): Shown => {
    const feature = findFeature(kernel, id);
    const chain = kernel.inspect("buildWorkflow");
    const fitting = kernel
      .contributions("workflows")
      .filter((workflow) => featureFits(feature, workflow, chain));
    return { ...feature, fits: idsOf(fitting) };
  },
};

const counterpart = { workflows: "features", features: "workflows" } as const;
const usage = {
  workflows: (id: string) => `pictor generate ${id} "a red fox" --set NAME=VALUE`,
  features: (id: string) => `pictor generate WORKFLOW "a red fox" --feature '${id}={"NAME": VALUE}'`,
};

export const showContribution = hostedCommand(
  ({ kernel, terminal }, nouns: "workflows" | "features", id: string) => {
    const { title, description = "", plugin, settings, fits } = shown[nouns](kernel, id);
    if (terminal.json) {
      const entry = { id, title, description, plugin, settings, [counterpart[nouns]]: fits };
      return finished(terminal, { [nouns === "workflows" ? "workflow" : "feature"]: entry });
    }
    const { width } = terminal;
    const wrapped = (text: string): string => wrapText(text, width ?? Infinity).join("\n");
    const other = fits.length === 0 ? "none" : fits.map(oneLine).join(", ");
    terminal.result(
      [
        `${oneLine(id)}: ${oneLine(title)} (${oneLine(plugin)})`,
        ...(description === "" ? [] : [wrapped(plainText(description))]),
        `\nSettings:\n${settingsTable(settings, "  ", width)}`,
        `\n${wrapped(`${counterpart[nouns] === "features" ? "Features" : "Workflows"}: ${other}`)}`,
        `\n${usage[nouns](oneLine(id))}`,
      ].join("\n"),
    );
    return exitCode("finished");
  },
);
