// The profile of a backend applies to every request of a generation: requests, handshake, downloads, uploads.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { schemes } from "./schemes.test.support.js";
import { createStudio, findSecrets, shown } from "./studio.test.support.js";

const studio = createStudio();
await studio.server();
const direct = (await studio.server()).url;
afterAll(() => studio.close());

/** Contents that the server does not have yet. Contents that it has are not sent again. */
const fileOf = (contents: string) => ({
  name: "refs/cat.png",
  mime: "image/png",
  async *open() {
    yield Buffer.from(contents);
  },
});

/** Runs a generation with and without the gate, and uploads a file. Returns everything that was visible. */
async function whole({ name, guard }: (typeof schemes)[number]) {
  const guarded = guard(await studio.provider());
  const lab = await studio.open(guarded, { direct: { kind: "remote", baseUrl: direct } });
  const { result, events } = await lab.run();
  const { backend } = await lab.pictor.openBackend("studio");
  const uploaded = await backend.upload(fileOf(`a cat for ${name}`));
  await backend.prompts();
  const plain = await lab.run({ backend: "direct", again: true });
  const [output] = result.outputs;
  const [reference] = plain.result.outputs;
  return { ...lab, guarded, result, events, uploaded, output: output!, reference: reference! };
}

describe.each(schemes)("$name", (scheme) => {
  let lab: Awaited<ReturnType<typeof whole>>;
  beforeAll(async () => {
    lab = await whole(scheme);
  });
  afterAll(() => studio.tidy());

  it("finishes, with the image that there is without the proxy", async () => {
    expect(lab.result).toMatchObject({ status: "finished", problems: [] });
    const behind = await lab.fetched(lab.output.file);
    expect(behind.equals(await lab.fetched(lab.reference.file, "direct"))).toBe(true);
    expect(behind.subarray(1, 4).toString()).toBe("PNG");
  });

  it("is on every request, in one place, with the right value", () => {
    const kinds = [
      ...["GET /system_stats", "GET /object_info", "GET /ws", "POST /prompt", "GET /history", "GET /view"],
      ...["GET /queue", "GET /features", "HEAD /view", "POST /upload/image"],
    ];
    expect(new Set(lab.proxy.seen.map(({ kind }) => kind))).toEqual(new Set(kinds));
    expect(lab.proxy.refused()).toHaveLength(lab.guarded.asksFirst);
    expect(lab.proxy.seen.findLastIndex(({ status }) => status !== 0)).toBe(lab.guarded.asksFirst - 1);
  });

  it("is beside one clientId on the handshake", () => {
    const [handshake, ...more] = lab.proxy.of("GET /ws");
    expect(more).toEqual([]);
    expect(handshake?.url).toMatch(/^\/api\/ws\?clientId=[\da-f-]{36}(&(token|access_token)=[^&]+)?$/);
  });

  it("sends an upload once, whole", () => {
    expect(lab.uploaded).toMatch(/^refs\/pictor-[\da-f]{16}\.png$/);
    expect(lab.proxy.uploads).toEqual([expect.stringContaining(`\r\n\r\na cat for ${scheme.name}\r\n--`)]);
  });

  it("brings no Origin and no Referer", () => {
    const names = lab.proxy.seen.flatMap(({ headers }) => Object.keys(headers));
    expect(names.filter((name) => /^(origin|referer|sec-fetch-.*)$/.test(name))).toEqual([]);
  });

  it("is neither in the graph, nor in the image, nor in anything that is told", async () => {
    const history = await (await fetch(`${lab.embedded.url}history`)).text();
    const { backend } = await lab.pictor.openBackend("studio");
    const told = shown([lab.log, lab.events, lab.result, await backend.info(), lab.pictor.backends()]);
    const images = [lab.output.path!, join(lab.embedded.outputDirectory, lab.output.file.filename)];
    const texts = [history, told, ...images.map((path) => readFileSync(path, "latin1"))];
    expect(history).toContain("a lighthouse");
    expect(findSecrets(texts.join("\n"), lab.guarded.secrets)).toEqual([]);
  });
});
