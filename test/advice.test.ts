// The advice of errors that a terminal and the local API have in common names no route, which nobody can use in a terminal.

import { errorCatalog, type ErrorEntry } from "@pictor/kernel";
import { expect, it } from "vitest";
import { catalog as backends } from "../features/backends/faults.js";
import { catalog as extensions } from "../features/extensions/faults.js";
import { catalog as presets } from "../features/presets/faults.js";

it("names no route", () => {
  const shared: Readonly<Record<string, ErrorEntry>> = {
    ...errorCatalog,
    ...backends,
    ...extensions,
    ...presets,
  };
  const wrong = Object.entries(shared).filter(([, { message, fix }]) =>
    /\/v1\/|\b(GET|POST|PUT) \//.test(message + fix),
  );
  expect(wrong).toEqual([]);
});
