// The events of a job with their members and what they mean, as kernel/contract/jobs.ts declares them.

import ts from "typescript";

export interface DeclaredEvent {
  readonly type: string;
  /** The members besides `type`, `jobId` and `batch`. */
  readonly members: readonly string[];
  /** The comment above the declaration, as one line. */
  readonly meaning: string;
}

const file = "kernel/contract/jobs.ts";
const common: readonly string[] = ["type", "jobId", "batch"];

const commentIn = (text: string): string =>
  (/\/\*\*([^]*?)\*\//.exec(text)?.[1] ?? "").replace(/\s+\*?\s*/g, " ").trim();

function declaredEvents(): readonly DeclaredEvent[] {
  const program = ts.createProgram([file], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.Latest,
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const union = source?.statements
    .filter(ts.isTypeAliasDeclaration)
    .find(({ name }) => name.text === "JobEvent")?.type;
  if (source === undefined || union === undefined || !ts.isUnionTypeNode(union))
    throw new Error(`${file} declares no union JobEvent.`);
  return union.types.map((node, index) => {
    const before = union.types[index - 1]?.end ?? union.getFullStart();
    const of = checker.getTypeAtLocation(node);
    const named = of.getProperty("type");
    const type = named && checker.getTypeOfSymbol(named);
    if (type?.isStringLiteral() !== true) throw new Error(`${file}: an event without a type.`);
    const members = of.getProperties().map(({ name }) => name);
    return {
      type: type.value,
      members: members.filter((name) => !common.includes(name)),
      meaning: commentIn(source.text.slice(before, node.getStart())),
    };
  });
}

let events: readonly DeclaredEvent[] | undefined;

/** The events in the order of their declarations. */
export const jobEvents = (): readonly DeclaredEvent[] => (events ??= declaredEvents());
