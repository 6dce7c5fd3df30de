// Profiles: a token that is typed, and a sign-in at an OpenID provider that leads back to a port of this machine.

import { get } from "node:http";
import { startProvider, type TestProvider } from "../../plugins/auth-oauth2/testing/oidc-provider.js";
import { startLocalApi } from "./local-api.js";
import { resultOf, type NewUser } from "./new-user.js";
import { besideReader } from "./reader.js";
import { check, type Step } from "./step.js";

async function credentialOf(user: NewUser, profile: string): Promise<string> {
  const api = await startLocalApi();
  try {
    const { out } = await user.pictor(["request", "GET", api.url, "--auth", profile]);
    check(out === "hello\n", `the request gave ${out}`);
    return api.credentials.join();
  } finally {
    await api.close();
  }
}

const stateOf = async (user: NewUser, profile: string): Promise<unknown> =>
  (
    resultOf(await user.pictor(["auth", "show", profile, "--json"])) as {
      profile: { status: { state: string } };
    }
  ).profile.status.state;

export const authStep: Step = {
  name: "auth",
  async run(user) {
    await user.pictor(["auth", "set", "work", "--type", "bearer", "--secret", "token"], "s3cr3t\n");
    const state = await stateOf(user, "work");
    check(state === "ready", `the profile is ${String(state)}`);
    const sent = await credentialOf(user, "work");
    check(sent === "Bearer s3cr3t", `the request carried ${sent}`);
    return "set, ready, and the request carries it";
  },
};

/**
 * Opens an address, and settles with the status of the last page. `fetch` says with its headers that it is a script of
 * a page.
 */
const navigate = (url: string | URL): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      const { location } = response.headers;
      if (location === undefined) resolve(response.statusCode ?? 0);
      else navigate(new URL(location, url)).then(resolve, reject);
    }).on("error", reject);
  });

/**
 * Settles with the address to which the provider has led back. A command that did not see its page is ended, so that
 * the script ends.
 */
async function signIn(user: NewUser, provider: Pick<TestProvider, "authorize">): Promise<string | URL> {
  const login = user.start(["auth", "login", "sso"]);
  try {
    const [, address = ""] = await login.wrote(/Open this address: (\S+)/);
    const callback = await provider.authorize(address);
    const status = await navigate(callback);
    check(status === 200, `the page of the sign-in has the status ${status}`);
    const { code, err } = await login.ended;
    check(code === 0, `the sign-in ended with ${code}: ${err}`);
    return callback;
  } finally {
    login.child.kill("SIGKILL");
  }
}

export const oauthStep: Step = {
  name: "OAuth",
  async run(user) {
    const provider = await startProvider();
    try {
      await user.pictor(["auth", "discover", "sso", provider.issuer]);
      await user.pictor(["auth", "set", "sso", "--set", "clientId=my-client"]);
      const callback = await signIn(user, provider);
      const token = (await credentialOf(user, "sso")).replace(/^Bearer /, "");
      check(await provider.isActive(token), "the request carried no token of the provider");
      // The refresh token rotates: one that cannot be stored is lost.
      await besideReader(user, async () => {
        for (let time = 0; time < 3; time++) await user.pictor(["auth", "refresh", "sso"]);
      });
      const next = (await credentialOf(user, "sso")).replace(/^Bearer /, "");
      check(next !== token && (await provider.isActive(next)), "the token was not refreshed");
      return `signed in by ${new URL(callback).host}, sent, and refreshed three times beside a reader`;
    } finally {
      await provider.close();
    }
  },
};
