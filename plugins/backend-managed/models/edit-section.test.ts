// Tests of edits of extra_model_paths.yaml: the rest of the file is unchanged.

import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { editSection, sectionIn } from "./edit-section.js";

const section = { base_path: "/data/models", loras: "loras", vae: "vae\n/more/vae" };
const note = "  # Written by Pictor from its settings (models); changes in this section are overwritten.\n";
const ours = `pictor:\n${note}  base_path: /data/models\n  loras: loras\n  vae: |-\n    vae\n    /more/vae\n`;

const theirs = `# Rename this to extra_model_paths.yaml

#config for a1111 ui
a111:
    base_path: path/to/stable-diffusion-webui/   # here

    checkpoints: models/Stable-diffusion
    loras: |
         models/Lora
         models/LyCORIS
    is_default: true

# other
comfyui:   { base_path: 'C:\\x y\\', "vae": models/vae }
`;
const textOf = (text: string, wanted: typeof section | undefined = section): string => {
  const edited = editSection(text, wanted);
  if (edited.kind === "broken") throw new Error(edited.reason);
  return edited.text;
};

describe("adding the section", () => {
  it.each([
    ["an empty file", "", ours],
    ["a file of comments", "# nothing\n", `# nothing\n${ours}`],
    ["a file of others", theirs, theirs + ours],
    ["a file without a final line break", "a:\n  b: c", `a:\n  b: c\n${ours}`],
    ["an empty mapping", "{}\n", ours],
    [
      "an old one at the beginning",
      `pictor:\n  base_path: /old\n  # gone\n  vae: x\n${theirs}`,
      ours + theirs,
    ],
    [
      "an old one in the middle",
      `a: {b: c}\npictor:\n  base_path: /old\n\n# behind\nz:\n  y: x\n`,
      `a: {b: c}\n${ours}\n# behind\nz:\n  y: x\n`,
    ],
    [
      "an old one with a block at its end",
      `pictor:\n  vae: |\n    a\n    b\nz:\n  y: x\n`,
      `${ours}z:\n  y: x\n`,
    ],
    ["an old one at the end, without a final line break", "a: 1\npictor:\n  vae: x", `a: 1\n${ours}`],
    ["an old one that is empty", "pictor:\nz:\n  y: x\n", `${ours}z:\n  y: x\n`],
    ["an old one on one line", "pictor: {vae: x}  # mine\nz:\n  y: x\n", `${ours}z:\n  y: x\n`],
    ["the current one", theirs + ours, theirs + ours],
    ["Windows line breaks", "a:\r\n  b: c\r\n", `a:\r\n  b: c\r\n${ours.replaceAll("\n", "\r\n")}`],
  ])("%s", (_, text, expected) => {
    expect(textOf(text)).toBe(expected);
    expect(parse(textOf(text))).toMatchObject({ pictor: section });
  });

  it("a file in flow style keeps its other sections", () => {
    expect(parse(textOf("{a: {b: c}, pictor: {vae: x}}"))).toEqual({ a: { b: "c" }, pictor: section });
  });

  it("quotes paths that YAML would misread", () => {
    const odd = { base_path: "C:\\Users\\Zoë: x #1", loras: "- x\n'y'", vae: "no" };
    expect(parse(textOf("", odd))).toEqual({ pictor: odd });
  });

  it.each(["", "{a: {b: c}}"])(
    "quotes names that YAML 1.1 takes for dates, numbers and booleans (%j)",
    (text) => {
      const names = ["no", "On", "2024-05-01", "1_000", "1:20", "010", "y"];
      const odd = Object.assign({ ...section }, Object.fromEntries(names.map((name) => [name, name])));
      const written = textOf(text, odd);
      expect(parse(written, { version: "1.1" })).toMatchObject({ pictor: odd });
      expect(sectionIn(written)).toEqual(odd);
    },
  );

  it("does not fold a long path", () => {
    const long = { ...section, loras: `/a/${"long folder name ".repeat(20)}end` };
    expect(sectionIn(textOf("", long))).toEqual(long);
  });
});

describe("removing the section", () => {
  it.each([
    ["keeps the other sections", `a: 1\n${ours}# behind\nz: 2\n`, "a: 1\n# behind\nz: 2\n"],
    ["empties a file of Pictor", ours, ""],
    ["removes two of them", `${ours}a: 1\n${ours}`, "a: 1\n"],
    ["changes nothing without a section", theirs, theirs],
  ])("%s", (_, text, expected) => {
    const edited = editSection(text, undefined);
    expect(edited).toEqual({ kind: "text", text: expected });
  });
});

describe("a file that cannot be read", () => {
  it.each([
    ["is broken YAML", "a: [1, 2\nb: }", /./],
    ["is a list", "- a\n- b\n", /not a mapping of sections/],
    ["is a text", "hello\n", /not a mapping of sections/],
    ["has tabs as indentation", "a:\n\tb: c\n", /./],
  ])("%s", (_, text, reason) => {
    expect(editSection(text, section)).toMatchObject({
      kind: "broken",
      reason: expect.stringMatching(reason),
    });
  });
});
