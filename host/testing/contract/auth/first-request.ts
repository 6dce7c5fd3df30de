// The rules about complete settings: the credential is added, the status says so, and nothing is sent for the status.

import type { Rule } from "../rule.js";
import { schemeRule } from "./auth-rule.js";
import { describeOutcome } from "./bench.js";
import { addedNames, noChallenge } from "./credentials.js";

const credentialAdded: Rule = schemeRule(
  { id: "auth-credential", name: "adds a credential to a request with complete settings" },
  async ({ send, scheme, challenge, home }) => {
    const first = await send();
    if (first.kind === "refused" && first.error.code === "AUTH_ACTION_NEEDED")
      return { notChecked: `a person has to act first: ${first.error.what}` };
    if (first.kind !== "reply")
      throw new Error(
        `a request with complete settings ended with ${describeOutcome(first)}. If the scheme accepts only certain values, name them in contract.js.`,
      );
    if (addedNames(first).length > 0) return undefined;
    if (scheme.challenge && challenge === undefined) return noChallenge;
    home.next({ status: 401, headers: challenge ?? {} });
    if (addedNames(await send()).length > 0) return undefined;
    throw new Error(
      "no header and no query parameter was added. Return a request with the credential, for instance from setHeader().",
    );
  },
);

const statusOfComplete: Rule = schemeRule(
  { id: "auth-status", name: "does not call complete settings incomplete" },
  async ({ pictor, scheme }) => {
    const { status } = await pictor.profiles.view("contract");
    if (status.state === "missing")
      throw new Error(
        `the status of complete settings is "missing", of the fields ${status.fields.join(", ") || "(none)"}. ${(status.notes ?? []).join(" ")} Return "missing" only for fields without which no request can be sent; if the scheme accepts only certain values, name them in contract.js.`,
      );
    const declared = (scheme.actions ?? []).map(({ id }) => id);
    const unknown = (status.actions ?? []).filter((id) => !declared.includes(id));
    if (unknown.length > 0)
      throw new Error(
        `the status offers ${unknown.join(", ")}, which no host can show: the manifest declares ${declared.join(", ") || "no action"}. Declare it, or leave it out.`,
      );
    return undefined;
  },
);

const statusIsQuiet: Rule = schemeRule(
  { id: "auth-status-quiet", name: "sends nothing to find out its status", judgesStrays: true },
  async ({ pictor, home, other, pages }) => {
    const asked = () => [home.arrived, home.strays, home.asked, other.arrived].flat().length;
    const before = asked();
    await pictor.profiles.view("contract");
    const [stray] = home.strays;
    const target = stray ?? pages[0] ?? "a server";
    if (asked() > before)
      throw new Error(
        `status() sent a request to ${target}. It is called whenever a profile is shown: keep what it says, or make it an action.`,
      );
    return undefined;
  },
);

export const firstRequestRules: readonly Rule[] = [credentialAdded, statusOfComplete, statusIsQuiet];
