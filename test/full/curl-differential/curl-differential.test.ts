// Commands of curl, run by curl itself and read by Pictor: the same bytes arrive, or Pictor says what it leaves out.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { createTestFolder, createTestPictor, writeTestFiles } from "@pictor/host/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { knownOptions } from "../../../features/requests/curl/known-options.js";
import { planCurl } from "../../../cli/commands/request/request-plan.js";
import { commands, commandsWithInput } from "./commands.js";
import { exporters, requests, type Exported } from "./exporters.js";
import { record, type Recorder } from "./recorder.test.support.js";
import { quoted, Shell } from "./shell.test.support.js";

function hasCurl(): boolean {
  try {
    return execFileSync("curl", ["--version"]).includes("curl");
  } catch {
    return false;
  }
}
const isMissing = !hasCurl();
if (isMissing) console.warn("curl is missing, so the commands are not compared.");

let recorder: Recorder;
let shell: Shell;
let test: Awaited<ReturnType<typeof createTestPictor>>;
const plugins = ["auth-basic", "auth-bearer", "auth-digest", "auth-aws-sigv4"].map((id) =>
  join(import.meta.dirname, "../../../plugins", id),
);
const folder = createTestFolder();
beforeAll(async () => {
  writeTestFiles(folder, {
    "a.json": '{"a":1,\n "b": "ü"}\n',
    "lines.txt": "one\r\ntwo\0\n",
    "天狗.txt": "x",
    "a.png": Buffer.from("89504e47", "hex"),
    "page.html": "<p>",
    "sub/inner.svg": "<svg/>",
  });
  shell = new Shell(folder);
  [recorder, test] = await Promise.all([record(), createTestPictor({ plugins })]);
});
afterAll(async () => {
  await test.dispose();
  recorder.close();
  shell.close();
});

async function curlSends({ text, args }: Exported): Promise<string> {
  const silent = "-sS --noproxy '*' -o /dev/null";
  const script =
    args === undefined
      ? text.replace(/^curl|(?<=\| )curl/, `curl ${silent}`)
      : `curl ${silent} ${args.map(quoted).join(" ")}`;
  const count = recorder.count();
  const { code, output } = await shell.run(script);
  return recorder.since(count) ?? `nothing: ${code} ${output.trim()}`;
}

async function pictorSends(
  text: string,
): Promise<{ readonly sent: string; readonly notes: readonly string[] }> {
  const count = recorder.count();
  try {
    const { input, found, notes = [] } = await planCurl(text, {}, {});
    const reply = await test.pictor.send({ ...input, ...(found && { auth: { ...found } }) });
    await reply.text();
    return { sent: recorder.since(count) ?? "nothing", notes };
  } catch (error) {
    return { sent: `refused: ${String(error)}`, notes: [] };
  }
}

const files =
  /(?<=[@<,"]|-T |< |cat |upload-file )(a\.json|a\.png|lines\.txt|page\.html|sub\/inner\.svg|天狗\.txt)/g;
const filled = (text: string): string =>
  text
    .replaceAll("ORIGIN", recorder.origin)
    .replaceAll("HOST", recorder.host)
    .replaceAll(files, (name) => `${folder}/${name}`);

describe.skipIf(isMissing)("the same bytes arrive from curl and from Pictor", () => {
  it.each([...commands, ...commandsWithInput])("%s", async (command) => {
    const text = filled(command);
    const [byCurl, { sent }] = [await curlSends({ text }), await pictorSends(text)];
    expect(sent).toBe(byCurl);
  });

  describe.each(Object.entries(exporters))("as %s exports it:", (_program, exporter) => {
    it.each(Object.entries(requests))("%s", async (_name, request) => {
      const exported = exporter(recorder.origin, request);
      const [byCurl, { sent, notes }] = [await curlSends(exported), await pictorSends(exported.text)];
      expect(byCurl).not.toMatch(/^nothing/);
      expect(sent).toBe(byCurl);
      expect(notes).toEqual([]);
    });
  });
});

it("there are at least 200 commands", () => {
  const exported = Object.keys(exporters).length * Object.keys(requests).length;
  expect(commands.length + exported).toBeGreaterThanOrEqual(200);
});

it.skipIf(isMissing)("every option of this curl is known", () => {
  const help = execFileSync("curl", ["--help", "all"]).toString();
  const names = [...help.matchAll(/^ *(?:-\S, )? *--([\w.-]+)/gm)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(200);
  expect(names.filter((name) => !knownOptions.has(name))).toEqual([]);
});

describe.skipIf(isMissing)("what is not taken over is said", () => {
  it.each([
    ["-k ORIGIN/", "The curl option -k is left out. Certificates are always checked."],
    ["-x http://127.0.0.1:1 ORIGIN/", "The curl option -x is left out."],
    ["--http1.0 -4 ORIGIN/", "Left out, because only curl itself needs them: --http1.0, -4."],
    ["--path-as-is ORIGIN/a/../b", "The segments . and .. of the address are resolved."],
    ["-n ORIGIN/", "The curl option -n is left out. Save the credentials as a profile"],
    ["-X patch ORIGIN/", "The method is sent in upper case"],
    ["--ntlm -u a:b ORIGIN/", "The curl option --ntlm is left out."],
    ["ORIGIN/ --next ORIGIN/second", "Run the command once for each request"],
  ])("curl %s", async (options, note) => {
    const { sent, notes } = await pictorSends(filled(`curl ${options}`));
    expect(sent).toMatch(/^[A-Z]+ \//);
    expect(sent).not.toContain("authorization");
    expect(notes.join(" ")).toContain(note);
  });

  it("the keys of --aws-sigv4 sign, and are never sent as Basic", async () => {
    const { sent } = await pictorSends(filled("curl --aws-sigv4 aws:amz:us-east-1:es -u AK:SK ORIGIN/a"));
    expect(sent).toMatch(/authorization: AWS4-HMAC-SHA256 Credential=AK\/\d+\/us-east-1\/es\//);
  });
});
