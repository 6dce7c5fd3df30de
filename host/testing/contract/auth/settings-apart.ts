// The rules about several settings: nothing of one setting reaches the requests of another.

import type { NotChecked, Rule } from "../rule.js";
import { credentialRule } from "./auth-rule.js";
import { wireText } from "./bench.js";
import { valuesOf } from "./credentials.js";
import type { Arrived } from "./recording-server.js";
import type { Canary } from "./scheme-settings.js";
import { holds } from "./spellings.js";

const credentialsOf = (names: readonly string[], arrived: Arrived | undefined): string =>
  JSON.stringify(arrived === undefined ? [] : names.map((name) => valuesOf(name, arrived)));

const nothingToCompare: NotChecked = {
  notChecked: "the settings of contract.js leave no field to fill with another text",
};

const shown = (arrived: Arrived, canaries: readonly Canary[]): readonly string[] =>
  canaries.filter(({ text }) => holds(wireText(arrived), text)).map(({ field }) => field);

const concurrent: Rule = credentialRule(
  { id: "auth-settings-apart", name: "keeps concurrent requests of two profiles apart" },
  async ({ exchange, canaries, others, home }, names) => {
    if (canaries.length === 0) return nothingToCompare;
    const profiles = ["contract", "second"] as const;
    const sendAs = (at: number) =>
      exchange({ auth: profiles[at] ?? "contract", headers: { "x-contract-profile": String(at) } });
    const sendAlone = async (at: number) => credentialsOf(names, (await sendAs(at)).arrived[0]);
    const alone: string[] = [];
    const isSteady: boolean[] = [];
    for (const at of [0, 1]) {
      const [one, two] = [await sendAlone(at), await sendAlone(at)];
      alone.push(one);
      isSteady.push(one === two);
    }
    const before = home.arrived.length;
    await Promise.all([0, 1, 0, 1].map(sendAs));
    for (const arrived of home.arrived.slice(before)) {
      const at = Number(valuesOf("header x-contract-profile", arrived)[0]);
      const [foreign] = shown(arrived, at === 0 ? others : canaries);
      const isOther = isSteady[at] === true && credentialsOf(names, arrived) !== alone[at];
      if (foreign === undefined && !isOther && alone[0] !== alone[1]) continue;
      throw new Error(
        `a request carried the ${foreign ?? "credential"} of another profile. Keep nothing of a request in a variable of the module; key what you keep by request.auth.`,
      );
    }
    return undefined;
  },
);

const environment: Rule = credentialRule(
  { id: "auth-environment", name: "uses the values of the environment that is active" },
  async ({ exchange, pictor, canaries }, names) => {
    if (canaries.length === 0) return nothingToCompare;
    const here = (await exchange()).arrived[0];
    pictor.chooseEnvironment("elsewhere");
    const { arrived } = await exchange();
    for (const request of arrived) {
      const [old] = shown(request, canaries);
      const isSame = credentialsOf(names, request) === credentialsOf(names, here);
      if (old !== undefined || isSame)
        throw new Error(
          `after another environment was chosen, a request carried the ${old ?? "credential"} of the environment before. The values of a profile change while its name stays: key what you keep by the object request.auth, or by the values.`,
        );
    }
    return undefined;
  },
);

export const settingsApartRules: readonly Rule[] = [concurrent, environment];
