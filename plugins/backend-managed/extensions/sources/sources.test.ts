// Tests of the sources of extensions: lists and addresses, also malicious ones.

import { createServer, type IncomingMessage } from "node:http";
import { readdir } from "node:fs/promises";
import { relative } from "node:path";
import { pathToFileURL } from "node:url";
import { listen } from "@pictor/host/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { startRegistry } from "../../testing/fake-registry.js";
import {
  fakeGit,
  indexText,
  listed,
  openInstance,
  rejection,
  type InstanceOptions,
} from "../../testing/extension-instances.js";

const blur = listed("https://github.com/Acme/ComfyUI-Blur", "https://github.com/Acme/ComfyUI-Blur", {
  id: "comfyui-blur",
  title: "Blur nodes",
});

interface ProbeResult {
  status: number;
  body: string;
  etag?: string;
}
/** A server of a list on loopback; the test may change `answer`. */
async function startList(body: string) {
  const answer: ProbeResult = { status: 200, body };
  const asked: IncomingMessage["headers"][] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers);
    const isKnown = answer.etag !== undefined && request.headers["if-none-match"] === answer.etag;
    const headers: Record<string, string> = answer.etag === undefined ? {} : { etag: answer.etag };
    response.writeHead(isKnown ? 304 : answer.status, headers).end(isKnown ? "" : answer.body);
  });
  const { origin, close } = await listen(server);
  onTestFinished(close);
  return { url: `${origin}/list.json`, answer, asked, close };
}

const withIndexes = (indexes: readonly string[], options: InstanceOptions = {}) =>
  openInstance({ ...options, extensions: { indexes, ...options.extensions } });

describe("the search for extensions", () => {
  it("searches a list by words, without the fields for the installation", async () => {
    const { url } = await startList(indexText([blur, listed("https://github.com/a/Other", "x")]));
    const { facet } = await withIndexes([url]);
    expect(await facet.available("blur acme")).toEqual([
      {
        id: "acme/comfyui-blur",
        title: "Blur nodes",
        author: "somebody",
        description: "An extension of the tests",
        registryId: "comfyui-blur",
        repository: "https://github.com/Acme/ComfyUI-Blur",
      },
    ]);
    expect(await facet.available("")).toHaveLength(2);
  });

  it("requests a list again after an hour, and keeps an unchanged one", async () => {
    const { url, answer, asked } = await startList(indexText([blur]));
    answer.etag = '"one"';
    let now = 0;
    const { facet } = await withIndexes([url], { now: () => now });
    for (const at of [0, 3_599_999, 3_600_000, 3_700_000]) {
      now = at;
      expect(await facet.available("")).toHaveLength(1);
    }
    expect(asked.map((headers) => headers["if-none-match"])).toEqual([undefined, '"one"']);
  });

  it.each<readonly [string, Partial<ProbeResult>]>([
    ["fails", { status: 503 }],
    ["returns a sign-in page", { body: "<html>" }],
    ["returns another kind of JSON", { body: "{}" }],
  ])("uses the last copy when the address %s, and says how old it is", async (_name, change) => {
    const { url, answer } = await startList(indexText([blur]));
    let now = 0;
    const { facet, warnings } = await withIndexes([url], { now: () => now });
    await facet.available("");
    Object.assign(answer, change);
    now = 48 * 3_600_000;
    expect(await facet.available("")).toHaveLength(1);
    expect(warnings).toEqual([
      "A list of extensions could not be read again; the copy from 48 hours ago is used.",
    ]);
  });

  it("uses the last copy in another process without a network", async () => {
    const { url, close } = await startList(indexText([blur]));
    const { facet, instance } = await withIndexes([url], { now: () => 0 });
    await facet.available("");
    await close();
    const later = await withIndexes([url], { now: () => 7_200_000, root: instance.layout.root });
    expect(await later.facet.available("")).toHaveLength(1);
  });

  it("rejects if no list can be read, and skips a single unreadable one", async () => {
    const { url } = await startList(indexText([blur]));
    const gone = "http://me:secret@127.0.0.1:9/list.json";
    const error = await rejection((await withIndexes([gone])).facet.available(""));
    expect(error.code).toBe("EXTENSION_INDEX_UNREADABLE");
    expect(error.message).not.toContain("secret");
    const { facet, warnings } = await withIndexes([gone, "/nowhere/list.json", url]);
    expect(await facet.available("")).toHaveLength(1);
    expect(warnings).toHaveLength(2);
  });

  it("reads lists from files in any spelling; the last one has precedence", async () => {
    const first = await openInstance();
    const file = await first.put("list.json", indexText([blur, { nonsense: true }]));
    const other = await first.put("other.json", indexText([{ ...blur, title: "Newer" }]));
    const { facet } = await withIndexes([relative(process.cwd(), file), pathToFileURL(other).href]);
    expect((await facet.available("")).map(({ title }) => title)).toEqual(["Newer"]);
    expect((await (await withIndexes([file])).facet.available("")).map(({ title }) => title)).toEqual([
      "Blur nodes",
    ]);
  });
});

describe("the table of node classes", () => {
  it("lists the providers of known classes", async () => {
    const { url } = await startList(
      JSON.stringify({ "https://github.com/Acme/ComfyUI-Blur": [["Blur"], {}] }),
    );
    const { facet } = await openInstance({ extensions: { nodeMap: url } });
    expect(await facet.providers(["Blur", "Nothing"])).toEqual(new Map([["Blur", ["acme/comfyui-blur"]]]));
  });

  it("may be omitted", async () => {
    const { facet } = await openInstance();
    expect(await facet.providers(["Blur"])).toEqual(new Map());
  });
});

describe("a wanted extension comes from", () => {
  const located = async (id: string, options: InstanceOptions = {}, more: object = {}) =>
    (await openInstance(options)).facet.locate({ id, range: "*", ...more });

  it("its entry in a list, by any of its names", async () => {
    const mirror = { ...blur, files: ["https://mirror.example/acme/ComfyUI-Blur"] };
    const { url } = await startList(indexText([mirror]));
    const { facet } = await withIndexes([url]);
    for (const id of ["acme/comfyui-blur", "git@github.com:Acme/ComfyUI-Blur.git", "ComfyUI-Blur"])
      expect(await facet.locate({ id, range: "*", version: "1.0.0" })).toEqual({
        origin: "git",
        address: "https://mirror.example/acme/ComfyUI-Blur",
        version: "1.0.0",
      });
  });

  it.each([
    ["Owner/Name", "https://github.com/Owner/Name"],
    ["owner/name.git", "https://github.com/owner/name.git"],
    ["gitlab.com/Group/Name", "https://gitlab.com/Group/Name"],
    ["https://github.com/Owner/Name/tree/main/nodes", "https://github.com/Owner/Name"],
    ["https://codeberg.org/owner/name?x=1#y", "https://codeberg.org/owner/name"],
    ["git@host.example:owner/name.git", "git@host.example:owner/name.git"],
    ["git://github.com/owner/name", "https://github.com/owner/name"],
  ])("its own address: %s", async (id, address) => {
    expect(await located(id)).toEqual({ origin: "git", address });
  });

  it("its own source once it is installed, not a list", async () => {
    const copied = { ...blur, install_type: "copy" };
    const { url } = await startList(indexText([copied]));
    const { facet, put } = await withIndexes([url], {
      extensions: { registry: "https://registry.example/" },
    });
    const folder = "ComfyUI/custom_nodes/Blur-fork";
    await put(`${folder}/.git/HEAD`, "ref: refs/heads/main\n");
    await put(
      `${folder}/.git/config`,
      '[remote "origin"]\n\turl = https://me:pw@fork.example/me/Blur\n[pictor]\n\textension = acme/comfyui-blur\n',
    );
    await put("ComfyUI/custom_nodes/grain/pyproject.toml", '[project]\nname = "Grain"\nversion = "1.0.0"\n');
    await put("ComfyUI/custom_nodes/grain/.tracking", "pyproject.toml\n");
    for (const id of ["acme/comfyui-blur", "Blur-fork", "https://fork.example/me/Blur"])
      expect(await facet.locate({ id, range: "*" })).toEqual({
        origin: "git",
        address: "https://fork.example/me/Blur",
      });
    expect(await facet.locate({ id: "grain", range: "*", version: "1.1.0" })).toEqual({
      origin: "registry",
      address: "https://registry.example/nodes/grain",
      version: "1.1.0",
    });
  });

  it("no refused address, whose password is not shown", async () => {
    const id = "https://me:sec@ret@github.com/owner/name";
    const { facet } = await openInstance();
    const wanted = { id, range: "*" };
    for (const work of [() => facet.locate(wanted), () => facet.update(wanted), () => facet.disable(id)])
      expect((await rejection(work())).message).not.toMatch(/sec|ret@/);
  });

  it("the registry, for an id of it", async () => {
    const registry = await startRegistry({ grain: { versions: [] } });
    const options = { extensions: { registry: registry.url } };
    expect(await located("Grain", options)).toEqual({
      origin: "registry",
      address: `${registry.url}/nodes/grain`,
    });
    expect(await located("nothing", options)).toBeUndefined();
    expect(await located("grain")).toBeUndefined();
  });

  it("a folder only if the user typed it", async () => {
    expect(await located("file:///srv/name", {}, { isTyped: true })).toMatchObject({
      address: "file:///srv/name",
    });
    await expect(located("file:///srv/name")).rejects.toMatchObject({ code: "EXTENSION_SOURCE_REFUSED" });
    await expect(located("/srv/name")).rejects.toMatchObject({ code: "EXTENSION_SOURCE_REFUSED" });
  });

  it("its address, also if no list can be read", async () => {
    expect(await located("a/b", { extensions: { indexes: ["/nowhere"] } })).toMatchObject({ origin: "git" });
  });

  it("a folder of a list only if the list is a file on this machine", async () => {
    const text = indexText([{ ...blur, files: ["file:///srv/ComfyUI-Blur"] }]);
    const { url } = await startList(text);
    const near = await openInstance();
    const file = await near.put("list.json", text);
    expect(await located("acme/comfyui-blur", { extensions: { indexes: [file] } })).toMatchObject({
      address: "file:///srv/ComfyUI-Blur",
    });
    await expect(located("acme/comfyui-blur", { extensions: { indexes: [url] } })).rejects.toMatchObject({
      code: "EXTENSION_SOURCE_REFUSED",
    });
  });

  it("the repository that the registry names, if a commit is wanted", async () => {
    const repository = "https://github.com/Somebody/Grain";
    const registry = await startRegistry({ grain: { versions: [], repository }, bare: { versions: [] } });
    const options = { extensions: { registry: registry.url } };
    const commit = "0123456";
    expect(await located("grain", options, { commit })).toEqual({
      origin: "git",
      address: repository,
      version: commit,
    });
    await expect(located("bare", options, { commit })).rejects.toMatchObject({
      code: "EXTENSION_SOURCE_REFUSED",
    });
  });

  it.each(["copy", "unzip"])(
    "nowhere, when its list wants a way that is not gone: %s",
    async (install_type) => {
      const { url } = await startList(indexText([{ ...blur, install_type }]));
      await expect(located("acme/comfyui-blur", { extensions: { indexes: [url] } })).rejects.toThrow(
        install_type,
      );
    },
  );
});

it("an invalid range is refused before anything is done", async () => {
  const { facet } = await openInstance();
  const wanted = { id: "owner/name", range: "newest please" };
  for (const attempt of [facet.install, facet.update])
    expect(await rejection(attempt(wanted))).toMatchObject({ code: "EXTENSION_RANGE_INVALID" });
});

describe("a malicious name is refused, and no program runs", () => {
  const ids = [
    "--upload-pack=touch /tmp/x",
    "-x/y",
    "ext::sh -c touch% /tmp/x",
    "ext::sh/x",
    "file:///etc",
    "/etc/passwd",
    "../../etc",
    "owner/..",
    "owner/.git",
    "owner/name\n--upload-pack=x",
    "owner/na me",
    "https://host.example/owner/-name",
    "https://host.example/--upload-pack=x/name",
    "ssh://-oProxyCommand=x/owner/name",
    "ssh://host.example/-oProxyCommand=x/name",
    "git@-oProxyCommand=x:owner/name",
    "https://host.example/a/__pycache__",
    "https://host.example/a/con",
    "https://host.example/a/x.disabled",
    "https://host.example/a/.disabled",
    "https://host.example/a/%2e%2e",
    "https://host.example/a/..%2f..%2fx",
    "",
    " ",
    "a".repeat(600),
    "\u202eowner/name",
  ];
  it.each(ids.map((id) => [id]))("%j", async (id) => {
    const { run, calls } = fakeGit(() => []);
    const { facet, instance } = await openInstance({ run });
    const wanted = { id, range: "*" };
    for (const attempt of [
      () => facet.locate(wanted),
      () => facet.install(wanted),
      () => facet.update(wanted),
    ])
      expect((await rejection(attempt())).code).toMatch(
        /^EXTENSION_(ID_REFUSED|SOURCE_REFUSED|NOT_INSTALLED)$/,
      );
    for (const attempt of [facet.enable, facet.disable, facet.remove])
      expect((await rejection(attempt(id))).code).toMatch(/^EXTENSION_(ID_REFUSED|NOT_INSTALLED)$/);
    expect(calls).toEqual([]);
    expect(await readdir(instance.layout.customNodes)).toEqual([]);
  });

  it.each(["ext::sh -c x", "--upload-pack=x", "https://host.example/a/.git", "https://host.example/a/-b"])(
    "in a list: %s",
    async (address) => {
      const { run, calls } = fakeGit(() => []);
      const near = await openInstance();
      const file = await near.put("list.json", indexText([{ ...blur, files: [address] }]));
      const { facet } = await withIndexes([file], { run });
      // A text that is not an address is ignored, and the repository is used instead.
      const found = await facet
        .locate({ id: "acme/comfyui-blur", range: "*" })
        .catch((error: unknown) => error as Error);
      if (found instanceof Error) expect(found).toMatchObject({ code: "EXTENSION_SOURCE_REFUSED" });
      else expect(found?.address).toBe("https://github.com/Acme/ComfyUI-Blur");
      expect(calls).toEqual([]);
    },
  );
});
