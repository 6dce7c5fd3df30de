// A user who signs in at the browser as the test decides, and a record of everything that Pictor shows or asks.

import type { Interaction, UserCode } from "@pictor/host";
import { followCallback, httpRequest } from "../../plugins/auth-oauth2/testing/authorization-flow.js";
import type { TestProvider } from "../../plugins/auth-oauth2/testing/oidc-provider.js";

/** The pages of a provider at which a user decides. */
export interface ProviderPages extends Pick<TestProvider, "authorize"> {
  approveDevice(userCode: string): Promise<void>;
  denyDevice(userCode: string): Promise<void>;
}

export function createUser(provider: ProviderPages) {
  const texts: string[] = [];
  const opened: string[] = [];
  const codes: UserCode[] = [];
  const signIns: { readonly authorizationUrl: string; readonly callback: string }[] = [];
  const user = {
    decision: "consents" as "consents" | "denies" | "waits",
    /** Without a browser the user pastes the callback URL. */
    hasBrowser: true,
    /** Number of device codes that were confirmed or denied. */
    confirmed: 0,
    /** Called with each progress message. */
    onProgress: (_step: string): void => undefined,
    /** Everything shown. */
    texts,
    /** URLs opened in the browser. */
    opened,
    codes,
    signIns,
  };

  const signIn = async (authorizationUrl: string): Promise<string> => {
    const callback = await provider.authorize(authorizationUrl, { denies: user.decision === "denies" });
    signIns.push({ authorizationUrl, callback });
    return callback;
  };
  const confirm = async (userCode: string): Promise<void> => {
    await (user.decision === "denies" ? provider.denyDevice(userCode) : provider.approveDevice(userCode));
    user.confirmed++;
  };
  const interaction: Interaction = {
    async openUrl(url, instead = url) {
      texts.push(user.hasBrowser ? url : instead);
      if (user.hasBrowser) opened.push(url);
      if (!user.hasBrowser || user.decision === "waits") return user.hasBrowser;
      const device = codes.findLast((code) => url.startsWith(code.url));
      if (device !== undefined) await confirm(device.code);
      else await followCallback(await signIn((await httpRequest(url)).headers.location ?? ""));
      return true;
    },
    async enter({ title }) {
      const url = texts.findLast((text) => URL.canParse(text)) ?? "";
      texts.push(title);
      return signIn(url);
    },
    showCode(code) {
      codes.push(code);
      texts.push(JSON.stringify(code));
    },
    show: (text) => void texts.push(text),
    progress(step) {
      texts.push(step);
      user.onProgress(step);
    },
    ask: ({ safeChoice }) => Promise.resolve(safeChoice),
  };
  return Object.assign(user, { interaction });
}
