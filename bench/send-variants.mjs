// A request with credentials: with undici alone, and with Pictor and two schemes.

import { Buffer } from "node:buffer";
import { tmpdir } from "node:os";
import { Agent, request } from "undici";
import { importPackage, pluginSource } from "./packages.mjs";
import { heldToken } from "./send-echo.mjs";

const basicHeader = `Basic ${Buffer.from("anna:secret").toString("base64")}`;

/** What a team would write by hand: a fixed header, without redirects and challenges. */
function bareUndici(url) {
  const dispatcher = new Agent({ allowH2: false });
  return {
    expected: basicHeader,
    send: async () =>
      (await request(url, { dispatcher, headers: { authorization: basicHeader } })).body.text(),
    close: () => dispatcher.destroy(),
  };
}

/** Sends with the name of a saved profile, as applications do. */
const throughPictor = (plugin, expected, profileFor) => async (url) => {
  process.env.PICTOR_BENCH = "secret";
  const { createPictor, loadConfiguration } = await importPackage("@pictor/host");
  const flags = { profiles: { bench: profileFor(new URL(url).origin) } };
  const pictor = await createPictor({
    builtins: "none",
    plugins: [pluginSource(plugin)],
    configuration: await loadConfiguration({ directory: tmpdir(), flags }),
  });
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
const oauth2 = (origin) => ({
  type: "oauth2",
  schemes: {
    oauth2: { grantType: "client_credentials", tokenUrl: `${origin}/token`, clientId: "bench" },
  },
});

/** For each name, a function that creates a sender for a URL. `send` settles with the text of the reply, which must be `expected`. */
export const sendVariants = {
  "undici.request": bareUndici,
  "pictor.send, basic": throughPictor("auth-basic", basicHeader, basic),
  "pictor.send, oauth2": throughPictor("auth-oauth2", `Bearer ${heldToken}`, oauth2),
};
