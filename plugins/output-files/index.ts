// Wires the plugin: outputs are saved. An invalid name template is an error when the plugin is loaded.

import { definePlugin } from "@pictor/kernel/plugin";
import { parseNameTemplate } from "./name-template.js";
import { createCheckFolder } from "./check-folder.js";
import { createSaveFile } from "./save-file.js";
import type { Config } from "./settings.gen.js";

export default definePlugin(({ config, files }) => {
  const { name, author, projectName } = config as Config;
  const configured = { author, project_name: projectName };
  const template = parseNameTemplate(name, configured);
  return {
    handlers: {
      checkFolder: createCheckFolder(files, Date.now),
      saveFile: createSaveFile(files, template, configured, () => new Date()),
    },
  };
});
