import { afterEach, describe, expect, it, vi } from "vitest";
import { language, start, t } from "../src/words/index.svelte";

describe("the language of a reader who has chosen none", () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    [["ru-RU", "en"], "ru"],
    [["it"], "it"],
    [["de-CH", "it-CH", "en"], "it"],
    [["de"], "en"],
    [[], "en"],
  ])("is the first of %j that there is: %s", async (languages, code) => {
    const page = { documentElement: { lang: "" } };
    vi.stubGlobal("navigator", { languages });
    vi.stubGlobal("document", page);
    await start();
    expect(language()).toBe(code);
    expect(page.documentElement.lang).toBe(code);
    expect(t("ui.a_friend")).not.toBe("ui.a_friend");
  });
});
