// The rule about uploads: a name that exists keeps its contents.

import type { InputFile } from "@pictor/kernel";
import { backendRule, type Bench } from "./bench.js";
import { takesGraphs } from "./submissions.js";

const fileOf = (text: string): InputFile => ({
  name: "contract.png",
  mime: "image/png",
  length: text.length,
  async *open() {
    yield await Promise.resolve(Buffer.from(text));
  },
});

async function keepsContents(bench: Bench): Promise<string | undefined> {
  const { backend, kind } = bench;
  if (!takesGraphs(kind)) return `nothing is uploaded to the kind ${kind.id}, which runs no graphs`;
  const upload = (text: string) => bench.within("upload()", backend.upload(fileOf(text)));
  const first = await upload("the first contents");
  const other = await upload("the other contents");
  if (first === other)
    throw new Error(
      `upload() gave two files with different contents the name "${first}", so the second has overwritten the first; put a digest of the contents into the name`,
    );
  const again = await upload("the first contents");
  if (again === other)
    throw new Error(`upload() of the first contents gave "${again}", which has other contents by now`);
  return undefined;
}

export const uploadRules = [
  backendRule("upload", "uploads a file without overwriting another one", keepsContents),
];
