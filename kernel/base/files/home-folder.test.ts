// The home folder is absolute, whatever the environment and the system say.

import { expect, it } from "vitest";
import { expandHome, homeFolder } from "./home-folder.js";

const unknown = (): never => {
  throw new Error("uv_os_get_passwd returned ENOENT (no such file or directory)");
};
const anna = () => ({ homedir: "/home/anna" });

it.each([
  ["that of Node", () => "/srv/ada", unknown, "/srv/ada"],
  ["the root folder where the system does not know the user", unknown, unknown, "/"],
  ["that of the passwd entry if HOME is empty", () => "", anna, "/home/anna"],
  ["that of the passwd entry if HOME is relative", () => "here", anna, "/home/anna"],
  ["the root folder if HOME is empty and the system does not know the user", () => "", unknown, "/"],
])("is %s", (_situation, home, user, expected) => {
  expect(homeFolder(home, user)).toBe(expected);
});

it.each([
  ["a path below the home folder", "~/images/a.png", "/home/anna/images/a.png"],
  ["with a backslash, as on Windows", String.raw`~\images`, String.raw`/home/anna\images`],
  ["the home folder itself", "~", "/home/anna"],
  ["the home folder of somebody else stays", "~bob/images", "~bob/images"],
  ["a name that begins so", "~images", "~images"],
  ["a tilde later in the path", "a/~/b", "a/~/b"],
])("%s", (_situation, path, expected) => {
  expect(expandHome(path, "/home/anna")).toBe(expected);
});
