// One request with credentials: by undici alone, and by the kernel with two schemes.

import { Buffer } from "node:buffer";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { Agent, request } from "undici";
import { createKernel, loadConfiguration } from "../dist/kernel/index.js";
import { heldToken } from "./send-echo.mjs";

const basicHeader = `Basic ${Buffer.from("anna:secret").toString("base64")}`;

/** What a team would write by hand: the header is ready; redirects and challenges are nobody's business. */
function bareUndici(url) {
  const dispatcher = new Agent({ allowH2: false });
  return {
    expected: basicHeader,
    send: async () =>
      (await request(url, { dispatcher, headers: { authorization: basicHeader } })).body.text(),
    close: () => dispatcher.destroy(),
  };
}

/** Sends with a saved profile by its name, so that what is done for each send is what is done for everybody's. */
const throughKernel = (plugin, expected, profileFor) => async (url) => {
  process.env.PICTOR_BENCH = "secret";
  const path = fileURLToPath(new URL(`../dist/plugins/${plugin}`, import.meta.url));
  const flags = { profiles: { bench: profileFor(new URL(url).origin) } };
  const kernel = await createKernel({
    sources: [{ kind: "directory", path }],
    configuration: await loadConfiguration({ directory: tmpdir(), flags }),
  });
  return {
    expected,
    send: async () => (await kernel.send({ url, auth: "bench" })).text(),
    close: () => kernel.dispose(),
  };
};

const basic = () => ({
  type: "basic",
  schemes: { basic: { username: "anna", password: { $env: "PICTOR_BENCH" } } },
});
/** The first request fetches the token, the others find it held. */
const oauth2 = (origin) => ({
  type: "oauth2",
  schemes: {
    oauth2: { grantType: "client_credentials", tokenUrl: `${origin}/token`, clientId: "bench" },
  },
});

/** Name to what makes a sender from an address: `send` gives the reply's text, which must be `expected`. */
export const sendVariants = {
  "undici.request": bareUndici,
  "kernel.send, basic": throughKernel("auth-basic", basicHeader, basic),
  "kernel.send, oauth2": throughKernel("auth-oauth2", `Bearer ${heldToken}`, oauth2),
};
