// The rules about secrets: the manifest marks them, and no text for people holds them.

import { PictorError } from "@pictor/kernel";
import type { Rule, Subject } from "../rule.js";
import { schemeRule } from "./auth-rule.js";
import type { Outcome } from "./bench.js";
import { isFreeText } from "./scheme-settings.js";
import { holds } from "./spellings.js";

const secretName = /(pass(word|phrase|code)?|secret|(api|private|signing|access)[-_]?key)$/i;

function secretsAreMarked({ manifest }: Subject): Promise<undefined> {
  for (const { id, settings } of manifest.contributes?.authSchemes ?? [])
    for (const [name, field] of Object.entries(settings.properties))
      if (isFreeText(field) && secretName.test(name) && field["x-secret"] !== true)
        throw new Error(
          `the field ${name} of ${id} is no secret, so its value may stand in files and is not hidden. Add "x-secret": true, or give it a name that does not promise a secret.`,
        );
  return Promise.resolve(undefined);
}

const marked: Rule = {
  id: "auth-secret-fields",
  name: 'marks passwords and keys with "x-secret"',
  contribution: "authSchemes",
  check: secretsAreMarked,
};

/** What a person can see of an outcome. */
function textOf(outcome: Outcome): string {
  if (outcome.kind === "reply") {
    const { notes, hops, headers, url } = outcome.reply;
    return JSON.stringify({ notes, hops, headers, url });
  }
  const { error } = outcome;
  return error instanceof PictorError
    ? JSON.stringify([error.what, error.hint, error.details])
    : String(error);
}

const hidden: Rule = schemeRule(
  {
    id: "auth-secrets",
    name: "shows no secret in logs, errors, notes and replies, in any encoding",
    profiles: (_scheme, canaries) =>
      canaries.map(({ field, text }) => ({ name: `odd-${field}`, changes: { [field]: `${text}\nb` } })),
  },
  async ({ send, pictor, challenge, home, canaries, log }) => {
    const seen: (readonly [where: string, text: string])[] = [];
    const note = (where: string, outcome: Outcome): void => void seen.push([where, textOf(outcome)]);
    note("reply", await send());
    home.next({ status: 401, headers: challenge ?? {} });
    note("reply", await send());
    for (const { field } of canaries) note("error", await send({ auth: `odd-${field}` }));
    seen.push(["status", JSON.stringify((await pictor.profiles.view("contract")).status)]);
    seen.push(["log", JSON.stringify(log)]);
    for (const { field, text } of canaries.filter(({ isSecret }) => isSecret)) {
      const found = seen.find(([, shown]) => holds(shown, text));
      if (found !== undefined)
        throw new Error(
          `the ${found[0]} shows the secret in ${field}, perhaps encoded. Leave the value out of every message; pass what you make of it to context.hide().`,
        );
    }
    return undefined;
  },
);

export const secretRules: readonly Rule[] = [marked, hidden];
