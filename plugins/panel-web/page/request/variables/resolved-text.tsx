// A text with the values of its variables, and the variables that have no value.

import { activeEnvironment, variables } from "./environment.js";
import { resolved, unknownNames, variableNames } from "../../dialect/variables.js";

export const hasVariables = (text: string): boolean => variableNames(text).length > 0;

interface ResolvedTextProps {
  readonly id: string;
  readonly text: string;
  /** Whether only the variables are shown with their values, because the text is long. */
  readonly isBrief?: boolean;
}

/** Shows nothing for a text without variables. */
export function ResolvedText({ id, text, isBrief = false }: ResolvedTextProps) {
  if (!hasVariables(text)) return null;
  const unknown = unknownNames(text, variables.value);
  const environment = activeEnvironment.value;
  return (
    <p class="resolved small" id={id}>
      {isBrief ? (
        variableNames(text)
          .filter((name) => !unknown.includes(name))
          .map((name) => (
            <span
              key={name}
              class="mono muted"
            >{`${name} = ${resolved(`{{${name}}}`, variables.value)}`}</span>
          ))
      ) : (
        <span class="mono muted">{resolved(text, variables.value)}</span>
      )}
      {unknown.length > 0 && (
        <span class="error">
          {environment === undefined
            ? `No environment is chosen: ${unknown.join(", ")} has no value.`
            : `The environment ${environment} has no ${unknown.join(", ")}.`}
        </span>
      )}
    </p>
  );
}
