// Offers to limit the credentials of a profile to the addresses that use it, after a sign-in or a discovery.

import type { Confirmation } from "@pictor/features/base";
import type { LoadedConfiguration, ProfileView } from "@pictor/kernel";
import type { CommandHost } from "../../session/command-host.js";
import { confirmOrThrow } from "../../session/confirm.js";
import { oneLine } from "../../text/plain-text.js";
import { shellWord } from "../../text/shell-word.js";

/**
 * The origins of the backends that use the profile. An address with a variable is left out, because its origin can
 * change.
 */
export function originsInUse(
  { values }: Pick<LoadedConfiguration, "values">,
  name: string,
): readonly string[] {
  const urls = Object.values(values.backends ?? {}).flatMap(({ auth, baseUrl }) =>
    auth === name && typeof baseUrl === "string" && !baseUrl.includes("{{") && URL.canParse(baseUrl)
      ? [new URL(baseUrl)]
      : [],
  );
  return [...new Set(urls.filter(({ protocol }) => /^https?:$/.test(protocol)).map(({ origin }) => origin))];
}

const questionOf = (name: string, origins: readonly string[]): Confirmation => ({
  title: `Send the credentials of ${oneLine(name)} only to ${origins.join(", ")}?`,
  detail: ["Without a limit, they are sent to any address that a request names."],
  choice: "only there",
});

/**
 * Asks on a terminal if a backend uses the profile, and then limits the profile; otherwise names the command. Settles with
 * the profile, and with sentences for the user.
 */
export async function offerBinding(
  host: CommandHost,
  view: ProfileView,
): Promise<{ readonly view: ProfileView; readonly notes: readonly string[] }> {
  const { kernel, configuration, interaction, terminal } = host;
  const { name, type, profile, status } = view;
  const isOpen = profile.origins === undefined && type !== "none" && status.state !== "missing";
  if (!isOpen || terminal.json) return { view, notes: [] };
  const origins = originsInUse(configuration, name);
  const mayAsk = origins.length > 0 && interaction.hasPerson;
  if (mayAsk && (await confirmOrThrow(host, questionOf(name, origins), undefined))) {
    await kernel.profiles.change(name, (own = profile) => ({ ...own, origins }));
    return {
      view: await kernel.profiles.view(name),
      notes: [`Its credentials are sent only to ${origins.join(", ")}.`],
    };
  }
  const options = (origins.length > 0 ? origins : ["URL"]).map((origin) => `--origin ${origin}`);
  const command = ["pictor auth set", shellWord(name), ...options].join(" ");
  return {
    view,
    notes: [`Its credentials are sent to any address that a request names. To limit them: ${command}`],
  };
}
