// Tests of calls of git: arguments, environment, output and errors.

import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { fakeGit, nothingRuns, rejection } from "../testing/extension-instances.js";
import { addressProblem, gitAddress, shownAddress } from "./repository-address.js";
import { clone } from "./clone.js";
import { git } from "./run-git.js";
import { matchRef, refsIn, listRemoteRefs } from "./remote-refs.js";

const platform = "linux";

describe("every call of git", () => {
  it("is hardened, and searches no parent folder for a repository", async () => {
    const { run, calls } = fakeGit(() => ["one", "two"]);
    expect(await git({ run, platform }, ["rev-parse", "HEAD"], { folder: "/a/b" })).toEqual(["one", "two"]);
    const { args, env } = calls.at(-1)!;
    for (const setting of [
      "protocol.ext.allow=never",
      "core.hooksPath=/dev/null",
      "core.fsmonitor=false",
      "safe.bareRepository=explicit",
    ])
      expect(args).toContain(setting);
    expect(args.slice(-4)).toEqual(["-C", "/a/b", "rev-parse", "HEAD"]);
    expect(env).toMatchObject({
      GIT_ALLOW_PROTOCOL: "none",
      GIT_TERMINAL_PROMPT: "0",
      GIT_ASKPASS: "",
      GIT_CEILING_DIRECTORIES: "/a",
      LC_ALL: "C",
    });
    expect("GIT_DIR" in env && env["GIT_DIR"]).toBeUndefined();
  });

  it.each([
    [{ address: "https://github.com/a/b", allowsFiles: true }, "https:http:ssh"],
    [{ address: "/srv/b", allowsFiles: true }, "https:http:ssh:file"],
  ])("reaches no more than %j needs", async (source, protocols) => {
    const { run, calls } = fakeGit(() => []);
    await listRemoteRefs({ run, platform }, source);
    expect(calls.at(-1)?.env["GIT_ALLOW_PROTOCOL"]).toBe(protocols);
    expect(calls.at(-1)?.args.at(-2)).toBe("--");
  });
});

describe("an error of git", () => {
  it("is the line of the error, without credentials", async () => {
    const error =
      "Cloning into 'x'...\nfatal: unable to access 'https://me:secret@host/x/': no route\nhint: more";
    const { run } = fakeGit(() => ({ exitCode: 128, error }));
    const found = await rejection(git({ run, platform }, ["fetch"]));
    expect(found.code).toBe("MANAGED_GIT_FAILED");
    expect(found.message).toContain(
      "git fetch failed (exit code 128): unable to access 'https://host/x/': no route.",
    );
    expect(JSON.stringify(found)).not.toContain("secret");
  });

  it("has a code of its own if git is missing", async () => {
    const found = await rejection(git({ run: nothingRuns, platform }, ["status"]));
    expect(found).toMatchObject({ code: "MANAGED_GIT_MISSING", details: { reason: "git was not found" } });
  });

  it("has a code of its own if git is too old, which is checked once", async () => {
    const { run } = fakeGit(() => []);
    const old: typeof run = (file, args, options) => {
      const process = run(file, args, { ...options, onLine: () => {} });
      options?.onLine?.("git version 2.9.5 (Apple Git)", "stdout");
      return process;
    };
    const found = await rejection(git({ run: old, platform }, ["status"]));
    expect(found).toMatchObject({ code: "MANAGED_GIT_OLD", details: { found: "2.9.5", needed: "2.20.0" } });
  });
});

describe("an address", () => {
  it.each([
    "https://github.com/owner/name",
    "https://github.com/owner/name.git/",
    "http://host:8080/a/b",
    "ssh://git@host:22/~user/name",
    "git@github.com:owner/name.git",
    "https://[::1]/a/b",
  ])("%s is given to git", (address) => {
    expect(addressProblem(address, false)).toBeUndefined();
  });

  it.each([
    ["", "empty"],
    ["--upload-pack=touch x", "dash"],
    ["-oProxyCommand=x", "dash"],
    ["ext::sh -c touch% x", "remote helper"],
    ["fd::17/foo", "remote helper"],
    ["https://host/a\n/b", "control character"],
    ["https://host/a\0", "control character"],
    ["git://github.com/a/b", "git is not one of"],
    ["ftp://host/a/b", "ftp is not one of"],
    ["ssh://-oProxyCommand=x/a", "not the address"],
    ["ssh://-oProxyCommand=x@host/a", "not the address"],
    ["ssh://host/-x", "not the address"],
    ["git@-oProxyCommand=x:a/b", "not the address"],
    ["-x@host:a/b", "dash"],
    ["git@host:-a/b", "not the address"],
    ["host:a/b", "not the address"],
    ["https:///a/b", "not the address"],
    ["../relative", "not the address"],
    ["https://me:token@host/a/b", "credential helper"],
    ["https://token@host/a/b", "credential helper"],
    ["https://me:p/w@host/a/b", "credential helper"],
    ["ssh://git:pw@host/a/b", "credential helper"],
    ["https://host/a/b?access_token=x", "credential helper"],
    ["file:///srv/x", "folder on this machine"],
    ["/srv/x", "folder on this machine"],
  ])("%j is not: %s", (address, words) => {
    expect(addressProblem(address, false)).toContain(words);
  });

  it("of a folder is accepted from the configuration, as a file address", () => {
    expect(addressProblem("/srv/x", true)).toBeUndefined();
    expect(addressProblem("file:///srv/x", true)).toBeUndefined();
    expect(gitAddress("/srv/größe x")).toBe(pathToFileURL("/srv/größe x").href);
  });

  it.each(["ext::sh -c x", "https://me:canary@host/a/b"])(
    "never reaches git if it is refused: %s",
    async (address) => {
      const { run, calls } = fakeGit(() => []);
      const error = await rejection(clone({ run, platform }, { address, allowsFiles: true }, "/nowhere/x"));
      expect(error.code).toBe("MANAGED_GIT_ADDRESS");
      expect(JSON.stringify(error) + error.message).not.toContain("canary");
      expect(calls).toEqual([]);
    },
  );

  it.each([
    ["at https://me:pw@host/a and https://token@host/b", "at https://host/a and https://host/b"],
    ["ssh://git:pw@host/a git@host:a", "ssh://git@host/a git@host:a"],
    ["https://host/a?token=abc&x=1", "https://host/a?token=***&x=1"],
    ["https://host/a?api_key=abc#x", "https://host/a?api_key=***"],
    ["https://me:p@w@host/a", "https://host/a"],
    ["https://me:p/w@host/a", "https://host/a"],
    ["ftp://me:pw@host/a and git://me:pw@host/b", "ftp://host/a and git://host/b"],
    ["http://[::1]:8188/a@v1 http://host:80/a@v1", "http://[::1]:8188/a@v1 http://host:80/a@v1"],
  ])("%s is told without what is secret", (text, told) => {
    expect(shownAddress(text)).toBe(told);
  });
});

describe("the refs of a repository", () => {
  const [a, b, c] = ["a", "b", "c"].map((digit) => digit.repeat(40));
  const refs = refsIn([
    "ref: refs/heads/main\tHEAD",
    `${a}\tHEAD`,
    `${a}\trefs/heads/main`,
    `${b}\trefs/heads/abcdef0`,
    `${b}\trefs/tags/v1`,
    `${c}\trefs/tags/v1^{}`,
    `${a}\trefs/pull/1/head`,
    "warning: something",
  ]);

  it("are tags and branches; annotated tags are resolved", () => {
    expect(refs).toEqual({
      head: a,
      headBranch: "main",
      tags: new Map([["v1", c]]),
      branches: new Map([
        ["main", a],
        ["abcdef0", b],
      ]),
    });
  });

  it.each([
    ["v1", { kind: "tag", name: "v1" }],
    ["main", { kind: "branch", name: "main" }],
    ["abcdef0", { kind: "branch", name: "abcdef0" }],
    ["ABCDEF1", { kind: "commit", commit: "abcdef1" }],
    ["nothing", undefined],
    ["--help", undefined],
  ])("give a text its meaning: %s", (text, meaning) => {
    expect(matchRef(text, refs)).toEqual(meaning);
  });
});
