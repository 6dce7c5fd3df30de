// Makes a rule of what is true for one auth scheme: it holds for every scheme of the plugin.

import { reasonOf } from "@pictor/kernel";
import type { NotChecked, Rule, Subject } from "../rule.js";
import { withBench, type Bench, type BenchOptions } from "./bench.js";
import { usualCredentials } from "./credentials.js";
import type { Scheme } from "./scheme-settings.js";

interface Selection extends Omit<BenchOptions, "scheme"> {
  /** Whether the rule is about requests to other machines. Default: they make its failure one of contract.js. */
  readonly judgesStrays?: true;
  /** Whether the rule says something about the scheme. Default: about every scheme. */
  applies?(scheme: Scheme): boolean;
}

interface Statement extends Selection {
  readonly id: string;
  readonly name: string;
}

type Ending = Promise<NotChecked | undefined>;

/** A plugin whose own requests would leave this machine cannot be judged by their failure. */
function judged(error: unknown, [stray]: readonly string[]): NotChecked {
  if (stray === undefined) throw error;
  return {
    notChecked: `the scheme asks ${stray}, which the rules do not pass on; contract.js can name settings with {{origin}}, and pages`,
  };
}

/** Checks each scheme of the plugin in a kernel of its own. */
export async function checkSchemes(
  subject: Subject,
  { applies = () => true, judgesStrays, ...options }: Selection,
  check: (bench: Bench) => Ending,
): Ending {
  const schemes = (subject.manifest.contributes?.authSchemes ?? []).filter(applies);
  const left: string[] = [];
  for (const scheme of schemes) {
    const where = schemes.length > 1 ? `${scheme.id}: ` : "";
    const attempt = (bench: Bench): Ending =>
      check(bench).catch((error: unknown) => judged(error, judgesStrays ? [] : bench.home.strays));
    const ending = await withBench(subject, { ...options, scheme }, attempt).catch((error: unknown) => {
      throw new Error(`${where}${reasonOf(error)}`, { cause: error });
    });
    if (ending !== undefined) left.push(`${where}${ending.notChecked}`);
  }
  return left.length === 0 ? undefined : { notChecked: left.join("\n") };
}

/** Whether a rule is about one of the schemes of the plugin. */
export const appliesTo =
  ({ applies = () => true }: Pick<Selection, "applies">): NonNullable<Rule["applies"]> =>
  ({ contributes }) =>
    (contributes?.authSchemes ?? []).some(applies);

/**
 * A rule whose check begins with a scheme that has sent nothing. The check throws an Error that says what was found and
 * what to do.
 */
export const schemeRule = ({ id, name, ...options }: Statement, check: (bench: Bench) => Ending): Rule => ({
  id,
  name,
  applies: appliesTo(options),
  check: (subject) => checkSchemes(subject, options, check),
});

/** A rule about the credentials that the scheme adds to every request; it is not checked for a scheme that adds none. */
export const credentialRule = (
  statement: Statement,
  check: (bench: Bench, names: readonly string[]) => Ending,
): Rule =>
  schemeRule(statement, async (bench) => {
    const names = await usualCredentials(bench);
    return "notChecked" in names ? names : check(bench, names);
  });
