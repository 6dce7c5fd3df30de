// Generated from schemas/errors.json by `npm run gen`; do not edit.

export const errorCatalog = {
  CONFIG_NOT_FOUND: {
    message: "There is no configuration file at {file}.",
    fix: "Check the path given with --config, or leave it out to use the defaults.",
  },
  CONFIG_NOT_JSON: {
    message: "{file}{place} is not JSON: {reason}.",
    fix: "Correct the file; comments and trailing commas are not JSON.",
  },
  CONFIG_INVALID: {
    message: "{file}{pointer}: expected {expected}, found {found}.",
    fix: "Correct this value.{suggestion}",
  },
  CONFIG_SECRET_INLINE: {
    message: "{file}{pointer} holds a secret as plain text.",
    fix: 'Put an object with one key in its place: "$secret" (`pictor auth set` keeps it in the secret store), "$env" (the name of an environment variable) or "$file" (a path).',
  },
  CONFIG_REFERENCE_UNRESOLVED: {
    message: "{where} refers to {reference}, which {reason}.",
    fix: "Make what it refers to (the variable, the file, the secret or the token), or change the reference.",
  },
  SETTINGS_INVALID: {
    message: "{where}{pointer}: expected {expected}, found {found}.",
    fix: "Correct this value.{suggestion}",
  },
  FILE_NOT_WRITABLE: {
    message: "{path} cannot be written: {reason}.",
    fix: "Choose another folder, or give yourself the right to write there.",
  },
  FILE_DISK_FULL: {
    message: "There is no space left for {path}.",
    fix: "Free some space; nothing half-written was left behind.",
  },
  FILE_ESCAPES: {
    message: 'The path "{path}" leaves its folder {root}.',
    fix: "Use a relative path that stays inside.",
  },
  INTERNAL: {
    message: "Something went wrong inside: {reason}.",
    fix: "This is a fault of Pictor or of a plugin; please report it.",
  },
  CONFIG_NOT_READABLE: { message: "{file} cannot be read: {reason}.", fix: "Name a file that you may read." },
  VARIABLE_UNKNOWN: {
    message: "{where} uses {variable}, which the environment {environment} does not define.",
    fix: "Define it in `environments` of the configuration, or choose another environment.{suggestion}",
  },
  ENVIRONMENT_UNKNOWN: {
    message: 'There is no environment "{environment}".',
    fix: "The known ones are: {known}.{suggestion}",
  },
  SECRETS_STORE_UNKNOWN: {
    message: 'No plugin contributes the secret store "{store}".',
    fix: "The known ones are: {known}.{suggestion}",
  },
  SECRETS_UNAVAILABLE: {
    message: "The secret store {store} cannot be used: {reason}.",
    fix: "Correct that, or choose another one: `secrets.store` in the configuration.",
  },
  SECRETS_LOCKED: {
    message: "Another process has held the secret store {store} for {seconds} seconds.",
    fix: "End that process, or try again.",
  },
  PLUGIN_FOLDER_MISSING: {
    message: "The folder {path} cannot be read as plugins: {reason}.",
    fix: "Name a folder that holds a plugin.json, or, in pluginDirectories, the folder above it.",
  },
  MANIFEST_NOT_JSON: {
    message: "{file}{place} is not JSON: {reason}.",
    fix: "Correct the file there; comments and trailing commas are not JSON.",
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
    message: '{file}#/id: the id "{id}" of a plugin of the kind "{kind}" is not of the form "{form}".',
    fix: "Rename the plugin, or name another kind.",
  },
  MANIFEST_MAIN_ESCAPES: {
    message: '{file}#/main: "{main}" leads out of the plugin\'s folder.',
    fix: "Point main at a module inside the folder, such as ./index.js.",
  },
  MANIFEST_MAIN_MISSING: {
    message: "{file}#/main: there is no {main} in the plugin's folder.",
    fix: "Name the module that is there, or build it first.",
  },
  MANIFEST_FILTER_UNKNOWN: {
    message: '{file}{pointer}: no plugin here contributes the {kind} "{id}", so {handler} never runs.',
    fix: "Correct it, or install the plugin that contributes it.{suggestion}",
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
    fix: "`--verbose` shows where; its taps and contributions were taken back.",
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
    fix: "The hooks are beforeSend, buildWorkflow, beforeFirstBatch, onEvent and afterOutput.{suggestion}",
  },
  HOOK_PLACE_UNKNOWN: {
    message: '{hook} has no place "{place}" (asked for by {owner}).',
    fix: "Its places are: {known}.",
  },
  HOOK_ORDER_UNKNOWN: {
    message: '{owner} wants to come after "{after}" in {hook}, which has no tap in the same {place}.',
    fix: "Correct `after`, and name the plugin in requires.plugins.{suggestion}",
  },
  HOOK_ORDER_CYCLE: {
    message: "The taps of {hook} wait for each other in a circle: {path}.",
    fix: "Remove one `after`.",
  },
  TAP_THREW: { message: "{owner} failed in {hook} ({handler}): {reason}.", fix: "`--verbose` shows where." },
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
  TAP_DISPOSED: { message: "{owner} was disposed while {hook} ({handler}) ran.", fix: "Try again." },
  KERNEL_DISPOSED: { message: "The kernel was disposed.", fix: "Create a new one." },
  REQUEST_URL_INVALID: {
    message: '"{url}" is not an absolute {schemes} address.',
    fix: "Write it in full, such as https://example.org/path.",
  },
  REQUEST_USERINFO: {
    message: "The address of {origin} carries a user name or password.",
    fix: "Put them into an auth setting (Basic Auth) instead.",
  },
  REQUEST_HEADER_INVALID: {
    message: "The header {name} {problem}.",
    fix: "Correct the field that fills it; line breaks and control characters cannot be sent.",
  },
  REQUEST_FAILED: {
    message: "{method} {url} failed: {reason}.",
    fix: "Check that the address is right and that the server is running.",
  },
  REQUEST_TIMEOUT: {
    message: "{method} {url} gave no reply within {timeoutMs} ms.",
    fix: "Try again, or allow more time.",
  },
  REQUEST_REDIRECT: {
    message: "{method} {url} was redirected to {target}, {reason}.",
    fix: "Use the final address.",
  },
  SOCKET_REFUSED: {
    message: "The WebSocket {url} was refused with status {status}.",
    fix: "Check the address, and whether a proxy in between passes WebSockets on.",
  },
  AUTH_SCHEME_UNKNOWN: {
    message: 'No plugin contributes the auth scheme "{scheme}" (asked for by {where}).',
    fix: "The known schemes are: {known}.{suggestion}",
  },
  AUTH_NOT_APPLIED: {
    message:
      'No handler takes up the auth scheme "{scheme}", so the request would go out without credentials.',
    fix: 'The plugin {plugin} must tap beforeSend in the band auth or sign, with when.authType "{scheme}".',
  },
  AUTH_PROFILE_UNKNOWN: {
    message: 'There is no auth profile "{profile}" (asked for by {where}).',
    fix: "Make it: `pictor auth set {profile} --type SCHEME` (schemes: {schemes}); `pictor auth list` shows those that there are.{suggestion}",
  },
  AUTH_SETTING_INVALID: { message: "{where}: {problem}.", fix: "Correct this field." },
  AUTH_CHANGED_REQUEST: {
    message:
      "The auth scheme {scheme} changed the {part} of the request; it may only add headers and query parameters.",
    fix: "This is a fault of the plugin.",
  },
  AUTH_ACTION_NEEDED: {
    message: '{where} needs the action "{action}" first: {reason}.',
    fix: "Run `pictor auth {action} {profile}`; nothing was sent.",
  },
  AUTH_REQUIRED: {
    message: "{where} asks for credentials (status {status}), and none are set.",
    fix: 'Name an auth profile for it: "auth": "<profile>" beside a backend\'s address in the configuration, --auth for a request.',
  },
  AUTH_REJECTED: {
    message: "{where} does not accept the credentials of {auth} (status {status}).",
    fix: "Check the user name, password or key of that profile.",
  },
  AUTH_REFUSED: {
    message: "{where} refused: {reason}.",
    fix: "Check the settings of the profile; asking again changes nothing.",
  },
  AUTH_UNREACHABLE: {
    message: "{where} could not be asked: {reason}.",
    fix: "Wait until it answers again, or check its address and the network.",
  },
  REQUEST_TOO_LARGE: {
    message: "The reply of {url} has more than {maxBytes} bytes.",
    fix: "Check the address, or allow more.",
  },
  NETWORK_PROXY_INVALID: {
    message: "The proxy in {source} is not the address of an HTTP proxy.",
    fix: "Write it as http://proxy.example:3128 or https://...; other kinds of proxies are not supported.",
  },
  NETWORK_CERTIFICATE_INVALID: {
    message: "{field} names {file}, which {reason}.",
    fix: "Name a file in PEM form that belongs there; relative paths start at the folder of the configuration.",
  },
  AUTH_ORIGIN_REFUSED: {
    message: "The auth profile {profile} may not be used for {origin}.",
    fix: "Its `origins` list where it may go: `pictor auth set {profile} --origin ADDRESS` replaces them; nothing was sent.",
  },
  AUTH_PLACED_TWICE: {
    message: "The request carries a token in its header and another one in its address ({parameter}).",
    fix: "Take one of them out (RFC 6750 section 2).",
  },
  AUTH_ACTION_UNKNOWN: {
    message: 'The profile {profile} has no action "{action}".',
    fix: "It offers: {known}.{suggestion}",
  },
  AUTH_ACTION_INPUT: {
    message: "The action {action} of the profile {profile} needs a text: {title}.",
    fix: "Pipe it in, or run the command at a terminal.",
  },
  AUTH_NOT_CONFIGURED: {
    message: "{where} is not filled in: {fields}.",
    fix: "Fill in these fields; nothing was sent.",
  },
  PROFILE_NO_UNDO: {
    message: "The profile {profile} has no change that could be taken back.",
    fix: "`pictor auth show {profile}` tells what it holds.",
  },
  AUTH_WITHOUT_TLS: {
    message: "A credential goes to {origin} without TLS: everybody on the way can read it.",
    fix: "Use https, or list that origin in the profile's `origins` to say that you know.",
  },
  AUTH_REPLACED: {
    message: "The auth scheme {scheme} replaced the {part} that the request already had.",
    fix: "Take one of them out.",
  },
  PROFILE_NAME_INVALID: {
    message: "{profile} cannot be the name of a profile.",
    fix: "Use up to 100 letters, digits and signs, without spaces, slashes and quotation marks.",
  },
  BACKEND_UNKNOWN: {
    message: 'There is no backend "{backend}".',
    fix: "The known ones are: {known}.{suggestion}",
  },
  BACKEND_NONE: {
    message: "No backend is configured, and this host offers none.",
    fix: "Name one under `backends` in the configuration, or pass `defaultBackends` to createPictor.",
  },
  BACKEND_KIND_UNKNOWN: {
    message: 'No plugin contributes the backend kind "{kind}" (asked for by {where}).',
    fix: "The known kinds are: {known}.{suggestion}",
  },
  BACKEND_NAME_INVALID: {
    message: "{backend} cannot be the name of a backend.",
    fix: "Begin with a letter or digit; go on with those and with _ . - (64 characters at most).",
  },
  BACKEND_UNREACHABLE: {
    message: "The backend at {url} cannot be reached: {reason}.",
    fix: "Start it, or correct its baseUrl.",
  },
  BACKEND_CRASHED: {
    message:
      "The server of the backend {backend} has crashed: it ended with {ending}. Its last lines: {lastLines}.",
    fix: "Its log has the rest; generating again starts it anew.",
  },
  BACKEND_REPLY: {
    message: "{method} {url} gave {found}, expected {expected}.",
    fix: "Check that the address is that of a ComfyUI-compatible server, and its log.",
  },
  BACKEND_REFUSED_GRAPH: {
    message: "The backend refused the graph: {reason}.",
    fix: "Correct the settings named here.",
  },
  BACKEND_TOO_LARGE: {
    message: "{method} {url} carries {bytes} bytes, and the server takes {limit}.",
    fix: "Send less at once, or raise the limit: the server's --max-upload-size (megabytes), or that of a proxy before it.",
  },
  BACKEND_PORT_IN_USE: {
    message: "Port {port} on {host} is in use by another program.",
    fix: "Choose another port, or 0 for a free one.",
  },
  BACKEND_CANCEL_REFUSED: {
    message: "The backend can only interrupt whatever runs, and another prompt runs now.",
    fix: "Cancelling is tried again until it can be done or the job has ended.",
  },
  BACKEND_CANCEL_UNCONFIRMED: {
    message: "What became of the prompt {promptId} after the cancel is not known: {reason}.",
    fix: "{advice}",
  },
  BACKEND_UPLOAD_REFUSED: {
    message: "POST {url} did not take {filename}: {reason}.",
    fix: "See the server's log.",
  },
  BACKEND_FILE_CHANGED: {
    message: "The rest of {filename} does not fit the {received} bytes that came before: {reason}.",
    fix: "Fetch it again.",
  },
  INPUT_NOT_READABLE: {
    message: "The input file {filename} could not be read: {reason}.",
    fix: "Check that it exists and may be read, and leave it unchanged until the job has ended.",
  },
  INPUT_AREA_UNREACHABLE: {
    message: "{filename} belongs into the folder {area} of {backend}, which cannot be reached from here.",
    fix: "Put the file there by hand and name it in the settings, or use a backend that is managed on this machine.",
  },
  BACKEND_FILE_GONE: {
    message: "The backend no longer has {filename} (status {status}).",
    fix: "Generate it again; another seed makes a new file.",
  },
  WORKFLOW_UNKNOWN: {
    message: 'There is no workflow "{workflow}".',
    fix: "The known workflows are: {known}.{suggestion}",
  },
  WORKFLOW_EMPTY: {
    message: 'The workflow "{workflow}" built no output node.',
    fix: "A template must tap buildWorkflow with `when.workflow` and name its outputs.",
  },
  FEATURE_UNKNOWN: {
    message: 'There is no feature "{feature}".',
    fix: "The known features are: {known}.{suggestion}",
  },
  FEATURE_UNUSED: {
    message: 'No handler takes up the feature "{feature}" in the workflow "{workflow}".',
    fix: "Leave it out for this workflow.",
  },
  FEATURE_NOT_APPLICABLE: {
    message: 'The feature "{feature}" cannot be used in the workflow "{workflow}": {reason}.',
    fix: "{advice}",
  },
  PARAM_NO_OPTIONS: {
    message: "{where}: {setting} is not set, and the backend offers no {class}.{input} to choose from.",
    fix: "{advice}",
  },
  GRAPH_INVALID: { message: "The graph is wrong at {where}: {problem}.", fix: "{advice}" },
  NODE_FAILED: {
    message: "The node {node} ({class}) failed on the backend: {exception}: {reason}.",
    fix: "See the backend's log.",
  },
  NODE_OUT_OF_MEMORY: {
    message: "The backend's memory is too small for the node {node} ({class}): {reason}.",
    fix: "Choose a smaller size or fewer images at once, or free the memory of the server.",
  },
  JOB_LOST: { message: "The prompt {promptId} is lost: {reason}.", fix: "{advice}" },
  JOB_RECORD_MISSING: {
    message: "The backend keeps no record of the prompt {promptId}; its messages told that it {ending}.",
    fix: "The messages count; files that only the record names are missing.",
  },
  JOB_REPEATED: {
    message:
      "The backend took {filename} from its cache and no longer has the file; the batch ran once more.",
    fix: "Nothing is to be done; the new file may have another name.",
  },
  OUTPUT_NOT_FETCHED: {
    message: "{filename} could not be fetched: {reason}.",
    fix: "Fetch it by hand: {address}",
  },
  OUTPUT_NOT_SAVED: {
    message: "{filename} could not be saved: {reason}.",
    fix: "It is still on the backend: {address}",
  },
  OUTPUT_NONE: {
    message: "The backend says that the prompt succeeded, but lists no file of {nodes}.",
    fix: "Nodes such as SaveImageWebsocket show images only while the run lasts: end in a node that saves. Else see the backend's log.",
  },
  GRAPH_PARTLY_DROPPED: {
    message: "The backend left out the node {node} ({class}): {reason}.",
    fix: "The rest of the graph ran.",
  },
} as const;
