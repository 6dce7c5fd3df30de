// How to recognize lack of memory in the exceptions of servers.

import type { NodeError } from "../contract/backend-events.js";

/** Some servers add advice about memory to every exception, and tracebacks contain paths. */
const appendix = /This error means you ran out of memory|Traceback \(most recent call last\)/;
/** The words of CUDA and PyTorch; of PyTorch on a CPU, of NumPy and of Python; and of PyTorch on a Mac. */
const lackOfMemory =
  /allocation on device|out ?of ?memory|\bOOM\b|(?:can't|cannot|unable to) allocate (?:memory|\d)|MemoryError|invalid buffer size/i;

/** The message of an exception without the advice and the traceback that a server adds. */
export const withoutAppendix = (message: string): string => (message.split(appendix, 1)[0] ?? "").trim();

/** Whether an exception reports lack of memory by its name or its own message; the advice that a server adds does not count. */
export const saysOutOfMemory = ({ exception, message }: Pick<NodeError, "exception" | "message">): boolean =>
  lackOfMemory.test(exception) || lackOfMemory.test(withoutAppendix(message));
