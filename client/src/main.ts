import { mount } from "svelte";
import App from "./App.svelte";
import "./looks.css";
import { keepPage } from "./offline.svelte";
import { start } from "./words/index.svelte";

// After an upgrade of the server a page that was open may ask for a part that is no more.
const PATIENCE_MS = 10_000;
addEventListener("vite:preloadError", () => {
  if (performance.now() > PATIENCE_MS) location.reload();
});

await start();
mount(App, { target: document.getElementById("app")! });
keepPage();
