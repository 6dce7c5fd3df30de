// The definitions of `cookies list`, `on`, `off` and `clear`.

import type { Command } from "commander";
import { examples } from "../../definition/examples.js";
import type { ProgramContext } from "../../definition/program-context.js";

const help = `${examples(
  "pictor cookies on --environment staging",
  "pictor request POST https://staging.example.org/login -d @login.json --environment staging",
  "pictor cookies list --environment staging",
  "pictor cookies clear --domain staging.example.org --environment staging",
)}

Without --environment, the active environment counts, or the requests without one. The cookies are in the secret store, and no
command prints their values.`;

export function addCookiesCommand(program: Command, { action, actionWithoutOptions }: ProgramContext): void {
  const cookies = program
    .command("cookies")
    .summary("keep the cookies of requests, show and clear them")
    .description(
      "The cookies that an environment keeps from one request to the next: none unless you turn it on.",
    )
    .addHelpText("after", help);
  cookies
    .command("list")
    .summary("list the cookies that are kept")
    .description("Name, domain, path, expiry and origin of each cookie that is kept; never its value.")
    .addHelpText("after", examples("pictor cookies list", "pictor cookies list --json"))
    .action(actionWithoutOptions(async () => (await import("./run-cookies.js")).listCookies));
  for (const [word, isOn, summary] of [
    ["on", true, "keep cookies from now on"],
    ["off", false, "keep none, and delete those that are kept"],
  ] as const)
    cookies
      .command(word)
      .summary(summary)
      .description(
        `Has the environment ${isOn ? "keep the cookies of requests" : "keep no cookies, and deletes those that it has kept"}.`,
      )
      .addHelpText(
        "after",
        examples(`pictor cookies ${word}`, `pictor cookies ${word} --environment staging`),
      )
      .action(
        actionWithoutOptions(async () =>
          (await import("./run-cookies.js")).turnCookies.bind(undefined, isOn),
        ),
      );
  cookies
    .command("clear")
    .summary("delete the cookies that are kept")
    .description("Deletes the cookies that the environment has kept. It goes on to keep cookies.")
    .option("--domain <name>", "only the cookies of this domain, as `cookies list` shows it")
    .addHelpText("after", examples("pictor cookies clear", "pictor cookies clear --domain example.org"))
    .action(action(async () => (await import("./run-cookies.js")).clearCookies));
}
