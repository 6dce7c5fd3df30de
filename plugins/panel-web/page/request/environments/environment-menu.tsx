// The active environment, the choice of another one, and the way to its editor.

import { shownError } from "../../api/errors.js";
import { calls } from "../../api/session.js";
import { Icon } from "../../parts/icon.js";
import { Menu } from "../../parts/menu.js";
import { showToast } from "../../parts/toasts.js";
import { environments } from "../variables/environment.js";
import { cookiesShown } from "./cookies-shown.js";
import { editEnvironment } from "./environment-editing.js";

function choose(name: string | undefined): void {
  calls()
    .chooseEnvironment({ body: name === undefined ? {} : { name } })
    .then(
      () => environments.load(),
      (error: unknown) => {
        showToast(shownError(error).text);
      },
    );
}

const countText = (count: number): string => `${count} ${count === 1 ? "variable" : "variables"}`;

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
          <Icon name="down" />
        </>
      }
      items={[
        ...known.map(({ name, variables }) => ({
          ...{
            id: `name ${name}`,
            text: name + mark(name === active),
            description: countText(variables.length),
          },
          run: () => {
            choose(name);
          },
        })),
        ...(known.length === 0
          ? []
          : [
              {
                ...{ id: "none", text: `None${mark(active === undefined)}` },
                run: () => {
                  choose(undefined);
                },
              },
            ]),
        ...known.map(({ name }) => ({
          ...{ id: `edit ${name}`, text: `Edit ${name}…` },
          run: () => {
            editEnvironment(name);
          },
        })),
        {
          ...{ id: "new", text: "New environment…" },
          run: () => {
            editEnvironment();
          },
        },
        {
          ...{ id: "cookies", text: "Cookies…" },
          run: () => {
            cookiesShown.value = true;
          },
        },
      ]}
    />
  );
}
