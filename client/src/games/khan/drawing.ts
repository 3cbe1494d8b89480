// What every drawing of the game needs: its colours, and the pictures that it uses by name.

import { mount } from "svelte";
import "./drawing.css";
import Symbols from "./Symbols.svelte";

let there = false;

/** Put the pictures that drawings use by name on the page, once for all drawings. */
export function needSymbols(): void {
  if (!there) mount(Symbols, { target: document.body });
  there = true;
}
