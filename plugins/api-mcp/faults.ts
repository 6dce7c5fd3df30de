// The errors of the MCP server. A model reads them, so each one says how the call is corrected.

import { defineErrors, knownNames } from "@pictor/kernel/plugin";

export const catalog = {
  MCP_ARGUMENT_INVALID: {
    class: "input",
    message: "The argument {argument} must be {expected}, not {found}.",
    fix: "{suggestion}Correct the argument, and call the tool again.",
  },
  MCP_ARGUMENT_MISSING: {
    class: "input",
    message: "The argument {argument} is missing.",
    fix: "Call the tool again with this argument.",
  },
  MCP_ARGUMENT_TWICE: {
    class: "input",
    message: "The setting {setting} is given twice: as an argument of its own, and in settings.",
    fix: "Give the setting once.",
  },
  MCP_ARGUMENT_UNKNOWN: {
    class: "input",
    message: "There is no argument {argument}. The arguments are: {known}.",
    fix: "{suggestion}Correct the name, or leave the argument out. Settings of a workflow belong in the argument settings.",
  },
  MCP_IMAGE_ADDRESS: {
    class: "input",
    message: "{found} is not the address of an image.",
    fix: "Use an address that another tool has returned: pictor://images/ID or pictor://jobs/ID/outputs/N.",
  },
  MCP_IMAGE_TOO_LARGE: {
    class: "input",
    message: "The file has {bytes} bytes, and a reply takes at most {limit}.",
    fix: 'Ask for the size "medium".',
  },
  MCP_NOT_AN_IMAGE: {
    class: "input",
    message: "The output is of the type {mime}, which cannot be shown as an image.",
    fix: "Tell the user that the file is in the output folder of Pictor.",
  },
  MCP_NOT_REPEATABLE: {
    class: "input",
    message: "The image cannot be made again: {reason}.",
    fix: "{advice}",
  },
  MCP_SCOPE_MISSING: {
    class: "denied",
    message: "The tool {tool} needs a token with the scope {scope}.",
    fix: "Tell the user: `pictor serve tokens create NAME {options}` creates such a token; `pictor mcp` takes the same options.",
  },
  MCP_SETTING_WITHOUT_CHOICES: {
    class: "input",
    message: "The setting {setting} has no list of choices. The settings with one are: {known}.",
    fix: "{suggestion}describe_workflow shows the values of each setting.",
  },
  MCP_THING_UNKNOWN: {
    class: "unknown",
    message: "There is no {kind} {id}. The ids are: {known}.",
    fix: "{suggestion}Call the tool again with one of these ids.",
  },
  MCP_TOOL_UNKNOWN: {
    class: "unknown",
    message: "There is no tool {tool}. The tools are: {known}.",
    fix: "{suggestion}Call one of these tools.",
  },
  MCP_UPLOAD_INVALID: {
    class: "input",
    message: "The argument data is not Base64.",
    fix: "Encode the bytes of a PNG, JPEG or WebP file as Base64, without a data: prefix.",
  },
} as const;

const faults = defineErrors(catalog);

/** A suggestion and the space before the next sentence. */
const spaced = (suggestion: string): string => (suggestion === "" ? "" : `${suggestion.trim()} `);

/** The known names, and the one that is probably meant. */
const namesBeside = (name: string, known: readonly string[]) => {
  const { suggestion, ...names } = knownNames(name, known);
  return { ...names, suggestion: spaced(suggestion) };
};

export const argumentInvalid = (argument: string, expected: string, found: string, suggestion: string) =>
  faults("MCP_ARGUMENT_INVALID", { argument, expected, found, suggestion: spaced(suggestion) });
export const argumentMissing = (argument: string) => faults("MCP_ARGUMENT_MISSING", { argument });
export const argumentTwice = (setting: string) => faults("MCP_ARGUMENT_TWICE", { setting });
/** `argument` is the place of `name` in the arguments. */
export const argumentUnknown = (argument: string, name: string, known: readonly string[]) =>
  faults("MCP_ARGUMENT_UNKNOWN", { argument, ...namesBeside(name, known) });
export const imageAddressInvalid = (found: string) => faults("MCP_IMAGE_ADDRESS", { found });
export const imageTooLarge = (bytes: number, limit: number) =>
  faults("MCP_IMAGE_TOO_LARGE", { bytes, limit });
export const notAnImage = (mime: string) => faults("MCP_NOT_AN_IMAGE", { mime });
export const notRepeatable = (reason: string, advice: string) =>
  faults("MCP_NOT_REPEATABLE", { reason, advice });
/** The options name all scopes, because those that are given replace the standard ones. */
export const scopeMissing = (tool: string, scope: string) =>
  faults("MCP_SCOPE_MISSING", {
    tool,
    scope,
    options: scope === "generate" ? "--scope generate" : `--scope generate --scope ${scope}`,
  });
export const settingWithoutChoices = (setting: string, known: readonly string[]) =>
  faults("MCP_SETTING_WITHOUT_CHOICES", { setting, ...namesBeside(setting, known) });
export const thingUnknown = (kind: string, id: string, known: readonly string[]) =>
  faults("MCP_THING_UNKNOWN", { kind, id, ...namesBeside(id, known) });
export const toolUnknown = (tool: string, known: readonly string[]) =>
  faults("MCP_TOOL_UNKNOWN", { tool, ...namesBeside(tool, known) });
export const uploadInvalid = () => faults("MCP_UPLOAD_INVALID", {});
