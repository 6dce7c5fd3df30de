// A curl command in the editor: what the user has to choose, and what is said about it.

import { expect, it } from "vitest";
import { importedCurl } from "./imported-curl.js";

const request = {
  method: "POST",
  url: "https://x.example",
  headers: { "Content-Type": "multipart/form-data; boundary=b" },
};

it("a form with files becomes rows, whose files are asked for", () => {
  const { draft, needs } = importedCurl({
    request: { ...request, body: { text: "--b--" } },
    notes: ["The curl option -k is left out."],
    unread: ["The part photo is not read."],
    parts: [
      { name: "photo", file: "C:\\pictures\\fox.png" },
      { name: "title", text: "a fox" },
    ],
  });
  const [photo, title] = draft.parts;
  expect(draft).toMatchObject({ bodyKind: "multipart", headers: [], text: "" });
  expect([photo, title]).toMatchObject([
    { name: "photo", isFile: true },
    { name: "title", value: "a fox" },
  ]);
  expect(needs).toEqual({
    notes: ["The curl option -k is left out."],
    files: [{ key: photo?.key, title: "The part photo is the file fox.png" }],
  });
});

it("a body from a file asks for it", () => {
  const { draft, needs } = importedCurl({
    request,
    notes: [],
    unread: ["The body is not read."],
    file: "/data/blob.bin",
  });
  expect([draft.bodyKind, needs.files]).toEqual([
    "file",
    [{ key: "body", title: "The body is the file blob.bin" }],
  ]);
});

it("a body that is not a text is asked for as a file", () => {
  const { draft, needs } = importedCurl({
    request: { ...request, body: { base64: "/w==" } },
    notes: [],
    unread: [],
  });
  expect([draft.bodyKind, needs.files]).toEqual(["file", [{ key: "body", title: "The body is not a text" }]]);
});

it("without a picker of files, a command has all notes", () => {
  const { draft, needs } = importedCurl({
    request: { url: "https://x.example" },
    notes: ["The curl option -k is left out."],
    unread: ["The body is not read."],
  });
  const notes = ["The curl option -k is left out.", "The body is not read."];
  expect([draft.bodyKind, needs]).toEqual(["none", { notes, files: [] }]);
});
