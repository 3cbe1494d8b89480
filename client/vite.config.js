import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { COVER, within } from "./src/games/ming/within.ts";

/** What each language calls itself, from the catalogues that there are. */
const CATALOGUES = new URL("../src/lantern/languages/", import.meta.url);
const LANGUAGES = Object.fromEntries(
  readdirSync(CATALOGUES)
    .filter((file) => file.endsWith(".json"))
    .map((file) => [file.slice(0, -".json".length), JSON.parse(readFileSync(new URL(file, CATALOGUES), "utf8"))["language.name"]]),
);

/** The kinds of words that the page speaks, such as "ui": those that its sources name. The rest is the terminal's and the server's. */
const SOURCES = new URL("./src/", import.meta.url);
const SPOKEN = new Set(
  readdirSync(SOURCES, { recursive: true })
    .filter((file) => /\.(ts|svelte)$/.test(file))
    .flatMap((file) => [...readFileSync(new URL(file, SOURCES), "utf8").matchAll(/["'`]([a-z_]+)\./g)].map(([, kind]) => kind)),
);

/** Kinds that one page alone says: the server hands them out with a game's words for it. */
const APART = new Set(["compose", "admin"]);
/** What the page for administrators says: it loads that itself. */
const ADMIN = "?admin";

/** Leave out of the catalogues what the page never says. */
const spokenAlone = {
  name: "spoken-alone",
  enforce: "pre",
  transform(text, id) {
    if (!id.startsWith(fileURLToPath(CATALOGUES))) return null;
    if (id.endsWith(ADMIN)) {
      const words = Object.entries(JSON.parse(text)).filter(([key]) => key.startsWith("admin."));
      return { code: `export default ${JSON.stringify(Object.fromEntries(words))}`, moduleType: "js", map: null };
    }
    const words = Object.entries(JSON.parse(text)).filter(([key]) => SPOKEN.has(key.split(".")[0]) && !APART.has(key.split(".")[0]));
    return { code: JSON.stringify(Object.fromEntries(words)), map: null };
  },
};

/** Of a large map, the part that a cover shows. */
const coverMap = {
  name: "cover-map",
  enforce: "pre",
  transform(text, id) {
    if (!id.endsWith("/ming/data/map.json?cover")) return null;
    return { code: `export default ${JSON.stringify(within(JSON.parse(text), COVER))}`, moduleType: "js", map: null };
  },
};

/** The service worker stands beside the page, and knows all its files. */
const WORKER = "worker.js";
const serviceWorker = {
  name: "service-worker",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const worker = bundle[WORKER];
      if (!worker) return;
      const files = Object.keys(bundle).filter((name) => name.startsWith("assets/")).sort();
      const start = bundle["index.html"]?.source ?? "";
      const version = createHash("sha256").update(files.join()).update(start).digest("hex").slice(0, 12);
      const all = [...files.map((name) => `/${name}`), "/lantern.svg", "/lantern.webmanifest", "/icons/192.png"];
      worker.code = worker.code.replaceAll("__FILES__", JSON.stringify(all)).replaceAll("__VERSION__", JSON.stringify(version));
    },
  },
};

/** One file of what nearly every page needs: each further one costs as much as a few hundred letters more. */
const COMMON = { name: "common", test: /node_modules|\/src\/(api|words)\/|\/src\/(games\/)?[^/]+\.ts$/, minShareCount: 3 };

// The built client lies inside the Python package and is served from there.
export default defineConfig({
  plugins: [spokenAlone, coverMap, svelte(), serviceWorker],
  define: { __LANGUAGES__: JSON.stringify(LANGUAGES) },
  build: {
    outDir: "../src/lantern/server/client",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ["index.html", "worker/worker.ts"],
      output: {
        codeSplitting: { groups: [COMMON] },
        entryFileNames: ({ name }) => (name === "worker" ? WORKER : "assets/[name]-[hash].js"),
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
