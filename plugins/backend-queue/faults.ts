// The errors of this plugin.

import { defineErrors, type ErrorEntry } from "@pictor/kernel/plugin";

/** `name` is the instance's name in the configuration; `address` has no credentials. */
export const catalog = {
  // Errors about the connection
  QUEUE_PACKAGES_MISSING: {
    class: "input",
    message: 'The backend "{name}" needs packages that are not installed: {packages}.',
    fix: "Run this in the folder where Pictor is installed: npm install {install}",
  },
  QUEUE_SETTING_INVALID: {
    class: "input",
    message: 'The setting {setting} of the backend "{name}" cannot be used: {reason}.',
    fix: "Correct this setting of the backend (`{setting}`).",
    pageFix: "Correct this setting of the backend.",
  },
  QUEUE_REDIS_UNREACHABLE: {
    base: "BACKEND_UNREACHABLE",
    message: 'The Redis of "{name}" at {address} cannot be reached: {reason}.',
    fix: "Start Redis, or correct its address in the settings of the backend (`redis`): rediss:// for a port with TLS, redis:// for one without. Prompts that were submitted are not affected.",
    pageFix:
      "Start Redis, or correct its address in the settings: rediss:// for a port with TLS, redis:// for one without. Prompts that were submitted are not affected.",
  },
  QUEUE_REDIS_CERTIFICATE: {
    base: "BACKEND_UNREACHABLE",
    message: 'The certificate of the Redis of "{name}" at {address} is not accepted: {reason}.',
    fix: "Let this machine trust the certificate authority (start Pictor with `NODE_EXTRA_CA_CERTS` set to its file, in PEM); the address (`redis`) has to name a host of the certificate.",
    pageFix:
      "Let the machine of Pictor trust the certificate authority; the address of Redis has to name a host of the certificate.",
  },
  QUEUE_REDIS_DENIED: {
    base: "AUTH_REFUSED",
    message: 'The Redis of "{name}" at {address} refused the user or the command: {reason}.',
    fix: "Correct the user and the password of the address (`redis`), or the rights of the user; the README of backend-queue lists the commands.",
    pageFix: "Correct the user and the password in the address of Redis, or the rights of the user.",
  },
  QUEUE_REDIS_REPLY: {
    base: "BACKEND_REPLY",
    message: 'The Redis of "{name}" at {address} rejected a command: {reason}.',
    fix: "Check the log and the memory of Redis; the README of backend-queue lists the settings that it needs.",
  },
  // Errors about the store
  QUEUE_STORE_UNREACHABLE: {
    base: "BACKEND_UNREACHABLE",
    message: 'The store of "{name}" at {where} cannot be used: {reason}.',
    fix: "Check the store in the settings of the backend (`store`), and that this machine may read and write there.",
    pageFix: "Check the store in the settings, and that the machine of Pictor may read and write there.",
  },
  QUEUE_STORE_REFUSED: {
    base: "BACKEND_REPLY",
    message: 'The store of "{name}" answered {method} {where} with status {status}: {reason}.',
    fix: "Check the bucket, the profile that signs the requests, and the rights of its key.",
  },
  // Errors about workers and prompts
  QUEUE_NO_WORKERS: {
    base: "BACKEND_UNREACHABLE",
    message: 'No worker of the queue "{name}" has reported the node classes of its server{why}.',
    fix: "Start a worker beside a server (`pictor worker --backend SERVER --queue {name}`), or the servers of the workers that run.",
    pageFix: "Start a worker of this queue beside a server, or the servers of the workers that run.",
  },
  QUEUE_WORKER_NAME_INVALID: {
    class: "input",
    message: '"{worker}" cannot be the name of a worker: {reason}.',
    fix: "Start with a letter from A to Z or a digit, followed by up to 63 letters, digits, dots, hyphens and underscores.",
  },
  QUEUE_WORKER_NAME_HELD: {
    class: "conflict",
    message:
      'Another process has the name "{worker}" in the queue "{name}", or had it a moment ago; this worker waits for the name.',
    fix: "If that process was killed, wait: the name becomes free within 12 seconds. Otherwise choose another name (`--name`).",
    pageFix:
      "If that process was killed, wait: the name becomes free within 12 seconds. Otherwise give the worker another name.",
  },
  QUEUE_WORKER_NAME_TAKEN: {
    class: "conflict",
    message: 'Another process has the name "{worker}" in the queue "{name}".',
    fix: "Give each worker of the queue a name of its own (`--name`), or end the other process.",
    pageFix: "Give each worker of the queue a name of its own, or end the other process.",
  },
  QUEUE_PROMPT_FAILED: {
    class: "upstream",
    message: "The prompt {promptId} has failed: {reason}.",
    fix: "Correct the cause, and submit the prompt again. The host that submitted it shows the same reason.",
  },
  QUEUE_PROMPT_LOST: {
    class: "lost",
    message: "The prompt {promptId} is lost: {reason}.",
    fix: "Look for the result in the output folder and the log of the server. If there is none, submit the prompt again, unless the settings of the queue retry lost prompts.",
  },
  QUEUE_SERVER_UNREACHABLE: {
    class: "upstream",
    message: 'The worker "{worker}" cannot take prompts: {reason}.',
    fix: "Correct the cause. The worker tries again until its server can be used.",
  },
  QUEUE_WORKER_HELD_UP: {
    class: "upstream",
    message: 'The worker "{worker}" cannot end its prompt: {reason}.',
    fix: "Correct the cause. The worker keeps the result, and tries again until the prompt has ended.",
  },
  QUEUE_PROMPT_STALLED: {
    class: "upstream",
    message: '{stalls} workers of the queue "{name}" ended or hung while they were preparing the prompt.',
    fix: "Look at the logs of the workers: the inputs of the prompt may be too large for them. Submit the prompt again when the cause is gone.",
  },
  QUEUE_RECORD_UNREADABLE: {
    base: "BACKEND_REPLY",
    message: 'A record in the Redis of "{name}" cannot be read: {reason}.',
    fix: "Use the same version of Pictor on all hosts and workers of a queue.",
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

export const queueFault = defineErrors(catalog);
