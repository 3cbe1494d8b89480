// A map while it is drawn: its file with all that it was before, the tool in hand, what is chosen and what is wrong.

import { Denied, post, type Schemas } from "../../../api/client";
import { History } from "../../../history.svelte";
import { stored } from "../../../local_store.svelte";
import { boardOf, landOf } from "../land";
import { keyOf, makeCorner, moveCorner, type Stretch, straighten, frameOf, project } from "./corners";
import * as edits from "./edits";
import { idOf, kindOf, type Thing } from "./edits";
import { type Flaw, marked, type Place } from "./flaws";
import { type Point, roadId } from "../places";
import type { MapFile } from "./map_file";

export const TOOLS = ["choose", "corner", "space", "road", "alliance"] as const;
export type Tool = (typeof TOOLS)[number];
type Checking = "waiting" | "known" | "offline";

/** A key of words, with its arguments. */
interface Saying {
  key: string;
  args?: Record<string, unknown>;
}

const CHECK_MS = 350;
const AGAIN_MS = 5000;

/** The map that was drawn last on this device. */
const kept = stored<unknown>("map", null);
export const lastDrawn = (): unknown => kept.value;

export class MapDrawing {
  file = $state.raw() as MapFile;
  tool = $state<Tool>("choose");
  chosen = $state.raw<Thing | null>(null);
  /** The first of two that are to be joined. */
  first = $state.raw<Thing | null>(null);
  flaws = $state.raw<readonly Flaw[]>([]);
  checking = $state<Checking>("waiting");
  /** What was done last, or why it can't be. */
  saying = $state.raw<Saying | null>(null);
  private readonly history = new History<MapFile>();
  private going = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  readonly land = $derived(landOf(boardOf(this.file), this.file, 0));
  readonly frame = $derived(this.tool === "corner" ? frameOf(this.file) : { corners: [], stretches: [] });
  readonly wrong = $derived(marked(this.file, this.flaws));
  readonly canUndo = $derived(this.history.canUndo);
  readonly canRedo = $derived(this.history.canRedo);

  constructor(file: MapFile) {
    this.file = file;
    this.check();
  }

  /** Something was drawn; what belongs to the same movement is one step. */
  draw(file: MapFile, movement = ""): void {
    if (file === this.file) return;
    if (!movement || movement !== this.going) this.history.note(this.file);
    this.going = movement;
    this.lay(file);
  }

  /** Another map, instead of the one that is there; that can be undone too. */
  begin(file: MapFile): void {
    this.draw(file);
    this.choose(null);
    this.saying = null;
    this.flaws = [];
  }

  undo(): void {
    const before = this.history.undo(this.file);
    if (before) this.back(before);
  }

  redo(): void {
    const after = this.history.redo(this.file);
    if (after) this.back(after);
  }

  private back(file: MapFile): void {
    this.going = "";
    this.saying = null;
    this.first = null;
    this.lay(file);
    if (this.chosen && !this.has(this.chosen)) this.chosen = null;
  }

  private lay(file: MapFile): void {
    this.file = file;
    this.check();
  }

  /** Whether a thing is on the map. */
  has(thing: Thing): boolean {
    const id = idOf(thing);
    switch (kindOf(thing)) {
      case "space":
        return this.file.spaces.some((one) => one.id === id);
      case "road":
      case "bend":
        return edits.roadOf(this.file, id) !== undefined;
      case "alliance":
        return this.file.alliances.some(({ number }) => String(number) === id);
      case "corner":
        return frameOf(this.file).corners.some(({ at }) => keyOf(at) === id);
      default:
        return this.file.provinces.some((one) => one.id === id);
    }
  }

  take(tool: Tool): void {
    this.tool = tool;
    this.first = null;
    this.saying = null;
    if (this.chosen?.startsWith("corner:") !== (tool === "corner")) this.chosen = null;
  }

  choose(thing: Thing | null): void {
    if (this.chosen !== thing) this.going = "";
    this.chosen = thing;
    this.first = null;
  }

  /** A click on a thing, or Enter; `at` is where on the map. */
  click(thing: Thing, at: Point | null = null): void {
    this.saying = null;
    if (this.tool === "space" && kindOf(thing) === "province") this.found(idOf(thing), at);
    else if (this.tool === "road" && kindOf(thing) === "space") this.join(thing, (a, b) => this.pave(a, b));
    else if (this.tool === "alliance" && ["province", "dragon", "label"].includes(kindOf(thing))) {
      this.join(`province:${idOf(thing)}`, (a, b) => this.ally(a, b));
    } else this.choose(thing);
  }

  /** Two things, one after the other. */
  private join(thing: Thing, joined: (one: string, other: string) => void): void {
    if (this.first === null) {
      this.chosen = null;
      this.first = thing;
      this.saying = { key: `han.editor.second_${this.tool}` };
    } else if (this.first === thing) {
      this.first = null;
    } else {
      const first = this.first;
      this.first = null;
      joined(idOf(first), idOf(thing));
    }
  }

  /** A space more in a province: where one clicked, or where there is room. */
  found(province: string, at: Point | null): void {
    const place = at ?? edits.roomIn(this.file, province);
    const made = place && edits.addSpace(this.file, place);
    if (!made) this.saying = { key: "han.editor.no_land" };
    else {
      this.draw(made.file);
      this.choose(`space:${made.id}`);
    }
  }

  private pave(a: string, b: string): void {
    const paved = edits.addRoad(this.file, a, b);
    if (paved === this.file) this.saying = { key: "han.editor.road_there" };
    this.draw(paved);
    this.choose(roadId(a, b) as Thing);
  }

  private ally(a: string, b: string): void {
    const { file, number } = edits.ally(this.file, a, b);
    if (file === this.file) this.saying = { key: "han.editor.alliance_there" };
    this.draw(file);
    this.choose(`alliance:${number}`);
  }

  /** A thing elsewhere, from where it was when the movement began. */
  move(thing: Thing, to: Point, movement: string, before: MapFile = this.file): void {
    if (kindOf(thing) !== "corner") {
      this.draw(edits.move(before, thing, to), movement);
      return;
    }
    const from = edits.pointOf(idOf(thing));
    const moved = moveCorner(before, from, to);
    this.draw(moved, movement);
    this.chosen = this.cornerNear(to);
  }

  /** A new corner between two. */
  fold(stretch: Stretch, to: Point, movement: string, before: MapFile = this.file): void {
    this.draw(makeCorner(before, stretch, to), movement);
    this.chosen = this.cornerNear(to);
  }

  private cornerNear(to: Point): Thing | null {
    const nearest = this.frame.corners.map(({ at }) => ({ at, away: project(to, [at]).away })).sort((a, b) => a.away - b.away)[0];
    return nearest && nearest.away < 14 ? `corner:${keyOf(nearest.at)}` : null;
  }

  /** Take away what is chosen, or say why it stays. */
  remove(thing: Thing): void {
    const corner = kindOf(thing) === "corner";
    const without = corner ? straighten(this.file, edits.pointOf(idOf(thing))) : edits.remove(this.file, thing);
    if (without === this.file) {
      this.saying = { key: corner ? "han.editor.corner_stays" : "han.editor.province_stays" };
      return;
    }
    this.draw(without);
    this.choose(null);
  }

  /** Have the map looked over, once nothing has been drawn for a moment; and keep it. */
  private check(after = CHECK_MS): void {
    this.checking = "waiting";
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.lookOver(), after);
  }

  private async lookOver(): Promise<void> {
    const file = this.file;
    const number = ++this.asked;
    this.keep();
    try {
      const { flaws } = await post<Schemas["Checked"]>("/api/games/han/options/map/check", { own: file });
      if (file !== this.file || number !== this.asked) return;
      this.flaws = flaws;
      this.checking = "known";
    } catch (error) {
      if (!(error instanceof Denied)) throw error;
      if (file !== this.file) return;
      this.checking = "offline";
      this.timer = setTimeout(() => void this.lookOver(), AGAIN_MS);
    }
  }

  /** Keep the map on this device. */
  keep(): void {
    kept.value = this.file;
  }

  /** Nobody draws any more. */
  leave(): void {
    clearTimeout(this.timer);
    this.keep();
  }

  /** What is said to be wrong at a place. */
  flawsAt(place: Place): readonly string[] {
    return this.wrong.get(place) ?? [];
  }
}
