// The definitions of `catalog ...`.

import type { Command } from "commander";
import type { CatalogOptions } from "../commands/catalog-classes.js";
import type { CatalogListOptions } from "../commands/catalog-list.js";
import type { CatalogTypesOptions } from "../commands/catalog-types.js";
import { helpTexts } from "../help-texts.js";
import type { ProgramOptions } from "../program.js";
import { collect } from "./collect.js";

const onBackend = (command: Command): Command =>
  command.option("--backend <name>", "backend instance (default: the one that generate would use)");

export function addCatalog(program: Command, { streams, end }: ProgramOptions): void {
  const catalog = program
    .command("catalog")
    .description("The node classes of a backend: list them, show one, write them as TypeScript types.");
  catalog.summary("list and show the node classes of a backend").addHelpText("after", helpTexts.catalog);
  onBackend(catalog.command("list"))
    .summary("names of node classes, and what comes out")
    .description("Names of node classes, and what comes out of each.")
    .option("--search <text>", "part of a name, or an output type such as MODEL")
    .addHelpText("after", helpTexts.catalogList)
    .action(async (options: CatalogListOptions, command: Command) => {
      const { listCatalog } = await import("../commands/catalog-list.js");
      end(await listCatalog(options, { globals: command.optsWithGlobals(), streams }));
    });
  onBackend(catalog.command("show"))
    .summary("inputs and outputs of one node class")
    .description("Inputs with their types, defaults and allowed values, and outputs.")
    .argument("<class>", "name of a node class, such as KSampler")
    .addHelpText("after", helpTexts.catalogShow)
    .action(async (name: string, options: CatalogOptions, command: Command) => {
      const { showCatalog } = await import("../commands/catalog-show.js");
      end(await showCatalog(name, options, { globals: command.optsWithGlobals(), streams }));
    });
  onBackend(catalog.command("types"))
    .summary("node classes as TypeScript types")
    .description("Node classes as TypeScript types, for edit<Nodes> in a plugin.")
    .option("--class <name>", "this class alone; repeatable (default: all)", collect)
    .option("--name <type>", "name of the type (default: Nodes)")
    .option("--out <file>", "write to a file, one of this command's own is replaced (default: stdout)")
    .addHelpText("after", helpTexts.catalogTypes)
    .action(async (options: CatalogTypesOptions, command: Command) => {
      const { catalogTypes } = await import("../commands/catalog-types.js");
      end(await catalogTypes(options, { globals: command.optsWithGlobals(), streams }));
    });
}
