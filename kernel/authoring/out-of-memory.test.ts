// Which exceptions of servers are a lack of memory.

import { expect, it } from "vitest";
import { saysOutOfMemory } from "./out-of-memory.js";

const advice =
  "This error means you ran out of memory on your GPU.\n\nTIPS: If the workflow worked before ...";

it.each([
  ["torch.OutOfMemoryError", ""],
  ["torch.cuda.OutOfMemoryError", advice],
  ["RuntimeError", "CUDA out of memory. Tried to allocate 2.00 GiB"],
  ["RuntimeError", `Allocation on device 0 would exceed allowed memory.\n\n${advice}`],
  ["ResourceExhaustedError", "OOM when allocating a tensor"],
  [
    "RuntimeError",
    "[enforce fail at alloc_cpu.cpp:127] err == 0. DefaultCPUAllocator: can't allocate memory: you tried to allocate 1342177280 bytes. Error code 12 (Cannot allocate memory)",
  ],
  ["OSError", "[Errno 12] Cannot allocate memory"],
  ["numpy._core._exceptions._ArrayMemoryError", "Unable to allocate 12.0 GiB for an array with shape (1,)"],
  ["MemoryError", ""],
  ["RuntimeError", "Invalid buffer size: 24.00 GiB"],
])("%s: %s", (exception, message) => {
  expect(saysOutOfMemory({ exception, message })).toBe(true);
});

it.each([
  ["ValueError", `steps must be positive\n\n${advice}`],
  ["ValueError", "bad size\nTraceback (most recent call last):\n  # out of memory"],
  ["KeyError", "bloom"],
  ["RuntimeError", "cannot allocate a port: the memory of the device was not asked for"],
])("no lack of memory is %s: %s", (exception, message) => {
  expect(saysOutOfMemory({ exception, message })).toBe(false);
});
