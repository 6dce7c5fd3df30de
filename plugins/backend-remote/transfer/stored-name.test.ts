// The name of an input file on the server.

import { expect, test } from "vitest";
import { graphName, storedName } from "./stored-name.js";

const sha256 = "0123456789abcdef".repeat(4);

test.each([
  ["cat.png", "pictor-0123456789abcdef.png"],
  ["refs/x/cat.PNG", "refs/x/pictor-0123456789abcdef.png"],
  ["refs\\x\\cat.png", "refs/x/pictor-0123456789abcdef.png"],
  ["Kätzchen 猫.webp", "pictor-0123456789abcdef.webp"],
  ["archive.tar.gz", "pictor-0123456789abcdef.gz"],
  ["no extension", "pictor-0123456789abcdef"],
  [".png", "pictor-0123456789abcdef"],
  ["cat.jpg [output]", "pictor-0123456789abcdef"],
  ['a"\r\nX: y.png', "pictor-0123456789abcdef.png"],
  ["", "pictor-0123456789abcdef"],
])("%j", (name, expected) => {
  expect(graphName(storedName(name, sha256))).toBe(expected);
});

test.each([
  ["/home/me/cat.png", ""],
  ["C:\\dir\\x.png", ""],
  ["C:x.png", ""],
  ["\\\\server\\share\\x.png", ""],
  ["../../x.png", ""],
  ["a/../../b/x.png", "b"],
  ["a/./b//x.png", "a/b"],
  ["a/.../x.png", "a"],
  ["a. /b:c\u0000/x.png", "a/b_c_"],
  ["Übung/x.png", "Übung"],
])("no folder of %j leads out of the input folder, or tells of this computer: %j", (name, subfolder) => {
  expect(storedName(name, sha256).subfolder).toBe(subfolder);
});
