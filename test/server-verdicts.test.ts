// Broken and odd graphs: what three real servers answered to POST /prompt, beside the verdicts of Pictor and of the
// embedded server.

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  startEmbeddedServer,
  type EmbeddedServer,
  type ExtraClasses,
} from "@pictor/backend-embedded/testing";
import { parseJson, PictorError, stringifyJson } from "@pictor/host";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UsageError } from "../cli/base/usage-error.js";
import { parseGraph } from "../cli/commands/validate/read-graph.js";
import { recordedCatalog, recordedClasses, type Recording } from "./fixtures/catalog/recorded.js";
import { createRecordedPictor, type RecordedPictor } from "./matrix/recorded-pictor.js";

const { PNG } = createRequire(import.meta.url)("pngjs") as typeof import("pngjs");

/** What the servers of a column answered. */
interface Verdict {
  readonly name: string;
  readonly status: number;
  /** The type of the error for the whole graph. */
  readonly error?: string;
  /** For each node, the types of its errors, each with the name of the input if there is one. */
  readonly nodes?: Readonly<Record<string, readonly string[]>>;
  /** What happened to an accepted graph, if it did not succeed. */
  readonly run?: string;
  readonly prompt: unknown;
}

function readVerdicts(name: string): readonly Verdict[] {
  const text = readFileSync(new URL(`fixtures/verdicts/${name}`, import.meta.url), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => parseJson(line) as Verdict);
}

/** ComfyUI 0.3.64 and 0.8.0, which agree on every graph. */
const older = readVerdicts("graphs.jsonl");
/** ComfyUI 0.33.0, where it answers otherwise, and graphs of classes that only it has. */
const newer = readVerdicts("graphs-newer.jsonl");
const newerNames = new Set(newer.map(({ name }) => name));

/** The graphs, each with the answer of the column. */
const columns: readonly (readonly [name: string, recording: Recording, rows: readonly Verdict[]])[] = [
  ["0.3.64 and 0.8.0", "core-older", older],
  ["0.33.0", "core", [...older.filter(({ name }) => !newerNames.has(name)), ...newer]],
];
const rows = [...older, ...newer];

const failsLater = "the servers accept it, and its run fails";
const asOlder = "the embedded server answers as 0.8.0 does";
const endsTheQueue = "the servers accept it, and then run no graph until they are restarted";

const isCaseBlind = existsSync(import.meta.filename.toUpperCase());

/** The graphs on which Pictor's verdict differs, each with the reason. */
const differences: ReadonlyMap<string, string> = new Map([
  ["LoadImage of an empty name", failsLater],
  ["LoadImage of a file in another case", "on some systems, servers find the file"],
  ["a text where a link is needed", failsLater],
  ["a number where a link is needed", failsLater],
  ["null where a link is needed", failsLater],
  ["an object where a link is needed", failsLater],
  ["a wrapped prompt as the prompt", "files contain the graph as clients submit it, in `prompt`"],
  ["an unknown input with a link to nowhere", endsTheQueue],
  ["no inputs on a node that no output needs", endsTheQueue],
]);

/** More of them with 0.33.0. */
const newerDifferences: ReadonlyMap<string, string> = new Map([
  ...differences,
  ["LoadImage of the parent folder", "older servers accept it, and the catalog does not tell them apart"],
]);

/** The graphs that the embedded server answers differently, each with the reason. */
const embeddedDifferences: ReadonlyMap<string, string> = new Map([
  ["arabic digits for INT", "only the digits 0 to 9 are read as numbers"],
  ["LoadImage of the parent folder", "the embedded server reads no file outside its folders"],
  ["LoadLatent of a missing file", "without the code of the class, only the recorded list is checked"],
]);

/** More of them with 0.33.0, of which the server refuses other graphs than 0.8.0, or with other types of errors. */
const embeddedNewerDifferences: ReadonlyMap<string, string> = new Map([
  ...[...embeddedDifferences].filter(([name]) => !newerNames.has(name)),
  ...newer
    .map(({ name }) => [name, asOlder] as const)
    .filter(([name]) => older.some((row) => row.name === name) && !embeddedDifferences.has(name)),
]);

/**
 * Whether the whole graph is accepted. With errors of nodes and status 200, the servers leave out an output; Pictor
 * refuses it.
 */
const isAccepted = ({ status, nodes }: Pick<Verdict, "status" | "nodes">): boolean =>
  status === 200 && nodes === undefined;

/**
 * `node.input` of each error, or `node` if the server does not name the input that is wrong. Nothing of a cycle, which
 * Pictor reports once for the graph.
 */
const placesOf = ({ nodes = {} }: Verdict): readonly string[] =>
  Object.entries(nodes).flatMap(([id, errors]) =>
    errors.flatMap((error) => {
      const [type = "", input] = error.split(" ");
      if (type === "dependency_cycle") return [];
      return input === undefined || type.startsWith("exception") ? id : `${id}.${input}`;
    }),
  );

it("the recorded graphs are many, and each difference is among them", () => {
  expect(rows.length).toBeGreaterThan(150);
  const names = new Set(rows.map(({ name }) => name));
  for (const [, , verdicts] of columns)
    expect(new Set(verdicts.map(({ name }) => name)).size).toBe(verdicts.length);
  expect(
    [...newerDifferences.keys(), ...embeddedDifferences.keys()].filter((name) => !names.has(name)),
  ).toEqual([]);
});

it("a graph that is refused because its run fails has failed on the servers", () => {
  const failing = [...newerDifferences].filter(([, reason]) => [failsLater, endsTheQueue].includes(reason));
  const failed = rows.filter(({ run }) => run !== undefined).map(({ name }) => name);
  expect(failing.map(([name]) => name).filter((name) => !failed.includes(name))).toEqual([]);
});

describe.each(columns)("pictor validate agrees with ComfyUI %s on", (version, recording, verdicts) => {
  const expected = version === "0.33.0" ? newerDifferences : differences;
  let recorded: RecordedPictor;
  beforeAll(async () => {
    recorded = await createRecordedPictor(recordedCatalog(recording));
  });
  afterAll(() => recorded.dispose());

  async function problemsOf(prompt: unknown): Promise<readonly PictorError[] | UsageError> {
    try {
      const graph = parseGraph(stringifyJson(prompt), "graph.json");
      return await recorded.pictor.validate({ graph, backend: "recorded" });
    } catch (error) {
      if (error instanceof UsageError) return error;
      throw error;
    }
  }

  it.each(verdicts.map((row) => [row.name, row] as const))("%s", async (name, row) => {
    const problems = await problemsOf(row.prompt);
    const ours = Array.isArray(problems) && problems.length === 0;
    expect(ours).toBe(expected.has(name) ? !isAccepted(row) : isAccepted(row));
    if (!Array.isArray(problems) || ours) return;
    const found = (problems as readonly PictorError[]).map(({ details }) => details);
    const places = found.flatMap(({ node, input }) => [String(node), `${String(node)}.${String(input)}`]);
    expect(placesOf(row).filter((place) => !places.includes(place))).toEqual([]);
  });
});

describe.each(columns)(
  "the embedded server answers as ComfyUI %s does to",
  (version, recording, verdicts) => {
    const different = version === "0.33.0" ? embeddedNewerDifferences : embeddedDifferences;
    let server: EmbeddedServer;
    beforeAll(async () => {
      const described = Object.entries(recordedClasses(recording));
      const classes = described.map(([name, entry]) => [name, { ...entry, python_module: "nodes" }]);
      server = await startEmbeddedServer({ classes: Object.fromEntries(classes) as ExtraClasses });
      const form = new FormData();
      const image = PNG.sync.write(new PNG({ width: 8, height: 8 }));
      form.append("image", new Blob([new Uint8Array(image)]), "example.png");
      await fetch(`${server.url}upload/image`, { method: "POST", body: form });
    });
    afterAll(() => server.close());

    interface Reply {
      readonly error?: { readonly type: string };
      readonly node_errors?: Readonly<
        Record<string, { readonly errors: readonly { type: string; extra_info: { input_name?: string } }[] }>
      >;
    }

    async function answerTo(prompt: unknown): Promise<Pick<Verdict, "status" | "error" | "nodes">> {
      const body = `{"prompt":${stringifyJson(prompt)}}`;
      const response = await fetch(`${server.url}prompt`, { method: "POST", body });
      const text = await response.text();
      const { error, node_errors: errors = {} } = (text.startsWith("{") ? parseJson(text) : {}) as Reply;
      const nodes = Object.entries(errors).map(([id, node]) => {
        const found = node.errors.map(({ type, extra_info: { input_name: input } }) =>
          input === undefined ? type : `${type} ${input}`,
        );
        return [id, found.sort()] as const;
      });
      return {
        status: response.status,
        ...(error && { error: error.type }),
        ...(nodes.length > 0 && { nodes: Object.fromEntries(nodes) }),
      };
    }

    // Such a file system finds the file.
    const rows = verdicts.filter(({ name }) => !(isCaseBlind && name.endsWith("in another case")));
    it.each(rows.map((row) => [row.name, row] as const))("%s", async (name, row) => {
      const { status, error, nodes } = row;
      const expected = { status, ...(error !== undefined && { error }), ...(nodes && { nodes }) };
      const answer = await answerTo(row.prompt);
      if (different.has(name)) expect(answer).not.toEqual(expected);
      else expect(answer).toEqual(expected);
    });
  },
);
