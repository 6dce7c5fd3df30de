// A journal with images for tests of the gallery.

import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { encodePng } from "@pictor/images";

export interface SeededEntry {
  readonly time: string;
  readonly path: string;
  readonly [name: string]: unknown;
}

/** A picture of its own for each number: a sky, a hill and a sun. */
export function pictureBytes(number: number, width = 96, height = width): Uint8Array {
  const rgba = new Uint8Array(width * height * 4);
  const hue = (number * 47) % 360;
  const channel = (offset: number): number => 110 + 90 * Math.cos(((hue + offset) * Math.PI) / 180);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const hill = height * (0.62 + 0.12 * Math.sin((x / width) * 5 + number));
      const isSun = (x - width * 0.7) ** 2 + (y - height * 0.3) ** 2 < (width * 0.1) ** 2;
      const light = isSun ? 1.6 : y > hill ? 0.45 : 0.75 + (0.5 * y) / height;
      const color = [channel(0), channel(120), channel(240)].map((value) => Math.min(255, value * light));
      rgba.set([...color, 255], (y * width + x) * 4);
    }
  return encodePng({ width, height, rgba }, { level: 1 });
}

const subjects = ["red fox", "lighthouse", "harbour at dusk", "winter market", "orchard", "copper kettle"];

/** An entry of the journal as the plugin output-journal writes it; number 0 is the oldest. */
export const entryOf = (number: number, path: string, change: object = {}): SeededEntry => ({
  time: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
  jobId: `job-${number}`,
  workflow: number % 10 === 9 ? "img2img" : "txt2img",
  prompt: `${subjects[number % subjects.length] ?? ""}, number ${number}`,
  negative: "blurry",
  seed: String(18446744073709551615n - BigInt(number)),
  path,
  backend: "embedded",
  params: {
    prompt: `number ${number}`,
    model: number % 2 === 0 ? "dream.safetensors" : "ink.safetensors",
    steps: 4,
  },
  features: [],
  ...change,
});

export const writeEntries = (folder: string, entries: readonly object[]): void => {
  appendFileSync(
    join(folder, "history.jsonl"),
    entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""),
  );
};

export interface SeededJournal {
  /** Number of entries, over this number of files. */
  readonly count: number;
  readonly files: number;
  /** Width and height of the files. Pixels. */
  readonly side: number;
}

export function seedJournal(folder: string, { count, files, side }: SeededJournal): void {
  mkdirSync(join(folder, "seeded"), { recursive: true });
  const paths = Array.from({ length: Math.min(files, count) }, (_, number) => {
    const path = join(folder, "seeded", `${number}.png`);
    writeFileSync(path, pictureBytes(number, side));
    return path;
  });
  writeEntries(
    folder,
    Array.from({ length: count }, (_, number) => entryOf(number, paths[number % paths.length] ?? "")),
  );
}
