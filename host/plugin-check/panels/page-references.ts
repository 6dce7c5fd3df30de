// Reads what a page of a panel names: the files of its elements and styles, and what the browser would block. Pure functions of
// the text; nothing is run.

/** A file that a page, a style or a script names. */
export interface Reference {
  /** As it stands in the file: `./page.js`. */
  readonly name: string;
  /** The offset in the text. */
  readonly at: number;
  /** What the browser expects there. */
  readonly kind: "script" | "import" | "style" | "file" | "link";
}

/** A part of a page that the policy of panels blocks. */
export interface BlockedPart {
  readonly at: number;
  readonly kind: "handler" | "style";
  /** The attribute: `onclick`. */
  readonly name: string;
}

/** A script or a style that stands in the page itself. */
export interface InlineText {
  readonly text: string;
  readonly at: number;
  readonly kind: "module" | "importmap" | "script" | "style";
}

export interface Page {
  readonly references: readonly Reference[];
  readonly blocked: readonly BlockedPart[];
  readonly inline: readonly InlineText[];
}

/** The same text with spaces in place of what matches, so that offsets stay. */
const blank = (text: string, pattern: RegExp): string =>
  text.replace(pattern, (found) => found.replace(/[^\n]/g, " "));

const attributePattern = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

interface Attribute {
  readonly name: string;
  readonly value: string;
  readonly at: number;
}

function attributesOf(text: string, start: number): readonly Attribute[] {
  return [...text.matchAll(attributePattern)].map(({ index, 0: whole, 1: name = "", ...values }) => {
    const value = values[2] ?? values[3] ?? values[4] ?? "";
    return { name: name.toLowerCase(), value, at: start + index + Math.max(0, whole.indexOf(value)) };
  });
}

/** The attributes that name a file, by element. */
const fileAttributes: Readonly<Record<string, readonly string[]>> = {
  script: ["src"],
  link: ["href"],
  img: ["src", "srcset"],
  source: ["src", "srcset"],
  video: ["src", "poster"],
  audio: ["src"],
  track: ["src"],
  iframe: ["src"],
  a: ["href"],
  area: ["href"],
};

function kindOf(element: string, attributes: readonly Attribute[]): Reference["kind"] {
  const relation = attributes.find(({ name }) => name === "rel")?.value.toLowerCase() ?? "";
  if (element === "script" || relation === "modulepreload") return "script";
  if (element === "a" || element === "area") return "link";
  return element === "link" && relation.split(/\s+/).includes("stylesheet") ? "style" : "file";
}

const namesIn = ({
  name,
  value,
  at,
}: Attribute): readonly { readonly name: string; readonly at: number }[] =>
  name === "srcset"
    ? value.split(",").map((part) => ({ name: part.trim().split(/\s+/)[0] ?? "", at }))
    : [{ name: value.trim(), at }];

/** What an HTML page names, is blocked in it, and stands in it. */
export function readPage(html: string): Page {
  const inline: InlineText[] = [];
  const tags = blank(html, /<!--[\s\S]*?-->/g).replace(
    /(<(script|style)\b([^>]*)>)([\s\S]*?)(?=<\/\2\s*>)/gi,
    (_whole, tag: string, element: string, given: string, text: string, index: number) => {
      const attributes = attributesOf(given, 0);
      const type = attributes.find(({ name }) => name === "type")?.value.toLowerCase();
      const script = type === "module" || type === "importmap" ? type : "script";
      const kind = element.toLowerCase() === "style" ? "style" : script;
      const isInPage = attributes.every(({ name }) => name !== "src");
      if (isInPage) inline.push({ text, at: index + tag.length, kind });
      return tag + blank(text, /[^]+/);
    },
  );
  const references: Reference[] = [];
  const blocked: BlockedPart[] = [];
  for (const found of tags.matchAll(/<([a-z][a-z0-9-]*)\b((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi)) {
    const element = (found[1] ?? "").toLowerCase();
    const attributes = attributesOf(found[2] ?? "", found.index + 1 + element.length);
    for (const attribute of attributes) {
      const { name, at } = attribute;
      if (name.startsWith("on")) blocked.push({ at, name, kind: "handler" });
      if (name === "style") blocked.push({ at, name, kind: "style" });
      if (fileAttributes[element]?.includes(name) === true)
        for (const file of namesIn(attribute))
          references.push({ ...file, kind: kindOf(element, attributes) });
    }
  }
  return { references, blocked, inline };
}

/** What a style sheet names. */
export function readStyle(css: string): readonly Reference[] {
  const text = blank(css, /\/\*[\s\S]*?\*\//g);
  const imports = [...text.matchAll(/@import\s+(?:url\(\s*)?(["']?)([^"')\s;]+)\1/gi)].map(
    ({ index, 2: name = "" }): Reference => ({ name, at: index, kind: "style" }),
  );
  const known = new Set(imports.map(({ name }) => name));
  const files = [...text.matchAll(/\burl\(\s*(?:"([^"]*)"|'([^']*)'|([^"'()\s]+))\s*\)/gi)].map(
    ({ index, 1: double, 2: single, 3: bare = "" }): Reference => ({
      name: (double ?? single ?? bare).trim(),
      at: index,
      kind: "file",
    }),
  );
  return [...imports, ...files.filter(({ name }) => !known.has(name))];
}

/** What a module imports by a name that stands in it; nothing for a text that is no module, which the browser reports. */
export async function readModule(source: string): Promise<readonly Reference[]> {
  const { init, parse } = await import("es-module-lexer");
  await init;
  try {
    const [imports] = parse(source);
    return imports.flatMap(({ n, s }) => (n === undefined ? [] : [{ name: n, at: s, kind: "import" }]));
  } catch {
    return [];
  }
}
