// The errors of work on extensions.

import { defineErrors } from "@pictor/kernel";

export const catalog = {
  EXTENSIONS_NOT_LOCKABLE: {
    class: "input",
    message: "{what}",
    fix: "Check and install what is missing: `pictor extensions check --install`.",
  },
} as const;

export const extensionWorkFault = defineErrors(catalog);
