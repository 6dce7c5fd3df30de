// The arguments `ID[@range]` and `ID#commit`.

import { join, resolve } from "node:path";
import { homeFolder } from "@pictor/kernel";
import { describe, expect, it } from "vitest";
import { parseExtension } from "./parse-extension.js";

const parse = (word: string) => parseExtension(word, "/home/me/project");

describe("an extension on the command line", () => {
  it.each([
    ["owner/name", { id: "owner/name", range: "*" }],
    ["owner/name@1.2.0", { id: "owner/name", range: "1.2.0" }],
    ["owner/name@>=1.2 <2", { id: "owner/name", range: ">=1.2 <2" }],
    ["owner/name@^2.0.0-rc.1", { id: "owner/name", range: "^2.0.0-rc.1" }],
    ["comfyui-impact-pack@8.8.1", { id: "comfyui-impact-pack", range: "8.8.1" }],
    ["https://git.example.org/team/nodes.git", { id: "https://git.example.org/team/nodes.git", range: "*" }],
    ["https://git.example.org/team/nodes@1.x", { id: "https://git.example.org/team/nodes", range: "1.x" }],
    ["git@github.com:owner/name.git", { id: "git@github.com:owner/name.git", range: "*" }],
    ["git@github.com:owner/name.git@~1.2.3", { id: "git@github.com:owner/name.git", range: "~1.2.3" }],
    ["ssh://git@host.example/owner/name", { id: "ssh://git@host.example/owner/name", range: "*" }],
    ["owner/name#3F2A91C", { id: "owner/name", range: "*", commit: "3f2a91c" }],
    ["./my-nodes", { id: resolve("/home/me/project/my-nodes"), range: "*" }],
    ["~/nodes@1.0.0", { id: join(homeFolder(), "nodes"), range: "1.0.0" }],
    ["/srv/nodes", { id: "/srv/nodes", range: "*" }],
  ])("%s", (word, wanted) => {
    expect(parse(word)).toEqual(wanted);
  });

  it.each([
    ["owner/name@", "the text after @ is empty"],
    ["owner/name@newest", '"newest" is not a range'],
    ["owner/name@1.2.3.4", "is not a range"],
    ["owner/name#main", '"main" is not a commit'],
    ["owner/name#", '"" is not a commit'],
    ["owner/name@1.0.0#3f2a91c", "names a range and a commit"],
  ])("refuses %s: %s", (word, message) => {
    expect(() => parse(word)).toThrow(expect.objectContaining({ what: expect.stringContaining(message) }));
  });

  it.each(["--upload-pack=touch", "ext::sh -c id", "owner/../../name", "owner/na me", "", "a b"])(
    "refuses the id %j",
    (word) => {
      expect(() => parse(word)).toThrow(expect.objectContaining({ code: "EXTENSION_ID_REFUSED" }));
    },
  );
});
