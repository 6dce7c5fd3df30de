// Records as plain JSON: bigint as decimal strings, bytes as their count, errors as code and texts; secrets taken out.

const deepest = 20;

/** The words by which programs read our records; a secret that happens to be one of them must not change it. */
const words = new Set(["type", "status", "code", "state", "exitCode"]);
/** Below these, the names are those of somebody else. */
const foreign = new Set(["headers", "schemes", "details", "settings", "config", "params", "inputs"]);

const isFault = (value: object): value is { code: string; what: string; hint: string; details?: unknown } =>
  value instanceof Error && "code" in value && "what" in value && "hint" in value;

/** `value` ready for JSON.stringify. What JSON cannot say becomes a short description, never an exception. */
export function plainRecord(
  value: unknown,
  redact: (text: string) => string,
  depth = 0,
  isOurs = true,
): unknown {
  const inner = (entry: unknown, isStillOurs = isOurs): unknown =>
    plainRecord(entry, redact, depth + 1, isStillOurs);
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
  if (depth > deepest) return "(nested too deeply)";
  if (value instanceof Uint8Array) return { bytes: value.byteLength };
  if (Array.isArray(value)) return value.map((entry) => inner(entry));
  if (isFault(value))
    return inner({ code: value.code, what: value.what, hint: value.hint, details: value.details });
  if (value instanceof Error) return redact(value.message);
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => {
      const isWord = isOurs && words.has(key) && typeof entry === "string";
      return [key, isWord ? entry : inner(entry, isOurs && !foreign.has(key))];
    }),
  );
}
