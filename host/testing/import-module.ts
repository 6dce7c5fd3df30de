// How tests import the modules of plugins.

import type { ImportModule } from "@pictor/kernel";
import { importModuleBeside } from "../plugin-modules/import-plugin-module.js";

/** Tests of vitest import through its loader, on which the hooks for plugins have no effect. */
const hasOwnLoader = process.env["VITEST"] !== undefined;

export const importPluginModule: ImportModule = hasOwnLoader
  ? (url) => import(url) as ReturnType<ImportModule>
  : importModuleBeside([]);
