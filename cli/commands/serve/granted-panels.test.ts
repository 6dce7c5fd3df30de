// What a panel asks for, and what the person at the terminal answers.

import { createTestFolder } from "@pictor/host/testing";
import { beforeEach, expect, it } from "vitest";
import type { Question } from "@pictor/kernel";
import { grantPanels } from "./granted-panels.js";

let folder: string;
beforeEach(() => void (folder = createTestFolder()));

type Given = Parameters<typeof grantPanels>[1];

/** A Pictor with the panel `gallery`, which wants these scopes. */
const pictorWith = (...scopes: readonly string[]): Given => {
  const panel = {
    id: "gallery",
    title: "Gallery",
    description: "",
    root: ".",
    scopes,
    plugin: "panel-gallery",
  };
  return {
    contributions: () => [panel],
    plugins: () => [{ id: "panel-gallery", origin: "/plugins/panel-gallery" }],
  } as unknown as Given;
};

function start(answer: string) {
  const asked: Question[] = [];
  const ask = (question: Question): Promise<string> => {
    asked.push(question);
    return Promise.resolve(answer);
  };
  const grant = (...scopes: readonly string[]) =>
    grantPanels([{ id: "gallery", port: 0 }], pictorWith(...scopes), { folder, interaction: { ask } });
  return { asked, grant };
}

it("the person is asked once, and again when the panel wants more", async () => {
  const { asked, grant } = start("allow");
  expect(await grant("read")).toEqual([{ id: "gallery", port: 0, scopes: ["read"] }]);
  await grant("read");
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({
    title: "The panel Gallery of the plugin panel-gallery wants to do this. Do you allow it?",
    detail: ["- see your workflows, backends, jobs and images (read)"],
    safeChoice: "refuse",
  });
  await grant("read", "admin");
  expect(asked).toHaveLength(2);
});

it("a refused panel is not served, and is asked about again", async () => {
  const { asked, grant } = start("refuse");
  await expect(grant("read")).rejects.toMatchObject({ code: "PANEL_NOT_GRANTED" });
  await expect(grant("read")).rejects.toMatchObject({ code: "PANEL_NOT_GRANTED" });
  expect(asked).toHaveLength(2);
});

it("an unknown panel is an error with the nearest name", async () => {
  const { ask } = { ask: () => Promise.resolve("allow") };
  const wanted = [{ id: "galery", port: 0 }];
  const granted = grantPanels(wanted, pictorWith("read"), { folder, interaction: { ask } });
  await expect(granted).rejects.toThrow(
    'There is no panel "galery". The known panels are: gallery. Did you mean "gallery"?',
  );
});
