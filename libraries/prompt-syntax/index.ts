// The special characters of prompts, and the one place where the text of another program becomes a prompt.

export * from "./decimal.js";
export { escapeNewSyntax, escapePrompt, plainPrompt } from "./escape-prompt.js";
export { fromNetworkSyntax, loraNames, loraTag, toNetworkSyntax } from "./network-syntax.js";
export { escapePrompts, plainPrompts, tagNotes } from "./prompt-settings.js";
export * from "./special-characters.js";
