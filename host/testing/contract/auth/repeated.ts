// The rules about requests after the first: redirects and handshakes carry the credentials too.

import type { Rule } from "../rule.js";
import { credentialRule } from "./auth-rule.js";
import { describeOutcome } from "./bench.js";
import { missingIn, repeatedIn } from "./credentials.js";

const redirect: Rule = credentialRule(
  { id: "auth-redirect", name: "adds its credential again after a redirect to the same origin" },
  async ({ exchange, home }, names) => {
    home.next({ status: 307, headers: { location: "/contract/after" } });
    const { outcome, arrived } = await exchange();
    const after = arrived[1];
    if (after === undefined)
      throw new Error(
        `a redirect to the same origin ended with ${describeOutcome(outcome)}. The handler runs again, with the reason "redirect".`,
      );
    const missing = missingIn(names, after);
    if (missing.length > 0)
      throw new Error(
        `after a redirect to the same origin ${missing.join(", ")} did not arrive. Add the credential for the reason "redirect" as for "first".`,
      );
    const repeated = repeatedIn(names, after);
    if (repeated.length > 0)
      throw new Error(`after a redirect ${repeated.join(", ")} arrived more than once.`);
    return undefined;
  },
);

const handshake: Rule = credentialRule(
  { id: "auth-handshake", name: "adds its credential to the handshake of a WebSocket" },
  async ({ pictor, home }, names) => {
    const before = home.arrived.length;
    const url = `${home.origin.replace("http", "ws")}/contract`;
    const opening = pictor.connect(
      { url, auth: "contract" },
      { message: () => undefined, close: () => undefined },
    );
    // The server records handshakes, and accepts none.
    const error: unknown = await opening.catch((reason: unknown) => reason);
    const arrived = home.arrived[before];
    const advice =
      'The address of a handshake begins with "ws:", and its purpose is "handshake"; httpUrl() reads it as "http:".';
    if (arrived === undefined) throw new Error(`a handshake ended with ${String(error)} ${advice}`);
    const missing = missingIn(names, arrived);
    if (missing.length > 0) throw new Error(`a handshake arrived without ${missing.join(", ")}. ${advice}`);
    return undefined;
  },
);

export const repeatedRules: readonly Rule[] = [redirect, handshake];
