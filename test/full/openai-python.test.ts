// OpenAI's own client for Python, unchanged, against Pictor. PICTOR_PYTHON names an interpreter that has the package openai.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { png, startOpenAi, type OpenAiServer } from "../openai/openai.test.support.js";

const run = promisify(execFile);
const python = process.env["PICTOR_PYTHON"] ?? "python3";
const isThere = await run(python, ["-c", "import openai"]).then(
  () => true,
  () => false,
);
if (!isThere)
  console.log(`-- skipped: ${python} is missing or has no package openai; PICTOR_PYTHON names another one.`);

const script = `
import base64, io, json, os, sys
import openai
client = openai.OpenAI(base_url=os.environ["BASE"], api_key=os.environ["TOKEN"], max_retries=0)
more = {"steps": 2}
found = {"models": [model.id for model in client.models.list()]}
made = client.images.generate(model="txt2img", prompt="a kite", n=2, size="64x64", extra_body=more)
found["images"] = [base64.b64decode(image.b64_json)[:4].hex() for image in made.data]
found["tokens"] = made.usage.total_tokens
picture = lambda name: (name, base64.b64decode(os.environ[name.upper()]), "image/png")
edited = client.images.edit(image=picture("image"), mask=picture("mask"), prompt="a kite", extra_body=more)
found["edit"] = base64.b64decode(edited.data[0].b64_json)[:4].hex()
stream = client.images.generate(prompt="a kite", size="64x64", stream=True, partial_images=1, extra_body={"steps": 40})
found["events"] = [event.type for event in stream]
for name, key, fields in [("key", "wrong", {}), ("model", os.environ["TOKEN"], {"model": "none"}), ("steps", os.environ["TOKEN"], {"extra_body": {"steps": 0}})]:
    try:
        client.with_options(api_key=key).images.generate(prompt="x", **fields)
    except openai.APIStatusError as error:
        found[name] = [type(error).__name__, error.code, error.param]
print(json.dumps(found))
`;

let api: OpenAiServer;
beforeAll(async () => {
  api = await startOpenAi();
});
afterAll(() => api.close());

it.skipIf(!isThere)("lists models, generates, edits with a mask, streams, and throws errors", async () => {
  const base64 = (hole: boolean): string => Buffer.from(png(64, 64, hole)).toString("base64");
  const pictures = { IMAGE: base64(false), MASK: base64(true) };
  const env = { ...process.env, BASE: api.base, TOKEN: api.test.server.token, ...pictures };
  const { stdout } = await run(python, ["-c", script], { env });
  const found = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  expect(found).toMatchObject({
    models: expect.arrayContaining(["txt2img", "img2img"]) as unknown,
    images: ["89504e47", "89504e47"],
    tokens: 0,
    edit: "89504e47",
    key: ["AuthenticationError", "API_CREDENTIAL_REFUSED", null],
    model: ["NotFoundError", "OPENAI_MODEL_UNKNOWN", "model"],
    steps: ["BadRequestError", "SETTINGS_INVALID", "steps"],
  });
  expect((found["events"] as readonly string[]).at(-1)).toBe("image_generation.completed");
});
