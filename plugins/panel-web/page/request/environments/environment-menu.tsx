// The active environment, the choice of another one, and the way to its editor.

import { calls } from "../../api/session.js";
import { Icon } from "../../parts/icon.js";
import { Menu } from "../../parts/menu.js";
import { UnsavedDot } from "../../parts/unsaved-dot.js";
import { Attempt } from "../../parts/attempt.js";
import { newName } from "../../saving/drafts.js";
import { openDialog } from "../../shell/open-dialog.js";
import { environments } from "../variables/environment.js";
import { edited, isUnsaved } from "./environment-editing.js";
import { counted } from "../../parts/texts.js";

/** The choice of an environment. The view shows why it failed, below the bar in which the menu is. */
export const environmentChoice = new Attempt();

const choose = (name: string | undefined): void =>
  void environmentChoice.run(async () => {
    await calls().chooseEnvironment({ body: name === undefined ? {} : { name } });
    await environments.load();
  });

const showCookies = (): void =>
  openDialog(async () => (await import("./cookies-dialog.js")).CookiesDialog, {});

/** The item that opens the editor of an environment, with the mark of what is not saved. */
const editItem = (name: string, text: string) => ({
  id: `edit ${name}`,
  text,
  description: isUnsaved(name) ? "Not saved" : undefined,
  run: () => (edited.value = name),
});

export function EnvironmentMenu() {
  const { active, environments: known = [] } = environments.state.value.value ?? {};
  const mark = (isActive: boolean): string => (isActive ? " ✓" : "");
  return (
    <Menu
      look="pill"
      onOpen={() => void environments.load()}
      label={
        <>
          <span class="ellipsis">{`Environment: ${active ?? "none"}`}</span>
          {[newName, ...known.map(({ name }) => name)].some(isUnsaved) && <UnsavedDot />}
          <Icon name="down" />
        </>
      }
      items={[
        ...known.map(({ name, variables }) => ({
          id: `name ${name}`,
          text: name + mark(name === active),
          description: counted(variables.length, "variable"),
          run: () => choose(name),
        })),
        known.length > 0 && {
          id: "none",
          text: `None${mark(active === undefined)}`,
          run: () => choose(undefined),
        },
        ...known.map(({ name }) => editItem(name, `Edit ${name}…`)),
        editItem(newName, "New environment…"),
        { id: "cookies", text: "Cookies…", run: showCookies },
      ]}
    />
  );
}
