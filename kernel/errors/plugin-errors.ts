// Errors of finding, validating, loading and running plugins.

export const pluginErrors = {
  PLUGIN_FOLDER_MISSING: {
    message: "The plugin folder {path} does not exist or cannot be read: {reason}.",
    fix: "Correct pluginDirectories in the configuration.",
  },
  MANIFEST_NOT_JSON: {
    message: "{file} is not JSON: {reason}.",
    fix: "Correct the file at that position.",
  },
  MANIFEST_TOO_LARGE: {
    message:
      "{file} has {bytes} bytes or is nested too deeply; the limits are {limit} bytes and {depth} levels.",
    fix: "Shorten the manifest; data belongs into a file of its own.",
  },
  MANIFEST_INVALID: {
    message: "{file}{pointer}: expected {expected}, found {found}.",
    fix: "Correct the manifest.{suggestion}",
  },
  MANIFEST_ID_KIND: {
    message: '{file}#/id: the id "{id}" does not begin with its kind "{kind}-".',
    fix: 'Rename the plugin, for example to "{kind}-{id}".',
  },
  MANIFEST_MAIN_ESCAPES: {
    message: '{file}#/main: "{main}" leads out of the plugin\'s folder.',
    fix: "Point main at a module inside the folder, such as ./index.js.",
  },
  PLUGIN_API_RANGE: {
    message: '{file}#/apiVersion: "{range}" {reason}; this kernel offers plugin API {offered}.',
    fix: 'Write a range inside one major version that includes it, such as "^{offered}", or update the kernel or the plugin.',
  },
  PLUGIN_NODE_RANGE: {
    message: "{file}#/requires/node: the plugin needs Node {range}, this is {found}.",
    fix: "Run it on another version of Node.",
  },
  PLUGIN_ID_TWICE: {
    message: 'Two plugins have the id "{id}": {first} and {second}.',
    fix: "Remove or disable one of them.",
  },
  CONTRIBUTION_TWICE: {
    message: 'Two plugins contribute the {kind} "{id}": {first} and {second}.',
    fix: "Disable one of them in the configuration: plugins.<id>.enabled = false.",
  },
  PLUGIN_REQUIRES_MISSING: {
    message: '{file}#/requires/plugins: "{id}" needs {needed} {range}, {found}.',
    fix: "Add the plugin it needs, in a version of that range.",
  },
  PLUGIN_CYCLE: {
    message: "Plugins require each other in a circle: {path}.",
    fix: "Remove one of these requirements.",
  },
  PLUGIN_UNKNOWN: {
    message: 'There is no plugin "{id}".',
    fix: "`pictor plugins list` shows the known ones.{suggestion}",
  },
  PLUGIN_IMPORT_FAILED: {
    message: "The plugin {id} could not be imported: {reason}.",
    fix: "Correct its module {main}; after the fix the program must be started again.",
  },
  PLUGIN_IMPORT_TIMEOUT: {
    message: "The plugin {id} did not finish importing within {timeoutMs} ms.",
    fix: "Look for a top-level await that never settles in {main}; then start the program again.",
  },
  PLUGIN_EXPORT_INVALID: {
    message: "The plugin {id} exports {found} as default, expected a function.",
    fix: "Write: export default definePlugin(...), or export a plain function of the context.",
  },
  PLUGIN_APPLY_FAILED: {
    message: "The plugin {id} failed while it was set up: {reason}.",
    fix: "See the cause; its taps and contributions were taken back.",
  },
  PLUGIN_APPLY_TIMEOUT: {
    message: "The plugin {id} did not finish setting up within {timeoutMs} ms.",
    fix: "Do long work in a handler, not in the plugin's function.",
  },
  PLUGIN_SURFACE: {
    message: "The plugin {id} {difference}.",
    fix: "Declare in plugin.json exactly what the code provides.",
  },
  PLUGIN_DISPOSE_FAILED: {
    message: "The plugin {id} could not release something: {reason}.",
    fix: "Its other resources were released.",
  },
  PLUGIN_DISABLED: {
    message: "The plugin {id} is {state}: {reason}.",
    fix: "`pictor plugins inspect {id}` tells more.",
  },
  HOOK_UNKNOWN: {
    message: '"{hook}" is not a hook.',
    fix: "The hooks are beforeSend, buildWorkflow, beforeFirstBatch, onEvent and afterOutput.",
  },
  HOOK_ORDER_UNKNOWN: {
    message: '{owner} wants to come after "{after}" in {hook}, which has no tap in the same {place}.',
    fix: "Correct `after`, and name the plugin in requires.plugins.{suggestion}",
  },
  HOOK_ORDER_CYCLE: {
    message: "The taps of {hook} wait for each other in a circle: {path}.",
    fix: "Remove one `after`.",
  },
  TAP_THREW: {
    message: "{owner} failed in {hook} ({handler}): {reason}.",
    fix: "See the cause.",
  },
  TAP_TIMEOUT: {
    message: "{owner} did not finish {hook} ({handler}) within {timeoutMs} ms.",
    fix: "Give the handler less to do, or pass the context's signal to what it waits for.",
  },
  TAP_RESULT_INVALID: {
    message: "{owner} returned {found} from {hook} ({handler}); expected {expected}.",
    fix: "Return a new value of the hook's type, or nothing to leave it as it is.",
  },
  TAP_RETURNED_PROMISE: {
    message: "{owner} returned a promise from {hook} ({handler}), which only observes.",
    fix: "Make the handler synchronous; start long work without returning it.",
  },
  TAP_DISPOSED: {
    message: "{owner} was disposed while {hook} ({handler}) ran.",
    fix: "Try again.",
  },
  KERNEL_DISPOSED: {
    message: "The kernel was disposed.",
    fix: "Create a new one.",
  },
} as const;
