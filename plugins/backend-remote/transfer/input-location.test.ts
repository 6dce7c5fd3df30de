// Where an input file is stored on the server.

import { expect, test } from "vitest";
import { inputLocationOf, nameInGraph } from "./input-location.js";

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
  expect(nameInGraph(inputLocationOf(name, sha256))).toBe(expected);
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
])(
  "the subfolder of %j stays inside the input folder and has no folders of this machine: %j",
  (name, subfolder) => {
    expect(inputLocationOf(name, sha256).subfolder).toBe(subfolder);
  },
);
