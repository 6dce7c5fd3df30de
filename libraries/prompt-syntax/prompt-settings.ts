// The settings of a job that are prompts, in the words of an API whose prompts are plain text.

import { escapePrompt, plainPrompt } from "./escape-prompt.js";

const promptSettings = ["prompt", "negative"] as const;
type Settings = Readonly<Record<string, unknown>>;

/** The prompts of a job that runs a graph are set in the graph as they are. */
const hasPromptSyntax = (settings: Settings): boolean => !Object.hasOwn(settings, "graph");

function mapPrompts(settings: Settings, map: (prompt: string) => string): Settings {
  const prompts = promptSettings.flatMap((name) => {
    const text = settings[name];
    return typeof text === "string" ? [[name, map(text)] as const] : [];
  });
  return { ...settings, ...Object.fromEntries(prompts) };
}

/** The settings with prompts that are encoded as exactly these texts. `job` are all settings of the job. */
export const escapePrompts = (settings: Settings, job: Settings = settings): Settings =>
  hasPromptSyntax(job) ? mapPrompts(settings, escapePrompt) : settings;

/** The settings with prompts as an API shows them: what `escapePrompts` has escaped is as it was. */
export const plainPrompts = (settings: Settings): Settings =>
  hasPromptSyntax(settings) ? mapPrompts(settings, plainPrompt) : settings;

/** A sentence about a tag that has no effect in a plain prompt; none if the text has no tag. */
export function tagNotes(settings: Settings): readonly string[] {
  return promptSettings.flatMap((name) => {
    const text = settings[name];
    const tag = typeof text === "string" ? /<(?:lora|lyco|embedding):[^<>]+>/i.exec(text)?.[0] : undefined;
    return tag === undefined ? [] : [`${name}: ${tag} is plain text here, and loads no file.`];
  });
}
