// Wires the saving of outputs; a wrong name template fails here, when the plugin is set up.

import { definePlugin } from "@pictor/kernel/plugin";
import { parseTemplate } from "./name-template.js";
import { createSaveFile } from "./save.js";
import type { Config } from "./settings.gen.js";

export default definePlugin(({ config, files }) => {
  if (files === undefined) throw new TypeError('output-files needs the permission "files"');
  const { name, author, projectName } = config as Config;
  const given = { author, project_name: projectName };
  const template = parseTemplate(name, given);
  return { handlers: { saveFile: createSaveFile(files, template, given, () => new Date()) } };
});
