// BLAKE3, the hash by which newer servers name files. Node.js does not have it. Only the fault `new-server` needs it,
// for files of tests: a package for it (@noble/hashes) is five times as fast, but would add 0.7 MB to every
// installation.

const IV = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
const permutation = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
/** Places of the state that one round mixes: the columns, then the diagonals. */
const mixed = [
  ...[[0, 4, 8, 12] as const, [1, 5, 9, 13] as const, [2, 6, 10, 14] as const, [3, 7, 11, 15] as const],
  ...[[0, 5, 10, 15] as const, [1, 6, 11, 12] as const, [2, 7, 8, 13] as const, [3, 4, 9, 14] as const],
];
const chunkStart = 1;
const chunkEnd = 2;
const parent = 4;
const root = 8;
const chunkBytes = 1024;
const blockBytes = 64;

/** The last compression of a part of the tree, whose flags depend on whether the part is all. */
interface Output {
  readonly chaining: readonly number[];
  readonly words: readonly number[];
  readonly counter: number;
  readonly length: number;
  readonly flags: number;
}

const rotate = (value: number, by: number): number => (value >>> by) | (value << (32 - by));

function compress({ chaining, words, counter, length, flags }: Output): readonly number[] {
  const high = Math.floor(counter / 2 ** 32);
  const state = Int32Array.from([...chaining, ...IV.slice(0, 4), counter | 0, high, length, flags]);
  const at = (index: number): number => state[index] ?? 0;
  let message = words;
  for (let round = 0; round < 7; round++) {
    for (const [index, [a, b, c, d]] of mixed.entries()) {
      for (const [half, [first, second]] of [[16, 12] as const, [8, 7] as const].entries()) {
        state[a] = at(a) + at(b) + (message[2 * index + half] ?? 0);
        state[d] = rotate(at(d) ^ at(a), first);
        state[c] = at(c) + at(d);
        state[b] = rotate(at(b) ^ at(c), second);
      }
    }
    message = permutation.map((from) => message[from] ?? 0);
  }
  return IV.map((_, index) => (at(index) ^ at(index + 8)) >>> 0);
}

const wordsOf = (block: Buffer): readonly number[] => {
  const padded = Buffer.concat([block, Buffer.alloc(blockBytes - block.length)]);
  return Array.from({ length: 16 }, (_, index) => padded.readUInt32LE(4 * index));
};

function chunkOutput(chunk: Buffer, counter: number): Output {
  let chaining: readonly number[] = IV;
  for (let start = 0; ; start += blockBytes) {
    const block = chunk.subarray(start, start + blockBytes);
    const isLast = start + blockBytes >= chunk.length;
    const flags = (start === 0 ? chunkStart : 0) | (isLast ? chunkEnd : 0);
    const output = { chaining, words: wordsOf(block), counter, length: block.length, flags };
    if (isLast) return output;
    chaining = compress(output);
  }
}

/** `counter` is the number of chunks before the part. The left half of a part is a complete tree. */
function treeOutput(part: Buffer, counter: number): Output {
  if (part.length <= chunkBytes) return chunkOutput(part, counter);
  const leftChunks = 2 ** Math.floor(Math.log2((part.length - 1) / chunkBytes));
  const middle = leftChunks * chunkBytes;
  const left = compress(treeOutput(part.subarray(0, middle), counter));
  const right = compress(treeOutput(part.subarray(middle), counter + leftChunks));
  return { chaining: IV, words: [...left, ...right], counter: 0, length: blockBytes, flags: parent };
}

/** The hash of 256 bits, in hexadecimal digits. */
export function blake3(bytes: Buffer): string {
  const output = treeOutput(bytes, 0);
  const hash = compress({ ...output, flags: output.flags | root });
  const digits = Buffer.alloc(32);
  for (const [index, word] of hash.entries()) digits.writeUInt32LE(word, 4 * index);
  return digits.toString("hex");
}
