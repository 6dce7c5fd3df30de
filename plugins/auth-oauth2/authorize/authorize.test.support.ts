// A person, a browser and a rude peer for the tests of the flow: real sockets on loopback, time in the test's hand.

import { request } from "node:http";
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { connect, createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { text as textOf } from "node:stream/consumers";
import type { Interaction, Prompt } from "@pictor/kernel/plugin";
import { createFakeClock } from "@pictor/kernel/testing";
import type { FakeClock } from "@pictor/kernel/testing";
import type { Fields, OAuthSetting } from "../setting.js";
import { authorize } from "./authorize.js";
import type { Authorized, AuthorizeTools } from "./authorize.js";
import { bindServer } from "./listener.js";
import type { Bind } from "./listener.js";
import { blank } from "../blank.test.support.js";

const own: Fields = {
  ...blank,
  tokenUrl: "https://provider.example/token",
  clientId: "pictor client",
  authorizationUrl: "https://provider.example/authorize",
};

export const settingWith = (fields: Partial<Fields> = {}): OAuthSetting => ({
  fields: { ...own, ...fields },
  profile: "work",
  file: undefined,
  environment: undefined,
});

export const systemError = (code: string): Error => Object.assign(new Error("refused by the test"), { code });

/** The usual port is taken, so every flow of a test gets one of its own. */
export const otherPort: Bind = (server, port, address) =>
  port === 17_823 ? Promise.reject(systemError("EADDRINUSE")) : bindServer(server, port, address);

export interface Person {
  readonly interaction: Interaction;
  readonly opened: readonly string[];
  readonly shown: readonly string[];
  readonly prompts: readonly Prompt[];
  readonly steps: readonly string[];
  /** The signals of the questions asked. */
  readonly signals: readonly AbortSignal[];
}

/**
 * `browser`: whether one opens. `pastes`: what is typed, in turn; undefined: nobody can be asked; after the last one
 * the person thinks until the question is taken back.
 */
export function createPerson(browser: boolean, pastes: readonly (string | undefined)[] = []): Person {
  const opened: string[] = [];
  const shown: string[] = [];
  const prompts: Prompt[] = [];
  const steps: string[] = [];
  const signals: AbortSignal[] = [];
  const interaction: Interaction = {
    ask: ({ safeChoice }) => Promise.resolve(safeChoice),
    openUrl: (url, instead = url) => {
      opened.push(url);
      if (!browser) shown.push(instead);
      return Promise.resolve(browser);
    },
    enter: (prompt, signal) => {
      prompts.push(prompt);
      if (signal !== undefined) signals.push(signal);
      if (prompts.length <= pastes.length) return Promise.resolve(pastes[prompts.length - 1]);
      return new Promise((_resolve, reject) => {
        signal?.addEventListener("abort", () => {
          reject(signal.reason);
        });
      });
    },
    showCode: () => undefined,
    show: (line) => {
      shown.push(line);
    },
    progress: (step) => {
      steps.push(step);
    },
  };
  return { interaction, opened, shown, prompts, steps, signals };
}

export interface Flow {
  readonly result: Promise<Authorized>;
  readonly person: Person;
  readonly clock: FakeClock;
  readonly cancel: (reason?: unknown) => void;
  readonly logged: readonly unknown[];
}

/** Begins a flow and settles when it waits for the person. */
export async function begin(
  fields: Partial<Fields> = {},
  { person = createPerson(true), ...tools }: Partial<AuthorizeTools> & { readonly person?: Person } = {},
): Promise<Flow> {
  const clock = createFakeClock();
  const controller = new AbortController();
  const logged: unknown[] = [];
  const log = (...line: readonly unknown[]) => void logged.push(line);
  const setting = settingWith(fields);
  const result = authorize(setting, {
    interaction: person.interaction,
    clock,
    signal: controller.signal,
    checkedAuthorizationUrl: setting.fields.authorizationUrl,
    logger: { debug: log, info: log, warn: log, error: log },
    bind: otherPort,
    ...tools,
  });
  result.catch(() => undefined);
  await Promise.race([
    waitFor(() => person.opened.length + person.prompts.length > 0),
    result.catch(() => 0),
  ]);
  return {
    result,
    person,
    clock,
    logged,
    cancel: (reason) => {
      controller.abort(reason);
    },
  };
}

/** Input and output come in until the condition holds. */
export async function waitFor(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** One request, no redirect followed, like a browser's navigation unless the headers say otherwise. */
export function ask(
  url: string,
  options: { readonly method?: string; readonly headers?: OutgoingHttpHeaders; readonly body?: string } = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const { method = "GET", headers = {} } = options;
    const sent = request(url, { method, headers, agent: false }, (response) => {
      textOf(response).then((body) => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      }, reject);
    });
    sent.on("error", reject);
    sent.end(options.body);
  });
}

/** Sends bytes as they are, and settles with everything that comes back until the connection ends. */
export function sendRaw(port: number, bytes: string, host = "127.0.0.1"): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect({ port, host }, () => socket.write(bytes, "latin1"));
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => (received += text));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      resolve(received);
    });
  });
}

/** Connects and says nothing, or only this. */
export function openSocket(port: number, host: string, bytes = ""): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ port, host }, () => {
      if (bytes !== "") socket.write(bytes, "latin1");
      resolve(socket);
    });
    socket.on("error", () => undefined);
  });
}

/** Where the start page sends the browser. */
export async function startedUrl({ person }: Flow): Promise<URL> {
  const { headers } = await ask(person.opened[0] ?? "");
  return new URL(headers.location ?? "");
}

/** What the provider redirects to: the flow's own redirect URI and state, with these parameters instead or besides. */
export function callbackOf(authorization: URL, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(authorization.searchParams.get("redirect_uri") ?? "");
  url.searchParams.set("state", authorization.searchParams.get("state") ?? "");
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** The browser at the end: follows the callback to its last page. */
export async function arrive(callback: string): Promise<Answered> {
  const { headers } = await ask(callback);
  return ask(new URL(headers.location ?? "", callback).href);
}

export const portOf = ({ person }: Flow): number => Number(new URL(person.opened[0] ?? "").port);

/** Holds a port as another program would. Port 0: any. */
export function occupy(
  port: number,
  host: string,
): Promise<{ readonly port: number; free(): Promise<void> }> {
  const server: Server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, exclusive: true }, () => {
      resolve({
        port: (server.address() as AddressInfo).port,
        free: () =>
          new Promise((done) => {
            server.close(() => {
              done();
            });
          }),
      });
    });
  });
}

/** Rejects unless the port can be had on both loopback addresses, now. */
export async function expectFree(port: number): Promise<void> {
  for (const host of ["127.0.0.1", "::1"]) await (await occupy(port, host)).free();
}

let freePorts = 0;

/** A port that is free on both, and that no system gives to whoever asks for any: those begin at 32768. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + ((process.pid * 101 + freePorts++) % 10_000);
    const isFree = await expectFree(port).then(
      () => true,
      () => false,
    );
    if (isFree) return port;
  }
}
