import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The built client lies inside the Python package and is served from there.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/lantern/server/client",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
