// Removes the types from TypeScript that only erases: what stays is the JavaScript as its author would write it, with
// its comments and blank lines. Compilers drop the blank lines, and libraries that blank types out keep the comments of
// removed declarations.

import ts from "typescript";

type Range = readonly [start: number, end: number];

const isTypeOnly = (node: ts.Node): boolean =>
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  (ts.isImportDeclaration(node) && node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);

/** The range of a type and of the punctuation before it: `: string`, `?`, ` as string`. */
function typeRange(node: ts.Node, file: ts.SourceFile): Range | undefined {
  if (isTypeOnly(node)) return [node.getFullStart(), node.getEnd()];
  if (ts.isImportSpecifier(node) && node.isTypeOnly) {
    const rest = file.text.slice(node.getEnd());
    return [node.getStart(file), node.getEnd() + (/^\s*,/.exec(rest)?.[0].length ?? 0)];
  }
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return [node.expression.getEnd(), node.getEnd()];
  if (ts.isNonNullExpression(node)) return [node.expression.getEnd(), node.getEnd()];
  return undefined;
}

/** The range of the annotation of a variable, a parameter or a result. */
function annotationRange(node: ts.Node, file: ts.SourceFile): Range | undefined {
  const type =
    ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isFunctionLike(node) ? node.type : undefined;
  if (type === undefined) return undefined;
  const before = file.text.slice(0, type.getFullStart());
  return [type.getFullStart() - (/\??\s*:\s*$/.exec(before)?.[0].length ?? 0), type.getEnd()];
}

/** The range of `<Type, ...>` at a call or a function. */
function typeListRange(node: ts.Node): Range | undefined {
  const list =
    ts.isCallExpression(node) || ts.isNewExpression(node)
      ? node.typeArguments
      : ts.isFunctionLike(node)
        ? node.typeParameters
        : undefined;
  return list === undefined ? undefined : [list.pos - 1, list.end + 1];
}

/** Returns the JavaScript of a module. Relative imports of `.ts` files become imports of `.js` files. */
export function stripTypes(text: string): string {
  const file = ts.createSourceFile("module.ts", text, ts.ScriptTarget.Latest, true);
  const ranges: Range[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return;
    const own = [typeRange(node, file), annotationRange(node, file), typeListRange(node)];
    ranges.push(...own.filter((range) => range !== undefined));
    if (!isTypeOnly(node)) ts.forEachChild(node, visit);
  };
  visit(file);
  // A file begins with a comment, which is also the full start of its first statement.
  const leading = ts.getLeadingCommentRanges(text, 0)?.at(-1)?.end ?? 0;
  const stripped = ranges
    .map(([start, end]): Range => [Math.max(start, start < leading ? leading : 0), end])
    .sort(([a], [b]) => b - a)
    .reduce((left, [start, end]) => left.slice(0, start) + left.slice(end), text);
  return stripped.replaceAll(/(from "\.[^"]*)\.ts"/g, '$1.js"');
}
