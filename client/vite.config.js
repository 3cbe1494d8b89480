import { readdirSync, readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/** What each language calls itself, from the catalogues that there are. */
const CATALOGUES = new URL("../src/lantern/languages/", import.meta.url);
const LANGUAGES = Object.fromEntries(
  readdirSync(CATALOGUES)
    .filter((file) => file.endsWith(".json"))
    .map((file) => [file.slice(0, -".json".length), JSON.parse(readFileSync(new URL(file, CATALOGUES), "utf8"))["language.name"]]),
);

// The built client lies inside the Python package and is served from there.
export default defineConfig({
  plugins: [svelte()],
  define: { __LANGUAGES__: JSON.stringify(LANGUAGES) },
  build: {
    outDir: "../src/lantern/server/client",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
