// What the page says of errors of the configuration, of plugins, of graphs and of the server itself.

import type { Advice } from "../api/words.js";

const again = "Try again. If it happens again, restart Pictor.";
const reload = "Load the page again.";
const author = "Tell the author of the plugin.";
const inLog = "The log where Pictor was started shows the place in the code.";

export const ofPictor: Readonly<Record<string, Advice>> = {
  // Configuration and files
  CONFIG_NOT_FOUND: { hint: "Check the path with which Pictor was started.", remedy: "configuration" },
  CONFIG_NOT_JSON: { remedy: "configuration" },
  CONFIG_INVALID: { remedy: "configuration" },
  CONFIG_SECRET_INLINE: {
    hint: "Type the secret into the form of the page, which stores it.",
    remedy: "configuration",
  },
  CONFIG_REFERENCE_UNRESOLVED: { remedy: "configuration" },
  TRUST_REQUIRED: {
    hint: "Trust the project where Pictor was started, if you know what it does.",
    remedy: "configuration",
  },
  VARIABLE_UNKNOWN: {
    hint: "Add the variable to the environment, or choose another environment.",
    remedy: "environment",
  },
  ENVIRONMENT_NAME_INVALID: {
    hint: "Start with a letter or digit, followed by letters, digits, spaces and _ . - (at most 64 characters). The name active is reserved.",
  },
  ENVIRONMENT_NEEDED: {
    hint: "Make another environment active in the configuration, and restart Pictor; then delete this one.",
  },
  SECRETS_UNAVAILABLE: {
    hint: "Resolve this problem, or choose another store in the configuration.",
    remedy: "configuration",
  },
  // Plugins
  PLUGIN_FOLDER_MISSING: { hint: "Correct the folder in the configuration.", remedy: "configuration" },
  CONTRIBUTION_TWICE: { hint: "Disable one of them in the configuration.", remedy: "configuration" },
  PLUGIN_UNKNOWN: { hint: "The plugin may have been removed.", remedy: "plugins" },
  PLUGIN_APPLY_FAILED: { hint: inLog, remedy: "plugins" },
  PLUGIN_CALL_FAILED: { hint: inLog, remedy: "plugins" },
  PLUGIN_DISABLED: { hint: "The list of plugins shows more.", remedy: "plugins" },
  TAP_THREW: { hint: inLog, remedy: "plugins" },
  PLUGIN_CHANGED: { hint: "Nothing was installed. Add the plugin again." },
  PLUGIN_EXPORT_INVALID: { hint: author },
  PLUGIN_PERMISSION_MISSING: { hint: author },
  HOOK_ORDER_UNKNOWN: { hint: author },
  HOOK_ORDER_CYCLE: { text: "The order of the plugins in {hook} forms a cycle: {path}.", hint: author },
  PLUGIN_QUESTION_INVALID: { hint: author },
  WORKFLOW_EMPTY: { hint: author, remedy: "plugins" },
  AUTH_ADDED_NOTHING: {
    text: "{owner} added no credentials, so the request would be sent without them.",
    hint: author,
    remedy: "plugins",
  },
  AUTH_CHANGED_REQUEST: {
    text: "{owner} changed the {part} of the request; expected {expected}.",
    hint: author,
    remedy: "plugins",
  },
  PANEL_NOT_GRANTED: { hint: "Grant the scopes where Pictor was started." },
  // The server
  PRESET_UNKNOWN: { hint: "The preset may have been deleted." },
  PRESET_OWNED: { hint: "Use another name." },
  API_BACKEND_NOT_DIRECT: { hint: "Generate with this backend, or choose another one.", remedy: "backends" },
  API_BODY_INVALID: { hint: again },
  API_BODY_TOO_LARGE: { hint: "Send less, or choose a smaller file." },
  API_CONTENT_TYPE: { hint: "Choose a file of another type." },
  API_CURL_INVALID: { hint: "Correct the command, or fill in the fields by hand." },
  API_CODE_REUSED: { hint: "Let an open page let this one in, or press Enter where Pictor was started." },
  API_CREDENTIAL_MISSING: { hint: reload },
  API_CREDENTIAL_REFUSED: { hint: reload },
  API_FETCH_SITE_REFUSED: { hint: "Open the address of the panel itself." },
  API_HANDSHAKE_INVALID: { hint: reload },
  API_HOST_REFUSED: { hint: "Open the address of the panel itself." },
  API_INLINE_REFUSED: { hint: "Save the fields as a profile." },
  API_INPUT_INVALID: { hint: "Correct this value." },
  API_KEY_REUSED: { hint: again },
  API_LINK_EXPIRED: { hint: reload },
  API_LINK_REFUSED: { hint: reload },
  API_METHOD_UNKNOWN: { hint: reload },
  API_OPERATION_RUNNING: { hint: "Wait until the operation has ended, or cancel it." },
  API_ORIGIN_REFUSED: { hint: "Open the address of the panel itself." },
  API_ORIGIN_UNCONFIRMED: {
    hint: "Answer the question, or add the origin to the profile.",
    remedy: "profile",
  },
  API_PATH_REFUSED: { hint: "Choose the file in the page, which uploads it." },
  API_PORT_REFUSED: { hint: "A page in a browser cannot do this; use a program." },
  API_REPLY_CUT: { hint: "Follow the reply as it arrives, or wait longer for it." },
  API_ROUTE_UNKNOWN: { hint: reload },
  API_SCOPE_MISSING: {
    text: "This page may not do that.",
    hint: "Open the panel with rights that allow it.",
  },
  API_THING_UNKNOWN: { hint: "It may have been deleted in the meantime." },
  API_THUMBNAIL_IMPOSSIBLE: { hint: "Open the file itself." },
  API_UPLOADS_FULL: { hint: "Wait: a file that no job uses is deleted after a day." },
  API_UPLOAD_UNKNOWN: { hint: "Choose the file again." },
};
