// Child processes for work that must not share a process: each is started, receives requests, and ends on disconnect.

import { fork, type ChildProcess, type ForkOptions } from "node:child_process";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";

/** The next message of a child process. Rejects if the process ends instead. */
export async function nextMessage<Message>(child: ChildProcess, name: string): Promise<Message> {
  const ended = new AbortController();
  const death = once(child, "exit", { signal: ended.signal }).then(([code]) => {
    throw new Error(`${name} ended too early, with ${String(code)}`);
  });
  death.catch(() => undefined);
  const [message] = (await Promise.race([once(child, "message"), death])) as [Message];
  ended.abort();
  return message;
}

/** Options for processes whose clients log to stdout: a full pipe that nobody reads would block them. */
export const quiet: ForkOptions = { stdio: ["ignore", "ignore", "inherit", "ipc"] };

/** A child process that replies to each `Request` with a `Reply`. `hello` is its first message. */
export interface Child<Hello, Request = never, Reply = never> {
  readonly hello: Hello;
  readonly ask: (request: Request) => Promise<Reply>;
  readonly end: () => void;
  readonly kill: () => void;
}

/** Starts `script`, relative to `from` (an import.meta.url), and waits for its first message. */
export async function start<Hello, Request extends object | string = never, Reply = never>(
  from: string,
  script: string,
  parameters: readonly string[] = [],
  options: ForkOptions = {},
): Promise<Child<Hello, Request, Reply>> {
  const child = fork(fileURLToPath(new URL(script, from)), parameters, options);
  const name = `${script} ${parameters.join(" ")}`;
  const hello = await nextMessage<Hello>(child, name);
  return {
    hello,
    ask(request) {
      child.send(request);
      return nextMessage(child, name);
    },
    end: () => child.disconnect(),
    kill: () => child.kill("SIGKILL"),
  };
}

/** In a child process: sends a message to the process that has started it. */
export function tell(message: unknown): void {
  process.send?.(message);
}

/** In a child process: answers each request of the parent, and ends the process, after `close`, with the parent's channel. */
export function answer(reply: (request: never) => unknown, close?: () => unknown): void {
  process.on("message", (request) => void Promise.resolve(reply(request as never)).then(tell));
  endWithParent(close);
}

/** In a child process: ends the process, after `close`, when its parent lets it go. */
export function endWithParent(close: () => unknown = () => undefined): void {
  process.once("disconnect", () => void Promise.resolve(close()).finally(() => process.exit()));
}

/** Opens a free port of this machine. Resolves to the address. */
export async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** In a child process: serves on a free port, whose address is the first message. */
export async function serveToParent(server: Server): Promise<void> {
  endWithParent();
  tell(await listen(server));
}
