// Whether others can change a file, on each system.

import { expect, it } from "vitest";
import { unsafeReason, type FileUser } from "./unsafe-reason.js";

const anna = { uid: 1000, gid: 1000 };
const onMac = { uid: 501, gid: 20 };
const ofGroup = "a group of users can change it";

it.each<[NodeJS.Platform, string, number, Partial<FileUser>, Partial<FileUser>, string | undefined]>([
  ["linux", "her own file", 0o644, anna, anna, undefined],
  ["linux", "a file of her own group", 0o664, anna, anna, undefined],
  [
    "linux",
    "a file of another group",
    0o664,
    anna,
    { ...anna, gid: 50 },
    `${ofGroup}, which is not your primary group`,
  ],
  ["linux", "a file that all can change", 0o666, anna, anna, "every user of this machine can change it"],
  ["linux", "a folder where each removes what is his", 0o41777, anna, anna, undefined],
  ["linux", "a file of the system", 0o644, anna, { uid: 0, gid: 0 }, undefined],
  ["linux", "a file of somebody else", 0o644, anna, { uid: 1001, gid: 1001 }, "it belongs to another user"],
  ["darwin", "her own file", 0o644, onMac, onMac, undefined],
  ["darwin", "a file of her primary group, which has all users", 0o664, onMac, onMac, ofGroup],
  ["win32", "a file without mode bits", 0o666, { uid: undefined, gid: undefined }, anna, undefined],
])("on %s, %s", (platform, _what, mode, user, file, reason) => {
  const found = { mode, uid: file.uid ?? 0, gid: file.gid ?? 0 };
  expect(unsafeReason(found, { uid: user.uid, gid: user.gid, platform })).toBe(reason);
});
