// Uploads: names, duplicates, folders, refusals, and masks.
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decodeImage, encodePng, readPngTextChunks } from "@pictor/images";
import { startServer } from "../testing/start.js";

const server = await startServer({ maxUploadSize: 0.02 });
afterAll(() => server.close());

type Part = readonly [name: string, value: string | Buffer, filename?: string];

async function upload(parts: readonly Part[], route = "image"): Promise<readonly [number, string]> {
  const form = new FormData();
  for (const [name, value, filename] of parts) {
    if (filename === undefined) form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(Buffer.from(value))]), filename);
  }
  const reply = await fetch(`${server.url}upload/${route}`, { method: "POST", body: form });
  return [reply.status, await reply.text()];
}

const stored = (name: string, type = "input", subfolder = ""): readonly [number, string] => [
  200,
  JSON.stringify({ name, subfolder, type }),
];
const FAULT = [500, "500 Internal Server Error\n\nServer got itself in trouble"] as const;
const REFUSED = [400, ""] as const;
const folder = (...names: string[]): string => path.join(server.directory, ...names);

describe("POST /upload/image keeps", () => {
  it("a file under its name, with its bytes, and leaves nothing else behind", async () => {
    expect(await upload([["image", "one", "a.png"]])).toEqual(stored("a.png"));
    expect(await readFile(folder("input", "a.png"), "utf8")).toBe("one");
    expect((await readdir(server.directory)).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("other content with the same name under a new name, and the same content once", async () => {
    await upload([["image", "one", "twice.png"]]);
    expect(await upload([["image", "two", "twice.png"]])).toEqual(stored("twice (1).png"));
    expect(await upload([["image", "two", "twice.png"]])).toEqual(stored("twice (1).png"));
    expect(await upload([["image", "one", "twice.png"]])).toEqual(stored("twice.png"));
    expect(await upload([["image", "three", "twice.png"]])).toEqual(stored("twice (2).png"));
  });

  it("the first of several files, and nothing of the others", async () => {
    const others = Array.from({ length: 50 }, (_, index): Part => [
      `other${index}`,
      "x",
      `other${index}.png`,
    ]);
    const images: readonly Part[] = [
      ["image", "first", "first.png"],
      ["image", "y", "second.png"],
    ];
    expect(await upload([...images, ...others])).toEqual(stored("first.png"));
    expect((await readdir(server.directory)).filter((name) => name.startsWith("."))).toEqual([]);
    expect(await readdir(folder("input"))).not.toContain("second.png");
  });

  it.each(["true", "1"])("the newer content with overwrite=%s", async (overwrite) => {
    await upload([["image", `old ${overwrite}`, "over.png"]]);
    const fields: Part[] = [
      ["image", `new ${overwrite}`, "over.png"],
      ["overwrite", overwrite],
    ];
    expect(await upload(fields)).toEqual(stored("over.png"));
    expect(await readFile(folder("input", "over.png"), "utf8")).toBe(`new ${overwrite}`);
  });

  it("a file in the folder and subfolder of the form, whatever the order of its parts", async () => {
    const parts: Part[] = [
      ["subfolder", "refs/deep"],
      ["image", "x", "s.png"],
      ["type", "temp"],
    ];
    expect(await upload(parts)).toEqual(stored("s.png", "temp", "refs/deep"));
    expect(await readFile(folder("temp", "refs", "deep", "s.png"), "utf8")).toBe("x");
  });

  it.each([
    ["/abs.png", "abs.png"],
    ["a b (1).png", "a b (1).png"],
    ["über.png", "über.png"],
    ["a%20c.png", "a%20c.png"],
    ["data.bin", "data.bin"],
    // On Windows it is a path, of a folder that is not there.
    ...(process.platform === "win32" ? [] : [["dir\\x.png", "dir\\x.png"]]),
  ])("the name %s as %s", async (sent, name) => {
    expect(await upload([["image", "x", sent]])).toEqual(stored(name));
  });

  it("an empty file", async () => {
    expect(await upload([["image", "", "zero.png"]])).toEqual(stored("zero.png"));
  });

  it("two simultaneous uploads of one name under two names", async () => {
    const replies = await Promise.all(["p", "q", "r"].map((text) => upload([["image", text, "race.png"]])));
    const names = replies.map(([, body]) => (JSON.parse(body) as { name: string }).name);
    expect(names.sort()).toEqual(["race (1).png", "race (2).png", "race.png"]);
  });
});

describe("POST /upload/image refuses", () => {
  it.each(["CON", "nul.png", "com1.PNG", "x.png:stream", "C:\\dir\\x.png", "x.png.", "x.png ", "aux/x.png"])(
    "a name that Windows cannot keep: %j",
    async (name) => {
      expect(await upload([["image", "x", name]])).toEqual(REFUSED);
      expect(
        await upload([
          ["image", "x", "kept.png"],
          ["subfolder", name],
        ]),
      ).toEqual(REFUSED);
    },
  );

  it.each<[string, Part[], readonly [number, string]]>([
    ["a form without a file", [["type", "input"]], REFUSED],
    ["a part of another name", [["file", "x", "u.png"]], REFUSED],
    ["a name that leads out", [["image", "x", "../e.png"]], REFUSED],
    [
      "a subfolder that leads out",
      [
        ["image", "x", "u.png"],
        ["subfolder", "../../x"],
      ],
      REFUSED,
    ],
    [
      "an absolute subfolder",
      [
        ["image", "x", "u.png"],
        ["subfolder", "/etc"],
      ],
      REFUSED,
    ],
    ["text instead of a file", [["image", "hello"]], FAULT],
    [
      "an unknown type",
      [
        ["image", "x", "u.png"],
        ["type", "bogus"],
      ],
      FAULT,
    ],
    [
      "an empty type",
      [
        ["image", "x", "u.png"],
        ["type", ""],
      ],
      FAULT,
    ],
    ["a name with a folder that does not exist", [["image", "x", "nowhere/e.png"]], FAULT],
  ])("%s", async (_title, parts, expected) => {
    expect(await upload(parts)).toEqual(expected);
  });

  const post = async (body: string, contentType: string): Promise<readonly [number, string]> => {
    const headers = { "Content-Type": contentType };
    const reply = await fetch(`${server.url}upload/image`, { method: "POST", body, headers });
    return [reply.status, await reply.text()];
  };

  it("a body that is not a form, and a malformed form", async () => {
    expect(await post("{}", "application/json")).toEqual(REFUSED);
    expect(await post("a=b", "application/x-www-form-urlencoded")).toEqual(REFUSED);
    expect(await post("garbage", "multipart/form-data; boundary=zz")).toEqual(FAULT);
  });

  it.each(["image", "other"])("a form that ends inside a file of the field %s", async (field) => {
    const head = `--zz\r\nContent-Disposition: form-data; name="${field}"; filename="cut.png"\r\n\r\n`;
    expect(await post(head + "x".repeat(300), "multipart/form-data; boundary=zz")).toEqual(FAULT);
    expect(await readdir(folder("input"))).not.toContain("cut.png");
  });

  it("more than the published limit, with the text of a real server", async () => {
    const features = (await (await fetch(`${server.url}features`)).json()) as { max_upload_size: number };
    expect(features.max_upload_size).toBeCloseTo(20971.52);
    const reply = await upload([["image", Buffer.alloc(30_000), "big.bin"]]);
    expect(reply).toEqual([413, "Maximum request body size 20972 exceeded."]);
    expect((await readdir(server.directory)).filter((name) => name.startsWith("."))).toEqual([]);
  });
});

describe("POST /upload/mask", () => {
  const pixels = (alpha: number, shade: number): Uint8Array =>
    Uint8Array.from({ length: 4 * 4 * 4 }, (_, i) => (i % 4 === 3 ? alpha : shade));
  const image = (alpha: number, shade: number): Buffer =>
    encodePng({ width: 4, height: 4, rgba: pixels(alpha, shade) }, { texts: { prompt: `shade ${shade}` } });
  const mask = (reference: string | undefined, name: string): Promise<readonly [number, string]> =>
    upload(
      [
        ["image", image(77, 0), name],
        ...(reference === undefined ? [] : [["original_ref", reference] as const]),
      ],
      "mask",
    );
  beforeAll(() => writeFile(folder("output", "orig.png"), image(255, 200)));

  it("stores the original with the alpha of the mask and its own text chunks", async () => {
    expect(await mask('{"filename": "orig.png", "subfolder": ""}', "m.png")).toEqual(stored("m.png"));
    const file = await readFile(folder("input", "m.png"));
    expect([...decodeImage(file).rgba.subarray(0, 4)]).toEqual([200, 200, 200, 77]);
    expect(readPngTextChunks(file)).toEqual({ prompt: "shade 200" });
  });

  it.each(['{"filename": "gone.png"}', '{"filename": "../orig.png"}'])(
    "replies with 200 without writing a file when the original does not exist: %s",
    async (reference) => {
      expect(await mask(reference, "none.png")).toEqual(stored("none.png"));
      expect(await readdir(folder("input"))).not.toContain("none.png");
    },
  );

  it.each([undefined, "{}", "orig.png"])("fails without a usable reference: %s", async (reference) => {
    expect(await mask(reference, "n.png")).toEqual(FAULT);
  });
});
