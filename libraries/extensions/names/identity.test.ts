// Tests of the names of extensions: spellings, refused strings, and credentials.

import { PictorError, type InstalledExtension } from "@pictor/kernel/plugin";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { identitiesOf, identityOf, isSame, readIdentity, requireIdentity } from "./identity.js";
import { withoutCredentials } from "./credentials.js";

const pack: InstalledExtension = {
  id: "acme/pack",
  place: "pack-nodes",
  origin: "git",
  repositories: ["git@github.com:Acme/Pack.git"],
  enabled: true,
};

describe("one repository in many spellings", () => {
  it.each([
    "acme/pack",
    "Acme/Pack",
    "acme/pack.git",
    "acme/pack/",
    "github.com/acme/pack",
    "www.github.com/Acme/Pack/",
    "https://github.com/acme/pack",
    "http://github.com/acme/pack",
    "HTTPS://GitHub.com/ACME/PACK.GIT",
    "https://github.com/acme/pack.git/",
    "https://github.com/acme/pack//",
    "https://www.github.com/acme/pack",
    "https://github.com:443/acme/pack",
    "https://github.com./acme/pack",
    "https://me@github.com/acme/pack",
    "https://me:S3cret@github.com/acme/pack.git",
    "https://x-access-token:ghp_abc%2F@github.com/acme/pack",
    "git://github.com/acme/pack",
    "git+https://github.com/acme/pack.git",
    "git+ssh://git@github.com/acme/pack.git",
    "ssh://git@github.com/acme/pack.git",
    "ssh://git@github.com:22/acme/pack",
    "ssh://git@ssh.github.com:443/acme/pack.git",
    "git@github.com:acme/pack.git",
    "git@github.com:acme/pack",
    "git@github.com:/acme/pack.git",
    "github.com:acme/pack",
    "https://github.com/acme/pack/tree/main",
    "https://github.com/acme/pack/blob/main/README.md",
    "https://github.com/acme/pack/releases/tag/v1.2.0",
    "https://github.com/acme/pack?tab=readme-ov-file",
    "https://github.com/acme/pack#readme",
  ])("%s", (text) => {
    expect(readIdentity(text)).toEqual({ kind: "repository", id: "acme/pack" });
  });

  it.each([
    ["https://gitlab.com/group/sub/Pack.git", "gitlab.com/group/sub/pack"],
    ["git@gitlab.com:group/sub/pack.git", "gitlab.com/group/sub/pack"],
    ["https://gitlab.com/group/sub/pack/-/tree/main", "gitlab.com/group/sub/pack"],
    ["ssh://git@altssh.gitlab.com:443/group/pack", "gitlab.com/group/pack"],
    ["https://codeberg.org/acme/pack/src/branch/main", "codeberg.org/acme/pack"],
    ["https://git.sr.ht/~acme/pack", "git.sr.ht/~acme/pack"],
    ["http://localhost:3000/acme/pack.git", "localhost/acme/pack"],
    ["ssh://git@[::1]:2222/acme/pack", "[::1]/acme/pack"],
    ["ssh://git@[fe80::1]/acme/pack", "[fe80::1]/acme/pack"],
    ["git@nas:acme/pack.git", "nas/acme/pack"],
    ["https://git.www.example.org/acme/pack", "git.www.example.org/acme/pack"],
    ["gitlab.com/acme/pack", "gitlab.com/acme/pack"],
    ["https://gist.github.com/acme/0123456789abcdef", "gist.github.com/acme/0123456789abcdef"],
  ])("%s on another host is %s", (text, id) => {
    expect(readIdentity(text)).toEqual({ kind: "repository", id });
  });

  it.each([
    ["file:///srv/packs/Pack.git", "file:///srv/packs/Pack"],
    ["file:///srv/packs/Pack/", "file:///srv/packs/Pack"],
    ["file://localhost/srv/packs/Pack", "file:///srv/packs/Pack"],
    ["FILE:/srv/packs/Pack", "file:///srv/packs/Pack"],
    ["/srv/packs/Pack.git", "file:///srv/packs/Pack"],
    ["/srv/my packs/Päck", "file:///srv/my%20packs/P%C3%A4ck"],
    ["file:///srv/my%20packs/Päck", "file:///srv/my%20packs/P%C3%A4ck"],
    ["C:\\packs\\Pack", "file:///C:/packs/Pack"],
    ["file:///C:/packs/Pack", "file:///C:/packs/Pack"],
    ["file:C:/packs/Pack", "file:///C:/packs/Pack"],
  ])("%s on this machine is %s", (text, id) => {
    expect(readIdentity(text)).toEqual({ kind: "local", id });
  });

  it.each([
    ["ComfyUI-Impact-Pack", "comfyui-impact-pack"],
    ["comfyui_essentials", "comfyui_essentials"],
    ["was-ns.2", "was-ns.2"],
  ])("%s in the registry is %s", (text, id) => {
    expect(readIdentity(text)).toEqual({ kind: "registry", id });
  });
});

describe("a text that names no extension", () => {
  it.each([
    ["", "empty"],
    ["-pack", "dash"],
    ["--upload-pack=touch /tmp/x", "blanks"],
    ["--upload-pack=evil", "dash"],
    ["-oProxyCommand=evil", "dash"],
    ["ext::sh -c evil", "blanks"],
    ["ext::sh", "program of git"],
    ["EXT::https://github.com/acme/pack", "program of git"],
    ["fd::17", "program of git"],
    ["../pack", '".."'],
    ["acme/..", '".."'],
    ["acme/../other/pack", '".."'],
    ["https://github.com/acme/../../etc", '".."'],
    ["https://github.com/acme/%2e%2e/pack", '".."'],
    ["..\\pack", '".."'],
    ["/:...git", '".."'],
    ["acme/pack\n", "control"],
    ["acme/pa\0ck", "control"],
    ["acme/\u202Epack", "control"],
    ["acme/pack two", "blanks"],
    [" acme/pack", "blanks"],
    ["a".repeat(501), "500"],
    ["a".repeat(101), "neither"],
    ["päck", "neither"],
    ["./pack", "address contains characters"],
    ["acme/", "owner/name"],
    ["/", "no folder"],
    ["github.com/acme", "owner"],
    ["https://github.com/acme", "owner and name"],
    ["https://github.com/", "owner and name"],
    ["https://github.com/-acme/pack", "address contains characters"],
    ["acme/-pack", "address contains characters"],
    ["https://github.com/acme/.git", "address contains characters"],
    ["https://github.com/acme/pack@v1", "address contains characters"],
    ["https://github.com/acme/pa%00ck", "address contains characters"],
    ["https://github.com/ac.me/pack", "owner"],
    ["https://-evil/acme/pack", "host"],
    ["ssh://-oProxyCommand=evil@host/acme/pack", "user"],
    ["ssh://-oProxyCommand=evil/acme/pack", "host"],
    ["https:///acme/pack", "host"],
    ["ftp://host/acme/pack", "ftp:"],
    ["javascript://host/acme/pack", "javascript:"],
    ["file:pack", "absolute"],
    ["file://server/share/pack", "absolute"],
    ["file:///srv/%2e%2e/etc", '".."'],
    ["file:///srv/a%2F..%2Fb", '".."'],
    ["file:///srv/%E0%A4", "encoded"],
    ["://x", "not an address"],
  ])("%j", (text, why) => {
    const read = readIdentity(text);
    expect(read).toMatchObject({ kind: "refused" });
    expect(read.kind === "refused" && read.reason).toContain(why);
    expect(identityOf(text)).toBeUndefined();
  });

  it("is an error that shows no password and no control characters", () => {
    const thrown = (text: string): PictorError => {
      try {
        requireIdentity(text);
      } catch (error) {
        return error as PictorError;
      }
      throw new Error("was taken");
    };
    const error = thrown("https://me:S3cret@github.com/acme");
    expect(error.code).toBe("EXTENSION_ID_REFUSED");
    expect(error.message).not.toContain("S3cret");
    expect(thrown("evil\u001b[2J").message).toContain("evil\\u001b[2J");
    expect(requireIdentity("acme/pack").id).toBe("acme/pack");
  });
});

describe("the names of an installed extension", () => {
  it("are its id, its repositories and its folder", () => {
    expect(identitiesOf(pack)).toEqual(["acme/pack", "pack-nodes"]);
    expect(isSame("https://github.com/ACME/pack", pack)).toBe(true);
    expect(isSame("Pack-Nodes", pack)).toBe(true);
    expect(isSame("acme/other", pack)).toBe(false);
    expect(isSame("--evil", pack)).toBe(false);
  });
  it("include its registry id instead of the folder, if it has one", () => {
    expect(identitiesOf({ ...pack, registryId: "Acme-Pack" })).toEqual(["acme/pack", "acme-pack"]);
  });
  it("may be only a folder, whatever its name", () => {
    const plain = { ...pack, id: "my nodes", place: "my nodes", repositories: [] };
    expect(identitiesOf(plain)).toEqual([]);
    expect(isSame("my nodes", plain)).toBe(true);
  });
  it("leave out texts that are not addresses", () => {
    expect(identitiesOf({ ...pack, repositories: ["not an address", ""] })).toEqual([
      "acme/pack",
      "pack-nodes",
    ]);
  });
});

describe("an address for display", () => {
  it.each([
    ["https://me:S3cret@github.com/a/b", "https://github.com/a/b"],
    ["https://token@github.com/a/b", "https://github.com/a/b"],
    ["https://a@b:c@github.com/a/b", "https://github.com/a/b"],
    ["ssh://git@github.com/a/b", "ssh://git@github.com/a/b"],
    ["ssh://git:S3cret@github.com/a/b", "ssh://github.com/a/b"],
    ["git@github.com:a/b", "git@github.com:a/b"],
    ["https://github.com/a/b@c", "https://github.com/a/b@c"],
    ["file:///srv/a@b", "file:///srv/a@b"],
    ["https://h/a.zip?sv=1&sig=S3cret%3D&sp=r", "https://h/a.zip?sv=1&sig=***&sp=r"],
    [
      "https://h/a?X-Amz-Date=1&X-Amz-Signature=ab12&X-Amz-Security-Token=cd34",
      "https://h/a?X-Amz-Date=1&X-Amz-Signature=***&X-Amz-Security-Token=***",
    ],
    ["https://h/a?X%2DGoog%2DSignature=ab12", "https://h/a?X%2DGoog%2DSignature=***"],
  ])("%s", (address, shown) => {
    expect(withoutCredentials(address)).toBe(shown);
  });
});

/** Any code point except surrogates. fast-check's `unit: "binary"` means the same, but takes a second to initialize. */
const anyCharacter = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800));

describe("of any text", () => {
  const pieces = [
    "https://",
    "git@",
    "github.com",
    ":",
    "/",
    "acme",
    "Pack",
    ".git",
    "..",
    "-",
    "%",
    "@",
    "file://",
    " ",
  ];
  const texts = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 60 }),
    fc.array(fc.constantFrom(...pieces), { maxLength: 10 }).map((parts) => parts.join("")),
  );
  it("normalizing is idempotent, and the result is safe", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const id = identityOf(text);
        if (id === undefined) return;
        expect(identityOf(id)).toBe(id);
        expect(id).not.toMatch(/^-|\s|\p{Cc}|(^|\/)\.\.(\/|$)/u);
      }),
      { numRuns: 1000 },
    );
  });
});
