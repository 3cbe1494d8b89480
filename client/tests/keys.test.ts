import { describe, expect, it } from "vitest";
import { wished } from "../src/keys";

interface Press {
  key: string;
  code: string;
  held?: string[];
  on?: string;
  used?: boolean;
}

function press({ key, code, held = [], on = "body", used = false }: Press): ReturnType<typeof wished> {
  const target = { closest: (selector: string) => (selector.split(", ").includes(on) ? {} : null) };
  const [ctrlKey, altKey, metaKey] = ["Control", "Alt", "Meta"].map((name) => held.includes(name));
  const event = { key, code, ctrlKey, altKey, metaKey, target, defaultPrevented: used, getModifierState: (name: string) => held.includes(name) };
  return wished(event as unknown as KeyboardEvent);
}

describe("a key at a table", () => {
  it.each([
    ["Latin", "u", "KeyU", "undo"],
    ["capitals", "H", "KeyH", "suggestion"],
    ["Cyrillic", "г", "KeyU", "undo"],
    ["Cyrillic", "р", "KeyH", "suggestion"],
    ["Cyrillic", "х", "BracketLeft", "earlier"],
    ["Cyrillic", "ъ", "BracketRight", "later"],
    ["Greek", "θ", "KeyU", "undo"],
    ["German", "ü", "BracketLeft", "earlier"],
    ["French", "Dead", "BracketLeft", "earlier"],
    ["Dvorak, where u stands elsewhere", "u", "KeyF", "undo"],
    ["arrows", "ArrowLeft", "ArrowLeft", "earlier"],
    ["arrows", "ArrowRight", "ArrowRight", "later"],
  ])("is understood: %s %s", (_, key, code, wish) => expect(press({ key, code })).toBe(wish));

  it("is a bracket by AltGr too, however the system tells of that key", () => {
    expect(press({ key: "[", code: "Digit5", held: ["AltGraph", "Control", "Alt"] })).toBe("earlier");
    expect(press({ key: "]", code: "Minus", held: ["AltGraph"] })).toBe("later");
  });
  it("is not taken for another letter that stands there on other keyboards", () => {
    expect(press({ key: "g", code: "KeyU" })).toBeNull();
    expect(press({ key: "/", code: "BracketLeft" })).toBeNull();
  });
  it.each(["Control", "Alt", "Meta"])("is the browser's with %s", (held) => {
    expect(press({ key: "u", code: "KeyU", held: [held] })).toBeNull();
    expect(press({ key: "ArrowLeft", code: "ArrowLeft", held: [held] })).toBeNull();
  });
  it("belongs to what one writes in or walks about with arrows", () => {
    for (const on of ["input", "textarea", "select", "[role=tab]"]) expect(press({ key: "ArrowLeft", code: "ArrowLeft", on })).toBeNull();
    expect(press({ key: "ArrowLeft", code: "ArrowLeft", used: true })).toBeNull();
  });
  it("is understood on a tab, which takes the arrows alone", () => {
    expect(press({ key: "[", code: "BracketLeft", on: "[role=tab]" })).toBe("earlier");
    expect(press({ key: "х", code: "BracketLeft", on: "[role=tab]" })).toBe("earlier");
    expect(press({ key: "u", code: "KeyU", on: "[role=tab]" })).toBe("undo");
    for (const on of ["input", "textarea", "select"]) expect(press({ key: "[", code: "BracketLeft", on })).toBeNull();
  });
});
