// django-oauth-toolkit, as Debian's python3-django-oauth-toolkit brings it, in a small Django project of the tests.

import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import { browse } from "../../../plugins/auth-oauth2/testing/browser-user.js";
import {
  account,
  checker,
  clientIds,
  clientSecret,
  confidentialClient,
  introspect,
  publicClient,
  type AuthorizationServer,
  type ServerKind,
} from "./authorization-server.test.support.js";
import { freePort } from "../../free-port.test.support.js";
import { startProgram } from "./program.test.support.js";

// Debian's packages are only for its own Python.
const python = "/usr/bin/python3";
const program = join(import.meta.dirname, "django-oauth-toolkit.py");
const isInstalled = spawnSync(python, ["-c", "import oauth2_provider"]).status === 0;

/** A client of django-oauth-toolkit has one grant, besides refresh. */
const clientsWith = (callbackUrl: string) => [
  {
    client_id: clientIds.application,
    client_type: "public",
    authorization_grant_type: "authorization-code",
    redirect_uris: callbackUrl,
    algorithm: "RS256",
  },
  {
    client_id: clientIds.robot,
    client_secret: clientSecret,
    client_type: "confidential",
    authorization_grant_type: "client-credentials",
  },
  { client_id: clientIds.password, client_type: "public", authorization_grant_type: "password" },
  {
    client_id: checker.clientId,
    client_secret: checker.clientSecret,
    client_type: "confidential",
    authorization_grant_type: "client-credentials",
  },
];

async function start(callbackUrl: string): Promise<AuthorizationServer> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const issuer = `${origin}/o`;
  // Its discovery document does not name it.
  const revocationUrl = `${issuer}/revoke_token/`;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const close = await startProgram((folder) => {
    const key = privateKey.export({ type: "pkcs8", format: "pem" });
    const given = {
      ...account,
      database: join(folder, "database"),
      port,
      key,
      clients: clientsWith(callbackUrl),
    };
    return { command: [python, program, JSON.stringify(given)], readyUrl: `${origin}/login/` };
  });
  const noDevice = () => Promise.reject(new Error("django-oauth-toolkit 1.7 has no device grant"));
  return {
    issuer,
    clients: {
      authorization_code: { ...publicClient(clientIds.application), revocationUrl },
      password: { ...publicClient(clientIds.password), revocationUrl },
      client_credentials: { ...confidentialClient(clientIds.robot), revocationUrl },
    },
    authorize: (url, user) => browse(url, { ...user, types: account }),
    approveDevice: noDevice,
    denyDevice: noDevice,
    isActive: (token) => introspect(issuer, "/", token),
    close,
  };
}

export const djangoOauthToolkit: ServerKind = {
  name: "django-oauth-toolkit",
  missing: isInstalled ? undefined : `${python} has no oauth2_provider (python3-django-oauth-toolkit)`,
  personal: ["authorization_code", "password"],
  canDeny: true,
  cannotRevoke: [],
  start,
};
