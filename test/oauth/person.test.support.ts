// Who signs in: does at the browser what the test decides, and keeps everything that Pictor shows or asks.

import type { Interaction, ShownCode } from "@pictor/kernel";
import { arrive, ask } from "../../plugins/auth-oauth2/authorize/authorize.test.support.js";
import type { TestProvider } from "../../plugins/auth-oauth2/protocol/oidc-provider.test.support.js";

export function createPerson(provider: TestProvider) {
  const texts: string[] = [];
  const opened: string[] = [];
  const codes: ShownCode[] = [];
  const signIns: { readonly authorizationUrl: string; readonly callback: string }[] = [];
  const person = {
    decision: "consents" as "consents" | "denies" | "waits",
    /** Without one, the answer is carried over by hand. */
    hasBrowser: true,
    /** How many device codes were confirmed, or denied. */
    confirmed: 0,
    /** Hears of each step. */
    hears: (_step: string): void => undefined,
    texts,
    opened,
    codes,
    signIns,
  };

  const signIn = async (authorizationUrl: string): Promise<string> => {
    const callback = await provider.authorize(authorizationUrl, { denies: person.decision === "denies" });
    signIns.push({ authorizationUrl, callback });
    return callback;
  };
  const confirm = async (userCode: string): Promise<void> => {
    await (person.decision === "denies" ? provider.denyDevice(userCode) : provider.approveDevice(userCode));
    person.confirmed++;
  };
  const interaction: Interaction = {
    async openUrl(url, instead = url) {
      texts.push(person.hasBrowser ? url : instead);
      if (person.hasBrowser) opened.push(url);
      if (!person.hasBrowser || person.decision === "waits") return person.hasBrowser;
      const userCode = new URL(url).searchParams.get("user_code");
      if (userCode !== null) await confirm(userCode);
      else await arrive(await signIn((await ask(url)).headers.location ?? ""));
      return true;
    },
    async enter({ title }) {
      const address = texts.findLast((text) => URL.canParse(text)) ?? "";
      texts.push(title);
      return signIn(address);
    },
    showCode(code) {
      codes.push(code);
      texts.push(JSON.stringify(code));
    },
    show: (text) => void texts.push(text),
    progress(step) {
      texts.push(step);
      person.hears(step);
    },
    ask: ({ safeChoice }) => Promise.resolve(safeChoice),
  };
  return Object.assign(person, { interaction });
}
