// Which extensions were imported and which were not, picked out of what ComfyUI writes when it starts. Pure.

/** What newer versions write before a message; its second and further lines have none. */
const level = /^\[(?:DEBUG|DETAIL|INFO|WARNING|ERROR|CRITICAL)\](?: |$)/;
/** Two lists: of scripts that run before the start, where there are any, and then of the packs. */
const heading = /^(Prestartup|Import) times for custom nodes:$/;
const row = /^\s*[\d.]+ seconds( \((?:IMPORT|PRESTARTUP) FAILED\))?: (.+)$/;
/** The sentences above the lists: path and reason. */
const sentences = [
  /^Cannot import (.+?) module for custom nodes: (.*)$/,
  /^Failed to execute startup-script: (.+?) \/ (.*)$/,
  /^Skip (.+?) module for custom nodes (due to .*)$/,
];
const unexplained = "its import failed; the log says more";

/** The folder or file below `custom_nodes`: the last part of a path of any system. */
function nameOf(path: string): string {
  const parts = path.trim().split(/[\\/]/);
  const last = parts.at(-1) ?? "";
  return last === "prestartup_script.py" ? (parts.at(-2) ?? last) : last;
}

/** What ends a traceback: a kind of error, and its text. The lines before it are indented. */
const isErrorLine = (line: string): boolean => /^[A-Za-z_][\w.]*(: |$)/.test(line);

/** Names of folders and files below `custom_nodes`; those of files with their `.py`. */
export interface ImportReport {
  readonly loaded: ReadonlySet<string>;
  /** Name to reason. */
  readonly failures: ReadonlyMap<string, string>;
}

interface ParsedImports {
  /** Of the latest start that came to its list. */
  readonly complete: ImportReport | undefined;
  /** What stands behind that. */
  readonly rest: ImportReport;
}

function parseImports(lines: readonly string[]): ParsedImports {
  let latest: ImportReport | undefined;
  let reasons = new Map<string, string>();
  let loaded = new Set<string>();
  let list: "Prestartup" | "Import" | undefined;
  let thrown: string | undefined;
  let isInTraceback = false;

  const finish = (): void => {
    if (list === "Import") {
      latest = { loaded, failures: reasons };
      reasons = new Map();
      loaded = new Set();
    }
    list = undefined;
  };
  for (const written of lines) {
    const line = written.replace(level, "");
    const [, failed, path] = (list === undefined ? undefined : row.exec(line)) ?? [];
    if (path !== undefined) {
      const place = nameOf(path);
      if (failed !== undefined && !reasons.has(place)) reasons.set(place, unexplained);
      else if (failed === undefined && list === "Import") loaded.add(place);
      continue;
    }
    if (list !== undefined && line.trim() !== "") finish();
    const begun = heading.exec(line.trim())?.[1];
    if (begun !== undefined) list = begun as "Prestartup" | "Import";
    if (line.startsWith("Traceback (most recent call last):")) isInTraceback = true;
    else if (isInTraceback && isErrorLine(line)) {
      thrown = line;
      isInTraceback = false;
    }
    for (const sentence of sentences) {
      const [, where, why] = sentence.exec(line) ?? [];
      if (where === undefined) continue;
      reasons.set(nameOf(where), line.startsWith("Cannot") ? (thrown ?? why ?? "") : (why ?? ""));
      thrown = undefined;
    }
  }
  finish();
  return { complete: latest, rest: { loaded, failures: reasons } };
}

/** Of the latest start in `lines` that came to its list of packs; undefined where none did. */
export const completeImports = (lines: readonly string[]): ImportReport | undefined => parseImports(lines).complete;

/**
 * Of the latest start in `lines`. The lists name who failed; why stands above them: the last line of a traceback, else
 * ComfyUI's own sentence.
 */
export function readImports(lines: readonly string[]): ImportReport {
  const { complete, rest } = parseImports(lines);
  return complete ?? rest;
}
