// Texts of strangers, of a length that a request, a file or a reply may have, are read in one pass. A pattern that
// tries again from each character would take minutes here.

import { expect, it } from "vitest";
import { parseForm } from "../features/requests/curl/form-grammar.js";
import { parseCurl } from "../features/requests/curl/parse-curl.js";
import { readStyle } from "../host/plugin-check/panels/page-references.js";
import { isInToolFolder } from "../host/trust/inside.js";
import { fillKnownVariables, variableNames } from "../kernel/config/variables.js";
import { withoutCredentials } from "../libraries/extensions/names/credentials.js";
import { readAddress } from "../libraries/extensions/names/repository-address.js";
import { decodeUserComment } from "../libraries/image-metadata/exif/exif-text.js";
import { importModule } from "../libraries/image-metadata/importers/stability-matrix/modules.js";
import { isDecimal } from "../libraries/prompt-syntax/index.js";
import { detectFamily } from "../libraries/workflow-parts/models/detect-family.js";
import { oneLine } from "../cli/text/plain-text.js";
import { parseNvidia } from "../plugins/backend-managed/install/choose-device.js";
import { lastLineOf } from "../plugins/backend-remote/extensions/list-extensions.js";
import { inputLocationOf } from "../plugins/backend-remote/transfer/input-location.js";
import { parseSlice } from "../plugins/output-files/text-slice.js";
import { readGraphs } from "../plugins/panel-web/page/generate/graph/graph-layout.js";
import { resolveDynamicPrompt } from "../plugins/workflow-custom/prepare/dynamic-prompts.js";
import { contentSecurityPolicy } from "../server/panels/content-security-policy.js";
import { hideSecrets } from "../server/requests/hide-secrets.js";
import { nodeFailure } from "../services/generation/state/node-failure.js";
import { encodingOf } from "../services/requests/reply-text.js";

const length = 200_000;
const many = (text: string): string => text.repeat(Math.ceil(length / text.length));

const failureOf = (run: () => unknown): string => {
  try {
    run();
    return "none";
  } catch (error) {
    return String(error).slice(0, 60);
  }
};
const curl = (command: string): string => failureOf(() => parseCurl(command, {}));
const manyAddresses = "CurlError: The curl command has more than one address. Run i";
const comment = (charset: string, text: string, encoding: BufferEncoding): number =>
  decodeUserComment(Buffer.concat([Buffer.from(charset, "latin1"), Buffer.from(text, encoding)])).length;
const addressKind = (address: string): string | undefined => readAddress(address)?.kind;
const inlineHashes = (html: string): number => contentSecurityPolicy(html).split("sha256-").length - 1;
const hidden = (url: string): string =>
  hideSecrets({ url }, { schemes: [], redact: (text) => text, mark: (name) => `<${name}>` }).request.url;

it.each<readonly [string, () => unknown, unknown]>([
  ["a variable that is not closed", () => variableNames(`{{${many("\t")}`), []],
  ["a variable of blanks before a letter", () => variableNames(`{{ a${many(" ")}b`), []],
  ["variables in variables", () => variableNames(`${many("{{ a")}}}`).length, 1],
  [
    "a variable with blanks around it",
    () =>
      fillKnownVariables(`{{${many(" ")}a${many("\t")}}}`, {
        environment: "e",
        names: ["a"],
        values: { a: "1" },
      }),
    "1",
  ],
  ["an open quote of a form of curl", () => curl(`curl http://h -F 'a=@"${many("\\\\")}'`), "none"],
  ["an open quote of a form", () => parseForm(`a=@"${many("\\\\")}`, false).contents.length, 1],
  ["words of curl after a double dash", () => curl(`curl -- ${many("a ").repeat(2)}`), manyAddresses],
  ["a name of a folder", () => isInToolFolder("/", `/a${many(". ")}x`), false],
  ["an open brace of an address of curl", () => curl(`curl 'http://h/{${many(",")}{'`), "none"],
  [
    "open quotes of curl",
    () => curl(`curl ${many('"\\')}`),
    'CurlError: A " of the curl command is not closed. Copy the w',
  ],
  [
    "open quotes of curl for PowerShell",
    () => curl(`curl h \`\n${many('\0`"`')}`),
    'CurlError: A " of the curl command is not closed. Copy the w',
  ],
  ["here-documents of curl", () => curl(`curl h ${many("<<A ")}\n${many("a\nA\n")}`), "none"],
  ["NULs in EXIF data", () => comment("UNICODE\0", `${many("\0")}a`, "utf16le") > length, true],
  ["blanks in EXIF data", () => comment("ASCII\0\0\0", `${many(" ")}a`, "latin1"), length + 1],
  ["a number with a letter", () => isDecimal(`${many("0")}x`), false],
  ["the name of a module", () => "note" in importModule({ $type: `${many("module")}c` }, undefined), true],
  ["the name of a model", () => detectFamily(many("zimage")), "z-image"],
  ["the name of a repository", () => addressKind(`https://h/a/${many(".git")}x`), "repository"],
  ["the path of a repository", () => addressKind(`/${many(".git")}x`), "local"],
  ["users of an address", () => addressKind(`https://:${many("@a")}:]`), "refused"],
  ["addresses without a user", () => withoutCredentials(many("a://:+")), many("a://:+")],
  [
    "addresses after a user",
    () => withoutCredentials(`http://a@${many("a://:+")}`),
    `http://${many("a://:+")}`,
  ],
  ["blanks in a message", () => oneLine(`${many("\t")}a`), `${many(" ")}a`],
  ["a message of a Manager", () => lastLineOf(many("a+"))?.length, 300],
  ["a folder", () => inputLocationOf(`${many(". ")}x/a.png`, "0").subfolder.length, length + 1],
  ["a slice", () => parseSlice(`[${many("\t")}:${many("\t")}[`), undefined],
  [
    "a number of a graph",
    () => readGraphs(`[{"1": {"class_type": "A", "inputs": {"a": ${many("1")}.5}}}]`).length,
    1,
  ],
  ["comments that are not closed", () => resolveDynamicPrompt(many("/* "), 1n), many("/* ")],
  ["choices in choices", () => resolveDynamicPrompt("{".repeat(20_000), 1n).length, 20_000 - 65],
  ["blanks of an address in a style sheet", () => readStyle(`url(${many(" ")}`).length, 0],
  ["lines of a program without a card", () => parseNvidia(`${many("\n")}x`), undefined],
  ["scripts of a page that are not closed", () => inlineHashes(many("<script>")), 0],
  ["tags of a page that are not closed", () => inlineHashes(many("<script src ")), 0],
  ["ends of scripts of a page", () => inlineHashes(`<script>${many("</script")}`), 0],
  ["blanks of an address", () => hidden(`${many(" ")}x`), `${many(" ")}x`],
  [
    "a failure of a node",
    () => nodeFailure({ exception: "A", message: many("unauthorized ").repeat(4) }).code,
    "NODE_FAILED",
  ],
  [
    "parameters of a type",
    () => encodingOf(new Uint8Array(), `a/b${many(";charset=\t\t\t\t\t\t\t\t")}`),
    "utf-8",
  ],
  ["blanks of a type", () => encodingOf(new Uint8Array(), `a/b;charset=${many("\t")}`), "utf-8"],
])("%s", (_title, run, expected) => {
  expect(run()).toEqual(expected);
});
