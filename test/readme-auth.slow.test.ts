// The table of docs/authentication.md, executed: every command of every row, with servers that check the requests.

import { generateKeyPairSync } from "node:crypto";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { serveDigest } from "../plugins/auth-digest/testing/digest-server.js";
import {
  askedBy,
  createMachine,
  passwords,
  prepareDeviceCode,
  readRows,
  serveApi,
  startReadmeProvider,
  type Api,
  type Check,
  type Row,
} from "./readme-auth.test.support.js";

const rows = readRows();
const rowOf = (name: string): Row => {
  const found = rows.find((row) => row.name === name);
  if (found === undefined) throw new Error(`the page has no row "${name}"`);
  return found;
};
const isRequest = (command: string): boolean => command.startsWith("pictor request ");
/** The text "The same, as for all below". */
const [useProfile = ""] = rowOf("Basic").then;

const provider = await startReadmeProvider();
afterAll(() => provider.close());

/** What a row needs in addition to its commands. */
interface Case {
  /** The check of each request that arrives at the API. */
  readonly isRight?: Check;
  /** Starts an API for this row only. */
  readonly serve?: () => Promise<Api>;
  /** The inputs that the commands ask for. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Default: the commands of the row, and then a request with its profile. */
  readonly steps?: (row: Row) => readonly string[];
  /** The commands that run in separate processes. The others run in this process, which takes a tenth of the time. */
  readonly processes?: RegExp;
  readonly prepare?: () => void;
  /** A text that `pictor.json` must not contain at the end. */
  readonly gone?: string;
}

const allAndUse = ({ setUp, then }: Row): readonly string[] => [
  ...setUp,
  ...then,
  ...(then.some(isRequest) ? [] : [useProfile]),
];
const authorization =
  (value: string): Check =>
  ({ headers }) =>
    headers.authorization === value;
const basic = (user: string): Check => authorization(`Basic ${Buffer.from(user).toString("base64")}`);
const isActiveToken: Check = ({ headers }) =>
  provider.isActive(/^Bearer (\S+)$/.exec(headers.authorization ?? "")?.[1] ?? "");

/** A JWK, because what a command asks for is one line. */
const jwtKey = JSON.stringify(
  generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }),
);

const digestPassword = "digest: ü/";
async function serveDigestApi(): Promise<Api> {
  const shared = { username: "anna", password: digestPassword };
  const { host, verdicts, close } = await serveDigest({ ...shared, algorithm: "SHA-256", qop: "auth" });
  return { url: `http://${host}/`, verdicts, close };
}

const cases: Readonly<Record<string, Case>> = {
  none: {
    isRight: ({ url, headers }) =>
      url.search === "" && headers.authorization === undefined && headers.cookie === undefined,
  },
  Basic: {
    secrets: { password: "basic: ü/" },
    isRight: basic("anna:basic: ü/"),
    processes: /^pictor request /,
  },
  Bearer: { secrets: { token: "bearer~+/==" }, isRight: authorization("Bearer bearer~+/==") },
  "API key: header": {
    secrets: { value: "key;header" },
    isRight: ({ headers }) => headers["x-api-key"] === "key;header",
  },
  "API key: query": {
    secrets: { value: "key&query?" },
    isRight: ({ url }) => url.searchParams.get("token") === "key&query?",
  },
  Digest: { secrets: { password: digestPassword }, serve: serveDigestApi },
  "AWS Signature Version 4": {
    secrets: { secretAccessKey: "wJalrXUtnFEMI/K7MDENG" },
    isRight: ({ headers }) =>
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/s3\//.test(headers.authorization ?? ""),
  },
  Hawk: {
    secrets: { key: "hawk: ü/" },
    isRight: ({ headers }) => /^Hawk id="anna", ts="\d+", .*mac="[^"]+"$/.test(headers.authorization ?? ""),
  },
  "Self-signed JWT": {
    secrets: { key: jwtKey },
    isRight: ({ headers }) => /^Bearer eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+$/.test(headers.authorization ?? ""),
  },
  "OAuth 1.0a": {
    secrets: { consumerSecret: "consumer: ü/", tokenSecret: "token: ü/" },
    isRight: ({ headers }) =>
      /^OAuth oauth_consumer_key="app", oauth_token="anna", .*oauth_signature="[^"]+"$/.test(
        headers.authorization ?? "",
      ),
  },
  "OAuth: discovery": { steps: ({ setUp, then }) => [...setUp, ...then], gone: "tokenUrl" },
  "OAuth: code + PKCE": { isRight: isActiveToken, processes: /^pictor auth login / },
  "OAuth: client credentials": {
    secrets: { clientSecret: passwords.robot },
    isRight: isActiveToken,
    steps: ({ setUp, then }) => [...setUp, useProfile, ...then, useProfile],
  },
  "OAuth: password": { secrets: { password: passwords.anna }, isRight: isActiveToken },
  "OAuth: device code": { isRight: isActiveToken, prepare: () => prepareDeviceCode(provider) },
  "any token": {
    secrets: { token: "pasted~+/==" },
    isRight: authorization("Bearer pasted~+/=="),
    steps: ({ setUp, then }) => [...setUp, useProfile, ...then],
  },
  "from curl": { isRight: basic("anna:pass-word") },
};

it("has a case for every row of the table", () => {
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(cases));
});

it.each(Object.entries(cases))("%s", { timeout: 25_000 }, async (name, given) => {
  const { secrets = {}, steps = allAndUse, processes } = given;
  const api = await (given.serve?.() ?? serveApi(given.isRight ?? (() => false)));
  const { tokenUrl, deviceAuthorizationUrl } = provider.endpoints;
  const variables = {
    API: api.url,
    ISSUER: provider.issuer,
    TOKEN_URL: tokenUrl,
    DEVICE_URL: deviceAuthorizationUrl,
  };
  const machine = createMachine(variables, provider);
  onTestFinished(() => {
    machine.dispose();
    return api.close();
  });
  given.prepare?.();

  const row = rowOf(name);
  const commands = steps(row);
  for (const command of commands) {
    const typed = askedBy(command).map((field) => `${secrets[field] ?? ""}\n`);
    const { exitCode, stderr } = await machine.pictor(
      command,
      typed.join(""),
      processes?.test(command) === true,
    );
    expect({ command, exitCode, stderr }).toMatchObject({ exitCode: 0 });
  }

  const answered = api.verdicts().filter((verdict) => verdict !== "bare");
  expect(answered).toEqual(commands.filter(isRequest).map(() => "in"));
  if (row.setUp.length === 0) return;
  for (const text of [...Object.values(secrets), ...(given.gone === undefined ? [] : [given.gone])])
    expect(machine.saved()).not.toContain(text);
});
