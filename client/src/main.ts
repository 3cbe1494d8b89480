import { mount } from "svelte";
import App from "./App.svelte";
import "./looks.css";
import { start } from "./words/index.svelte";

await start();
mount(App, { target: document.getElementById("app")! });
