// schemas/openapi.json for programs that are not ours: a linter finds no fault in it, and a program against types that another
// generator makes from it compiles.

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createConfig, lint } from "@redocly/openapi-core";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { expect, it } from "vitest";
import { root } from "../../sources.test.support.js";

const description = join(root, "schemas/openapi.json");
const folder = mkdtempSync(join(tmpdir(), "pictor-description-"));

const findings = async (file: string): Promise<readonly string[]> => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lint({ ref: file, config });
  return problems.map(({ ruleId, message, location: [at] }) => `${ruleId} ${at?.pointer ?? ""}: ${message}`);
};

it("a linter finds no fault in the description", async () => {
  expect(await findings(description)).toEqual([]);
});

it("the linter finds a reference to a body that does not exist", async () => {
  const file = join(folder, "broken.json");
  writeFileSync(file, readFileSync(description, "utf8").replace("schemas/JobList", "schemas/JobLost"));
  expect((await findings(file)).join("\n")).toContain("no-unresolved-refs");
});

/** Sends what the types of a path allow, and gives the JSON of its successful reply. */
const client = `
import type { components, paths } from "./api.js";

type Method = "get" | "put" | "post" | "patch" | "delete";
type Json<Content> = Content extends { content: { "application/json": infer Body } } ? Body : never;
type Success<Route> = Route extends { responses: infer Replies } ? Json<Replies[keyof Replies & (200 | 201 | 202)]> : never;
type Body<Route> = Route extends { requestBody: infer Given } ? Json<Given> : undefined;

async function call<Path extends keyof paths, Verb extends Method & keyof paths[Path]>(
  verb: Verb,
  path: Path,
  body: Body<paths[Path][Verb]>,
): Promise<Success<paths[Path][Verb]>> {
  const headers = { Authorization: "Bearer x", "Content-Type": "application/json" };
  const text = body === undefined ? null : JSON.stringify(body);
  const reply = await fetch("http://127.0.0.1:8190" + path, { method: verb.toUpperCase(), headers, body: text });
  if (!reply.ok) {
    const problem = (await reply.json()) as components["schemas"]["ProblemDocument"];
    throw new Error(problem.code);
  }
  return (await reply.json()) as Success<paths[Path][Verb]>;
}

export async function generate(prompt: string): Promise<readonly string[]> {
  const { workflows } = await call("get", "/v1/workflows", undefined);
  const workflow = workflows.find(({ id }) => id === "txt2img")?.id ?? "txt2img";
  const job = await call("post", "/v1/jobs", { workflow, params: { prompt } });
  const { jobs } = await call("get", "/v1/jobs", undefined);
  const addresses: readonly string[] = jobs.flatMap(({ outputs }) => outputs.map(({ href }) => href));
  await call("put", "/v1/presets/{name}", { workflow, params: { prompt } });
  return [job.state, ...addresses];
}
`;

/** The errors of each program, compiled together, because the types of the language are read once then. */
function errorsOf(programs: readonly string[]): readonly (readonly string[])[] {
  const files = programs.map((program, index) => {
    const file = join(folder, `client-${index}.ts`);
    writeFileSync(file, program);
    return file;
  });
  const compiled = ts.createProgram(files, {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    types: [],
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
  });
  const found = ts.getPreEmitDiagnostics(compiled);
  const ofGenerator = found.filter(({ file }) => !files.includes(file?.fileName ?? ""));
  return files.map((name) =>
    [...found.filter(({ file }) => file?.fileName === name), ...ofGenerator].map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, "\n"),
    ),
  );
}

it("a program against the types of openapi-typescript compiles, and a wrong one does not", async () => {
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(join(folder, "api.ts"), astToString(await openapiTS(pathToFileURL(description))));
  const [right, ...wrong] = errorsOf([
    client,
    client.replace("params: { prompt } });\n  const { jobs }", "parms: { prompt } });\n  const { jobs }"),
    client.replace("({ href }) => href", "({ hrf }) => hrf"),
    client.replace('"/v1/workflows"', '"/v1/workflow"'),
  ]);
  expect(right).toEqual([]);
  expect(wrong.map((errors) => errors.join("\n"))).toEqual([
    expect.stringContaining("'parms'"),
    expect.stringContaining("'hrf'"),
    expect.stringContaining("/v1/workflow"),
  ]);
});
