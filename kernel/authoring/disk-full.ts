// How a full disk shows itself: in the codes of this system, and in what other programs say.

/** No space, no quota, or a file that is too large for the file system. */
export const diskFullCodes: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** Whether a text of another program says so, as systems and Python word it: errors 28 and 122 of Linux, and 112 of Windows. */
export const saysDiskFull = (text: string): boolean =>
  /no space left on device|\[errno (?:28|122)\]|disk quota exceeded|\[winerror 112\]|not enough space on the disk/i.test(
    text,
  );
