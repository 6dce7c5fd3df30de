// Errors of backends and generations.

export const backendErrors = {
  BACKEND_UNKNOWN: {
    message: 'There is no backend "{backend}".',
    fix: "The configured ones are: {known}.{suggestion}",
  },
  BACKEND_KIND_UNKNOWN: {
    message: 'No plugin contributes the backend kind "{kind}" (asked for by {where}).',
    fix: "The known kinds are: {known}.{suggestion}",
  },
  BACKEND_UNREACHABLE: {
    message: "The backend at {url} cannot be reached: {reason}.",
    fix: "Start it, or correct its baseUrl.",
  },
  BACKEND_REPLY: {
    message: "{method} {url} gave {found}, expected {expected}.",
    fix: "Check that the address is that of a ComfyUI-compatible server, and its log.",
  },
  BACKEND_REFUSED_GRAPH: {
    message: "The backend refused the graph: {reason}.",
    fix: "Correct the settings named here.",
  },
  BACKEND_PORT_IN_USE: {
    message: "Port {port} on {host} is in use by another program.",
    fix: "Choose another port, or 0 for a free one.",
  },
  BACKEND_CANCEL_REFUSED: {
    message: "The backend can only interrupt whatever runs, and another prompt runs now.",
    fix: "The job goes on until it is its turn; cancel it again then.",
  },
  BACKEND_FILE_GONE: {
    message: "The backend no longer has {filename} (status {status}).",
    fix: "Generate it again; another seed makes a new file.",
  },
  BACKEND_FACET_ABSENT: {
    message: "The backend {backend} has no {facet}.",
    fix: "Use a backend of another kind for this.",
  },
} as const;

export const generationErrors = {
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
  PARAM_NO_OPTIONS: {
    message: "{setting} is not set, and the backend offers no {class}.{input} to choose from.",
    fix: "Put a model into the backend's folder, or name one.",
  },
  GRAPH_INVALID: {
    message: "The graph is wrong at {where}: {problem}.",
    fix: "{advice}",
  },
  NODE_FAILED: {
    message: "The node {node} ({class}) failed on the backend: {exception}: {reason}.",
    fix: "See the backend's log.",
  },
  JOB_LOST: {
    message: "The backend no longer knows the prompt {promptId}: {reason}.",
    fix: "It was removed there, or the server was restarted. Generate again.",
  },
  OUTPUT_NOT_FETCHED: {
    message: "{filename} could not be fetched: {reason}.",
    fix: "Fetch it by hand: {address}",
  },
  OUTPUT_NOT_SAVED: {
    message: "{filename} could not be saved: {reason}.",
    fix: "It is still on the backend: {address}",
  },
} as const;
