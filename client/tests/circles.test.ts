// No modules of the page need each other in a circle, not even for types; only a component may show itself within itself.

import { expect, it } from "vitest";

const SOURCES: Record<string, string> = import.meta.glob("../src/**/*.{ts,svelte}", { query: "?raw", import: "default", eager: true });
const IMPORTED = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g;
const ENDINGS = ["", ".ts", ".svelte.ts", "/index.ts", "/index.svelte.ts"];

/** The module that another one means by a path. */
function meant(path: string, from: string): string | undefined {
  const whole = `..${new URL(path, `file://${from.slice(2)}`).pathname}`;
  return ENDINGS.map((ending) => whole + ending).find((module) => module in SOURCES);
}

function needed(module: string): string[] {
  const paths = [...SOURCES[module]!.matchAll(IMPORTED)].map((found) => meant(found[1]!, module));
  return [...new Set(paths.filter((path): path is string => path !== undefined && path !== module))];
}

/** A circle that a module is in or leads to; none if all that it needs was seen to need none of it. */
function circle(module: string, way: string[], done: Set<string>): string[] | undefined {
  if (way.includes(module)) return [...way.slice(way.indexOf(module)), module];
  if (done.has(module)) return undefined;
  for (const next of needed(module)) {
    const found = circle(next, [...way, module], done);
    if (found) return found;
  }
  done.add(module);
  return undefined;
}

it("has no circles", () => {
  const done = new Set<string>();
  expect(Object.keys(SOURCES).map((module) => circle(module, [], done)).find((found) => found)).toBeUndefined();
  expect(needed("../src/main.ts")).toContain("../src/App.svelte");
});
