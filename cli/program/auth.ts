// The definitions of `auth ...`.

import type { Command } from "commander";
import { helpTexts } from "../help-texts.js";
import type {
  AuthActionOptions,
  AuthDiscoverOptions,
  AuthRemoveOptions,
  AuthSetOptions,
} from "../options.js";
import type { ProgramOptions } from "../program.js";
import { schemeHelp } from "../settings-help.js";
import { collect } from "./collect.js";

const named = (command: Command): Command => command.argument("<name>", "name of a profile");
const noBrowser = "show the address instead of opening it";

/** The actions that most schemes have, each with a command of its own. */
const actions = [
  [
    "login",
    "sign in, and keep the token",
    "Runs the sign-in of the profile's scheme, and keeps the token.",
    helpTexts.authLogin,
  ],
  [
    "refresh",
    "get a new token for the one that is kept",
    "Gets a new token for the one that is kept.",
    helpTexts.authRefresh,
  ],
  [
    "paste",
    "keep a token that was got elsewhere",
    "Keeps a token that was got elsewhere: typed unseen, or read from standard input.",
    helpTexts.authPaste,
  ],
  [
    "clear",
    "forget the token",
    "Forgets the token, and revokes it where the provider can.",
    helpTexts.authClear,
  ],
] as const;

function addViews(auth: Command, { streams, end }: ProgramOptions): void {
  auth
    .command("list")
    .summary("profiles with scheme, state and expiry")
    .description("Every profile: scheme, check mark, state, expiry.")
    .addHelpText("after", helpTexts.authList)
    .action(async (_options: object, command: Command) => {
      const { listProfiles } = await import("../commands/auth-list.js");
      end(await listProfiles({ globals: command.optsWithGlobals(), streams }));
    });
  named(auth.command("show"))
    .summary("one profile, and what can be done with it")
    .description("One profile: state, expiry, fields, what can be done. Never a secret.")
    .addHelpText("after", helpTexts.authShow)
    .action(async (name: string, _options: object, command: Command) => {
      const { showProfile } = await import("../commands/auth-show.js");
      end(await showProfile(name, { globals: command.optsWithGlobals(), streams }));
    });
}

function addChanges(auth: Command, { streams, end }: ProgramOptions): void {
  named(auth.command("set"))
    .summary("make a profile, or change its fields")
    .description("Makes a profile, or changes fields of one; everything else in it stays.")
    .option("--type <scheme>", "the scheme in use, or none")
    .option("--scheme <scheme>", "change the fields of this scheme (default: of the one in use)")
    .option("--set <field=value>", "a field that is no secret; repeatable", collect)
    .option(
      "--secret <field[=from]>",
      "a secret: asked for, else one line of standard input; or from env:NAME or file:PATH; repeatable",
      collect,
    )
    .option("--unset <field>", "take a field out; repeatable", collect)
    .option(
      "--origin <address>",
      "only where its credentials may go, or any; replaces those before; repeatable",
      collect,
    )
    .addHelpText(
      "after",
      ({ command }) =>
        schemeHelp(command.opts<AuthSetOptions>().type, { globals: command.optsWithGlobals(), streams }) +
        "\n" +
        helpTexts.authSet,
    )
    .action(async (name: string, options: AuthSetOptions, command: Command) => {
      const { setProfile } = await import("../commands/auth-set.js");
      end(await setProfile(name, options, { globals: command.optsWithGlobals(), streams }));
    });
  named(auth.command("discover"))
    .summary("fill a profile from a provider")
    .description("Fills a profile from a provider's discovery document; makes it where there is none.")
    .argument("<url>", "host, issuer, tenant path, or the document itself")
    .option("--type <scheme>", "scheme of a new profile (default: the one that can be filled)")
    .addHelpText("after", helpTexts.authDiscover)
    .action(async (name: string, url: string, options: AuthDiscoverOptions, command: Command) => {
      const { discoverProfile } = await import("../commands/auth-run.js");
      end(await discoverProfile(name, url, options, { globals: command.optsWithGlobals(), streams }));
    });
  named(auth.command("undo"))
    .summary("take the last change of a profile back")
    .description("Takes the last change of a profile back; done twice, it is there again.")
    .addHelpText("after", helpTexts.authUndo)
    .action(async (name: string, _options: object, command: Command) => {
      const { undoProfile } = await import("../commands/auth-undo.js");
      end(await undoProfile(name, { globals: command.optsWithGlobals(), streams }));
    });
  named(auth.command("remove"))
    .summary("delete a profile with its token and secrets")
    .description("Forgets the token, and deletes the profile and its secrets; asks before.")
    .option("--yes", "do not ask")
    .addHelpText("after", helpTexts.authRemove)
    .action(async (name: string, options: AuthRemoveOptions, command: Command) => {
      const { removeProfile } = await import("../commands/auth-remove.js");
      end(await removeProfile(name, options, { globals: command.optsWithGlobals(), streams }));
    });
}

function addActions(auth: Command, { streams, end }: ProgramOptions): void {
  const run = async (
    name: string,
    action: string,
    options: AuthActionOptions,
    command: Command,
  ): Promise<void> => {
    const { runAction } = await import("../commands/auth-run.js");
    end(await runAction(name, action, options, { globals: command.optsWithGlobals(), streams }));
  };
  for (const [action, summary, description, help] of actions) {
    const command = named(auth.command(action)).summary(summary).description(description);
    command.addHelpText("after", help);
    if (action === "login") command.option("--no-browser", noBrowser);
    command.action((name: string, options: AuthActionOptions, self: Command) =>
      run(name, action, options, self),
    );
  }
  named(auth.command("run"))
    .summary("run any action of a profile's scheme")
    .description("Runs any action of a profile's scheme; `auth show` lists them.")
    .argument("<action>", "id of the action")
    .option("--input <text>", "the text that the action needs; a secret one is asked for")
    .option("--no-browser", noBrowser)
    .addHelpText("after", helpTexts.authRun)
    .action(run);
}

export function addAuth(program: Command, options: ProgramOptions): void {
  const auth = program.command("auth").description("Saved credentials: make, sign in, look at, remove.");
  auth.summary("saved credentials: make, sign in, look at, remove").addHelpText("after", helpTexts.auth);
  addViews(auth, options);
  addChanges(auth, options);
  addActions(auth, options);
}
