// Replies to the view "Request" that arrive late, in a browser: what the user has typed or chosen meanwhile stays.

import { describe, expect, it } from "vitest";
import { createClient } from "@pictor/client";
import { choose, optionsOf } from "./choices.test.support.js";
import { holdReply } from "./held-replies.test.support.js";
import { chromiumPath, within } from "./panel.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";
import { openAuth } from "./request-auth.test.support.js";
import { paste, startRequestTest } from "./request-bed.test.support.js";

describe.skipIf(chromiumPath === undefined)("a late reply in Request", { timeout: 60_000 }, () => {
  const basic = (username: string) => ({ type: "basic", schemes: { basic: { username } } });
  const profiles = { first: basic("one"), second: basic("two"), third: basic("three") };
  const test = startForAll(() => startRequestTest(() => ({ files: { user: { profiles } } })));
  const calls = () => createClient({ url: test.server.url, token: test.server.token }).calls;

  it("that stores a secret leaves the field that was typed meanwhile, and the rest of the secret", async () => {
    const { page } = await openAuth(test, "second");
    const password = page.getByRole("textbox", { name: "Password" });
    expect(await password.getAttribute("spellcheck")).toBe("false");
    await password.fill("first part");
    const secret = await holdReply(page, "PUT", "/v1/secrets/*");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await secret.sent;
    await page.getByLabel("User name").fill("typed meanwhile");
    await password.fill("first part and second part");
    await secret.release();
    const saved = () => calls().readProfile({ params: { name: "second" } });
    await expect.poll(async () => (await saved()).secrets, within).toMatchObject([{ isSet: true }]);
    expect(await page.getByLabel("User name").inputValue()).toBe("typed meanwhile");
    expect(await password.inputValue()).toBe("first part and second part");
  });

  it.each([
    ["Stop", 1],
    ["Leave it", 0],
  ])("that reads a curl command opens nothing after the button %s", async (button, offers) => {
    const { page, address } = await test.open();
    await address.fill("https://typed.example/");
    await paste(page, ".address-input", "curl https://pasted.example/");
    const parsed = await holdReply(page, "POST", "/v1/requests/parse-curl");
    await page.getByRole("button", { name: "Import it" }).click();
    await parsed.sent;
    await page.getByRole("button", { name: button }).click();
    await parsed.release();
    expect(await address.inputValue()).toBe("https://typed.example/");
    expect(await page.getByRole("button", { name: "Import it" }).count()).toBe(offers);
  });

  it("that saves a profile leaves what was typed and chosen meanwhile", async () => {
    const { page, type } = await openAuth(test);
    await choose(type, "Basic Auth");
    await page.getByLabel("User name").fill("me");
    await page.getByLabel("Save as profile").fill("saved");
    const save = await holdReply(page, "PUT", "/v1/profiles/saved");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await save.sent;
    await page.getByLabel("User name").fill("typed meanwhile");
    await choose(type, "Bearer Token");
    await save.release();
    await page.getByText("There is already a profile saved.").waitFor();
    const chosen = page.getByLabel("Profile", { exact: true });
    expect(await chosen.textContent()).toBe("This request only");
    expect(await type.textContent()).toBe("Bearer Token");
    await choose(type, "Basic Auth");
    expect(await page.getByLabel("User name").inputValue()).toBe("typed meanwhile");
  });

  it("that deletes a profile leaves another one that was chosen meanwhile", async () => {
    const { page } = await openAuth(test, "first");
    await page.getByRole("button", { name: "More for first" }).click();
    await page.getByRole("menuitem", { name: "Delete the profile…" }).click();
    const deletion = await holdReply(page, "DELETE", "/v1/profiles/first");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await deletion.sent;
    const chosen = page.getByLabel("Profile", { exact: true });
    await choose(chosen, "third");
    await deletion.release();
    await chosen.click();
    await expect.poll(() => optionsOf(chosen).filter({ hasText: "first" }).count(), within).toBe(0);
    expect(await chosen.textContent()).toBe("third");
  });

  it("that saves an environment does not close the editor of another one", async () => {
    const { page } = await test.open();
    const edit = async (name: string): Promise<void> => {
      await page.getByRole("button", { name: /^Environment: / }).click();
      await page.getByRole("menuitem", { name: `Edit ${name}` }).click();
    };
    await edit("lab");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("New variable: name").pressSequentially("more");
    const saved = await holdReply(page, "PUT", "/v1/environments/lab");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await saved.sent;
    await page.keyboard.press("Escape");
    await calls().chooseEnvironment({ body: { name: "other" } });
    await page.getByRole("button", { name: "Environment: other" }).waitFor();
    await edit("other");
    await dialog.getByLabel("New variable: name").pressSequentially("typed");
    await saved.release();
    expect(await dialog.getByLabel("Variable 2: name").inputValue()).toBe("typed");
  });
});
