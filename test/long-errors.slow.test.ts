// A long text of a caller comes back in an error as its beginning, its length and its end, wherever the error is shown.

import { afterAll, expect, it, vi } from "vitest";
import { errorToJson } from "@pictor/host";
import { createCommandFolder } from "../cli/testing/command-folder.js";
import { startTestServer } from "../server/testing/start-server.js";
import { fault } from "@pictor/kernel";
import { renderError, describeError } from "../cli/output/error-report.js";
import pc from "picocolors";

/** 100 KB, of which each part is recognized. */
const long = `begin${"x".repeat(100_000)}end`;
/** A path or a header may have 16 KB in all. */
const inPath = long.slice(-12_000);
const maxLength = 12_000;

const test = await startTestServer();
const folder = createCommandFolder();
afterAll(() => test.close());

const call = (name: string, args: object) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: args },
});
const mcp = { Accept: "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18" };

const failureOf = async (id: string): Promise<string> =>
  vi.waitFor(
    async () => {
      const job = (await test.call("GET", `/v1/jobs/${id}`)).json();
      expect(job["state"]).toBe("failed");
      return JSON.stringify(job["error"]);
    },
    { timeout: 20_000 },
  );

type Row = readonly [method: string, path: string, body?: object, headers?: Readonly<Record<string, string>>];
const rows: readonly Row[] = [
  ["GET", `/${inPath}`],
  ["GET", `/v1/workflows/${inPath}`],
  ["GET", `/v1/presets/${inPath}`],
  ["GET", `/v1/profiles/${inPath}`],
  ["GET", `/v1/backends/${inPath}`],
  ["GET", `/v1/backends/${inPath}/catalog/${"x".repeat(100)}`],
  ["GET", `/v1/plugins/${inPath}`],
  ["GET", `/v1/jobs/${inPath}`],
  ["GET", `/v1/workflows?${inPath}=1`],
  ["PUT", `/v1/secrets/${inPath}`, { value: "x" }],
  ["POST", "/v1/jobs", { workflow: long, params: {} }],
  ["POST", "/v1/jobs", { workflow: "txt2img", backend: long, params: {} }],
  ["POST", "/v1/jobs", { workflow: "txt2img", params: {}, features: [{ id: long }] }],
  ["POST", "/v1/jobs", { [long]: 1 }],
  ["POST", "/v1/jobs/check", { workflow: "txt2img", params: { [long]: 1 } }],
  ["POST", "/v1/jobs/check", { workflow: "txt2img", params: { steps: long } }],
  ["POST", "/v1/requests", { url: "http://127.0.0.1:1/", method: long }],
  ["POST", "/v1/requests", { url: "http://127.0.0.1:1/", auth: long }],
  ["POST", "/v1/requests", { url: "http://127.0.0.1:1/", headers: [[long, "x"]] }],
  ["POST", "/v1/requests/parse-curl", { command: `curl --${long} http://h` }],
  ["POST", "/v1/tokens", { name: "x", scopes: [long] }],
  ["POST", "/openai/v1/images/generations", { model: long, prompt: "a kite" }],
  ["POST", "/openai/v1/images/generations", { prompt: "a kite", size: long }],
  ["POST", "/sdapi/v1/txt2img", { prompt: "a kite", sampler_name: long }],
  ["POST", "/sdapi/v1/txt2img", { prompt: "a kite", override_settings: { sd_model_checkpoint: long } }],
  ["POST", "/sdapi/v1/options", { sd_model_checkpoint: long }],
  ["POST", `/comfy/${inPath}/prompt`, {}],
  ["POST", "/mcp", call(long, {}), mcp],
  ["POST", "/mcp", call("generate_image", { [long]: "a kite" }), mcp],
  ["POST", "/mcp", call("get_job", { job: long, id: long }), mcp],
];

it.each(rows.map((row, at) => [`${at}: ${row[0]} ${row[1].slice(0, 30)}`, row] as const))(
  "the reply to %s repeats a part of it",
  async (_title, [method, path, body, headers = {}]) => {
    const reply = await test.call(method, path, { ...(body && { body }), headers });
    const { id } = (reply.status === 202 ? reply.json() : {}) as { id?: string };
    // What is wrong with a job is found when it is built.
    const text = id === undefined ? reply.bytes.toString() : await failureOf(id);
    expect(text).toMatch(/code|error/i);
    expect(text.length).toBeLessThan(maxLength);
  },
);

const commands: readonly (readonly string[])[] = [
  ["generate", long, "a kite"],
  ["generate", "txt2img", "a kite", "--backend", long],
  ["generate", "txt2img", "a kite", "--set", `${long}=1`],
  ["generate", "txt2img", "a kite", "--set", `steps=${long}`],
  ["generate", "txt2img", "a kite", "--with", long],
  ["generate", "--from", long],
  ["workflows", "show", long],
  ["features", "show", long],
  ["plugins", "inspect", long],
  ["auth", "show", long],
  ["presets", "show", long],
  ["config", "get", long],
  ["request", "GET", `http://127.0.0.1:1/`, "--auth", long],
  ["request", long, "http://127.0.0.1:1/"],
  ["jobs", "show", long, "--backend", "embedded"],
  ["inspect", long],
  [long],
  ["generate", `--${long}`],
];

it.each(commands.map((words) => [words.map((word) => word.slice(0, 20)).join(" "), words] as const))(
  "the error of %s repeats a part of it",
  async (_title, words) => {
    for (const given of [words, [...words, "--json"]]) {
      const { code, out, err } = await folder.run(...given);
      expect(code).not.toBe(0);
      expect((out + err).length).toBeLessThan(maxLength);
    }
  },
);

it("no part of a secret is left where a text is shortened", () => {
  const secret = "s3cr3t".repeat(10);
  const redact = (text: string): string => text.replaceAll(secret, "***");
  for (let at = 1_400; at < 1_520; at += 7) {
    const reason = `${"x".repeat(at)}${secret}${"y".repeat(3_000 - at)}${secret}${"z".repeat(300 - (at % 60))}`;
    const error = fault("INTERNAL", { reason });
    const shown = renderError(describeError(error), { paint: pc.createColors(false), redact, verbose: true });
    for (const text of [JSON.stringify(errorToJson(error, redact)), shown]) {
      expect(text).not.toMatch(/s3c|r3t/);
      expect(text).toMatch(/\(\d+ characters\)/);
    }
  }
});
