// A command's host in a test: the real kernel over a folder of its own, with a scheme whose sign-in the test steers.

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createPictor,
  loadConfiguration,
  type LoadedConfiguration,
  type AuthAction,
  type AuthStatus,
  type Interaction,
  type Pictor,
  type PluginSource,
} from "@pictor/host";
import { builtinSources } from "@pictor/host";
import type { ExitCode } from "../base/exit-codes.js";
import type { GlobalOptions } from "../base/invocation.js";
import type { InputStream } from "../base/streams.js";
import { createInteraction, type HostInteraction } from "../interaction/interaction.js";
import { reportFailure } from "../output/report-failure.js";
import { createTerminal } from "../output/terminal.js";
import {
  configurationWithProfile,
  configurationWithBackend,
  type CommandHost,
} from "../session/command-host.js";
import { fakeStreams, piped } from "./fake-streams.js";

const actions = [
  { id: "login", title: "Open the door" },
  { id: "paste", title: "Paste a key", input: { title: "Key", secret: true } },
  { id: "clear", title: "Forget the key" },
  { id: "discover", title: "Fill from a house", input: { title: "House" } },
  { id: "rotate", title: "Rotate the key", input: { title: "Direction" } },
];
const manifest = {
  manifestVersion: 1,
  id: "auth-door",
  kind: "auth",
  version: "1.0.0",
  apiVersion: "^1.0.0",
  main: "./index.js",
  title: "Door",
  description: "A door for tests",
  taps: [{ hook: "beforeSend", handler: "open", band: "auth", when: { authType: "door" } }],
  contributes: {
    authSchemes: [
      {
        id: "door",
        title: "Door Key",
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
};

/** What the scheme does; a test replaces parts of it. */
export interface Door {
  status: AuthStatus;
  readonly actions: Record<string, AuthAction>;
}

/** How a command that was run ended. */
export interface Run {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}
export interface RunOptions extends GlobalOptions {
  readonly stdin?: InputStream;
  readonly signal?: AbortSignal;
}

export interface World {
  readonly folder: string;
  readonly door: Door;
  run(command: (host: CommandHost) => Promise<ExitCode>, options?: RunOptions): Promise<Run>;
  /** `pictor.json` as it is now. */
  saved(): { readonly profiles?: Readonly<Record<string, unknown>> };
  dispose(): Promise<void>;
}

/** What else there may be: profiles of the user's own file, and backends of the project. */
interface Around {
  readonly user?: object;
  readonly backends?: object;
}

/** One kernel with its memory for secrets; each `run` is a command of its own, with its own terminal. */
export async function createWorld(profiles: object = {}, { user, backends }: Around = {}): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "pictor-auth-"));
  const file = join(folder, "pictor.json");
  writeFileSync(file, JSON.stringify({ profiles, ...(backends !== undefined && { backends }) }));
  const userFile = join(folder, "user.json");
  if (user !== undefined) writeFileSync(userFile, JSON.stringify({ profiles: user }));
  const nothing: AuthAction = () => Promise.resolve({});
  const door: Door = {
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
            status: () => door.status,
            actions: Object.fromEntries(
              actions.map(({ id }) => [
                id,
                (setting, context) => (door.actions[id] ?? nothing)(setting, context),
              ]),
            ),
          },
        },
      },
    }),
  };
  let current: HostInteraction | undefined;
  const person = (): HostInteraction => {
    if (current === undefined) throw new Error("no command runs");
    return current;
  };
  const interaction: Interaction = {
    ask: (question) => person().ask(question),
    openUrl: (url) => person().openUrl(url),
    enter: (prompt, signal) => person().enter(prompt, signal),
    showCode: (code, signal) => {
      person().showCode(code, signal);
    },
    show: (text) => {
      person().show(text);
    },
    progress: (step) => {
      person().progress(step);
    },
  };
  const load = () => loadConfiguration({ directory: folder, userFile });
  const open = (configuration: LoadedConfiguration) =>
    createPictor({ builtins: "none", plugins: [...builtinSources(), plugin], configuration, interaction });
  const kernel = await open(await load());
  return {
    folder,
    door,
    saved: () => JSON.parse(readFileSync(file, "utf8")) as ReturnType<World["saved"]>,
    dispose: () => kernel.dispose(),
    async run(command, { stdin = piped(""), signal = new AbortController().signal, ...globals } = {}) {
      const streams = fakeStreams(stdin.isTTY === true, {}, stdin);
      const terminal = createTerminal(streams, globals, kernel.redact);
      const options = { streams, yes: false, browser: true, signal, interrupt: () => undefined };
      current = createInteraction(terminal, { ...options, open: () => Promise.resolve(false) });
      const more: Pictor[] = [];
      const hostOf = (
        over: Pictor,
        configuration: LoadedConfiguration,
        talk: HostInteraction,
      ): CommandHost => ({
        ...{ kernel: over, configuration, terminal, interaction: talk, signal, streams },
        withProfile: async (name, profile) => {
          const blank = configurationWithProfile(configuration, name, profile);
          const other = await open(blank);
          more.push(other);
          return hostOf(other, blank, talk);
        },
        withBackend: async (name, settings) => {
          const wider = configurationWithBackend(configuration, name, settings);
          const other = await open(wider);
          more.push(other);
          return hostOf(other, wider, talk);
        },
      });
      const host = hostOf(kernel, await load(), current);
      const code = await command(host).catch((error: unknown) => reportFailure(error, terminal));
      for (const other of more) await other.dispose();
      return { code, ...streams.written };
    },
  };
}
