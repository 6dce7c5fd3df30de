// The contract of every plugin, as a list of checks for any test runner.

import { PictorError, reasonOf, type Manifest } from "@pictor/kernel";
import { apiRules } from "./api/answers.js";
import { authRules } from "./auth/rules.js";
import { backendRules } from "./backend/rules.js";
import { disposalRule, surfaceRule } from "./every/loading.js";
import { manifestRule, readmeRule } from "./every/manifest.js";
import { settingsRules } from "./every/settings.js";
import { gateRules } from "./job/gates.js";
import { observerRules } from "./job/observers.js";
import { outputRules } from "./job/output-steps.js";
import { panelRules } from "./panel/pages.js";
import { readManifest } from "./read-manifest.js";
import { sampleConfig } from "./sample-config.js";
import { workflowRules } from "./workflow/rules.js";
import type {
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
  ...apiRules,
  ...panelRules,
  ...gateRules,
  ...outputRules,
  ...observerRules,
  ...authRules,
  ...backendRules,
  ...workflowRules,
  disposalRule,
];

const manifestOf = (source: ContractSource): Manifest =>
  typeof source === "string" ? readManifest(source) : (source.manifest as Manifest);

/** Whether the rule is about the plugin; no, if its manifest cannot be read so far. */
function isAbout(rule: Rule | FolderRule, source: ContractSource): boolean {
  if (!("check" in rule)) return typeof source === "string";
  try {
    const manifest = manifestOf(source);
    const { contributes = {} } = manifest;
    if (rule.contribution !== undefined && (contributes[rule.contribution] ?? []).length === 0) return false;
    return rule.applies?.(manifest) ?? true;
  } catch {
    // The first rule reports the manifest. The rules that every plugin has stay in the list.
    return rule.contribution === undefined && rule.applies === undefined;
  }
}

interface Prepared {
  readonly subject: Subject;
  /** The required fields of `config` whose values were guessed. */
  readonly guessed: readonly string[];
}

async function prepare(source: ContractSource, options: ContractOptions): Promise<Prepared> {
  const subject = { source, manifest: manifestOf(source), options };
  const { config, guessed } = await sampleConfig(subject);
  return {
    subject: { ...subject, options: { ...options, ...(config !== undefined && { config }) } },
    guessed,
  };
}

/** Adds to the reason of a failure that values of `config` were guessed, which may be why. */
function withGuesses(error: unknown, guessed: readonly string[]): unknown {
  const isImport = error instanceof PictorError && error.code.startsWith("PLUGIN_IMPORT_");
  if (guessed.length === 0 || isImport) return error;
  const names = guessed.join(", ");
  return new Error(
    `${reasonOf(error)}\nThe values of config.${names} were guessed; give real ones with --set, or in contract.js: export default { config: { ... } }`,
    { cause: error },
  );
}

/** The checks for a plugin. If its folder has no valid manifest, the checks after the first have no meaning. */
export function pluginContract(
  source: ContractSource,
  options: ContractOptions = {},
): readonly ContractCheck[] {
  // The rules share one subject, by which they find what an earlier one has prepared.
  let shared: Promise<Prepared> | undefined;
  const run = async (rule: Rule | FolderRule): Promise<NotChecked | undefined> => {
    if (!("check" in rule)) return typeof source === "string" ? rule.checkFolder(source) : undefined;
    const { subject, guessed } = await (shared ??= prepare(source, options));
    return rule.check(subject).catch((error: unknown) => {
      throw withGuesses(error, guessed);
    });
  };
  return rules
    .filter((rule) => isAbout(rule, source))
    .map((rule) => ({ id: rule.id, name: rule.name, run: () => run(rule) }));
}
