// The rules about required fields without a text: the status names them, and nothing is sent.

import type { Rule } from "../rule.js";
import { schemeRule } from "./auth-rule.js";
import { describeOutcome, type BenchOptions } from "./bench.js";
import { isFreeText, type Scheme } from "./scheme-settings.js";

/** The required fields into which a person types. */
const typedFields = ({ settings: { required = [], properties } }: Scheme): readonly string[] =>
  required.filter((name) => isFreeText(properties[name]));

const profiles: NonNullable<BenchOptions["profiles"]> = (scheme) =>
  typedFields(scheme).map((field) => ({ name: `blank-${field}`, changes: { [field]: "" } }));

const applies = (scheme: Scheme): boolean => typedFields(scheme).length > 0;

const blankStatus: Rule = schemeRule(
  {
    id: "auth-blank-status",
    name: "has a status that agrees with its requests about a required field without a text",
    applies,
    profiles,
  },
  async ({ pictor, scheme, send }) => {
    for (const field of typedFields(scheme)) {
      const { status } = await pictor.profiles.view(`blank-${field}`);
      if (status.state === "missing") {
        if (status.fields.length > 0) continue;
        const notes = (status.notes ?? []).join(" ");
        throw new Error(
          `while ${field} is blank, the status "missing" names no field. ${notes} Return { state: "missing", fields: ["${field}"] }, and throw nothing.`,
        );
      }
      const outcome = await send({ auth: `blank-${field}` });
      if (outcome.kind === "refused" && outcome.error.code === "AUTH_NOT_CONFIGURED")
        throw new Error(
          `while ${field} is blank, the status is "${status.state}", but a request is refused with AUTH_NOT_CONFIGURED. Give ${field} "minLength": 1 in plugin.json, or return { state: "missing", fields: ["${field}"] } from status().`,
        );
    }
    return undefined;
  },
);

const blankRefused: Rule = schemeRule(
  {
    id: "auth-blank-refused",
    name: "sends nothing while its status names a missing field",
    applies,
    profiles,
  },
  async ({ pictor, scheme, exchange }) => {
    for (const field of typedFields(scheme)) {
      const { status } = await pictor.profiles.view(`blank-${field}`);
      if (status.state !== "missing") continue;
      const { outcome, arrived } = await exchange({ auth: `blank-${field}` });
      if (outcome.kind === "refused" && arrived.length === 0) continue;
      throw new Error(
        `while ${field} is blank, the status is "missing", but a request ended with ${describeOutcome(outcome)}. Give ${field} "minLength": 1 in plugin.json, or throw fault("AUTH_NOT_CONFIGURED", { where, fields: "${field}" }) in the handler.`,
      );
    }
    return undefined;
  },
);

export const blankFieldRules: readonly Rule[] = [blankStatus, blankRefused];
