// Glewlwyd, an OpenID Connect server in C, as Debian's glewlwyd brings it, with a database of the tests.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
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

const program = "/usr/bin/glewlwyd";
/** The tables, and an administrator whose password is `password`. */
const schema = "/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3";

const configurationFile = (folder: string, port: number): string => `
port = ${port}
bind_address = "127.0.0.1"
external_url = "http://127.0.0.1:${port}/"
login_url = "login.html"
api_prefix = "api"
static_files_path = "/usr/share/glewlwyd/webapp"
log_mode = "console"
log_level = "WARNING"
cookie_secure = 0
session_key = "GLEWLWYD2_SESSION_ID"
session_expiration = 3600
admin_scope = "g_admin"
profile_scope = "g_profile"
user_module_path = "/usr/lib/glewlwyd/user"
user_middleware_module_path = "/usr/lib/glewlwyd/user_middleware"
client_module_path = "/usr/lib/glewlwyd/client"
user_auth_scheme_module_path = "/usr/lib/glewlwyd/scheme"
plugin_module_path = "/usr/lib/glewlwyd/plugin"
hash_algorithm = "SHA512"
database = { type = "sqlite3" path = "${join(folder, "database")}" };
`;

const grants = ["code", "password", "client_credentials", "refresh_token", "device_authorization"];

function protocolParameters(issuer: string) {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    iss: issuer,
    "jwt-type": "rsa",
    "jwt-key-size": "256",
    key: privateKey.export({ type: "pkcs8", format: "pem" }),
    cert: publicKey.export({ type: "spki", format: "pem" }),
    "access-token-duration": 3_600,
    "refresh-token-duration": 86_400,
    "code-duration": 600,
    "refresh-token-rolling": false,
    "refresh-token-one-use": "always",
    "allow-non-oidc": true,
    "auth-type-code-enabled": true,
    "auth-type-token-enabled": false,
    "auth-type-id-token-enabled": true,
    "auth-type-password-enabled": true,
    "auth-type-client-enabled": true,
    "auth-type-device-enabled": true,
    "auth-type-refresh-enabled": true,
    "pkce-allowed": true,
    "jwks-show": true,
    "subject-type": "public",
    "introspection-revocation-allowed": true,
    "introspection-revocation-allow-target-client": true,
    "introspection-revocation-auth-scope": ["introspection"],
    "device-authorization-expiration": 600,
    "device-authorization-interval": 5,
    "oauth-as-iss-id": true,
  };
}

/** A browser session, which the JavaScript of Glewlwyd's pages would use in the same way. */
async function openSession(origin: string, username: string, password: string) {
  let cookie = "";
  const call = async (method: string, url: string, body?: unknown): Promise<Response> => {
    const response = await fetch(new URL(url, origin), {
      method,
      redirect: "manual",
      headers: { "content-type": "application/json", cookie },
      body: body === undefined ? null : JSON.stringify(body),
    });
    cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
    if (response.status < 400) return response;
    throw new Error(`${method} ${url}: status ${response.status}, ${await response.text()}`);
  };
  await call("POST", "/api/auth/", { username, password });
  return call;
}

async function addEverything(origin: string, issuer: string, callbackUrl: string): Promise<void> {
  const call = await openSession(origin, "admin", "password");
  const add = (path: string, body: object) => call("POST", `/api/${path}/`, body);
  for (const name of ["read", "write", "introspection"])
    await add("scope", { name, display_name: name, password_required: true, password_max_age: 0 });
  const parameters = protocolParameters(issuer);
  await add("mod/plugin", { module: "oidc", name: "oidc", display_name: "OpenID Connect", parameters });
  await add("user", { ...account, enabled: true, scope: ["openid", "read", "write", "g_profile"] });
  const addClient = (clientId: string, more: object) =>
    add("client", {
      client_id: clientId,
      name: clientId,
      enabled: true,
      authorization_type: grants,
      redirect_uri: [callbackUrl],
      ...more,
    });
  await addClient(clientIds.application, { confidential: false, scope: [] });
  const confidential = (secret: string, scope: readonly string[]) => ({
    confidential: true,
    client_secret: secret,
    token_endpoint_auth_method: ["client_secret_basic", "client_secret_post"],
    scope,
  });
  await addClient(clientIds.robot, confidential(clientSecret, ["read", "write"]));
  await addClient(checker.clientId, confidential(checker.clientSecret, ["introspection"]));
}

async function start(callbackUrl: string): Promise<AuthorizationServer> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const issuer = `${origin}/api/oidc`;
  const close = await startProgram((folder) => {
    execFileSync("sqlite3", [join(folder, "database")], { input: readFileSync(schema) });
    const file = join(folder, "glewlwyd.conf");
    writeFileSync(file, configurationFile(folder, port));
    return { command: [program, `--config-file=${file}`], readyUrl: `${origin}/login.html` };
  });
  await addEverything(origin, issuer, callbackUrl);

  /** Opens a page in the session of a user, who signs in and grants what its parameters ask for. */
  async function consent(startUrl: string): Promise<string> {
    const open = await openSession(origin, account.username, account.password);
    let url = startUrl;
    for (let step = 0; step < 10; step++) {
      const { headers } = await open("GET", url);
      url = new URL(headers.get("location") ?? "", url).href;
      const { pathname, searchParams } = new URL(url);
      if (!pathname.endsWith("/login.html")) return url;
      const clientId = searchParams.get("client_id");
      if (clientId === null) return url;
      await open("PUT", `/api/auth/grant/${clientId}`, { scope: searchParams.get("scope") });
      url = `${searchParams.get("callback_url")}&g_continue`;
    }
    throw new Error(`${startUrl} leads through more than 10 pages`);
  }
  return {
    issuer,
    clients: {
      // It does not decode Basic authentication. Only client credentials are sent once more in another way.
      authorization_code: { ...confidentialClient(clientIds.robot), clientAuthentication: "basic-raw" },
      password: { ...confidentialClient(clientIds.robot), clientAuthentication: "post" },
      client_credentials: confidentialClient(clientIds.robot),
      device_code: publicClient(clientIds.application),
    },
    authorize: consent,
    approveDevice: async (code) => {
      await consent(`${issuer}/device?code=${encodeURIComponent(code)}`);
    },
    denyDevice: () => Promise.reject(new Error("the pages of Glewlwyd cannot deny")),
    isActive: (token) => introspect(issuer, "", token),
    close,
  };
}

export const glewlwyd: ServerKind = {
  name: "Glewlwyd",
  missing: existsSync(program) && existsSync(schema) ? undefined : `${program} (glewlwyd) is not installed`,
  personal: ["authorization_code", "password", "device_code"],
  canDeny: false,
  cannotRevoke: ["device_code"],
  start,
};
