// Loggers that redact every line before it reaches the log of the host.

import type { Redactor } from "./config/redactor.js";
import type { Logger } from "./contract/values.js";
import type { LogLine } from "./contract/kernel.js";

export function createLoggers(redactor: Redactor, log: ((line: LogLine) => void) | undefined) {
  const loggers = new Map<string | undefined, Logger>();
  const create = (plugin: string | undefined): Logger => {
    const write =
      (level: LogLine["level"]) =>
      (message: string, details?: Readonly<Record<string, unknown>>): void => {
        log?.({
          level,
          message: redactor.text(message),
          ...(plugin === undefined ? {} : { plugin }),
          ...(details && { details: redactor.data(details) as typeof details }),
        });
      };
    return { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
  };
  return (plugin?: string): Logger => {
    const logger = loggers.get(plugin) ?? create(plugin);
    loggers.set(plugin, logger);
    return logger;
  };
}
