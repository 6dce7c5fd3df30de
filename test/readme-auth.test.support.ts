// The environment in which the table of docs/authentication.md is executed: its rows, a new user's machine, and servers.

import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { vi } from "vitest";
import { createTestFolder, listen, userConfigurationFile, userVariables } from "@pictor/host/testing";
import { shellWords } from "../features/requests/curl/shell-command.js";
import { fakeStreams, piped } from "../cli/testing/fake-streams.js";
import { commandLine } from "../cli/testing/command-line.js";
import { run } from "../cli/program/run.js";
import { followCallback } from "../plugins/auth-oauth2/testing/authorization-flow.js";
import { startProvider, type TestProvider } from "../plugins/auth-oauth2/testing/oidc-provider.js";

export interface Row {
  readonly name: string;
  readonly setUp: readonly string[];
  readonly then: readonly string[];
}

/** `show me` stands for `pictor auth show me`. */
const commandsIn = (cell = ""): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) =>
    code.startsWith("pictor ") ? code : `pictor auth ${code}`,
  );

/** The table of the section, without its header. */
export function readRows(): readonly Row[] {
  const page = readFileSync(join(import.meta.dirname, "../docs/authentication.md"), "utf8");
  const [, section = ""] = /^## Set up a profile\n([^]*?)^## /m.exec(page) ?? [];
  const lines = section.split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) => {
    const [, name = "", setUp, then] = line.split("|");
    return { name: name.trim(), setUp: commandsIn(setUp), then: commandsIn(then) };
  });
}

/** The inputs that a command asks for: fields, or `token` if one is pasted. */
export const askedBy = (command: string): readonly string[] =>
  command.startsWith("pictor auth paste ")
    ? ["token"]
    : [...command.matchAll(/ --secret (\w+)(?!\w|=)/g)].map(([, field = ""]) => field);

export interface Arrived {
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
}
export type Check = (request: Arrived) => boolean | Promise<boolean>;

export interface Api {
  readonly url: string;
  /** For each request, whether it had the right credential: `in`, or `bare` for one before a challenge. */
  verdicts(): readonly string[];
  close(): Promise<void>;
}

export async function serveApi(isRight: Check): Promise<Api> {
  const verdicts: string[] = [];
  const judge = async ({ url = "", headers }: IncomingMessage): Promise<number> => {
    const isIn = await isRight({ url: new URL(url, "http://api"), headers });
    verdicts.push(isIn ? "in" : "out");
    return isIn ? 200 : 401;
  };
  const server = createServer((request, response) => {
    void judge(request).then((status) => response.writeHead(status).end());
  });
  const { url, close } = await listen(server);
  return { url, verdicts: () => verdicts, close };
}

/** A provider that knows the user and the two clients of the table. */
export const passwords = { anna: " pässword +%", robot: "r0bot:+%/" };

export const startReadmeProvider = (): Promise<TestProvider> =>
  startProvider({
    user: { username: "anna", password: passwords.anna },
    moreClients: [
      {
        client_id: "app",
        token_endpoint_auth_method: "none",
        grant_types: [
          "authorization_code",
          "refresh_token",
          "password",
          "urn:ietf:params:oauth:grant-type:device_code",
        ],
        redirect_uris: ["http://localhost/callback"],
        application_type: "native",
      },
      {
        client_id: "robot",
        client_secret: passwords.robot,
        grant_types: ["client_credentials"],
        response_types: [],
        redirect_uris: [],
      },
    ],
  });

/** A device code may be polled every second (RFC 8628 section 3.2). */
export function prepareDeviceCode({ intercept, endpoints }: TestProvider): void {
  const url = endpoints.deviceAuthorizationUrl;
  const answer = async (request: IncomingMessage): Promise<string> => {
    const body = new URLSearchParams(await textOf(request));
    const response = await fetch(url, { method: "POST", body });
    return JSON.stringify({ ...((await response.json()) as object), interval: 1 });
  };
  intercept(new URL(url).pathname, (request, response) => {
    void answer(request).then((json) =>
      response.writeHead(200, { "content-type": "application/json" }).end(json),
    );
  });
}

/** Reads the output of the command, and opens the addresses that it shows, as a user who agrees would. */
function createVisitor(provider: TestProvider) {
  const visit = async (address: URL): Promise<void> => {
    const userCode = address.searchParams.get("user_code");
    if (userCode === null) await followCallback(await provider.authorize(address.href));
    else await provider.approveDevice(userCode);
  };
  let visiting: Promise<void> | undefined;
  return {
    read(said: string): void {
      const [, address] = /^Open this address: (\S+)\n/m.exec(said) ?? [];
      if (address !== undefined) visiting ??= visit(new URL(address));
    },
    over: () => visiting,
  };
}

export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}
export interface Machine {
  /** The contents of `pictor.json`. */
  saved(): string;
  /** Runs a command of the page, in this process or in another one, for a user at a browser. `typed` is piped in. */
  pictor(command: string, typed: string, isProcess: boolean): Promise<Ended>;
  dispose(): void;
}

/** Home, configuration, data and working folder of a new user. `variables` are for the shell. */
export function createMachine(variables: Readonly<Record<string, string>>, provider: TestProvider): Machine {
  const folder = createTestFolder();
  const at = (name: string): string => join(folder, name);
  const cwd = at("project");
  mkdirSync(cwd);
  const own = { ...userVariables(at("home")), BROWSER: "none", PICTOR_CONFIG: "", PICTOR_ENVIRONMENT: "" };
  const env = { ...process.env, ...own };

  const here = async (words: readonly string[], typed: string): Promise<Ended> => {
    for (const [name, value] of Object.entries(own)) vi.stubEnv(name, value);
    const before = process.cwd();
    process.chdir(cwd);
    const visitor = createVisitor(provider);
    const { written, stderr: sink, ...streams } = fakeStreams(false, env, piped(typed));
    const write: typeof sink.write = (chunk, done) => {
      const more = sink.write(chunk, done);
      visitor.read(written.err);
      return more;
    };
    try {
      const exitCode = await run(words, { ...streams, stderr: { ...sink, write } });
      await visitor.over();
      return { exitCode, stdout: written.out, stderr: written.err };
    } finally {
      process.chdir(before);
      vi.unstubAllEnvs();
    }
  };
  const apart = async (words: readonly string[], typed: string): Promise<Ended> => {
    const child = spawn(process.execPath, [...commandLine, ...words], { cwd, env });
    const visitor = createVisitor(provider);
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk.toString();
      visitor.read(stderr);
    });
    child.stdin.end(typed);
    const exitCode = await new Promise<number | null>((resolve) => child.once("close", resolve));
    await visitor.over();
    return { exitCode, stdout, stderr };
  };

  return {
    saved: () => readFileSync(userConfigurationFile(at("home")), "utf8"),
    pictor(command, typed, isProcess) {
      const [program, ...words] = shellWords(command, variables);
      if (program !== "pictor") throw new Error(`the page has a command of something else: ${command}`);
      return (isProcess ? apart : here)(words, typed);
    },
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}
