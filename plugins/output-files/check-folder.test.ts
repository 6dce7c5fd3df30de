// When the folder of outputs is checked before a job.

import { expect, it } from "vitest";
import { createCheckFolder } from "./check-folder.js";

it("checks a folder once a minute, another folder at once, and a folder that failed every time", async () => {
  let nowMs = 0;
  let isFull = false;
  const checked: string[] = [];
  const requireWritable = (directory: string): Promise<void> => {
    checked.push(directory);
    return isFull ? Promise.reject(new Error("the disk is full")) : Promise.resolve();
  };
  const check = createCheckFolder({ requireWritable }, () => nowMs);
  for (const directory of ["/a", "/a", "/b", "/b", undefined]) await check({ directory } as never);
  expect(checked).toEqual(["/a", "/b"]);
  nowMs = 60_000;
  isFull = true;
  for (const directory of ["/b", "/b"])
    await expect(check({ directory })).rejects.toMatchObject({ code: "OUTPUT_FOLDER_UNUSABLE" });
  expect(checked).toEqual(["/a", "/b", "/b", "/b"]);
});
