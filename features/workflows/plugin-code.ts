// The code of every saved workflow. Its graph and its settings are data in graph.json beside it, so the code is always the same.

/** Apart, so that the rules of imports do not take it for one of this file. */
const fromKernel = `from ${JSON.stringify("@pictor/kernel/plugin")}`;

/** Not written out, because the bundler replaces the words by the place of this file, in texts too. */
const ownUrl = ["import", "meta", "url"].join(".");

export const pluginCode = `// Sets the values of the settings in the graph of graph.json. Written by Pictor; the same for every saved workflow.
import { readFile } from "node:fs/promises";
import { parseJson } ${fromKernel};

const fileOf = async () => parseJson(await readFile(new URL("graph.json", ${ownUrl}), "utf8"));

const withinLimit = (seed, max) => {
  const limited = max === undefined ? seed : seed % (BigInt(max) + 1n);
  return limited <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(limited) : limited;
};

export default (context) => {
  let file;
  const build = async (draft, { params, seed, signal }) => {
    const { settings, outputs, graph: saved } = await (file ??= fileOf());
    const graph = structuredClone(saved);
    const [origins, inputs] = [{}, []];
    for (const [setting, { kind, targets }] of Object.entries(settings)) {
      let value = kind === "seed" ? seed : Object.hasOwn(params, setting) ? params[setting] : undefined;
      if (value === undefined || value === "") if (kind !== "text") continue;
      if (kind === "integer") value = BigInt(value);
      if (kind === "file") {
        const input = await context.files.input(value, signal);
        inputs.push(input);
        value = input.name;
      }
      for (const { node, input, max } of targets) {
        graph[node].inputs[input] = kind === "seed" || kind === "integer" ? withinLimit(value, max) : value;
        origins[node + "." + input] = { setting };
      }
    }
    const { prompt = "", negative = "" } = params;
    return {
      ...{ ...draft, graph, outputs, origins, inputs },
      ...(!Object.values(settings).some(({ kind }) => kind === "seed") && { seed: "none" }),
      recordedPrompts: { positive: prompt, negative },
    };
  };
  return { handlers: { build } };
};
`;
