// The contract of every plugin, as a list of checks for any test runner.

import type { Manifest } from "@pictor/kernel";
import { apiRule } from "./api/answers.js";
import { authRules } from "./auth/rules.js";
import { backendRules } from "./backend/rules.js";
import { disposalRule, surfaceRule } from "./every/loading.js";
import { manifestRule, readmeRule } from "./every/manifest.js";
import { settingsRules } from "./every/settings.js";
import { readManifest } from "./read-manifest.js";
import { workflowRules } from "./workflow/rules.js";
import type {
  Contributions,
  ContractCheck,
  ContractOptions,
  ContractSource,
  FolderRule,
  NotChecked,
  Rule,
  Subject,
} from "./rule.js";

const rules: readonly (Rule | FolderRule)[] = [
  manifestRule,
  surfaceRule,
  ...settingsRules,
  readmeRule,
  apiRule,
  ...authRules,
  ...backendRules,
  ...workflowRules,
  disposalRule,
];

const manifestOf = (source: ContractSource): Manifest =>
  typeof source === "string" ? readManifest(source) : (source.manifest as Manifest);

/** What the plugin contributes; nothing if its manifest cannot be read, which the first rule reports. */
function contributionsOf(source: ContractSource): Contributions {
  try {
    return manifestOf(source).contributes ?? {};
  } catch {
    return {};
  }
}

/** Whether the plugin contributes what the rule is about; no, if its manifest cannot be read so far. */
function isAbout(rule: Rule, contributed: Contributions): boolean {
  if (rule.contribution !== undefined && (contributed[rule.contribution] ?? []).length === 0) return false;
  try {
    return rule.applies?.(contributed) ?? true;
  } catch {
    return false;
  }
}

function runRule(
  rule: Rule | FolderRule,
  source: ContractSource,
  subject: () => Subject,
): Promise<NotChecked | undefined> {
  if ("check" in rule) return rule.check(subject());
  return typeof source === "string" ? rule.checkFolder(source) : Promise.resolve(undefined);
}

/** The checks for a plugin. If its folder has no valid manifest, the checks after the first have no meaning. */
export function pluginContract(
  source: ContractSource,
  options: ContractOptions = {},
): readonly ContractCheck[] {
  const contributed = contributionsOf(source);
  const applies = (rule: Rule | FolderRule): boolean =>
    "check" in rule ? isAbout(rule, contributed) : typeof source === "string";
  // The rules share one subject, by which they find what an earlier one has prepared.
  let shared: Subject | undefined;
  const subject = (): Subject => (shared ??= { source, manifest: manifestOf(source), options });
  return rules
    .filter(applies)
    .map((rule) => ({ id: rule.id, name: rule.name, run: async () => runRule(rule, source, subject) }));
}
