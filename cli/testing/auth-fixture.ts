// Runs `auth` and `request` commands in a test: the real kernel over a temporary folder, with an auth scheme that the
// test controls.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createPictor, type Pictor } from "@pictor/host";
import {
  loadConfiguration,
  type LoadedConfiguration,
  type AuthAction,
  type AuthStatus,
  type Interaction,
  type PluginSource,
} from "@pictor/kernel";
import type { ExitCode } from "../base/exit-codes.js";
import type { GlobalOptions } from "../base/invocation.js";
import type { InputStream } from "../base/streams.js";
import { HostInteraction } from "../interaction/interaction.js";
import { reportFailure } from "../output/report-failure.js";
import { createTerminal } from "../output/terminal.js";
import { createHost, type CommandHost } from "../session/command-host.js";
import { fakeStreams, piped } from "./fake-streams.js";
import { createTestFolder, manifestOf } from "@pictor/host/testing";

const actions = [
  { id: "login", title: "Open the door" },
  { id: "paste", title: "Paste a key", input: { title: "Key", secret: true } },
  { id: "clear", title: "Forget the key" },
  { id: "discover", title: "Fill from a house", input: { title: "House" } },
  { id: "rotate", title: "Rotate the key", input: { title: "Direction" } },
];
const manifest = manifestOf("auth-door", "auth", {
  contributes: {
    authSchemes: [
      {
        id: "door",
        title: "Door Key",
        handler: "open",
        actions,
        settings: {
          type: "object",
          required: ["house"],
          properties: {
            house: { type: "string", title: "House" },
            floors: { type: "integer", default: 1 },
            code: { type: "string", title: "Door code", default: "", "x-secret": true },
            pin: { type: "string", title: "PIN", default: "", "x-secret": true },
            plan: { type: "string", title: "Plan", format: "multiline", default: "", "x-secret": true },
          },
        },
      },
    ],
  },
});

/** The behaviour of the scheme `door`; a test replaces its parts. */
export interface FakeScheme {
  status: AuthStatus;
  readonly actions: Record<string, AuthAction>;
}

/** The exit code of a command, and its output on stdout and stderr. */
export interface CommandRun {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}
export interface RunOptions extends GlobalOptions {
  readonly stdin?: InputStream;
  readonly signal?: AbortSignal;
}

export interface AuthFixture {
  readonly folder: string;
  readonly scheme: FakeScheme;
  run(command: (host: CommandHost) => Promise<ExitCode>, options?: RunOptions): Promise<CommandRun>;
  /** The current contents of `pictor.json`. */
  saved(): { readonly profiles?: Readonly<Record<string, unknown>> };
  secretNames(): Promise<readonly string[]>;
  keepSecret(name: string, value: string): Promise<void>;
  dispose(): Promise<void>;
}

/** Profiles in the user's configuration file, and backends in the project's. */
interface OtherConfiguration {
  readonly user?: object;
  readonly backends?: object;
}

/** Creates one kernel, which keeps secrets in memory. Each `run` is a separate command with its own terminal. */
export async function createAuthFixture(
  profiles: object = {},
  { user, backends }: OtherConfiguration = {},
): Promise<AuthFixture> {
  const folder = createTestFolder();
  const file = join(folder, "pictor.json");
  writeFileSync(file, JSON.stringify({ profiles, ...(backends !== undefined && { backends }) }));
  const userFile = join(folder, "user.json");
  if (user !== undefined) writeFileSync(userFile, JSON.stringify({ profiles: user }));
  const nothing: AuthAction = () => Promise.resolve({});
  const scheme: FakeScheme = {
    status: { state: "signed-out" },
    actions: Object.fromEntries(actions.map(({ id }) => [id, nothing])),
  };
  const plugin: PluginSource = {
    kind: "inline",
    manifest,
    plugin: () => ({
      handlers: { open: () => undefined },
      provides: {
        authSchemes: {
          door: {
            status: () => scheme.status,
            actions: Object.fromEntries(
              actions.map(({ id }) => [
                id,
                (setting, context) => (scheme.actions[id] ?? nothing)(setting, context),
              ]),
            ),
          },
        },
      },
    }),
  };
  let current: HostInteraction | undefined;
  const currentInteraction = (): HostInteraction => {
    if (current === undefined) throw new Error("no command runs");
    return current;
  };
  const interaction: Interaction = {
    ask: (question) => currentInteraction().ask(question),
    openUrl: (url) => currentInteraction().openUrl(url),
    enter: (prompt, signal) => currentInteraction().enter(prompt, signal),
    showCode: (code, signal) => currentInteraction().showCode(code, signal),
    show: (text) => currentInteraction().show(text),
    progress: (step) => currentInteraction().progress(step),
  };
  const load = () => loadConfiguration({ directory: folder, userFile });
  const open = (configuration: LoadedConfiguration) =>
    createPictor({
      plugins: [plugin],
      configuration,
      interaction,
      defaultSecretStore: "memory",
      defaultBackends: [],
    });
  const kernel = await open(await load());
  return {
    folder,
    scheme,
    saved: () => JSON.parse(readFileSync(file, "utf8")) as ReturnType<AuthFixture["saved"]>,
    secretNames: () => kernel.secrets.names(),
    keepSecret: (name, value) => kernel.secrets.set(name, value),
    dispose: () => kernel.dispose(),
    async run(command, { stdin = piped(""), signal = new AbortController().signal, ...globals } = {}) {
      const streams = fakeStreams(stdin.isTTY === true, {}, stdin);
      const terminal = createTerminal(streams, globals, kernel.redact);
      const options = { streams, yes: false, browser: true, signal, interrupt: () => undefined };
      current = new HostInteraction(terminal, { ...options, open: () => Promise.resolve(false) });
      const furtherKernels: Pictor[] = [];
      const host = createHost(kernel, await load(), {
        terminal,
        interaction: current,
        signal,
        streams,
        async open(configuration) {
          const further = await open(configuration);
          furtherKernels.push(further);
          return further;
        },
      });
      const code = await command(host).catch((error: unknown) => reportFailure(error, terminal));
      for (const further of furtherKernels) await further.dispose();
      return { code, ...streams.written };
    },
  };
}
