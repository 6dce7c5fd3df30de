// Tests of extension lists, the table of node classes, and the lock file.

import { PictorError, type InstalledExtension } from "@pictor/kernel/plugin";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findEntry, mergeIndexes, readIndex } from "./extension-list.js";
import { lockedFrom, readLock, withLocked, writeLock, type LockedExtension } from "./lock-file.js";
import { providersOf, readNodeMap } from "./node-map.js";
import { searchIndex } from "./search-extensions.js";

const thrown = (run: () => unknown): PictorError => {
  try {
    run();
  } catch (error) {
    return error as PictorError;
  }
  throw new Error("nothing was thrown");
};
const list = (...custom_nodes: readonly unknown[]): string => JSON.stringify({ custom_nodes });
const impact = {
  author: "Dr.Lt.Data",
  title: "ComfyUI Impact Pack",
  id: "comfyui-impact-pack",
  reference: "https://github.com/ltdrdata/ComfyUI-Impact-Pack",
  files: ["https://github.com/ltdrdata/ComfyUI-Impact-Pack"],
  install_type: "git-clone",
  description: "Detectors,\nand\u001b[31m detailers",
  pip: ["ultralytics", 5],
};

describe("an index", () => {
  it("is parsed, with texts on one line and without control characters", () => {
    expect(readIndex(`\uFEFF${list(impact)}`, "x")).toEqual([
      {
        id: "ltdrdata/comfyui-impact-pack",
        title: "ComfyUI Impact Pack",
        author: "Dr.Lt.Data",
        description: "Detectors, and [31m detailers",
        registryId: "comfyui-impact-pack",
        repository: "https://github.com/ltdrdata/ComfyUI-Impact-Pack",
        files: ["https://github.com/ltdrdata/ComfyUI-Impact-Pack"],
        installType: "git-clone",
        pip: ["ultralytics"],
      },
    ]);
  });
  it("may omit optional fields", () => {
    expect(
      readIndex(list({ reference: "acme/pack" }, { id: "Only-Registered", version: "v1.2" }), "x"),
    ).toEqual([
      {
        id: "acme/pack",
        title: "acme/pack",
        repository: "acme/pack",
        files: ["acme/pack"],
        installType: "git-clone",
        pip: [],
      },
      {
        id: "only-registered",
        title: "only-registered",
        registryId: "only-registered",
        version: "1.2.0",
        files: [],
        installType: "git-clone",
        pip: [],
      },
    ]);
  });
  it("may name a mirror for its files, and keeps the id of the original", () => {
    const [entry] = readIndex(
      list({ reference: "https://github.com/acme/pack", files: ["file:///srv/mirror/pack.git"] }),
      "x",
    );
    expect(entry).toMatchObject({ id: "acme/pack", files: ["file:///srv/mirror/pack.git"] });
  });
  it("skips invalid entries and counts them", () => {
    const bad = [
      null,
      5,
      "x",
      [],
      {},
      { title: "no name" },
      { reference: "--upload-pack=x" },
      { reference: "ext::sh" },
      { reference: 7, files: {} },
    ];
    expect(readIndex(list(...bad, impact), "x")).toMatchObject([{ registryId: impact.id }]);
  });
  it("drops files that are not addresses, and keeps single files on the web", () => {
    const files = [
      "--evil",
      "ext::sh -c x",
      "",
      "https://civitai.example/models/1?type=x%20y",
      "https://github.com/acme/pack",
    ];
    const [entry] = readIndex(list({ ...impact, files }), "x");
    expect(entry?.files).toEqual(files.slice(3));
  });
  it("shows no password of its addresses", () => {
    const [entry] = readIndex(list({ reference: "https://me:S3cret@git.example/acme/pack" }), "x");
    expect(entry?.repository).toBe("https://git.example/acme/pack");
  });
  it.each([
    ["", "not JSON"],
    ["<!doctype html><title>Sign in</title>", "web page"],
    ["[]", '"custom_nodes"'],
    ["null", '"custom_nodes"'],
    ['{"custom_nodes":{}}', '"custom_nodes"'],
  ])("that is %j is an error that names it", (text, why) => {
    const error = thrown(() => readIndex(text, "https://me:S3cret@lists.example/list.json"));
    expect(error.code).toBe("EXTENSION_INDEX_UNREADABLE");
    expect(error.message).toContain("https://lists.example/list.json");
    expect(error.message).toContain(why);
    expect(error.message).not.toContain("S3cret");
  });
  it("is overridden by a later one", () => {
    const first = readIndex(list(impact, { reference: "acme/pack" }), "x");
    const second = readIndex(
      list({ reference: "https://github.com/LTDRDATA/comfyui-impact-pack.git", title: "Ours" }),
      "y",
    );
    expect(mergeIndexes([first, second]).map(({ title }) => title)).toEqual(["Ours", "acme/pack"]);
  });
  it("finds an entry by any name", () => {
    const entries = readIndex(list(impact), "x");
    expect(findEntry(entries, "git@github.com:ltdrdata/comfyui-impact-pack")).toBe(entries[0]);
    expect(findEntry(entries, "ComfyUI-Impact-Pack")).toBe(entries[0]);
    expect(findEntry(entries, "acme/pack")).toBeUndefined();
    expect(findEntry(entries, "--evil")).toBeUndefined();
  });
});

describe("a search", () => {
  const entries = readIndex(
    list(
      { reference: "a/detectors", title: "Some impact", description: "x" },
      { reference: "b/other", title: "Nothing", author: "impact studio" },
      { reference: "c/described", title: "Described", description: "with impact" },
      impact,
      { reference: "d/impact", title: "Zoo" },
      { reference: "e/noimpact", title: "Noimpact" },
    ),
    "x",
  );
  const found = (query: string) => searchIndex(entries, query).map(({ id }) => id);
  it("ranks exact names first, then prefixes, words, parts, authors and descriptions", () => {
    expect(found("impact")).toEqual([
      "d/impact",
      "a/detectors",
      "ltdrdata/comfyui-impact-pack",
      "e/noimpact",
      "b/other",
      "c/described",
    ]);
  });
  it("requires every word, in any case and order", () => {
    expect(found("PACK impact")).toEqual(["ltdrdata/comfyui-impact-pack"]);
    expect(found("pack nothing")).toEqual([]);
  });
  it("accepts an address, and characters of regular expressions literally", () => {
    expect(found("https://github.com/Ltdrdata/ComfyUI-Impact-Pack.git")).toEqual([
      "ltdrdata/comfyui-impact-pack",
    ]);
    expect(found("(.*[")).toEqual([]);
  });
  it("without words returns all entries in order", () => {
    expect(searchIndex(entries, "  ")).toBe(entries);
  });
});

describe("a table of node classes", () => {
  const text = JSON.stringify({
    "https://github.com/ltdrdata/ComfyUI-Impact-Pack": [
      ["FaceDetailer", "SAMLoader", "FaceDetailer", 7, ""],
      { title_aux: "x", nodename_pattern: "(a+)+$" },
    ],
    "https://github.com/acme/pack": [["SAMLoader", "constructor"], {}],
    "--evil": [["X"]],
    "https://github.com/acme/odd": {},
    "https://github.com/acme/none": [],
  });
  it("lists the extensions of a class in the order of the table", () => {
    const map = readNodeMap(text, "x");
    expect([
      ...providersOf(map, ["SAMLoader", "FaceDetailer", "Unknown", "constructor", "toString"]),
    ]).toEqual([
      ["SAMLoader", ["ltdrdata/comfyui-impact-pack", "acme/pack"]],
      ["FaceDetailer", ["ltdrdata/comfyui-impact-pack"]],
      ["constructor", ["acme/pack"]],
    ]);
  });
  it.each(["", "[]", "null", "5"])("that is %j is an error", (bad) => {
    expect(thrown(() => readNodeMap(bad, "map.json")).code).toBe("EXTENSION_INDEX_UNREADABLE");
  });
});

const commit = "9f1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f7a8b9c";
const locked: LockedExtension = {
  id: "acme/pack",
  version: "1.2.0",
  commit,
  source: "https://github.com/acme/pack",
};
const installed: InstalledExtension = {
  id: "acme/pack",
  place: "pack",
  origin: "git",
  repositories: ["https://token@github.com/acme/pack"],
  version: "1.2.0",
  commit,
  enabled: true,
};

describe("a lock file", () => {
  it("is sorted, and read as it was written", () => {
    const lock = [{ id: "zoo", version: "0.1.0" }, locked];
    const text = writeLock(lock);
    expect(text).toBe(`{
  "pictorExtensions": 1,
  "extensions": {
    "acme/pack": {
      "version": "1.2.0",
      "commit": "${commit}",
      "source": "https://github.com/acme/pack"
    },
    "zoo": {
      "version": "0.1.0"
    }
  }
}
`);
    expect(readLock(text, "x")).toEqual([locked, { id: "zoo", version: "0.1.0" }]);
    expect(writeLock([...lock].reverse())).toBe(text);
  });
  it("may be written by hand in other spellings", () => {
    const text =
      '{"pictorExtensions":1,"extensions":{"https://github.com/Acme/Pack.git":{"commit":"9F1C2D3E"}}}';
    expect(readLock(`\uFEFF${text}`, "x")).toEqual([{ id: "acme/pack", commit: "9f1c2d3e" }]);
  });

  const inside = (extensions: string): string => `{"pictorExtensions":1,"extensions":${extensions}}`;
  it.each([
    ["", "expected JSON, found something else"],
    [`<<<<<<< HEAD\n${inside("{}")}`, "expected JSON, found the marks of a merge that is not finished"],
    ["[]", "expected an object, found a list"],
    ["{}", "at /pictorExtensions: expected 1, found nothing"],
    ['{"pictorExtensions":2,"extensions":{}}', "at /pictorExtensions: expected 1, found 2"],
    [inside("[]"), "at /extensions: expected an object of extensions, found a list"],
    [inside('{"--evil":{}}'), 'at /extensions/--evil: expected the name of an extension, found "--evil"'],
    [
      inside('{"acme/pack":"1.0.0"}'),
      'at /extensions/acme~1pack: expected an object with version, commit and source, found "1.0.0"',
    ],
    [
      inside('{"acme/pack":{"comit":"x"}}'),
      'at /extensions/acme~1pack/comit: expected version, commit or source, found "comit"',
    ],
    [
      inside('{"acme/pack":{"version":"v1.2"}}'),
      'at /extensions/acme~1pack/version: expected an exact version, such as 1.2.0, found "v1.2"',
    ],
    [
      inside('{"acme/pack":{"version":1}}'),
      "at /extensions/acme~1pack/version: expected an exact version, such as 1.2.0, found 1",
    ],
    [
      inside('{"acme/pack":{"commit":"main"}}'),
      'at /extensions/acme~1pack/commit: expected a commit of 7 to 40 hexadecimal digits, found "main"',
    ],
    [
      inside('{"acme/pack":{},"https://github.com/acme/pack":{}}'),
      "at /extensions: expected each extension once, found acme/pack in two spellings",
    ],
  ])("that is %s is an error with place, expectation and finding", (text, what) => {
    const error = thrown(() => readLock(text, "/p/lock.json"));
    expect(error.code).toBe("EXTENSION_LOCK_INVALID");
    expect(
      error.what.replace("/p/lock.json cannot be read", "").replace(/^: | at /, (found) => found.trimStart()),
    ).toContain(what);
    expect(error.what).toContain("/p/lock.json cannot be read");
  });

  it("records an installed extension without credentials", () => {
    expect(lockedFrom(installed)).toEqual(locked);
    expect(lockedFrom(installed, "https://me:S3cret@mirror.example/pack").source).toBe(
      "https://mirror.example/pack",
    );
    const { version: _v, commit: _c, ...bare } = installed;
    expect(lockedFrom({ ...bare, repositories: [] })).toEqual({ id: "acme/pack" });
  });
  it("keeps entries that are not replaced", () => {
    const other = { id: "zoo", version: "0.1.0" };
    expect(withLocked([other, locked], [{ id: "acme/pack", version: "2.0.0" }])).toEqual([
      { id: "acme/pack", version: "2.0.0" },
      other,
    ]);
  });

  it("is parsed or refused for any JSON, and keeps what was parsed", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        for (const whole of [text, inside(text), inside(`{"acme/pack":${text}}`)]) {
          try {
            const lock = readLock(whole, "x");
            expect(readLock(writeLock(lock), "x")).toEqual(lock);
          } catch (error) {
            expect((error as PictorError).code).toBe("EXTENSION_LOCK_INVALID");
          }
        }
      }),
    );
  });
});

describe("of any JSON", () => {
  it("an index and a table are parsed or refused", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        for (const read of [readIndex, readNodeMap]) {
          for (const whole of [text, `{"custom_nodes":[${text}]}`, `{"acme/pack":${text}}`]) {
            try {
              read(whole, "x");
            } catch (error) {
              expect((error as PictorError).code).toBe("EXTENSION_INDEX_UNREADABLE");
            }
          }
        }
      }),
    );
  });
});
