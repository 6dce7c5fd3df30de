// Stars of saved outputs, and deletions that can be undone. They are stored beside the journal, one line of JSON for
// each change; the last line of an output counts. A crash can only leave the last line incomplete. When a file has
// grown to twice the size of its current marks, it is replaced with one line for each output.

import { dirname } from "node:path";
import { createKeyedLock, ensureFolder, isRecord } from "@pictor/kernel";
import type { FileLock } from "@pictor/services";
import { createGrowingFile, type GrowingFile } from "./growing-file.js";
import { entryOf, savedImageId, type HistoryEntry } from "./journal.js";

export interface Mark {
  readonly starred: boolean;
  /** The entry of an output that is in the trash. The journal may drop old entries; the trash keeps them. */
  readonly deleted?: HistoryEntry;
}

/** The least size of a file that is replaced, in bytes. */
const minReplacedBytes = 64 * 1024;

const marksFile = (journal: string): string => `${journal}.marks`;

const formatMark = (id: string, mark: Mark): string => `${JSON.stringify({ id, ...mark })}\n`;

function parseMark(line: string): readonly [id: string, mark: Mark] | undefined {
  try {
    const found: unknown = JSON.parse(line);
    if (!isRecord(found) || typeof found["id"] !== "string") return undefined;
    const { id, starred } = found;
    const deleted = entryOf(found["deleted"]);
    // The entry must belong to this output: the entry of another one could name any file.
    const isOwn = deleted !== undefined && savedImageId(deleted) === id;
    return [id, { starred: starred === true, ...(isOwn && { deleted }) }];
  } catch {
    return undefined;
  }
}

export class Marks {
  readonly #path: string;
  readonly #file: GrowingFile;
  #marks = new Map<string, Mark>();
  #shown: ReadonlyMap<string, Mark> = this.#marks;
  /** Size of the file in bytes when it last contained only current marks. */
  #counted = 0;
  /** Reads run one after the other, so that no line is read twice. */
  readonly #exclusively = createKeyedLock();

  constructor(journal: string) {
    this.#path = marksFile(journal);
    this.#file = createGrowingFile(this.#path);
  }

  /**
   * The marks by the ids of outputs; an output without a mark has no star, and is not in the trash. The same map until
   * a mark changes.
   */
  read(): Promise<ReadonlyMap<string, Mark>> {
    return this.#exclusively("file", async () => {
      await this.#refresh();
      return this.#shown;
    });
  }

  /**
   * Replaces the mark of an output. `isKnown` returns which outputs the journal has: when the file is replaced, the
   * stars of all other outputs are left out. Rejects with `FILE_NOT_WRITABLE`, or with errors of the system.
   */
  write(id: string, mark: Mark, isKnown: (id: string) => boolean): Promise<void> {
    const path = this.#path;
    return this.#exclusively("file", async () => {
      await ensureFolder(dirname(path), 0o700);
      // The services are imported here, because reading needs none. Without the lock, a line could be written to the
      // file that is being replaced.
      const { withFileLock } = await import("@pictor/services");
      await withFileLock(path, async (lock) => {
        await this.#replaceIfLarge(await lock.append(formatMark(id, mark)), isKnown, lock);
      });
    });
  }

  async #refresh(): Promise<void> {
    const isChanged = await this.#file.read({
      restart: () => {
        this.#marks = new Map();
      },
      take: ({ text }) => this.#take(text),
    });
    if (isChanged) this.#shown = new Map(this.#marks);
  }

  /** Notes a line. Returns false for one that is incomplete or invalid. */
  #take(text: string): boolean {
    const parsed = parseMark(text);
    if (parsed === undefined) return text === "";
    const [id, mark] = parsed;
    if (mark.starred || mark.deleted !== undefined) this.#marks.set(id, mark);
    else this.#marks.delete(id);
    return true;
  }

  async #replaceIfLarge(size: number, isKnown: (id: string) => boolean, lock: FileLock): Promise<void> {
    if (size < minReplacedBytes || size < 2 * this.#counted) return;
    await this.#refresh();
    const kept = [...this.#marks].filter(([id, { deleted }]) => deleted !== undefined || isKnown(id));
    const text = kept.map(([id, mark]) => formatMark(id, mark)).join("");
    this.#counted = Buffer.byteLength(text);
    if (size >= 2 * this.#counted) await lock.replace(this.#path, text, 0o600);
  }
}
