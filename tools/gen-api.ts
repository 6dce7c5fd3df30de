// Generates reports of the public surfaces: each export of an entry with its declaration, so that a diff shows every change.

import { dirname, join, relative } from "node:path";
import { format } from "prettier";
import ts from "typescript";

const root = join(import.meta.dirname, "..");

/** The entry, the name by which users import it, and the path of the report. */
const surfaces = [
  ["kernel/plugin.ts", "@pictor/kernel/plugin", "kernel/plugin.api.md"],
  ["cli/index.ts", "pictor", "cli/pictor.api.md"],
] as const;

function createProgram(): ts.Program {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path)) as {
    readonly config: { readonly compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  return ts.createProgram({
    rootNames: surfaces.map(([entry]) => join(root, entry)),
    options: {
      ...options,
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      removeComments: true,
    },
  });
}

/** The names that a top-level statement declares. */
function declaredNames(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const named =
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isFunctionDeclaration(statement);
  return named && statement.name !== undefined ? [statement.name.text] : [];
}

/** The first identifiers of the types that a statement names: `A` of `A`, `A.B`, `typeof A` and `extends A`. */
function typeNames(statement: ts.Statement): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    const name = ts.isTypeReferenceNode(node)
      ? node.typeName
      : ts.isTypeQueryNode(node)
        ? node.exprName
        : ts.isExpressionWithTypeArguments(node)
          ? node.expression
          : undefined;
    if (name !== undefined) names.add(name.getText().split(".", 1)[0] ?? "");
    ts.forEachChild(node, visit);
  };
  visit(statement);
  return names;
}

/** The names that a statement of the top level imports or declares. */
function namesIn(statement: ts.Statement): readonly ts.Node[] {
  if (ts.isImportDeclaration(statement)) {
    const bindings = statement.importClause?.namedBindings;
    return bindings && ts.isNamedImports(bindings) ? bindings.elements.map(({ name }) => name) : [];
  }
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name);
  const { name } = statement as ts.InterfaceDeclaration;
  return declaredNames(statement).length > 0 ? [name] : [];
}

/** The declarations of a program, read from the declaration files that the compiler would write. */
class DeclarationReader {
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;
  readonly #emitted = new Map<string, ts.SourceFile>();

  constructor(program: ts.Program) {
    this.#program = program;
    this.#checker = program.getTypeChecker();
  }

  exportsOf(entry: string): ReadonlyMap<string, ts.Symbol> {
    const source = this.#program.getSourceFile(join(root, entry));
    const module = source && this.#checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${entry} is not a module`);
    const exported = this.#checker.getExportsOfModule(module);
    return new Map(exported.map((each) => [each.name, this.#resolveAlias(each)]));
  }

  /** The text of a declaration, and the symbols of this repository that it names. */
  read(symbol: ts.Symbol): { readonly text: string; readonly named: readonly ts.Symbol[] } | undefined {
    const source = symbol.declarations?.[0]?.getSourceFile();
    if (source === undefined || source.fileName.includes("/node_modules/")) return undefined;
    const statements = this.#declarationFile(source).statements.filter((each) =>
      declaredNames(each).includes(symbol.name),
    );
    if (statements.length === 0) return undefined;
    const symbols = this.#symbolsOf(source);
    const named = statements.flatMap((each) => [...typeNames(each)].map((name) => symbols.get(name)));
    // The content of a generated table is not repeated.
    const isTable = source.fileName.endsWith(".gen.ts") && statements.every(ts.isVariableStatement);
    const text = isTable
      ? `declare const ${symbol.name}: object; // ${relative(root, source.fileName)}`
      : statements.map((each) => each.getText().replace(/^export /, "")).join("\n");
    return { text, named: named.filter((each) => each !== undefined) };
  }

  #resolveAlias(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  #declarationFile(source: ts.SourceFile): ts.SourceFile {
    const known = this.#emitted.get(source.fileName);
    if (known !== undefined) return known;
    let text = "";
    this.#program.emit(source, (_path, content) => (text = content));
    const file = ts.createSourceFile(source.fileName, text, ts.ScriptTarget.Latest, true);
    this.#emitted.set(source.fileName, file);
    return file;
  }

  /** The symbols that a file imports or declares at its top level, by their names in the file. */
  #symbolsOf(source: ts.SourceFile): ReadonlyMap<string, ts.Symbol> {
    const symbols = new Map<string, ts.Symbol>();
    for (const name of source.statements.flatMap(namesIn)) {
      const symbol = this.#checker.getSymbolAtLocation(name);
      if (symbol !== undefined) symbols.set(name.getText(), this.#resolveAlias(symbol));
    }
    return symbols;
  }
}

const compareNames = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const codeBlock = async (texts: readonly string[]): Promise<string> => {
  const code = await format(texts.join("\n\n"), { parser: "typescript", printWidth: 110 });
  return `\`\`\`ts\n${code}\`\`\`\n`;
};

async function reportOf(
  reader: DeclarationReader,
  [entry, name, path]: (typeof surfaces)[number],
): Promise<string> {
  const exported = [...reader.exportsOf(entry)].sort(([a], [b]) => compareNames(a, b));
  const known = new Set(exported.map(([, symbol]) => symbol));
  const queue: ts.Symbol[] = [];
  const declare = (symbol: ts.Symbol, as = symbol.name): readonly string[] => {
    const declaration = reader.read(symbol);
    if (declaration === undefined) return [];
    for (const each of declaration.named) {
      if (known.has(each)) continue;
      known.add(each);
      queue.push(each);
    }
    return [as === symbol.name ? declaration.text : `// exported as ${as}\n${declaration.text}`];
  };
  const declarations = exported.flatMap(([as, symbol]) => declare(symbol, as));
  const unexported: (readonly [name: string, text: string])[] = [];
  while (queue.length > 0) {
    for (const symbol of queue.splice(0))
      unexported.push(...declare(symbol).map((text) => [symbol.name, text] as const));
  }
  unexported.sort(([a], [b]) => compareNames(a, b));
  const source = relative(dirname(path), entry);
  return `# The public surface of \`${name}\`

Generated from [${source}](${source}) by \`npm run gen\`; do not edit. Documentation stands with each declaration in the sources.

## Exports (${exported.length})

${await codeBlock(declarations)}
## Named by the exports, not exported (${unexported.length})

${unexported.length === 0 ? "None.\n" : await codeBlock(unexported.map(([, text]) => text))}`;
}

/** Path and text of each report. */
export async function apiReports(): Promise<readonly (readonly [path: string, text: string])[]> {
  const reader = new DeclarationReader(createProgram());
  return Promise.all(surfaces.map(async (surface) => [surface[2], await reportOf(reader, surface)] as const));
}
