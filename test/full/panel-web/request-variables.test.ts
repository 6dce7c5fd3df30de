// `{{variables}}` and environments in the view "Request" in a browser.

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { chromiumPath } from "./panel.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";
import { sayPath, startRequestTest } from "./request-bed.test.support.js";

const marker = "TULIP-canary-98765";

describe.skipIf(chromiumPath === undefined)("the variables of the request view", () => {
  const label = { $env: "PICTOR_TEST_VARIABLE" };
  const test = startForAll(() =>
    startRequestTest(
      ({ origin }) => ({ configuration: { environments: { lab: { host: origin, id: "7", label } } } }),
      sayPath,
    ),
  );
  beforeAll(() => void vi.stubEnv("PICTOR_TEST_VARIABLE", marker));
  afterAll(() => void vi.unstubAllEnvs());
  const last = () => test.api.arrived.at(-1);

  it("are completed while the address is typed, and shown with their values", async () => {
    const request = await test.open();
    const { page, address, sendFor } = request;
    await page.getByRole("button", { name: "Environment: lab" }).waitFor();
    await address.pressSequentially("{{ho");
    const options = page.getByRole("listbox", { name: "Variables" }).getByRole("option");
    await expect.poll(() => options.allTextContents()).toEqual([`host${test.api.origin}`]);
    // The key of the view sends what is there, and takes nothing from the list.
    await address.press("Control+Enter");
    expect(await address.inputValue()).toBe("{{ho");
    await address.press("Backspace");
    await address.pressSequentially("o");
    await expect.poll(() => options.count()).toBe(1);
    await address.press("Enter");
    expect(await address.inputValue()).toBe("{{host}}");
    await address.press("End");
    await address.pressSequentially("/a?i={{");
    await expect.poll(() => options.count()).toBe(3);
    await address.press("ArrowDown");
    await address.press("Tab");
    expect(await address.inputValue()).toBe("{{host}}/a?i={{id}}");
    await page.getByText(`${test.api.origin}/a?i=7`, { exact: true }).waitFor();
    await sendFor("200 OK", "at /a?i=7");
    expect(await page.getByText("has no host").count()).toBe(0);
  });

  it("that are references have no value in the page, and are filled in by the server", async () => {
    const { page, address, sendFor } = await test.open();
    await address.fill("{{host}}/b?label={{label}}&x={{unknown}}");
    await page.getByText(`${test.api.origin}/b?label=•••&x={{unknown}}`, { exact: true }).waitFor();
    await page.getByText("The environment lab has no unknown.").first().waitFor();
    await address.fill("{{host}}/b?label={{label}}");
    await sendFor("200 OK", "at /b");
    expect(last()?.url).toBe(`/b?label=${marker}`);
    const kept = await page.evaluate<string>("JSON.stringify({ ...localStorage, ...sessionStorage })");
    expect(kept + (await page.locator(".address").innerHTML())).not.toContain(marker);
  });
});
