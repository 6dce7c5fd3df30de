// Broken and odd graphs: what three real servers answered to POST /prompt, beside the verdicts of Pictor and of the
// embedded server.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import {
  startEmbeddedServer,
  type EmbeddedServer,
  type ExtraClasses,
} from "@pictor/backend-embedded/testing";
import { parseJson, stringifyJson } from "@pictor/host";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordedCatalog, recordedClasses, type Recording } from "./fixtures/catalog/recorded.js";
import { createRecordedPictor, type RecordedPictor } from "./matrix/recorded-pictor.js";
import { isAccepted, problemsOf, readVerdicts, type Verdict } from "./verdicts.test.support.js";

const { PNG } = createRequire(import.meta.url)("pngjs") as typeof import("pngjs");

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

  it.each(verdicts.map((row) => [row.name, row] as const))("%s", async (name, row) => {
    const problems = await problemsOf(recorded, row.prompt);
    const ours = problems?.length === 0;
    expect(ours).toBe(expected.has(name) ? !isAccepted(row) : isAccepted(row));
    if (problems === undefined || ours) return;
    const found = problems.map(({ details }) => details);
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
