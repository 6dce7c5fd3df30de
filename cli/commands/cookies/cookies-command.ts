// `cookies list`, `on`, `off` and `clear`.

import type { KeptCookie } from "@pictor/client";
import { cookieOperations } from "@pictor/features/cookies";
import type { Command } from "commander";
import { exitCode } from "../../base/exit-codes.js";
import { examples } from "../../definition/examples.js";
import type { ProgramContext } from "../../definition/program-context.js";
import { finished } from "../../output/finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { callOf, show, tableOf, type Columns } from "../../session/plain-command.js";
import { homePath } from "../../text/home-path.js";
import { oneLine } from "../../text/plain-text.js";
import { shellWord } from "../../text/shell-word.js";

/** The environment, or the requests without one, as the subject of a sentence. */
function subjectOf({ kernel }: CommandHost): string {
  const name = kernel.environment();
  return name === undefined
    ? "Requests without an environment"
    : `Requests in the environment ${oneLine(name)}`;
}

/** The command that turns the cookies on, also where the environment was named for this call only. */
function commandOn({ kernel }: CommandHost): string {
  const name = kernel.environment();
  return `pictor cookies on${name === undefined ? "" : ` --environment ${shellWord(name)}`}`;
}

const columns: Columns<KeptCookie> = [
  ["NAME", ({ name }) => name],
  ["DOMAIN", ({ domain }) => domain],
  ["PATH", ({ path }) => path],
  [
    "EXPIRES",
    ({ expiresAtMs: at }) => (at === undefined ? "until it is cleared" : new Date(at).toISOString()),
  ],
  ["SET BY", ({ origin }) => origin],
];

const listCookies = hostedCommand(async (host) => {
  const { kernel: pictor, terminal } = host;
  return show(terminal, await cookieOperations.readCookies.run(callOf({}), { pictor }), {
    record: ({ isOn, cookies }) => ({ isOn, cookies }),
    print: ({ isOn, cookies }) => {
      if (!isOn) terminal.note(`${subjectOf(host)} keep no cookies. Turn them on: ${commandOn(host)}`);
      else if (cookies.length > 0) terminal.result(tableOf(terminal, columns, cookies));
      else terminal.note(`${subjectOf(host)} keep cookies, and have none yet.`);
    },
  });
});

const turnCookies = hostedCommand(async (host, isOn: boolean) => {
  const { kernel, terminal } = host;
  const file = await kernel.cookies.turn(isOn);
  if (terminal.json) return finished(terminal, { isOn, file });
  const store = homePath(await kernel.secrets.describe());
  const what = isOn
    ? `${subjectOf(host)} keep cookies from now on, in ${store}`
    : `${subjectOf(host)} keep no cookies; those that were kept are deleted`;
  terminal.note(`${what}. The setting is in ${homePath(file)}.`);
  return exitCode("finished");
});

const clearCookies = hostedCommand(async ({ kernel, terminal }, { domain }: { readonly domain?: string }) => {
  const removed = await kernel.cookies.clear(domain);
  if (!terminal.json) terminal.note(`Deleted ${removed} ${removed === 1 ? "cookie" : "cookies"}.`);
  return finished(terminal, { removed });
});

const help = `${examples(
  "pictor cookies on --environment staging",
  "pictor request POST https://staging.example.org/login -d @login.json --environment staging",
  "pictor cookies list --environment staging",
  "pictor cookies clear --domain staging.example.org --environment staging",
)}

Without --environment, the commands are for the active environment, or for requests without one. The cookies are in the secret store, and no
command prints their values.`;

export function addCookiesCommand(program: Command, { action, actionWithoutOptions }: ProgramContext): void {
  const cookies = program
    .command("cookies")
    .summary("keep the cookies of requests, show and clear them")
    .description(
      "The cookies that an environment keeps from one request to the next: none unless you turn them on.",
    )
    .addHelpText("after", help);
  cookies
    .command("list")
    .summary("list the cookies that are kept")
    .description("Name, domain, path, expiry and origin of each cookie that is kept; never its value.")
    .addHelpText("after", examples("pictor cookies list", "pictor cookies list --json"))
    .action(actionWithoutOptions(() => listCookies));
  for (const [word, isOn, summary] of [
    ["on", true, "keep cookies from now on"],
    ["off", false, "keep none, and delete those that are kept"],
  ] as const)
    cookies
      .command(word)
      .summary(summary)
      .description(
        `Makes the environment ${isOn ? "keep the cookies of requests" : "keep no cookies, and deletes those that it has kept"}.`,
      )
      .addHelpText(
        "after",
        examples(`pictor cookies ${word}`, `pictor cookies ${word} --environment staging`),
      )
      .action(actionWithoutOptions(() => turnCookies.bind(undefined, isOn)));
  cookies
    .command("clear")
    .summary("delete the cookies that are kept")
    .description(
      "Deletes the cookies that the environment has kept. The environment continues to keep cookies.",
    )
    .option("--domain <name>", "only the cookies of this domain, as `cookies list` shows it")
    .addHelpText("after", examples("pictor cookies clear", "pictor cookies clear --domain example.org"))
    .action(action(() => clearCookies));
}
