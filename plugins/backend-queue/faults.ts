// The errors of this plugin.

import {
  defineErrors,
  type DetailsOf,
  type ErrorEntry,
  type FaultOptions,
  type PictorError,
} from "@pictor/kernel/plugin";

/** `name` is the instance's name in the configuration; `address` has no credentials. */
export const catalog = {
  // Errors about the connection
  QUEUE_PACKAGES_MISSING: {
    message: 'The backend "{name}" needs packages that are not installed: {packages}.',
    fix: "Run this in the folder where Pictor is installed: npm install {install}",
  },
  QUEUE_SETTING_INVALID: {
    message: 'The setting {setting} of the backend "{name}" cannot be used: {reason}.',
    fix: "Correct this setting.",
  },
  QUEUE_REDIS_UNREACHABLE: {
    base: "BACKEND_UNREACHABLE",
    message: 'The Redis of "{name}" at {address} cannot be reached: {reason}.',
    fix: "Start Redis, or correct `redis` in the settings of the backend. Prompts that were submitted are not affected.",
  },
  QUEUE_REDIS_DENIED: {
    base: "AUTH_REFUSED",
    message: 'The Redis of "{name}" at {address} refused the user or the command: {reason}.',
    fix: "Correct the user and the password in `redis`, or the rights of the user; the README of backend-queue lists the commands.",
  },
  QUEUE_REDIS_REPLY: {
    base: "BACKEND_REPLY",
    message: 'The Redis of "{name}" at {address} did not do what was asked: {reason}.',
    fix: "See the log of Redis and its memory; the README of backend-queue lists the settings that it needs.",
  },
  // Errors about the store
  QUEUE_STORE_UNREACHABLE: {
    base: "BACKEND_UNREACHABLE",
    message: 'The store of "{name}" at {where} cannot be used: {reason}.',
    fix: "Check `store` in the settings of the backend, and that this machine may read and write there.",
  },
  QUEUE_STORE_REFUSED: {
    base: "BACKEND_REPLY",
    message: 'The store of "{name}" answered {method} {where} with status {status}: {reason}.',
    fix: "Check the bucket, the profile that signs the requests, and the rights of its key.",
  },
  // Errors about workers and prompts
  QUEUE_NO_WORKERS: {
    base: "BACKEND_UNREACHABLE",
    message: 'No worker of the queue "{name}" has reported which node classes it has.',
    fix: "Start a worker beside a server: `pictor worker --backend SERVER --queue {name}`.",
  },
  QUEUE_WORKER_NAME_INVALID: {
    message: '"{worker}" cannot be the name of a worker: {reason}.',
    fix: "Use up to 64 letters, digits, dots, hyphens and underscores.",
  },
  QUEUE_WORKER_NAME_HELD: {
    message:
      'Another process works for the queue "{name}" as "{worker}", or did until a moment ago; this worker waits for the name.',
    fix: "Wait, if that process was killed: its name will be free within half a minute. Otherwise choose another name with --name.",
  },
  QUEUE_WORKER_NAME_TAKEN: {
    message: 'Another process works for the queue "{name}" as "{worker}".',
    fix: "Give each worker of the queue a name of its own with --name, or end the other process.",
  },
  QUEUE_PROMPT_FAILED: {
    message: "The prompt {promptId} has failed: {reason}.",
    fix: "The host that submitted it shows the reason, too.",
  },
  QUEUE_PROMPT_LOST: {
    message: "The prompt {promptId} is lost: {reason}.",
    fix: "Look at the output folder and the log of the server; the prompt is not run again by itself.",
  },
  QUEUE_SERVER_UNREACHABLE: {
    message: 'The worker "{worker}" cannot take prompts: {reason}.',
    fix: "Remove this cause; the worker tries again by itself.",
  },
  QUEUE_RECORD_UNREADABLE: {
    base: "BACKEND_REPLY",
    message: 'A record in the Redis of "{name}" cannot be read: {reason}.',
    fix: "Use the same version of Pictor on all hosts and workers of a queue.",
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

type Catalog = typeof catalog;
export const queueFault: <Code extends keyof Catalog>(
  code: Code,
  details: DetailsOf<Catalog[Code]>,
  options?: FaultOptions,
) => PictorError = defineErrors(catalog);
