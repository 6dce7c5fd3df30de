// The definitions of `catalog list`, `catalog show` and `catalog types`.

import type { Command } from "commander";
import { withBackendOption } from "../../definition/backend-option.js";
import { examples } from "../../definition/examples.js";
import type { ProgramContext } from "../../definition/program-context.js";
import { appendValue } from "../../definition/repeatable.js";

const help = {
  catalog: examples(
    "pictor catalog list --search upscale",
    "pictor catalog show KSampler",
    "pictor catalog types --class NRS --name ExtensionNodes",
  ),
  list: examples("pictor catalog list", "pictor catalog list --search MODEL --backend studio"),
  show: examples(
    "pictor catalog show KSampler",
    "pictor catalog show KSampler --json | jq .nodeClass.inputs",
  ),
  types: `${examples(
    "pictor catalog types --backend studio --out nodes.ts",
    "pictor catalog types --class NRS --class FaceDetailer --name ExtensionNodes",
  )}

A choice among few fixed values becomes a union of them. Names of files, samplers and schedulers become string, because they
differ between servers.`,
};

export function addCatalogCommand(program: Command, { action }: ProgramContext): void {
  const catalog = program
    .command("catalog")
    .summary("list and show the node classes of a backend")
    .description("The node classes of a backend: list them, show one, write them as TypeScript types.")
    .addHelpText("after", help.catalog);
  withBackendOption(catalog.command("list"))
    .summary("names and output types of node classes")
    .description("Names and output types of the node classes.")
    .option("--search <text>", "part of a name, or an output type such as MODEL")
    .addHelpText("after", help.list)
    .action(action(async () => (await import("./list-classes.js")).listCatalog));
  withBackendOption(catalog.command("show"))
    .summary("inputs and outputs of one node class")
    .description("Inputs of one node class with types, defaults and allowed values, and its outputs.")
    .argument("<class>", "name of a node class, such as KSampler")
    .addHelpText("after", help.show)
    .action(action(async () => (await import("./show-class.js")).showCatalog));
  withBackendOption(catalog.command("types"))
    .summary("node classes as TypeScript types")
    .description("Node classes as TypeScript types, for edit<Nodes> in a plugin.")
    .option("--class <name>", "only this class; repeatable (default: all)", appendValue)
    .option("--name <type>", "name of the type (default: Nodes)")
    .option("--out <file>", "write to a new file, or replace one that this command wrote (default: stdout)")
    .addHelpText("after", help.types)
    .action(action(async () => (await import("./write-types.js")).catalogTypes));
}
