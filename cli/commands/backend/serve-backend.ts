// `pictor backend serve`: runs the embedded server on a port until Ctrl-C.

import { readFile } from "node:fs/promises";
import type { EmbeddedServer, EmbeddedServerOptions } from "@pictor/backend-embedded/testing";
import type { ExitCode } from "../../base/exit-codes.js";
import { stoppingNote } from "../../base/interrupts.js";
import type { Invocation } from "../../base/invocation.js";
import { listenFailure } from "../../base/listen-failure.js";
import { UsageError } from "../../base/usage-error.js";
import { HostInteraction } from "../../interaction/interaction.js";
import { finished } from "../../output/finished.js";
import type { Terminal } from "../../output/terminal.js";
import { runUntilStopped, type StoppableInvocation } from "../../session/run-until-stopped.js";
import { homePath } from "../../text/home-path.js";
import { planServe, type ServeOptions, type ServePlan } from "./serve-plan.js";

export interface ServeInvocation extends StoppableInvocation {
  /** Accepted options without effect, as typed. */
  readonly ignored: readonly string[];
}

/** Runs the server until the first Ctrl-C or SIGTERM. Never rejects. */
export const serveBackend = (options: ServeOptions, invocation: ServeInvocation): Promise<ExitCode> =>
  runUntilStopped(invocation, stoppingNote, async ({ terminal, signal, stopped }) => {
    const { startEmbeddedServer, ...readers } = await import("@pictor/backend-embedded/testing");
    const plan = await planServe(options, readers);
    for (const name of invocation.ignored)
      terminal.say(`${name} has no effect on the embedded server and is ignored.`);
    const access = await accessOf(plan, invocation, terminal, signal);
    if (!signal.aborted) {
      const server = await listen(plan, access, startEmbeddedServer);
      announce(server, plan, access !== undefined, terminal);
      await stopped;
      await server.close();
    }
    return finished(terminal, {});
  });

async function listen(
  { server }: ServePlan,
  access: EmbeddedServerOptions["access"],
  start: (options: EmbeddedServerOptions) => Promise<EmbeddedServer>,
): Promise<EmbeddedServer> {
  const { host, port } = server;
  try {
    return await start({ ...server, ...(access && { access }) });
  } catch (error) {
    if (error instanceof TypeError && "problems" in error) throw refusedOptions(error);
    throw listenFailure(error, { host, port, optionOf: () => "--port" });
  }
}

/**
 * Converts the server's error about its options to a usage error. The message has a headline and one problem per line.
 */
function refusedOptions(error: TypeError): UsageError {
  const what = error.message.replace(/^[^\n]*\n/, "").replaceAll("\n", "; ");
  return new UsageError("USAGE_VALUE", `${what}.`, "`pictor backend serve --help` lists the options.", error);
}

/** Reads the credentials that the server demands. The password is never an argument. */
async function accessOf(
  { credentials }: ServePlan,
  { streams }: Invocation,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<EmbeddedServerOptions["access"]> {
  if (credentials === undefined) return undefined;
  const { username, password: source } = credentials;
  const read = async (): Promise<string | undefined> => {
    if (source.kind === "env") return streams.env[source.target];
    if (source.kind === "file") return (await readFile(source.target, "utf8")).replace(/\r?\n$/, "");
    return new HostInteraction(terminal, { streams, signal }).enter({ title: "Password", secret: true });
  };
  const where = source.kind === "ask" ? "" : ` in ${source.kind}:${source.target}`;
  const missingPassword = (cause?: unknown): UsageError =>
    new UsageError(
      "USAGE_VALUE",
      `There is no password${where}.`,
      "Give a password that is not empty.",
      cause,
    );
  const password = await read().catch((error: unknown) => {
    throw missingPassword(error);
  });
  if (!password && !signal.aborted) throw missingPassword();
  return { username, password: password ?? "" };
}

/** Prints where the server runs. Without a terminal, the last line is the text that launchers of ComfyUI wait for. */
function announce(
  { url, directory, outputDirectory }: EmbeddedServer,
  { isOpen, server }: ServePlan,
  isGuarded: boolean,
  terminal: Terminal,
): void {
  const { paint } = terminal;
  terminal.say(
    "This is the embedded server: its sampler is simulated, and images are drawn instead of generated.",
  );
  terminal.say(`Images are in ${homePath(outputDirectory)}; Ctrl-C stops the server.`);
  if (isOpen) {
    const who = isGuarded ? "Everybody with the password" : "Everybody";
    terminal.say(paint.yellow(`${who} who reaches ${server.host} of this machine can use the server.`));
  }
  if (terminal.json) terminal.record({ type: "ready", url, directory, outputDirectory });
  const address = url.replace(/\/$/, "");
  terminal.say(
    terminal.live
      ? `Ready: ${address} (the HTTP API of ComfyUI, without a GUI)`
      : `To see the GUI go to: ${address}`,
  );
}
