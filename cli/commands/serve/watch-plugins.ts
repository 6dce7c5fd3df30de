// `serve --watch`: plugins that are being worked on are loaded anew after each change of their files.

import { isInside } from "@pictor/host/trust";
import { realClock } from "@pictor/kernel";
import { userPluginFolder } from "@pictor/host/user-plugins";
import type { PictorServer, PluginsReload } from "@pictor/server";
import { describeError, renderError } from "../../output/error-report.js";
import type { Terminal } from "../../output/terminal.js";
import { PluginWatcher } from "./plugin-watcher.js";

type Environment = Readonly<Record<string, string | undefined>>;

function report({ state, plugins, problems }: PluginsReload, terminal: Terminal): void {
  const names = plugins.join(", ") || "a plugin";
  for (const problem of problems) terminal.say(renderError(describeError(problem), terminal));
  terminal.note(
    state === "reloaded"
      ? `Reloaded: ${names}.`
      : `Not reloaded: ${names}. The previous plugins are still in use.`,
  );
  if (terminal.json) terminal.record({ type: "plugins", change: state, plugins, problems });
}

/** Watches the configured plugin directories and the user's plugin folder. Returns what ends that. */
export async function watchPlugins(
  server: PictorServer,
  { terminal, env }: { readonly terminal: Terminal; readonly env: Environment },
): Promise<() => void> {
  const { pluginDirectories = [] } = server.pictor.configuration.values;
  const roots = [...pluginDirectories, userPluginFolder(env)];
  // A plugin that was never loaded would be imported after its files have changed, and then there is no good one to keep.
  const isWatched = (origin: string): boolean => roots.some((root) => isInside(root, origin));
  for (const { id, origin, status } of server.pictor.plugins())
    if (status.state === "valid" && isWatched(origin))
      await server.pictor
        .load(id)
        .catch((error: unknown) => terminal.say(renderError(describeError(error), terminal)));
  const watcher = new PluginWatcher({
    roots,
    clock: realClock,
    onChange(folders) {
      // A reload never rejects for a plugin; after the end of the server, nobody needs it.
      server.reloadPlugins(folders).then(
        (reload) => report(reload, terminal),
        (error: unknown) => terminal.say(renderError(describeError(error), terminal)),
      );
    },
  });
  if (terminal.json) terminal.record({ type: "watching", folders: roots });
  else terminal.note(`Watching the plugins in ${roots.join(", ")}.`);
  return () => watcher.close();
}
