// The window of a relay: small frames do not wait, and large ones do until they are written.

import { expect, it } from "vitest";
import { createWindow } from "./send-window.js";

it("lets small frames pass, and waits once more than 64 KiB are unsent", async () => {
  const { pass, isUsed } = createWindow();
  const written: (() => void)[] = [];
  const send = () =>
    new Promise<void>((resolve) => {
      written.push(resolve);
    });
  const frame = new Uint8Array(30_000);
  expect([pass(frame, send), pass("text", send), pass(frame, send)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const full = pass(frame, send);
  expect([full, isUsed()]).toEqual([expect.any(Promise), true]);
  for (const done of written) done();
  await full;
  expect([isUsed(), pass(frame, send)]).toEqual([false, undefined]);
});
