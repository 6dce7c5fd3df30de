// Generated from schemas/errors.json by `npm run gen`; do not edit.

export const errorCatalog = {
  CONFIG_NOT_FOUND: {
    class: "input",
    message: "There is no configuration file at {file}.",
    fix: "Check the path given with --config or PICTOR_CONFIG, or leave it out to use the defaults.",
  },
  TRUST_REQUIRED: {
    class: "denied",
    message: "The project in {folder} is not trusted. It {powers}.",
    fix: "Look at {file} and its plugins. If you trust them, run `pictor trust`, with the same --config if you gave one, or add --trust for one call.",
  },
  TRUST_FILE_BROKEN: {
    class: "input",
    message: "{file}, which lists the folders and certificates that you trust, cannot be read: {reason}.",
    fix: "Correct or delete the file; without the file, nothing is trusted.",
  },
  CONFIG_NOT_JSON: {
    class: "input",
    message: "{file}{place} is not valid JSON: {reason}.",
    fix: "Correct the file; comments and trailing commas are not JSON.",
  },
  CONFIG_INVALID: {
    class: "input",
    message: "{file}{pointer}: expected {expected}, found {found}.",
    fix: "Correct this value.{suggestion}",
  },
  CONFIG_SECRET_INLINE: {
    class: "input",
    message: "{file}{pointer} holds a secret as plain text.",
    fix: 'Replace it with an object that has one key: "$secret" (`pictor auth set` stores it in the secret store), "$env" (the name of an environment variable) or "$file" (a path).',
  },
  CONFIG_REFERENCE_UNRESOLVED: {
    class: "input",
    message: "{where} refers to {reference}, which {reason}.",
    fix: "Define the variable, file, secret or token that the reference names, or change the reference.",
  },
  SETTINGS_INVALID: {
    class: "input",
    message: "{where}{pointer}: expected {expected}, found {found}.",
    fix: "Correct this value.{suggestion}",
  },
  FILE_NOT_WRITABLE: {
    class: "input",
    message: "{path} cannot be written: {reason}.",
    fix: "Choose another folder, or change its permissions.",
  },
  FILE_IN_USE: {
    class: "conflict",
    message: "{path} cannot be replaced: another program has it open.",
    fix: "Close the program that has the file open, such as an editor, a virus scanner or a sync client, and try again.",
  },
  FILE_DISK_FULL: {
    class: "full",
    message: "The disk is full: {path} cannot be written.",
    fix: "Free some space. No partial file was left behind.",
  },
  FILE_ESCAPES: {
    class: "input",
    message: 'The path "{path}" leads out of the folder {root}.',
    fix: "Use a relative path that stays inside the folder.",
  },
  INTERNAL: {
    class: "fault",
    message: "Internal error: {reason}.",
    fix: "This is a bug in Pictor or in a plugin. Please report it.",
  },
  CONFIG_NOT_READABLE: {
    class: "input",
    message: "{file} cannot be read: {reason}.",
    fix: "Check the permissions of the file, or name another one.",
  },
  VARIABLE_UNKNOWN: {
    class: "unknown",
    message: "{where} uses {variable}, which the environment {environment} does not define.",
    fix: "Define the variable in `environments` of the configuration, or choose another environment.{suggestion}",
  },
  ENVIRONMENT_UNKNOWN: {
    class: "unknown",
    message: 'There is no environment "{environment}"{origin}.',
    fix: "The known environments are: {known}.{suggestion}",
  },
  ENVIRONMENT_NAME_INVALID: {
    class: "input",
    message: "{environment} cannot be the name of an environment.",
    fix: "Start with a letter or digit, followed by letters, digits, spaces and _ . - (at most 64 characters). The name `active` is reserved.",
  },
  ENVIRONMENT_NEEDED: {
    class: "conflict",
    message: 'The environment "{environment}" cannot be deleted: the configuration makes it active.',
    fix: "Change or remove `environment` in the configuration file (or PICTOR_ENVIRONMENT, or --environment) and restart, then delete it.",
  },
  SECRETS_STORE_UNKNOWN: {
    class: "unknown",
    message: 'No plugin contributes the secret store "{store}".',
    fix: "The known secret stores are: {known}.{suggestion}",
  },
  SECRETS_UNAVAILABLE: {
    class: "input",
    message: "The secret store {store} cannot be used: {reason}.",
    fix: "Resolve this problem, or choose another store with `secrets.store` in the configuration.",
  },
  SECRETS_LOCKED: {
    class: "conflict",
    message: "Another process still holds the lock of the secret store {store} after {seconds} seconds.",
    fix: "Try again; if the store stays locked, end that process.",
  },
  PLUGIN_FOLDER_MISSING: {
    class: "input",
    message: "No plugin could be read from the folder {path}: {reason}.",
    fix: "Name a folder that contains a plugin.json, or, in pluginDirectories, its parent folder.",
  },
  PLUGIN_FOLDER_UNSAFE: {
    class: "input",
    message: "{path}, from the plugins of this project, is not used: {reason}.",
    fix: "Keep the plugins of a project inside the project folder, in files that belong to you and that nobody else can change.",
  },
  MANIFEST_NOT_JSON: {
    class: "input",
    message: "{file}{place} is not valid JSON: {reason}.",
    fix: "Correct the file at that place; comments and trailing commas are not JSON.",
  },
  MANIFEST_TOO_LARGE: {
    class: "input",
    message:
      "{file} has {bytes} bytes or is nested too deeply; the limits are {limit} bytes and {depth} levels.",
    fix: "Shorten the manifest; move data into a separate file.",
  },
  MANIFEST_INVALID: {
    class: "input",
    message: "{file}{pointer}: expected {expected}, found {found}.",
    fix: "Correct the manifest.{suggestion}",
  },
  MANIFEST_ID_KIND: {
    class: "input",
    message: '{file}#/id: the id "{id}" of a plugin of kind "{kind}" must have the form "{form}".',
    fix: "Rename the plugin, or change its kind.",
  },
  MANIFEST_MAIN_ESCAPES: {
    class: "input",
    message: '{file}#/main: "{main}" leads out of the plugin\'s folder.',
    fix: "Set main to a module inside the folder, such as ./index.js.",
  },
  MANIFEST_MAIN_MISSING: {
    class: "input",
    message: "{file}#/main: the plugin's folder has no {main}.",
    fix: "Name an existing module, or build it first.",
  },
  MANIFEST_FILTER_UNKNOWN: {
    class: "input",
    message: '{file}{pointer}: no installed plugin contributes the {kind} "{id}", so {handler} never runs.',
    fix: "Correct the id, or install the plugin that contributes it.{suggestion}",
  },
  MANIFEST_NAME_UNKNOWN: {
    class: "input",
    message: '{file}{pointer} names the {kind} "{name}", which does not exist. The known ones are: {known}.',
    fix: "Correct the name.{suggestion}",
  },
  PLUGIN_API_RANGE: {
    class: "input",
    message: '{file}#/apiVersion: "{range}" {reason}; this kernel offers plugin API {offered}.',
    fix: 'Use a range inside one major version that includes {offered}, such as "^{offered}", or update the kernel or the plugin.',
  },
  PLUGIN_NODE_RANGE: {
    class: "input",
    message: "{file}#/requires/node: the plugin needs Node {range}; this is {found}.",
    fix: "Use a matching version of Node.",
  },
  PLUGIN_ID_TWICE: {
    class: "input",
    message: 'Two plugins have the id "{id}": {first} and {second}.',
    fix: "Remove or disable one of them.",
  },
  CONTRIBUTION_TWICE: {
    class: "input",
    message: 'Two plugins contribute the {kind} "{id}": {first} and {second}.',
    fix: "Disable one of them in the configuration: plugins.<id>.enabled = false.",
  },
  API_UNKNOWN: {
    class: "unknown",
    message: 'No plugin contributes the API "{api}".',
    fix: "The known APIs are: {known}.{suggestion}",
  },
  PLUGIN_REQUIRES_MISSING: {
    class: "input",
    message: '{file}#/requires/plugins: "{id}" needs {needed} {range}, {found}.',
    fix: "Install a version of the required plugin that is in this range.",
  },
  PLUGIN_CYCLE: {
    class: "input",
    message: "Plugins require each other in a cycle: {path}.",
    fix: "Remove one of these requirements.",
  },
  PLUGIN_UNKNOWN: {
    class: "unknown",
    message: 'There is no plugin "{id}".',
    fix: "`pictor plugins list` lists the known plugins.{suggestion}",
  },
  PLUGIN_IMPORT_FAILED: {
    class: "input",
    message: "The plugin {id} could not be imported: {reason}.",
    fix: "Correct the file that the reason names, or {main} if the reason names no file, and restart the program.",
  },
  PLUGIN_PACKAGE_MISSING: {
    class: "input",
    message: "The plugin {id} could not be imported: {reason}.",
    fix: "Install the package in the plugin's folder, or correct its name. Pictor's functions for plugins are in \"@pictor/kernel/plugin\", which needs no installation.",
  },
  PLUGIN_IMPORT_TIMEOUT: {
    class: "input",
    message: "The plugin {id} did not finish importing within {timeoutMs} ms.",
    fix: "Look for a top-level await in {main} that never settles, and restart the program.",
  },
  PLUGIN_EXPORT_INVALID: {
    class: "input",
    message: "The default export of the plugin {id} is {found}; expected a function.",
    fix: "Use `export default definePlugin(...)`, or export a function that takes the context.",
  },
  PLUGIN_APPLY_FAILED: {
    class: "input",
    message: "The plugin {id} failed during set-up: {reason}.",
    fix: "`--verbose` shows the place in the code. The plugin's taps and contributions were removed.",
  },
  PLUGIN_APPLY_TIMEOUT: {
    class: "input",
    message: "The plugin {id} did not finish setting up within {timeoutMs} ms.",
    fix: "Move long work from the plugin's function into a handler.",
  },
  PLUGIN_SURFACE: {
    class: "input",
    message: "The plugin {id} {difference}.",
    fix: "Make plugin.json declare exactly what the code provides.",
  },
  PLUGIN_PERMISSION_MISSING: {
    class: "fault",
    message: 'The plugin {plugin} uses context.{member} without the permission "{permission}".',
    fix: "Add {entry} to `permissions` in its plugin.json.",
  },
  PLUGIN_VALUE_INVALID: {
    class: "fault",
    message: "The plugin {plugin} returned an invalid value from {where}: {found}; expected {expected}.",
    fix: "Correct this value in the plugin, or report it to the plugin's author.",
  },
  PLUGIN_CALL_FAILED: {
    class: "fault",
    message: "The plugin {plugin} failed in {where}: {reason}.",
    fix: "`--verbose` shows the place in the code.",
  },
  PLUGIN_CALL_TIMEOUT: {
    class: "fault",
    message: "The plugin {plugin} did not finish {where} within {timeoutMs} ms.",
    fix: "This is a bug in the plugin. Please report it to its author.",
  },
  PLUGIN_DISPOSE_FAILED: {
    class: "fault",
    message: "The plugin {id} could not release a resource: {reason}.",
    fix: "Report this to the author of the plugin. Its other resources were released.",
  },
  PLUGIN_DISABLED: {
    class: "input",
    message: "The plugin {id} is {state}: {reason}.",
    fix: "`pictor plugins inspect {id}` shows more.",
  },
  HOOK_UNKNOWN: {
    class: "input",
    message: '"{hook}" is not a hook.',
    fix: "The hooks are beforeSend, buildWorkflow, beforeFirstBatch, onEvent and afterOutput.{suggestion}",
  },
  HOOK_PLACE_UNKNOWN: {
    class: "input",
    message: 'The hook {hook} has no band or phase "{place}" (named by {owner}).',
    fix: "Use one of: {known}.",
  },
  HOOK_ORDER_UNKNOWN: {
    class: "input",
    message:
      '{owner} must run after "{after}" in {hook}, but "{after}" has no tap of that hook in the same {place}.',
    fix: "Correct `after`, and list that plugin in requires.plugins.{suggestion}",
  },
  HOOK_ORDER_CYCLE: {
    class: "input",
    message: "The `after` entries of {hook} form a cycle: {path}.",
    fix: "Remove one `after` entry.",
  },
  TAP_THREW: {
    class: "fault",
    message: "{owner} failed in {hook} ({handler}): {reason}.",
    fix: "`--verbose` shows the place in the code.",
  },
  TAP_TIMEOUT: {
    class: "fault",
    message: "{owner} did not finish {hook} ({handler}) within {timeoutMs} ms.",
    fix: "Reduce the work of the handler, or pass the signal of the context to what it awaits.",
  },
  TAP_RESULT_INVALID: {
    class: "fault",
    message: "{owner} returned an invalid {noun} from {hook} ({handler}): {found}; expected {expected}.",
    fix: "Correct what {handler} returns; undefined leaves the value unchanged.",
  },
  TAP_REPORT_INVALID: {
    class: "fault",
    message: "{owner} reported an invalid problem in {hook} ({handler}): {found}; expected {expected}.",
    fix: "Correct what {handler} passes to report: an object with code, message and, optionally, hint.",
  },
  TAP_RETURNED_PROMISE: {
    class: "fault",
    message: "{owner} returned a promise from {hook} ({handler}), which must be synchronous.",
    fix: "Make the handler synchronous; start long work without returning its promise.",
  },
  GENERATION_EVENTS_READ: {
    class: "fault",
    message:
      "The events of the generation are already being read; a second reader would take events from the first.",
    fix: "Read the events once and pass them on, or use the hook onEvent, which any number of handlers can observe.",
  },
  TAP_DISPOSED: {
    class: "fault",
    message: "{owner} was disposed while {hook} ({handler}) was running.",
    fix: "Try again.",
  },
  KERNEL_DISPOSED: {
    class: "fault",
    status: 503,
    message: "The kernel was disposed.",
    fix: "Create a new kernel.",
  },
  REQUEST_URL_INVALID: {
    class: "input",
    message: '"{url}" is not an absolute {schemes} address.',
    fix: "Write the whole address, such as https://example.org/path.",
  },
  REQUEST_USERINFO: {
    class: "input",
    message: "The address of {origin} contains a user name or password.",
    fix: "Use an auth setting (Basic Auth) instead.",
  },
  REQUEST_HEADER_INVALID: {
    class: "input",
    message: "The header {name} {problem}.",
    fix: "Correct or remove the setting from which the header comes; line breaks and control characters are not allowed.",
  },
  REQUEST_FAILED: { class: "upstream", message: "{method} {url} failed: {reason}.", fix: "{advice}" },
  REQUEST_TIMEOUT: {
    class: "upstream",
    status: 504,
    message: "{method} {url} received no reply within {timeoutMs} ms.",
    fix: "Try again, or increase the time limit.",
  },
  REQUEST_REDIRECT: {
    class: "upstream",
    message: "{method} {url} was redirected to {target}, {reason}.",
    fix: "Use the final address.",
  },
  REQUEST_ADDRESS_REFUSED: {
    class: "denied",
    message:
      "This request may not reach {host}, which is an address of this machine, a link-local address, or the metadata service of a cloud.",
    fix: "Use another address, or a token of the local API with the scope admin.",
  },
  SOCKET_REFUSED: {
    class: "upstream",
    message: "The server refused the WebSocket connection to {url} with status {status}.",
    fix: "Check the address, and that any proxy supports WebSockets.",
  },
  AUTH_SCHEME_UNKNOWN: {
    class: "unknown",
    message: 'No plugin contributes the auth scheme "{scheme}" (named by {where}).',
    fix: "The known schemes are: {known}.{suggestion}",
  },
  AUTH_ADDED_NOTHING: {
    class: "fault",
    message:
      '{owner} returned {found} from beforeSend ({handler}), so the request would be sent without the credentials of the auth scheme "{scheme}"; expected another header or query parameter.',
    fix: 'Let the handler return a new request, such as setHeader(request, name, value), or throw an error that says what is missing. For a scheme that waits for a 401, declare "challenge": true in plugin.json.',
  },
  AUTH_PROFILE_UNKNOWN: {
    class: "unknown",
    message: 'There is no auth profile "{profile}" (named by {where}).',
    fix: "Create it with `pictor auth set {profile} --type SCHEME` (schemes: {schemes}); `pictor auth list` lists the existing profiles.{suggestion}",
  },
  AUTH_SETTING_INVALID: { class: "input", message: "{where}: {problem}.", fix: "Correct this field." },
  AUTH_CHANGED_REQUEST: {
    class: "fault",
    message: "{owner} changed the {part} of the request in beforeSend ({handler}); expected {expected}.",
    fix: "Correct what {handler} returns; undefined leaves the request unchanged.",
  },
  AUTH_ACTION_NEEDED: {
    class: "denied",
    message: '{where} requires the action "{action}" first: {reason}.',
    fix: "Run `pictor auth {action} {profile}`. {sent}",
  },
  AUTH_PARTNER_KEY: {
    class: "denied",
    message: "{what} is a partner node, which needs an account: {reason}.",
    fix: "Create an API key at https://platform.comfy.org/profile/api-keys, and set it as partnerKey of the backend.",
  },
  AUTH_REQUIRED: {
    class: "denied",
    message: "{where} requires credentials (status {status}), and none are set.",
    fix: 'Set an auth profile: "auth": "<profile>" next to the address of a backend in the configuration, or --auth for a request.',
  },
  AUTH_REJECTED: {
    class: "denied",
    message: "{where} does not accept the credentials of {auth} (status {status}).",
    fix: "Check the user name, password or key of that profile.",
  },
  AUTH_REFUSED: {
    class: "denied",
    message: "{where} refused the request: {reason}.",
    fix: "Check the settings of the profile; a retry will not help.",
  },
  AUTH_UNREACHABLE: {
    class: "upstream",
    message: "{where} cannot be reached: {reason}.",
    fix: "Try again later, or check its address and the network.",
  },
  REQUEST_TOO_LARGE: {
    class: "upstream",
    message: "The response from {url} is larger than {maxBytes} bytes.",
    fix: "Check the address, or increase the limit.",
  },
  REQUEST_CODING_INVALID: {
    class: "upstream",
    message: "The reply to {method} {url} has the content coding {coding}, which {problem}.",
    fix: "Try again; a request without decompression (`--compressed=false`) gives the bytes as the server sends them.",
  },
  REQUEST_CODING_UNKNOWN: {
    class: "upstream",
    message:
      "The reply from {url} has the content coding {coding}, which Pictor does not know, so the body was not decoded.",
    fix: "Ask for another coding with the header Accept-Encoding, or for none with `identity`.",
  },
  NETWORK_PROXY_INVALID: {
    class: "input",
    message: "The proxy in {source} is not the address of an HTTP proxy.",
    fix: "Write it as http://proxy.example:3128 or https://..., with a name and a password as http://name:password@..., where %40 stands for @, %23 for #, %2F for / and %3F for ?. Other types of proxies are not supported.",
  },
  NETWORK_CERTIFICATE_INVALID: {
    class: "input",
    message: "{field} names {file}, which {reason}.",
    fix: "Correct the file, its path or its passphrase; relative paths start at the folder of the configuration.",
  },
  AUTH_ORIGIN_REFUSED: {
    class: "denied",
    message: "The auth profile {profile} may not be used for {origin}.",
    fix: "The `origins` of the profile list the allowed origins: `pictor auth set {profile} --origin ADDRESS` replaces them. Nothing was sent.",
  },
  AUTH_PLACED_TWICE: {
    class: "input",
    message: "The request contains one token in a header and another in its query string ({parameter}).",
    fix: "Remove one of the two tokens (RFC 6750 section 2).",
  },
  AUTH_ACTION_UNKNOWN: {
    class: "unknown",
    message: 'The profile {profile} has no action "{action}".',
    fix: "The known actions are: {known}.{suggestion}",
  },
  AUTH_ACTION_INPUT: {
    class: "input",
    message: "The action {action} of the profile {profile} requires input: {title}.",
    fix: "Pipe the text to the command, or run the command in a terminal.",
  },
  AUTH_NOT_CONFIGURED: {
    class: "denied",
    message: "{where} lacks required fields: {fields}.",
    fix: "Fill in these fields. Nothing was sent.",
  },
  PROFILE_NO_UNDO: {
    class: "input",
    message: "The profile {profile} has no change to undo.",
    fix: "`pictor auth show {profile}` shows the profile.",
  },
  AUTH_WITHOUT_TLS: {
    class: "denied",
    message: "A credential is sent to {origin} without TLS, so anyone on the network path can read it.",
    fix: "Use https, or accept this by listing the origin in the `origins` of the profile.",
  },
  AUTH_REPLACED: {
    class: "denied",
    message: "The auth scheme {scheme} replaced the {part} that the request already had.",
    fix: "Remove one of them.",
  },
  PROFILE_NAME_INVALID: {
    class: "input",
    message: "{profile} cannot be the name of a profile.",
    fix: "Use at most 100 letters, digits and punctuation characters, but no spaces, slashes or quotation marks.",
  },
  BACKEND_UNKNOWN: {
    class: "unknown",
    message: 'There is no backend "{backend}"{origin}.',
    fix: "The known backends are: {known}.{suggestion}",
  },
  BACKEND_NONE: {
    class: "input",
    message: "No backend is configured, and this host offers none.",
    fix: "Add one under `backends` in the configuration, or pass `defaultBackends` to createPictor.",
  },
  BACKEND_CYCLE: {
    class: "input",
    message: "The backend {backend} would depend on itself: {path}.",
    fix: "Remove one of these backends from the members of another.",
  },
  BACKEND_MEMBER_UNKNOWN: {
    class: "unknown",
    message: "The backend {backend} has no member {member}.",
    fix: "The known members are: {known}.{suggestion}",
  },
  BACKEND_KIND_UNKNOWN: {
    class: "input",
    message: 'No plugin contributes the backend kind "{kind}" (named by {where}).',
    fix: "The known kinds are: {known}.{suggestion}",
  },
  BACKEND_NAME_INVALID: {
    class: "input",
    message: "{backend} cannot be the name of a backend.",
    fix: "Start with a letter or digit, followed by letters, digits and _ . - (at most 64 characters, no full stop at the end, and no device of Windows such as con).",
  },
  BACKEND_UNREACHABLE: {
    class: "upstream",
    message: "The backend {url} cannot be reached: {reason}.",
    fix: "Start the backend, or correct its baseUrl.",
  },
  BACKEND_CRASHED: {
    class: "upstream",
    message:
      "The server of the backend {backend} has crashed: it ended with {ending}. The last lines of its output: {lastLines}.",
    fix: "See the server's log. The next generation starts the server again.",
  },
  BACKEND_REPLY: {
    class: "upstream",
    message: "{method} {url} returned {found}; expected {expected}.",
    fix: "Check that the address belongs to a server of this kind of backend, and see the server's log.",
  },
  BACKEND_REFUSED_GRAPH: {
    class: "upstream",
    status: 422,
    message: "The backend refused the graph: {reason}.",
    fix: "Correct the settings that the reason names.",
  },
  BACKEND_UNSUPPORTED: {
    class: "input",
    message: "The backend {backend} (kind {kind}) cannot apply the {setting} {found}.",
    fix: "The backend supports: {known}.{suggestion} Nothing was sent.",
  },
  BACKEND_TOO_LARGE: {
    class: "upstream",
    message: "{method} {url} sends {bytes} bytes; the server accepts {limit}.",
    fix: "Send less at once, or increase the limit: --max-upload-size of the server (in megabytes), or the limit of a proxy in front of the server.",
  },
  BACKEND_PORT_IN_USE: {
    class: "conflict",
    message: "Port {port} on {host} is in use by another program.",
    fix: "Choose another port with {setting}, or 0 for any free port.",
  },
  BACKEND_CANCEL_REFUSED: {
    class: "upstream",
    message: "The backend can interrupt only the running prompt, and another prompt is running now.",
    fix: "Pictor repeats the cancellation until it succeeds or the job has ended.",
  },
  BACKEND_CANCEL_UNCONFIRMED: {
    class: "upstream",
    message: "It is unknown whether the prompt {promptId} was cancelled: {reason}.",
    fix: "{advice}",
  },
  BACKEND_UPLOAD_REFUSED: {
    class: "upstream",
    message: "The server did not accept {filename} (POST {url}): {reason}.",
    fix: "See the server's log.",
  },
  BACKEND_FILE_CHANGED: {
    class: "upstream",
    message: "The rest of {filename} does not match the {received} bytes received before: {reason}.",
    fix: "Download the file again.",
  },
  INPUT_NOT_READABLE: {
    class: "input",
    message: "The input file {filename} could not be read: {reason}.",
    fix: "Check that the file exists and is readable, and do not change it until the job has ended.",
  },
  INPUT_AREA_UNREACHABLE: {
    class: "input",
    message: "{filename} belongs in the folder {area} of {backend}, but Pictor cannot access that folder.",
    fix: "Copy the file there by hand and name it in the settings, or use a managed backend on this machine.",
  },
  BACKEND_FILE_GONE: {
    class: "upstream",
    message: "The backend no longer has {filename} (status {status}).",
    fix: "Generate the image again with another seed.",
  },
  PANEL_UNKNOWN: {
    class: "unknown",
    message: 'There is no panel "{panel}".',
    fix: "The known panels are: {known}.{suggestion}",
  },
  PANEL_NOT_GRANTED: {
    class: "denied",
    message:
      'The panel "{panel}" is not served, because nobody has granted the scopes that it asks for: {scopes}.',
    fix: "Grant the scopes at a terminal, or give --yes.",
  },
  PLUGIN_QUESTION_INVALID: {
    class: "fault",
    message: 'The question "{title}" of the plugin {plugin} cannot be asked: {problem}.',
    fix: "Correct the plugin that asks the question: each choice needs a different id, and safeChoice must be one of the ids.",
  },
  WORKFLOW_UNKNOWN: {
    class: "unknown",
    message: 'There is no workflow "{workflow}"{origin}.',
    fix: "The known workflows are: {known}.{suggestion}",
  },
  WORKFLOW_EMPTY: {
    class: "input",
    message: 'The workflow "{workflow}" of {plugin} built no output node: its outputs are empty.',
    fix: 'Let a handler of buildWorkflow with `when.workflow` return a draft whose outputs are the ids of nodes: `outputs: ["Save"]`.',
  },
  FEATURE_UNKNOWN: {
    class: "unknown",
    message: 'There is no feature "{feature}".',
    fix: "The known features are: {known}.{suggestion}",
  },
  FEATURE_UNUSED: {
    class: "input",
    message: 'No handler implements the feature "{feature}" for the workflow "{workflow}".',
    fix: "Remove the feature for this workflow.",
  },
  FEATURE_NOT_APPLICABLE: {
    class: "input",
    message: 'The feature "{feature}" cannot be used in the workflow "{workflow}": {reason}.',
    fix: "{advice}",
  },
  PARAM_NO_OPTIONS: {
    class: "input",
    message: "{where}: {setting} is not set, and the backend offers no choices for {class}.{input}.",
    fix: "{advice}",
  },
  LIMIT_EXCEEDED: {
    class: "input",
    message: "{where} has {found}, and the limit is {limit}.",
    fix: "Ask for less, or raise the setting {setting} of the configuration.",
  },
  GRAPH_INVALID: { class: "input", message: "The graph is invalid at {where}: {problem}.", fix: "{advice}" },
  GRAPH_VALUE_CONVERTED: {
    class: "input",
    message: "The graph has {found} at {where}, which takes {type}: the server converts it to {taken}.",
    fix: "Give a value of this type if the conversion is not intended.",
  },
  GRAPH_VALUE_BETWEEN_STEPS: {
    class: "input",
    message:
      "The graph has {found} at {where}, where the editor offers {below} and {above}: the node may use another number.",
    fix: "If the exact number matters, as for the size of an image, give a number that the editor offers.",
  },
  GRAPH_CHOICE_LEFT_OUT: {
    class: "input",
    message: "The graph has {found} at {where}, where the backend offers a choice: {effect}.",
    fix: "Use one of: {allowed}.",
  },
  GRAPH_CLASS_REPLACED: {
    class: "input",
    message: "The graph has an older class at {where}: the backend runs {newer} instead.",
    fix: "The replacement comes from the backend's own table. No action is needed.",
  },
  GRAPH_PARTNER_NODES: {
    class: "input",
    message:
      "These nodes run on the servers of another company, cost credits of an account there, and need its key: {nodes}.",
    fix: "Set the key of the account as partnerKey of the backend.",
  },
  GRAPH_INPUT_UNLISTED: {
    class: "input",
    message: "The graph has {found} at {where}, which is not an input that {class} lists: {effect}.",
    fix: "Check the name, and whether the graph was made for another version of the class.",
  },
  NODE_FAILED: {
    class: "upstream",
    message: "{what} failed on the backend: {failure}.",
    fix: "See the backend's log.",
  },
  NODE_SEED_REFUSED: {
    class: "upstream",
    message: "The backend cannot use the seed 18446744073709551615{place}: {reason}.",
    fix: "Use any smaller seed. A server that computes without a GPU adds 1 to the seed of some samplers, and this one is the largest of 64 bits.",
  },
  NODE_MODEL_REFUSED: {
    class: "upstream",
    message: "The policy of the backend's organization does not permit the model{place}: {reason}.",
    fix: "Choose a model that the policy permits, or ask the administrator of the server to permit this one.",
  },
  NODE_DISK_FULL: {
    class: "full",
    message: "The disk of the backend is full{place}: {reason}.",
    fix: "Free some space on the server's machine, such as in its folders output and temp, and generate again.",
  },
  NODE_OUT_OF_MEMORY: {
    class: "full",
    message: "The backend ran out of memory{place}: {reason}.",
    fix: "Choose a smaller size or fewer images at once, or free memory on the server.",
  },
  JOB_LOST: { class: "lost", message: "The prompt {promptId} is lost: {reason}.", fix: "{advice}" },
  JOB_QUIET: {
    class: "lost",
    message:
      "The backend says that the prompt {promptId} is running, but has sent nothing about it for {minutes} minutes.",
    fix: "A large model may be loading. If the backend's log shows an error of its worker instead, restart the server.",
  },
  JOB_OUTCOME_UNKNOWN: {
    class: "lost",
    message: "The prompt {promptId} has ended, but the job could not find out how: {reason}.",
    fix: "`pictor jobs watch {promptId}` shows how it ended, and fetches its outputs.",
  },
  JOB_RECORD_MISSING: {
    class: "lost",
    message:
      "The backend has no record of the prompt {promptId}. According to the backend's messages, the prompt {ending}.",
    fix: "Pictor reports the result from the messages. If images are missing, look in the backend's output folder.",
  },
  JOB_REPEATED: {
    class: "lost",
    message:
      "The backend used {filename} from its cache but no longer has the file; the batch was run again.",
    fix: "No action is needed; the new file may have another name.",
  },
  JOB_TRIED_AGAIN: {
    class: "lost",
    message:
      "Batch {batch} was tried again after {seconds} s (attempt {attempt} of {attempts}), because: {reason}.",
    fix: "No action is needed unless the batch fails each time.",
  },
  OUTPUT_NOT_FETCHED: {
    class: "upstream",
    message: "{filename} could not be fetched: {reason}.",
    fix: "Download the file by hand: {address}",
  },
  OUTPUT_NOT_SAVED: {
    class: "full",
    message: "{filename} could not be saved: {reason}.",
    fix: "The file is still on the backend: {address}",
  },
  OUTPUT_LOST: {
    class: "lost",
    message: "{filename} could not be saved: {reason}.",
    fix: "The backend keeps no copy of it. Remove the cause and generate the output again.",
  },
  OUTPUT_NONE: {
    class: "upstream",
    message: "The prompt succeeded, but the backend lists no file from {nodes}.",
    fix: "A node of the graph may have blocked these nodes without giving a reason. Nodes such as SaveImageWebsocket deliver images only during the run, to the command that waits for the run, so end the graph with a node that saves. Otherwise see the backend's log.",
  },
  GRAPH_BLOCKED: {
    class: "input",
    message: "The graph blocked the node {node} ({class}) and the nodes that depend on it: {reason}.",
    fix: "The other nodes of the graph were executed. The reason comes from a node of the graph.",
  },
  GRAPH_PARTLY_DROPPED: {
    class: "input",
    message: "The backend left out the node {node} ({class}): {reason}.",
    fix: "The rest of the graph was executed.",
  },
} as const;
