// A request with credentials: with undici alone, and with Pictor and two schemes.

import { tmpdir } from "node:os";
import { Agent, request } from "undici";
import { openPictor } from "./open-pictor.js";
import { pluginSource } from "./places.js";

/** The token that the scheme oauth2 fetches once and then holds. */
export const heldToken = "held-token";

const basicHeader = `Basic ${Buffer.from("anna:secret").toString("base64")}`;

interface Sender {
  /** The text of the reply, which must be `expected`. */
  readonly send: () => Promise<string>;
  readonly expected: string;
  readonly close: () => Promise<void>;
}

/** What a team would write by hand: a fixed header, without redirects and challenges. */
function bareUndici(url: string): Sender {
  const dispatcher = new Agent({ allowH2: false });
  return {
    expected: basicHeader,
    send: async () =>
      (await request(url, { dispatcher, headers: { authorization: basicHeader } })).body.text(),
    close: () => dispatcher.destroy(),
  };
}

/** Sends with the name of a saved profile, as applications do. */
const throughPictor =
  (plugin: string, expected: string, profileFor: (origin: string) => object) =>
  async (url: string): Promise<Sender> => {
    process.env["PICTOR_BENCH"] = "secret";
    const flags = { profiles: { bench: profileFor(new URL(url).origin) } };
    const pictor = await openPictor(tmpdir(), flags, { builtins: "none", plugins: [pluginSource(plugin)] });
    return {
      expected,
      send: async () => (await pictor.send({ url, auth: "bench" })).text(),
      close: () => pictor.dispose(),
    };
  };

const basic = () => ({
  type: "basic",
  schemes: { basic: { username: "anna", password: { $env: "PICTOR_BENCH" } } },
});
/** The first request fetches the token; the others use the cached one. */
const oauth2 = (origin: string) => ({
  type: "oauth2",
  schemes: { oauth2: { grantType: "client_credentials", tokenUrl: `${origin}/token`, clientId: "bench" } },
});

/** For each name, a function that creates a sender for a URL. */
export const sendVariants: Readonly<Record<string, (url: string) => Sender | Promise<Sender>>> = {
  "undici.request": bareUndici,
  "pictor.send, basic": throughPictor("auth-basic", basicHeader, basic),
  "pictor.send, oauth2": throughPictor("auth-oauth2", `Bearer ${heldToken}`, oauth2),
};
