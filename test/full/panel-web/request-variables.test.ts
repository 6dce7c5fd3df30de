// `{{variables}}` and environments in the view "Request" in a browser.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath } from "./panel.test.support.js";
import { startRequestTest, type RequestPage, type RequestTest } from "./request-bed.test.support.js";

const marker = "TULIP-canary-98765";

describe.skipIf(chromiumPath === undefined)("the variables of the request view", () => {
  let test: RequestTest;
  beforeAll(async () => {
    process.env["PICTOR_TEST_VARIABLE"] = marker;
    test = await startRequestTest(({ origin }) => ({
      configuration: {
        environments: {
          lab: { host: origin, id: "7", label: { $env: "PICTOR_TEST_VARIABLE" } },
          other: { host: `${origin}/other` },
        },
      },
    }));
    test.api.answer = ({ url }, response) => response.end(`at ${url}`);
  });
  afterAll(async () => {
    delete process.env["PICTOR_TEST_VARIABLE"];
    await test.close();
  });
  const last = () => test.api.arrived.at(-1);
  const choose = async ({ page }: RequestPage, name: string): Promise<void> => {
    await page.getByRole("button", { name: /^Environment: / }).click();
    await page.getByRole("menuitem", { name: new RegExp(`^${name}`) }).click();
  };

  it("are completed while the address is typed, and shown with their values", async () => {
    const request = await test.open();
    const { page, faults, address, sendFor } = request;
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
    expect(faults).toEqual([]);
  });

  it("that are references have no value in the page, and are filled in by the server", async () => {
    const { page, faults, address, sendFor } = await test.open();
    await address.fill("{{host}}/b?label={{label}}&x={{unknown}}");
    await page.getByText(`${test.api.origin}/b?label=•••&x={{unknown}}`, { exact: true }).waitFor();
    await page.getByText("The environment lab has no unknown.").first().waitFor();
    await address.fill("{{host}}/b?label={{label}}");
    await sendFor("200 OK", "at /b");
    expect(last()?.url).toBe(`/b?label=${marker}`);
    const kept = await page.evaluate<string>("JSON.stringify({ ...localStorage, ...sessionStorage })");
    expect(kept + (await page.locator(".address").innerHTML())).not.toContain(marker);
    expect(faults).toEqual([]);
  });

  it("are those of the environment that was chosen, also after a reload and for another device", async () => {
    const request = await test.open();
    const { page, faults, address, sendFor } = request;
    await address.fill("{{host}}/c");
    await choose(request, "other");
    await page.getByRole("button", { name: "Environment: other" }).waitFor();
    await page.getByText(`${test.api.origin}/other/c`, { exact: true }).waitFor();
    await sendFor("200 OK", "at /other/c");
    await page.reload();
    await page.getByRole("button", { name: "Environment: other" }).waitFor();
    const device = await test.open();
    await device.page.getByRole("button", { name: "Environment: other" }).waitFor();
    await choose(request, "None");
    await page.getByText("No environment is chosen: host has no value.").waitFor();
    await choose(request, "lab");
    await page.getByText(`${test.api.origin}/c`, { exact: true }).waitFor();
    expect([...faults, ...device.faults]).toEqual([]);
  });
});
