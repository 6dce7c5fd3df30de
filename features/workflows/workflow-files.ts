// The files of a workflow that is saved from a graph: a plugin of the kind workflow, as anybody could have written it.

import { stringifyJson, type Catalog, type Field, type Graph } from "@pictor/kernel";
import { seedLimit } from "@pictor/workflow-parts/graph-inputs";
import { graphForm, type FormInput } from "./graph-form.js";
import { pluginIdOf } from "./own-ids.js";
import { pluginCode } from "./plugin-code.js";
import { settingNames } from "./setting-names.js";

export interface WorkflowSource {
  /** The id of the workflow, such as `my-portraits`. */
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly graph: Graph;
  /** The ids of the nodes whose files are the result. */
  readonly outputs: readonly string[];
  readonly catalog: Catalog;
  /** The paths (`NODE.INPUT`) of inputs that the form shows among the basic ones, beside the usual inputs. */
  readonly shown: readonly string[];
}

type SettingKind = "seed" | "integer" | "file" | "text" | "value";

function kindOf({ field, role }: FormInput): SettingKind {
  if (role === "seed") return "seed";
  if (field.type !== "string") return "value";
  if (field.format === "uint64") return "integer";
  if (field.format === "path") return "file";
  return field["x-optionsFrom"] === undefined ? "text" : "value";
}

/** A seed has no default: each job gets a new one, as in every workflow. */
const seedField: Field = { type: "string", format: "uint64", title: "Seed" };

function fieldOf(input: FormInput, shown: readonly string[], { graph }: WorkflowSource): Field {
  const { field, role, path, nodeTitle, isUsual } = input;
  if (role === "seed") return seedField;
  const isFile = field.type === "string" && field.format === "path";
  const value = graph[input.node]?.inputs[input.input];
  const present = typeof value === "string" ? value : "";
  return {
    ...field,
    ...(isFile && { description: `The graph's own image, ${present}, when not given` }),
    ...(role === undefined && { "x-group": nodeTitle }),
    ...(!isUsual && !shown.includes(path) && { "x-advanced": true as const }),
  };
}

/** The files by their names in the folder of the plugin. */
export function workflowFiles(source: WorkflowSource): Readonly<Record<string, string>> {
  const {
    id,
    title,
    description = `The workflow ${title}, as it was saved from a graph`,
    graph,
    catalog,
  } = source;
  const named = [...settingNames(graphForm(graph, catalog).inputs)];
  const settings = Object.fromEntries(
    named.map(([name, inputs]) => {
      const kind = inputs[0] === undefined ? "value" : kindOf(inputs[0]);
      const targets = inputs.map(({ node, input }) => {
        // A job draws its seed from 64 bits. Any other number is the user's own, and is refused where it is too large.
        const max = kind === "seed" ? seedLimit({ graph, catalog }, { node, input }) : undefined;
        return { node, input, ...(max !== undefined && { max }) };
      });
      return [name, { kind, targets }];
    }),
  );
  const properties = Object.fromEntries(
    named.flatMap(([name, [input]]) =>
      input === undefined ? [] : [[name, fieldOf(input, source.shown, source)]],
    ),
  );
  const hasFiles = Object.values(settings).some(({ kind }) => kind === "file");
  const manifest = {
    manifestVersion: 1,
    id: pluginIdOf(id),
    kind: "workflow",
    version: "1.0.0",
    apiVersion: "^1.0.0",
    main: "./index.js",
    title,
    description,
    taps: [{ hook: "buildWorkflow", handler: "build", phase: "prepare", when: { workflow: id } }],
    ...(hasFiles && {
      permissions: [{ name: "files", reason: "It reads the images that its settings name." }],
    }),
    contributes: {
      workflows: [
        {
          id,
          title,
          description,
          fixed: true,
          params: { type: "object", "x-order": named.map(([name]) => name), properties },
        },
      ],
    },
  };
  const readme = [
    `# ${title}`,
    `The workflow \`${id}\`: ${description}. Its graph is in graph.json, its settings are in plugin.json.`,
    ...(hasFiles ? ["It needs the permission `files` to read the images that its settings name."] : []),
  ];
  return {
    "plugin.json": `${JSON.stringify(manifest, null, 2)}\n`,
    "graph.json": `${stringifyJson({ settings, outputs: source.outputs, graph }, 1)}\n`,
    "index.js": pluginCode,
    "README.md": `${readme.join("\n\n")}\n`,
  };
}
