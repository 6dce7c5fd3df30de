// The exit codes of endings and errors.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { errorCatalog } from "@pictor/host";
import { describe, expect, it } from "vitest";
import { endingOfError, exitCode, exitCodes, isKnownFamily, type Ending } from "./exit-codes.js";

type Catalog = Readonly<Record<string, { readonly base?: string }>>;

describe("the ending of an error", () => {
  const situations: readonly (readonly [code: string, ending: Ending])[] = [
    ["USAGE_OPTION", "usage"],
    ["WORKFLOW_UNKNOWN", "usage"],
    ["SETTINGS_INVALID", "usage"],
    ["CONFIG_NOT_FOUND", "usage"],
    ["MANIFEST_INVALID", "usage"],
    ["PLUGIN_DISABLED", "usage"],
    ["GRAPH_INVALID", "usage"],
    ["BACKEND_UNKNOWN", "usage"],
    ["BACKEND_UNREACHABLE", "backend"],
    ["BACKEND_REFUSED_GRAPH", "backend"],
    ["BACKEND_CRASHED", "backend"],
    ["MANAGED_STEP_FAILED", "backend"],
    ["MANAGED_SERVER_FAILED", "backend"],
    ["MANAGED_NOT_OURS", "usage"],
    ["MANAGED_VERSION_UNKNOWN", "usage"],
    ["EXTENSION_INSTALL_FAILED", "backend"],
    ["EXTENSION_ID_REFUSED", "usage"],
    ["EXTENSION_NOT_INSTALLED", "usage"],
    ["NODE_FAILED", "backend"],
    ["REQUEST_FAILED", "backend"],
    ["REQUEST_URL_INVALID", "usage"],
    ["SOCKET_REFUSED", "backend"],
    ["JOB_LOST", "lost"],
    ["OUTPUT_NOT_SAVED", "unsaved"],
    ["FILE_DISK_FULL", "unsaved"],
    ["AUTH_REQUIRED", "auth"],
    ["AUTH_PROFILE_UNKNOWN", "usage"],
    ["AUTH_ACTION_NEEDED", "auth"],
    ["AUTH_ACTION_UNKNOWN", "usage"],
    ["AUTH_ACTION_INPUT", "usage"],
    ["AUTH_REFUSED", "auth"],
    ["AUTH_UNREACHABLE", "backend"],
    ["AUTH_SETTING_INVALID", "usage"],
    ["SECRETS_UNAVAILABLE", "usage"],
    ["SECRETS_LOCKED", "fault"],
    ["VARIABLE_UNKNOWN", "usage"],
    ["ENVIRONMENT_UNKNOWN", "usage"],
    ["NETWORK_INVALID", "usage"],
    ["PROFILE_NO_UNDO", "usage"],
    ["PROMPT_INVALID", "usage"],
    ["QUEUE_WORKER_NAME_TAKEN", "usage"],
    ["QUEUE_SERVER_UNREACHABLE", "backend"],
    ["QUEUE_PROMPT_LOST", "lost"],
    ["REQUEST_TOO_LARGE", "backend"],
    ["INTERRUPTED", "interrupted"],
    ["TAP_THREW", "fault"],
    ["INTERNAL", "fault"],
    ["ACME_WENT_WRONG", "fault"],
    ["constructor", "fault"],
    ["", "fault"],
  ];
  it.each(situations)("%s ends as %s", (code, ending) => {
    expect(endingOfError({ code })).toBe(ending);
  });

  it.each<[base: string, ending: Ending]>([
    ["AUTH_REFUSED", "auth"],
    ["AUTH_UNREACHABLE", "backend"],
    ["AUTH_SETTING_INVALID", "usage"],
    ["BACKEND_UNREACHABLE", "backend"],
    ["NOBODY_KNOWS", "fault"],
  ])("a plugin's own code with the base %s ends as %s", (base, ending) => {
    expect(endingOfError({ code: "ACME_WENT_WRONG", base })).toBe(ending);
  });
});

it("has one code for each ending", () => {
  expect(new Set(exitCodes.map(({ code }) => code)).size).toBe(exitCodes.length);
  expect(exitCodes.map(({ name }) => exitCode(name))).toEqual(exitCodes.map(({ code }) => code));
});

it("knows the family of every code in the kernel's catalog", () => {
  expect(Object.keys(errorCatalog).filter((code) => !isKnownFamily(code))).toEqual([]);
});

it("knows the family of every code in the catalogs of libraries and plugins", async () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const files = ["libraries", "plugins"]
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(root, parent, name, "faults.ts")))
    .filter((file) => existsSync(file));
  const modules = await Promise.all(files.map((file) => import(file) as Promise<{ catalog?: Catalog }>));
  const entries = modules.flatMap(({ catalog: own = {} }) => Object.entries(own));
  expect(entries.length).toBeGreaterThan(50);
  const undecided = entries.filter(([code, { base = code }]) => !isKnownFamily(base));
  expect(undecided.map(([code]) => code)).toEqual([]);
});

it("lists only existing extension and managed codes as exceptions", () => {
  const faults = readFileSync(new URL("../../libraries/extensions/faults.ts", import.meta.url), "utf8");
  const managed = readFileSync(new URL("../../plugins/backend-managed/faults.ts", import.meta.url), "utf8");
  const own = readFileSync(new URL("./exit-codes.ts", import.meta.url), "utf8");
  const named = [...own.matchAll(/^ {4}((?:EXTENSION|MANAGED)_\w+):/gm)].map(([, code = ""]) => code);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((code) => !`${faults}${managed}`.includes(`  ${code}: {`))).toEqual([]);
});

it("matches the table in the README", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const rows = [...readme.matchAll(/^\| (\d+) +\| (.*?) +\|$/gm)].map(([, code, meaning]) => ({
    code: Number(code),
    meaning,
  }));
  expect(rows).toEqual(exitCodes.map(({ code, meaning }) => ({ code, meaning })));
});
