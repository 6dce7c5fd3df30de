// What a reply repeats of its request: no value that the API does not know, at any level.

import { expect, it } from "vitest";
import { echoOf } from "./echo.js";

it("a reply repeats known fields alone, also inside of override_settings and of scripts", () => {
  const echo = echoOf(
    "txt2img",
    {
      prompt: "a kite",
      auth: "me:SECRET",
      override_settings: { sd_vae: "Automatic", api_password: "SECRET" },
      alwayson_scripts: { ADetailer: { args: [false], key: "SECRET" }, Other: "SECRET" },
    },
    false,
  );
  expect(echo).toMatchObject({
    prompt: "a kite",
    steps: null,
    override_settings: { sd_vae: "Automatic" },
    alwayson_scripts: { ADetailer: { args: [false] }, Other: null },
  });
  expect(JSON.stringify(echo)).not.toContain("SECRET");
});

it("a reply repeats the images of its request only if the request asks for it", () => {
  const body = { init_images: ["AAAA"], mask: "BBBB" };
  expect(echoOf("img2img", body, false)).toMatchObject({ init_images: null, mask: null });
  expect(echoOf("img2img", body, true)).toMatchObject(body);
});
