// Where a plugin comes from, in a few words.

import type { PinnedSource } from "@pictor/host/user-plugins";

export function sourceText(source: PinnedSource): string {
  switch (source.kind) {
    case "npm":
      return `${source.name}@${source.version} from npm`;
    case "git":
      return `${source.address} at ${source.commit.slice(0, 12)}`;
    case "graph":
      return `saved from the graph ${source.name}`;
    default:
      return source.path;
  }
}
