// Parses ComfyUI's startup log for the extensions that it imported and those that failed. Pure.

/** Level prefix of newer versions, on the first line of a message only. */
const level = /^\[(?:DEBUG|DETAIL|INFO|WARNING|ERROR|CRITICAL)\](?: |$)/;
/** Headings of the two lists: of prestartup scripts, if any, then of extensions. */
const heading = /^(Prestartup|Import) times for custom nodes:$/;
const row = /^\s*[\d.]+ seconds( \((?:IMPORT|PRESTARTUP) FAILED\))?: (.+)$/;
/** Failure messages above the lists: path and reason. */
const sentences = [
  /^Cannot import (.+?) module for custom nodes: (.*)$/,
  /^Failed to execute startup-script: (.+?) \/ (.*)$/,
  /^Skip (.+?) module for custom nodes (due to .*)$/,
  // Servers that an organization governs.
  /^Cannot verify custom node pack '(.+?)': (.*)$/,
  /^Custom node pack '(.+?)' (is not (?:loaded|permitted).*)$/,
];
const unexplained = "its import failed; see the log";

/** Name of the folder or file below `custom_nodes`, from a path of any system. */
function nameOf(path: string): string {
  const parts = path.trim().split(/[\\/]/);
  const last = parts.at(-1) ?? "";
  return last === "prestartup_script.py" ? (parts.at(-2) ?? last) : last;
}

/** The last line of a traceback: error class and text. The lines before it are indented. */
const isErrorLine = (line: string): boolean => /^[A-Za-z_][\w.]*(: |$)/.test(line);

/** Extensions by the name of their folder or file below `custom_nodes`; names of files include `.py`. */
export interface ImportReport {
  readonly loaded: ReadonlySet<string>;
  /** Reasons of failed imports, by the name of the extension. */
  readonly failures: ReadonlyMap<string, string>;
}

interface ParsedImports {
  /** The report of the last start that printed its list of extensions. */
  readonly complete: ImportReport | undefined;
  /** The report of the lines after the last list of extensions. */
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
      const before = line.startsWith("Custom") ? reasons.get(nameOf(where)) : undefined;
      const reason = (line.startsWith("Cannot import") ? thrown : undefined) ?? why ?? "";
      reasons.set(nameOf(where), before === undefined ? reason : `${reason} (${before})`);
      thrown = undefined;
    }
  }
  finish();
  return { complete: latest, rest: { loaded, failures: reasons } };
}

/** The report of the last start in `lines` that printed its list of extensions; undefined if none did. */
export const completeImports = (lines: readonly string[]): ImportReport | undefined =>
  parseImports(lines).complete;

/**
 * The report of the last start in `lines`. The reason of a failure is the last line of the traceback above the list,
 * else ComfyUI's message.
 */
export function readImports(lines: readonly string[]): ImportReport {
  const { complete, rest } = parseImports(lines);
  return complete ?? rest;
}
