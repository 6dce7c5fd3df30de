// Records as plain JSON: bigint as decimal strings, bytes as their count, errors as code and texts; secrets taken out.

const deepest = 20;

const isFault = (value: object): value is { code: string; what: string; hint: string; details?: unknown } =>
  value instanceof Error && "code" in value && "what" in value && "hint" in value;

/** `value` ready for JSON.stringify. What JSON cannot say becomes a short description, never an exception. */
export function plainRecord(value: unknown, redact: (text: string) => string, depth = 0): unknown {
  const inner = (entry: unknown): unknown => plainRecord(entry, redact, depth + 1);
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
  if (Array.isArray(value)) return value.map(inner);
  if (isFault(value))
    return inner({ code: value.code, what: value.what, hint: value.hint, details: value.details });
  if (value instanceof Error) return redact(value.message);
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, inner(entry)]));
}
