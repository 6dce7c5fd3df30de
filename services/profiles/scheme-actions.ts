// The state of a setting, saved or not, and a run of one of its scheme's actions.

import {
  fault,
  interactionFor,
  knownNames,
  missingFields,
  PictorError,
  raceAbort,
  requireShape,
  anything,
  exactly,
  type AuthActionOptions,
  type AuthActionResult,
  type AuthActionView,
  type AuthSetting,
  type AuthStatus,
  type Interaction,
  type ProfileView,
  type TokenClaims,
} from "@pictor/kernel";
import type { Provided } from "../provided/provided.js";
import type { AuthSources, Scheme } from "../requests/auth-setting.js";

const someOptions = exactly<AuthActionOptions>({ input: anything, signal: anything, interaction: anything });

/** What `ProfileView` says about a profile or a draft of the type `none`. */
export const withoutAuth = {
  title: "No Auth",
  configured: false,
  status: { state: "ready" },
  actions: [],
} as const satisfies Partial<ProfileView>;

/** The field of the setting at `place` that an error names: in `where`, or in the pointer that belongs to it. */
function fieldsIn({ details: { where, pointer = "" } }: PictorError, place: string): readonly string[] {
  const path = `${String(where)}${String(pointer).replace("#", "")}`;
  return path.startsWith(`${place}/`) ? path.slice(place.length + 1).split("/", 1) : [];
}

/** The actions of a scheme; with a status, those that are available in it. */
export const availableActions = (
  { actions = [] }: Scheme,
  status: AuthStatus | undefined,
): readonly AuthActionView[] =>
  actions
    .filter(({ id }) => status?.actions?.includes(id) ?? true)
    .map(({ id, title, input }) => ({ id, title, ...(input === undefined ? {} : { input }) }));

/** A profile or a draft, with the schemes whose actions it has. */
export interface ActionTarget {
  /** For errors. */
  readonly name: string;
  readonly schemes: readonly Scheme[];
  settingOf(scheme: Scheme): Promise<AuthSetting>;
}

/** Throws `AUTH_ACTION_UNKNOWN`, or `AUTH_ACTION_INPUT` for an action whose text is missing. */
function findAction(
  { name, schemes }: ActionTarget,
  action: string,
  input: string | undefined,
  sources: AuthSources,
): Scheme {
  const offered = schemes.flatMap((scheme) =>
    (scheme.actions ?? []).map((declared) => ({ scheme, declared })),
  );
  const found = offered.find(({ declared }) => declared.id === action);
  if (found === undefined) {
    const known = offered.map(({ declared }) => declared.id);
    const others = sources.schemes().filter(({ actions = [] }) => actions.some(({ id }) => id === action));
    const types = others.map(({ id }) => id).join(" or ");
    throw fault("AUTH_ACTION_UNKNOWN", {
      profile: name,
      action,
      ...knownNames(action, known),
      ...(types !== "" && { suggestion: ` A profile of the type ${types} has "${action}".` }),
    });
  }
  if (found.declared.input !== undefined && input === undefined)
    throw fault("AUTH_ACTION_INPUT", { profile: name, action, title: found.declared.input.title });
  return found.scheme;
}

/** What the schemes of a kernel say and do with a setting. */
export class SchemeActions {
  readonly sources: AuthSources;
  readonly #provided: Pick<Provided, "authScheme">;
  readonly #interaction: Interaction;
  /** Aborted when the kernel is disposed. */
  readonly signal: AbortSignal;

  constructor(
    sources: AuthSources,
    provided: Pick<Provided, "authScheme">,
    interaction: Interaction,
    signal: AbortSignal,
  ) {
    this.sources = sources;
    this.#provided = provided;
    this.#interaction = interaction;
    this.signal = signal;
  }

  /** The status of a setting. One that cannot be resolved counts as missing; `place` is the path of its fields in errors. */
  async statusOf(scheme: Scheme, place: string, getSetting: () => Promise<AuthSetting>): Promise<AuthStatus> {
    try {
      const setting = await getSetting();
      const fields = missingFields(scheme.settings, setting.settings);
      if (fields.length > 0) return { state: "missing", fields };
      const { status } = await this.#provided.authScheme(scheme);
      return status === undefined ? { state: "ready" } : await status(setting);
    } catch (error) {
      if (!(error instanceof PictorError)) throw error;
      return {
        state: "missing",
        fields: fieldsIn(error, place),
        notes: [`${error.what} ${error.hint}`.trim()],
      };
    }
  }

  /** The claims of the token of a setting. */
  async claimsOf(scheme: Scheme, getSetting: () => Promise<AuthSetting>): Promise<readonly TokenClaims[]> {
    const { claims } = await this.#provided.authScheme(scheme);
    return (await claims?.(await getSetting())) ?? [];
  }

  /** Runs an action, and resolves to its result and its scheme. */
  async run(
    target: ActionTarget,
    action: string,
    options: AuthActionOptions = {},
  ): Promise<AuthActionResult & { readonly scheme: Scheme }> {
    requireShape("the options of the action", options, someOptions);
    const { input, signal, interaction = this.#interaction } = options;
    const scheme = findAction(target, action, input, this.sources);
    const act = (await this.#provided.authScheme(scheme)).actions?.[action];
    if (act === undefined) throw fault("INTERNAL", { reason: `the action ${action} is not provided` });
    const setting = await target.settingOf(scheme);
    const ended = signal === undefined ? this.signal : AbortSignal.any([this.signal, signal]);
    ended.throwIfAborted();
    const context = {
      interaction: interactionFor(scheme.plugin, interaction),
      signal: ended,
      ...(input === undefined ? {} : { input }),
    };
    // An action that ignores the signal is not awaited, and its later result is dropped.
    return { scheme, ...(await raceAbort(ended, act(setting, context))) };
  }
}
