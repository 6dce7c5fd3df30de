// Records of the kernel for tests: a test names the members that matter to it.

import type { OutgoingRequest, OutputFile } from "@pictor/kernel";

/** The file `a.png` of the node 9, in the folder of outputs, with `more` in place of its members. */
export const outputFile = (more: Partial<OutputFile> = {}): OutputFile => ({
  node: "9",
  filename: "a.png",
  subfolder: "",
  area: "output",
  mime: "image/png",
  address: "",
  ...more,
});

/** A GET request of the user to `https://example.org/` without headers and auth, with `more` in place of its members. */
export const outgoingRequest = (more: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  id: "1",
  purpose: "user",
  method: "GET",
  url: "https://example.org/",
  headers: [],
  auth: { type: "none", settings: {} },
  ...more,
});
