// Whether other users of the machine can change a file or a folder.

import type { Stats } from "node:fs";

/** The user who runs this program. Windows has neither ids nor mode bits. */
export interface FileUser {
  readonly uid: number | undefined;
  readonly gid: number | undefined;
  readonly platform: NodeJS.Platform;
}

const fileUser = (platform: NodeJS.Platform = process.platform): FileUser => ({
  uid: process.getuid?.(),
  gid: process.getgid?.(),
  platform,
});

const writableByAll = 0o002;
const writableByGroup = 0o020;
const isSticky = 0o1000;

/** Why a file or folder is not acceptable; undefined if it is. */
export function unsafeReason(
  { mode, uid, gid }: Pick<Stats, "mode" | "uid" | "gid">,
  user: FileUser = fileUser(),
): string | undefined {
  if (user.uid === undefined) return undefined;
  const canOthersChange = (bit: number): boolean => (mode & bit) !== 0 && (mode & isSticky) === 0;
  if (canOthersChange(writableByAll)) return "every user of this machine can change it";
  if (canOthersChange(writableByGroup)) {
    // The primary group of a user on macOS is `staff`, which has all users.
    if (user.platform === "darwin") return "a group of users can change it";
    // On systems where new files are writable by the user's primary group, no other user is a member of this group.
    if (gid !== user.gid) return "a group of users can change it, which is not your primary group";
  }
  return uid === user.uid || uid === 0 ? undefined : "it belongs to another user";
}
