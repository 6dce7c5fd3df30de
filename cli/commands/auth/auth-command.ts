// The definitions of the `auth` commands.

import type { Command } from "commander";
import { withRules } from "../../definition/option-rules.js";
import type { ProgramContext } from "../../definition/program-context.js";
import { appendValue } from "../../definition/repeatable.js";
import { schemeHelp } from "../../definition/settings-help.js";
import { authHelp } from "./auth-help.js";
import type { AuthSetOptions } from "./edit-profile.js";

const withName = (command: Command): Command => command.argument("<name>", "name of a profile");
const noBrowser = "show the address instead of opening it";

/** Actions that most schemes have; each has a separate command. */
const commonActions = [
  ["login", "sign in and keep the token", "Runs the sign-in of the profile's scheme, and keeps the token."],
  ["refresh", "refresh the token", "Exchanges the stored token for a new one."],
  [
    "paste",
    "store a token issued elsewhere",
    "Stores a token issued elsewhere; asks for it without showing it, or reads it from standard input.",
  ],
  ["clear", "delete the token", "Deletes the token, and revokes it if the provider supports that."],
] as const;

function addViews(auth: Command, { actionWithoutOptions }: ProgramContext): void {
  auth
    .command("list")
    .summary("profiles with scheme, state and expiry")
    .description("Every profile: scheme, check mark, state, expiry.")
    .addHelpText("after", authHelp.list)
    .action(actionWithoutOptions(async () => (await import("./list-profiles.js")).listProfiles));
  withName(auth.command("show"))
    .summary("one profile and its available actions")
    .description("One profile: state, expiry, fields, available actions. Never a secret.")
    .addHelpText("after", authHelp.show)
    .action(actionWithoutOptions(async () => (await import("./show-profile.js")).showProfile));
}

function addChanges(auth: Command, { streams, action, actionWithoutOptions }: ProgramContext): void {
  withRules(withName(auth.command("set")), { option: "--scheme", needs: ["--set", "--secret", "--unset"] })
    .summary("create a profile, or change its fields")
    .description("Creates a profile, or changes some of its fields; the other fields stay.")
    .option("--type <scheme>", "the scheme in use, or none")
    .option("--scheme <scheme>", "change the fields of this scheme (default: the scheme in use)")
    .option("--set <field=value>", "a field that is not a secret; repeatable", appendValue)
    .option(
      "--secret <field[=from]>",
      "a secret: asked for, or read as one line of standard input, or from env:NAME or file:PATH; repeatable",
      appendValue,
    )
    .option("--unset <field>", "remove a field; repeatable", appendValue)
    .option(
      "--origin <address>",
      "send the credentials only to this origin, or any for every one; replaces the earlier origins; repeatable",
      appendValue,
    )
    .addHelpText("after", ({ command }) => {
      const { type } = command.opts<AuthSetOptions>();
      return `${schemeHelp(type, { globals: command.optsWithGlobals(), streams })}\n${authHelp.set}`;
    })
    .action(action(async () => (await import("./set-profile.js")).setProfile));
  withName(auth.command("discover"))
    .summary("fill a profile from a provider")
    .description(
      "Fills a profile from a provider's discovery document; creates the profile if there is none.",
    )
    .argument("<url>", "host, issuer, tenant path, or the document itself")
    .option("--type <scheme>", "scheme of a new profile (default: the only one with discovery)")
    .addHelpText("after", authHelp.discover)
    .action(action(async () => (await import("./run-action.js")).discoverProfile));
  withName(auth.command("undo"))
    .summary("undo the last change of a profile")
    .description("Undoes the last change of a profile; a second undo restores the change.")
    .addHelpText("after", authHelp.undo)
    .action(actionWithoutOptions(async () => (await import("./undo-profile.js")).undoProfile));
  withName(auth.command("remove"))
    .summary("delete a profile with its token and secrets")
    .description("Deletes a profile with its token and its secrets, after asking.")
    .option("--yes", "do not ask")
    .addHelpText("after", authHelp.remove)
    .action(action(async () => (await import("./remove-profile.js")).removeProfile));
}

function addActions(auth: Command, { action }: ProgramContext): void {
  for (const [id, summary, description] of commonActions) {
    const isLogin = id === "login";
    const named = auth.command(id).summary(summary).description(description);
    const command = isLogin
      ? named.argument("[name]", "name of a profile (default: the only one that can sign in)")
      : withName(named);
    command.addHelpText("after", authHelp[id]);
    if (isLogin) command.option("--no-browser", noBrowser);
    command.action(action(async () => (await import("./run-action.js")).commandFor(id)));
  }
  withName(auth.command("run"))
    .summary("run any action of a profile's scheme")
    .description("Runs any action of a profile's scheme; `auth show` lists them.")
    .argument("<action>", "id of the action")
    .option("--input <text>", "the input of the action; a secret input is asked for")
    .option("--no-browser", noBrowser)
    .addHelpText("after", authHelp.run)
    .action(action(async () => (await import("./run-action.js")).runAction));
}

export function addAuthCommand(program: Command, context: ProgramContext): void {
  const auth = program
    .command("auth")
    .summary("saved credentials: create, sign in, show, remove")
    .description("Saved credentials: create, sign in, show, remove.")
    .addHelpText("after", authHelp.auth);
  addViews(auth, context);
  addChanges(auth, context);
  addActions(auth, context);
}
