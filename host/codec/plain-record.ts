// Converts records to plain JSON: bigint to decimal strings, byte arrays to their length, errors to their code and
// messages. Redacts secrets.

const maxDepth = 20;

/** Keys whose values programs depend on. The values are not redacted, even if a secret equals one of them. */
const unredactedKeys = new Set(["type", "status", "code", "state", "exitCode"]);
/** Below these keys, servers and plugins choose the names, so `unredactedKeys` does not apply. */
const foreignKeys = new Set(["headers", "schemes", "details", "settings", "config", "params", "inputs"]);

const isFault = (value: object): value is { code: string; what: string; hint: string; details?: unknown } =>
  value instanceof Error && "code" in value && "what" in value && "hint" in value;

/** Converts `value` for JSON.stringify. A value that JSON cannot express becomes a short description. Never throws. */
export const plainRecord = (value: unknown, redact: (text: string) => string): unknown =>
  plain(value, { redact, depth: 0, isOwn: true });

interface Place {
  readonly redact: (text: string) => string;
  readonly depth: number;
  /** Whether the names are those of Pictor, and not of a server or a plugin. */
  readonly isOwn: boolean;
}

function plain(value: unknown, { redact, depth, isOwn }: Place): unknown {
  const inner = (entry: unknown, isStillOwn = isOwn): unknown =>
    plain(entry, { redact, depth: depth + 1, isOwn: isStillOwn });
  switch (typeof value) {
    case "string":
      return redact(value);
    case "bigint":
      return String(value);
    case "object":
      break;
    case "function":
    case "symbol":
      return undefined;
    default:
      return value;
  }
  if (value === null) return null;
  if (depth > maxDepth) return "(nested too deeply)";
  if (value instanceof Uint8Array) return { bytes: value.byteLength };
  if (Array.isArray(value)) return value.map((entry) => inner(entry));
  if (isFault(value))
    return inner({ code: value.code, what: value.what, hint: value.hint, details: value.details });
  if (value instanceof Error) return redact(value.message);
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => {
      const isUnredacted = isOwn && unredactedKeys.has(key) && typeof entry === "string";
      return [key, isUnredacted ? entry : inner(entry, isOwn && !foreignKeys.has(key))];
    }),
  );
}
