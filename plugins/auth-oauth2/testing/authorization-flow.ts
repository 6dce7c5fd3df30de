// For tests of the authorization code flow: users, browsers and hostile peers on real loopback sockets, with a fake clock.

import { once } from "node:events";
import { request } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { text as textOf } from "node:stream/consumers";
import type { Interaction, TextPrompt } from "@pictor/kernel/plugin";
import { createFakeClock } from "@pictor/host/testing";
import { authorize, type Authorization, type AuthorizeDependencies } from "../authorize/authorize.js";
import { bindServer, type Bind } from "../authorize/listener.js";
import type { Fields } from "../setting.js";
import { settingFactory } from "./settings.js";

export const settingWith = settingFactory("work", {
  tokenUrl: "https://provider.example/token",
  clientId: "pictor client",
  authorizationUrl: "https://provider.example/authorize",
});

export const systemError = (code: string): Error => Object.assign(new Error("simulated failure"), { code });

/** Simulates that the default port is busy, so that every flow of a test gets another port. */
export const otherPort: Bind = (server, port, address) =>
  port === 17_823 ? Promise.reject(systemError("EADDRINUSE")) : bindServer(server, port, address);

export interface FakeUser {
  readonly interaction: Interaction;
  readonly opened: readonly string[];
  readonly shown: readonly string[];
  readonly prompts: readonly TextPrompt[];
  readonly steps: readonly string[];
  /** The signals of the prompts. */
  readonly signals: readonly AbortSignal[];
}

/**
 * `hasBrowser`: whether a browser opens. `pastes`: the replies to prompts in turn; undefined stands for a host that cannot
 * ask. Further prompts stay open until their signal is aborted.
 */
export function createUser(hasBrowser: boolean, pastes: readonly (string | undefined)[] = []): FakeUser {
  const opened: string[] = [];
  const shown: string[] = [];
  const prompts: TextPrompt[] = [];
  const steps: string[] = [];
  const signals: AbortSignal[] = [];
  const interaction: Interaction = {
    ask: ({ safeChoice }) => Promise.resolve(safeChoice),
    openUrl: (url, instead = url) => {
      opened.push(url);
      if (!hasBrowser) shown.push(instead);
      return Promise.resolve(hasBrowser);
    },
    enter: (prompt, signal) => {
      prompts.push(prompt);
      if (signal !== undefined) signals.push(signal);
      if (prompts.length <= pastes.length) return Promise.resolve(pastes[prompts.length - 1]);
      return new Promise((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
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

/** Starts a flow and settles when it waits for the user. */
export async function startFlow(
  fields: Partial<Fields> = {},
  {
    user = createUser(true),
    ...dependencies
  }: Partial<AuthorizeDependencies> & { readonly user?: FakeUser } = {},
) {
  const clock = createFakeClock();
  const controller = new AbortController();
  const logged: unknown[] = [];
  const log = (...line: readonly unknown[]) => void logged.push(line);
  const result = authorize(settingWith(fields), {
    interaction: user.interaction,
    clock,
    signal: controller.signal,
    logger: { debug: log, info: log, warn: log, error: log },
    bind: otherPort,
    ...dependencies,
  });
  result.catch(() => undefined);
  await Promise.race([
    waitFor(() => user.opened.length + user.prompts.length > 0),
    result.catch(() => undefined),
  ]);
  return { result, user, clock, logged, cancel: (reason?: unknown) => controller.abort(reason) };
}
export type Flow = Awaited<ReturnType<typeof startFlow>>;

/** Lets input and output happen until the condition holds. */
export async function waitFor(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

/** Sends one request without following redirects. It is a navigation unless the headers say otherwise. */
export async function httpRequest(
  url: string,
  options: { readonly method?: string; readonly headers?: OutgoingHttpHeaders; readonly body?: string } = {},
): Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string }> {
  const { method = "GET", headers = {}, body } = options;
  const sent = request(url, { method, headers, agent: false }).end(body);
  // The connection may also break after the response, before all of the body is sent.
  sent.on("error", () => undefined);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, body: await textOf(response) };
}

/** Sends bytes as they are, and settles with everything received until the connection ends. */
export function sendRaw(port: number, bytes: string, host = "127.0.0.1"): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect({ port, host }, () => socket.write(bytes, "latin1"));
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => (received += text));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(received));
  });
}

/** Connects and sends only these bytes. */
export function openSocket(port: number, host: string, bytes = ""): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ port, host }, () => {
      if (bytes !== "") socket.write(bytes, "latin1");
      resolve(socket);
    });
    socket.on("error", () => undefined);
  });
}

/** Opens the start page, and settles with the authorization URL to which it redirects. */
export async function openStartPage({ user }: Flow): Promise<URL> {
  const { headers } = await httpRequest(user.opened[0] ?? "");
  return new URL(headers.location ?? "");
}

/** The URL to which a provider redirects: redirect URI and state of the request, with these parameters in addition. */
export function callbackUrlOf(authorization: URL, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(authorization.searchParams.get("redirect_uri") ?? "");
  url.searchParams.set("state", authorization.searchParams.get("state") ?? "");
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Opens a callback URL as a browser does, up to the last page. */
export async function followCallback(callbackUrl: string) {
  const { headers } = await httpRequest(callbackUrl);
  return httpRequest(new URL(headers.location ?? "", callbackUrl).href);
}

/** Signs in with this code, as a user does who agrees. */
export async function completeFlow(flow: Flow, code = "a"): Promise<Authorization> {
  await followCallback(callbackUrlOf(await openStartPage(flow), { code }));
  return flow.result;
}

export const portOf = ({ user }: Flow): number => Number(new URL(user.opened[0] ?? "").port);

/** Occupies a port as another program would; port 0 stands for any port. */
export async function occupyPort(port: number, host: string) {
  const server = createServer().listen({ port, host, exclusive: true });
  await once(server, "listening");
  const release = async (): Promise<void> => {
    server.close();
    await once(server, "close");
  };
  return { port: (server.address() as AddressInfo).port, release };
}

/** Rejects unless the port is free on both loopback addresses. */
export async function expectPortFree(port: number): Promise<void> {
  for (const host of ["127.0.0.1", "::1"]) await (await occupyPort(port, host)).release();
}

let attempts = 0;

/** A port that is free on both addresses, below 32768, where systems begin to assign ports of their choice. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + ((process.pid * 101 + attempts++) % 10_000);
    const isFree = await expectPortFree(port).then(
      () => true,
      () => false,
    );
    if (isFree) return port;
  }
}
