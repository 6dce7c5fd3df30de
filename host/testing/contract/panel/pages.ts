// The rules of panels: what their pages name is there, and the browser blocks nothing of them.

import type { PictorError } from "@pictor/kernel";
import { checkPanels, type PanelReport } from "../../../plugin-check/panels/check-panel.js";
import { requireNone, type Rule } from "../rule.js";

const ruleOf = (id: string, name: string, pick: (report: PanelReport) => readonly PictorError[]): Rule => ({
  id,
  name,
  contribution: "panels",
  async check({ source, manifest }) {
    if (typeof source !== "string") return { notChecked: "the plugin has no folder" };
    requireNone(pick(await checkPanels(source, manifest)));
    return undefined;
  },
});

export const panelRules: readonly Rule[] = [
  ruleOf("panel-files", "has a page that names files which are there", ({ problems }) => problems),
  ruleOf("panel-policy", "has a page of which the browser blocks nothing", ({ warnings }) => warnings),
];
