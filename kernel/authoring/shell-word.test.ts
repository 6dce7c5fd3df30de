// Words of commands that users copy, for each shell.

import { expect, it } from "vitest";
import { shellOf, shellWord } from "./shell-word.js";

it.each<[string, string, string, string]>([
  ["plain-1.x", "plain-1.x", "plain-1.x", "plain-1.x"],
  ["", "''", '""', "''"],
  ["a b", "'a b'", '"a b"', "'a b'"],
  ["it's", `'it'\\''s'`, `"it's"`, "'it''s'"],
  ["x\u2019y", "'x\u2019y'", '"x\u2019y"', "'x\u2019\u2019y'"],
  ["$(x)", "'$(x)'", '"$(x)"', "'$(x)'"],
  [String.raw`C:\a\b`, String.raw`'C:\a\b'`, String.raw`C:\a\b`, String.raw`C:\a\b`],
  ["C:\\a b\\", "'C:\\a b\\'", '"C:\\a b\\\\"', "'C:\\a b\\\\'"],
  ['say "x"', `'say "x"'`, String.raw`"say \"x\""`, String.raw`'say \"x\"'`],
  ["a,b", "a,b", '"a,b"', "'a,b'"],
  ["50%", "50%", '"50"^%""', "'50%'"],
  ["%PATH% x", "'%PATH% x'", '""^%"PATH"^%" x"', "'%PATH% x'"],
  ["C:\\%A%", "'C:\\%A%'", '"C:\\\\"^%"A"^%""', "'C:\\%A%'"],
])("%j is %s, %s in cmd.exe, and %s in PowerShell", (text, posix, cmd, powershell) => {
  expect([shellWord(text, "posix"), shellWord(text, "cmd"), shellWord(text, "powershell")]).toEqual([
    posix,
    cmd,
    powershell,
  ]);
});

it.each([
  ['say "x"', `'say "x"'`],
  ["C:\\a b\\", "'C:\\a b\\'"],
  ["it's", "'it''s'"],
])("%j is %s in PowerShell from 7.3, which escapes quotation marks itself", (text, word) => {
  expect(shellWord(text, "pwsh")).toBe(word);
});

it.each<[string, NodeJS.Platform, Record<string, string>, string]>([
  ["Linux", "linux", { PROMPT: "$P$G" }, "posix"],
  ["macOS", "darwin", {}, "posix"],
  ["cmd.exe", "win32", { PROMPT: "$P$G" }, "cmd"],
  ["PowerShell", "win32", { PSModulePath: "C:\\x" }, "powershell"],
  ["PowerShell 7", "win32", { PSModulePath: "C:\\Program Files\\PowerShell\\Modules" }, "pwsh"],
  [
    "PowerShell of Windows",
    "win32",
    { PSModulePath: "C:\\Program Files\\WindowsPowerShell\\Modules" },
    "powershell",
  ],
  ["Git Bash", "win32", { MSYSTEM: "MINGW64", PROMPT: "$P$G" }, "posix"],
])("the shell of %s", (_name, platform, env, shell) => {
  expect(shellOf(platform, env)).toBe(shell);
});
