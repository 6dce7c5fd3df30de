// Errors of requests, sockets and credentials. None of them ever repeats a credential.

export const requestErrors = {
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
  REQUEST_BODY_NOT_REPLAYABLE: {
    message: "{method} {url} must be sent again ({reason}), but its body can only be read once.",
    fix: "Give a body that can be opened again.",
  },
  SOCKET_REFUSED: {
    message: "The WebSocket {url} was refused with status {status}.",
    fix: "Check the address, and whether a proxy in between passes WebSockets on.",
  },
  AUTH_SCHEME_UNKNOWN: {
    message: 'No plugin contributes the auth scheme "{scheme}" (asked for by {where}).',
    fix: "The known schemes are: {known}.{suggestion}",
  },
  AUTH_PROFILE_UNKNOWN: {
    message: 'There is no auth profile "{profile}" (asked for by {where}).',
    fix: "Add it to `profiles` in the configuration.{suggestion}",
  },
  AUTH_SETTING_INVALID: {
    message: "{where}: {problem}.",
    fix: "Correct this field.",
  },
  AUTH_CHANGED_REQUEST: {
    message:
      "The auth scheme {scheme} changed the {part} of the request; it may only add headers and query parameters.",
    fix: "This is a fault of the plugin.",
  },
  AUTH_ACTION_NEEDED: {
    message: "The auth scheme {scheme} needs the action {action} first.",
    fix: "Run it: pictor auth {action}.",
  },
  AUTH_REQUIRED: {
    message: "{where} asks for credentials (status {status}), and none are set.",
    fix: 'Name an auth profile for it: "auth": "<profile>" beside its address in the configuration, or --auth.',
  },
  AUTH_REJECTED: {
    message: "{where} does not accept the credentials of {auth} (status {status}).",
    fix: "Check the user name, password or key of that profile.",
  },
} as const;
