// The errors of adding, updating and removing plugins in the user's plugin folder.

import { defineErrors } from "@pictor/kernel";

export const catalog = {
  PLUGIN_SOURCE_UNKNOWN: {
    class: "unknown",
    message: 'No plugin can be added from "{source}": {reason}.',
    fix: "Name a folder, an archive (.tgz, .zip), an npm package, or the address of a git repository.",
  },
  PLUGIN_SOURCE_REFUSED: {
    class: "input",
    message: "The plugin from {source} was refused: {reason}.",
    fix: "Nothing was installed. Ask the author of the plugin, or use another source.",
  },
  PLUGIN_SOURCE_FAILED: {
    class: "upstream",
    message: "The plugin could not be read from {source}: {reason}.",
    fix: "Check the name or address, and the network. Nothing was installed.",
  },
  PLUGIN_PROGRAM_MISSING: {
    class: "input",
    message: "{source} needs the program {program}, which cannot be started: {reason}.",
    fix: "Install {program}, or add the plugin from a folder or an archive.",
  },
  PLUGIN_NAME_TAKEN: {
    class: "conflict",
    message: 'The plugin from {source} has the {noun} "{id}", which belongs to {owner}.',
    fix: "Ask the author of the plugin for another name.",
  },
  PLUGIN_CHANGED: {
    class: "input",
    message: "The files of {id} have changed since they were shown.",
    fix: "Nothing was installed. Run the command again.",
  },
  PLUGIN_NOT_ADDED: {
    class: "unknown",
    message: 'There is no plugin "{id}" among those that were added.',
    fix: "The added plugins are: {known}.{suggestion}",
  },
  PLUGIN_LOCK_BROKEN: {
    class: "input",
    message: "{file}, which lists the plugins that you added, cannot be read: {reason}.",
    fix: "Correct the file, or delete it and the folders beside it, and add the plugins again.",
  },
} as const;

export const userPluginFault = defineErrors(catalog);
