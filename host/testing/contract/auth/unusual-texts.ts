// The rules about what a person can type into a field: it arrives as it is, or an error says why it cannot.

import type { Rule } from "../rule.js";
import { credentialRule, schemeRule } from "./auth-rule.js";
import { describeOutcome, type BenchOptions } from "./bench.js";
import { valuesOf } from "./credentials.js";
import { isFreeText, type Canary } from "./scheme-settings.js";

/** A profile for each text field, in which it has the ending. */
const withEnding =
  (prefix: string, ending: string): NonNullable<BenchOptions["profiles"]> =>
  (_scheme, canaries) =>
    canaries.map(({ field, text }) => ({
      name: `${prefix}-${field}`,
      changes: { [field]: `${text.slice(0, 16)}${ending}` },
    }));

const special = "&x=1#a+b%41 ;/?é";

const textIn = ({ text }: Canary): string => text.slice(0, 16);

const encoded: Rule = credentialRule(
  {
    id: "auth-query-encoded",
    name: "encodes what it puts into the query",
    profiles: withEnding("special", special),
  },
  async ({ exchange, canaries }, names) => {
    const parameters = names.filter((name) => name.startsWith("query parameter "));
    const plain = (await exchange()).arrived[0];
    for (const canary of canaries) {
      const visible = parameters.filter((name) =>
        plain === undefined ? false : valuesOf(name, plain).some((value) => value.includes(canary.text)),
      );
      if (visible.length === 0) continue;
      const { outcome, arrived } = await exchange({ auth: `special-${canary.field}` });
      if (outcome.kind === "refused") continue;
      const wanted = `${textIn(canary)}${special}`;
      const lost = visible.filter(
        (name) =>
          arrived[0] === undefined || !valuesOf(name, arrived[0]).some((value) => value.includes(wanted)),
      );
      if (lost.length > 0)
        throw new Error(
          `the text ...${special} in ${canary.field} did not arrive in ${lost.join(", ")}. Encode the value, as setQueryParameter() does.`,
        );
    }
    return undefined;
  },
);

const explained: Rule = schemeRule(
  {
    id: "auth-odd-text",
    name: "sends or explains every text of its fields",
    profiles: (scheme, canaries) => [
      ...withEnding("foreign", "日本🔑")(scheme, canaries),
      ...withEnding("line", "\nb")(scheme, canaries),
    ],
  },
  async ({ send, canaries, scheme }) => {
    for (const { field } of canaries.filter(({ field }) => isFreeText(scheme.settings.properties[field])))
      for (const [prefix, what] of [
        ["foreign", "Japanese text"],
        ["line", "a line break"],
      ] as const) {
        const outcome = await send({ auth: `${prefix}-${field}` });
        if (outcome.kind === "threw")
          throw new Error(
            `${what} in ${field} ended with ${describeOutcome(outcome)}. Check the text, and throw fault("AUTH_SETTING_INVALID", { where, problem }); btoa() takes Latin-1 only, Buffer.from(text).toString("base64") any text.`,
          );
      }
    return undefined;
  },
);

export const unusualTextRules: readonly Rule[] = [encoded, explained];
