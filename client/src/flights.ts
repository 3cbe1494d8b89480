// What moves over the table: a picture of it flies in a layer above everything, where nothing can be clicked and nothing
// has a place of its own. The table itself is drawn as it is; only what is about to land is not seen until it has.

/** Something that moves, from place to place: names of `data-place`, or of `data-thing`. */
export interface Flight {
  from: string;
  to: string;
  /** What lies on its way. */
  over?: readonly string[];
  /** What it looks like: something that is on the table before; otherwise what stands at the end afterwards. */
  shows?: string;
  /** What comes of it there, and is not seen until it has landed; an animation of its own begins then. */
  brings?: string;
}

/** A flight before the table changes. */
interface Lifted {
  flight: Flight;
  way: DOMRect[];
  to: DOMRect | null;
  picture: Picture | null;
}

/** A copy of something on the table, of the size that it has there. */
interface Picture {
  copy: HTMLElement | SVGElement;
  width: number;
  height: number;
}

/** What flies to something that scrolls, and where that was seen in the layer when it took off. */
interface Flying {
  copy: HTMLElement | SVGElement;
  to: Element;
  from: DOMRect;
}

export class Sky {
  private flying: Animation[] = [];
  private followed: Flying[] = [];

  constructor(private readonly layer: () => HTMLElement | undefined) {}

  /** Take up what is about to move, while the table still shows where it was. */
  lift(flights: readonly Flight[]): Lifted[] {
    return flights.map((flight) => ({
      flight,
      way: [flight.from, ...(flight.over ?? [])].flatMap((name) => rectOf(find(name)) ?? []),
      to: rectOf(find(flight.to)),
      picture: flight.shows === undefined ? null : pictureOf(find(flight.shows)),
    }));
  }

  /** Let it fly, now that the table shows where it is. */
  launch(lifted: readonly Lifted[], ms: number): void {
    this.clear();
    const layer = this.layer();
    if (!layer) return;
    // What is measured is measured before anything is drawn, and from the layer, which scrolls with the page.
    const origin = layer.getBoundingClientRect();
    const ready = lifted.map(({ flight, way, to, picture }) => {
      const goal = find(flight.to);
      const brought = flight.brings === undefined ? null : find(flight.brings);
      const held = brought ?? (picture ? null : goal);
      const end = rectOf(goal) ?? to;
      const stops = end && way.length ? [...way, end].map((rect) => seenFrom(origin, rect)) : [];
      return { stops, goal, picture: picture ?? pictureOf(goal), held, waiting: brought?.getAnimations() ?? [] };
    });
    for (const { stops, goal, picture, held, waiting } of ready) {
      if (!stops.length || !picture) continue;
      layer.append(picture.copy);
      if (goal) this.follow({ copy: picture.copy, to: goal, from: stops.at(-1)! });
      const flown = picture.copy.animate(keyframes(stops, picture), { duration: ms, easing: "ease-in-out", fill: "both" });
      for (const one of waiting) one.pause();
      flown.onfinish = flown.oncancel = () => {
        flown.onfinish = flown.oncancel = null;
        picture.copy.remove();
        this.leave(picture.copy);
        for (const one of waiting) one.play();
      };
      this.flying.push(flown);
      if (held) this.flying.push(held.animate({ opacity: [0, 0] }, ms));
    }
  }

  /** Whatever flies has landed. */
  clear(): void {
    for (const flown of this.flying) flown.cancel();
    this.flying = [];
  }

  private follow(one: Flying): void {
    if (!this.followed.length) addEventListener("scroll", this.shift, { capture: true, passive: true });
    this.followed.push(one);
  }

  private leave(copy: Element): void {
    this.followed = this.followed.filter((one) => one.copy !== copy);
    if (!this.followed.length) removeEventListener("scroll", this.shift, { capture: true });
  }

  /** A part of the page was scrolled: what flies there goes along. */
  private readonly shift = (): void => {
    const origin = this.layer()?.getBoundingClientRect();
    if (!origin) return;
    for (const { copy, to, from } of this.followed) {
      if (!to.isConnected) continue;
      const now = seenFrom(origin, to.getBoundingClientRect());
      copy.style.translate = `${now.x - from.x}px ${now.y - from.y}px`;
    }
  };
}

/** Where something lies in the layer. */
function seenFrom(layer: DOMRect, { x, y, width, height }: DOMRect): DOMRect {
  return new DOMRect(x - layer.x, y - layer.y, width, height);
}

/** What has a name and can be seen. */
function find(name: string): Element | null {
  const quoted = JSON.stringify(name);
  const found = [...document.querySelectorAll(`[data-place=${quoted}]`), ...document.querySelectorAll(`[data-thing=${quoted}]`)];
  return found.find((one) => one.getClientRects().length > 0) ?? null;
}

const rectOf = (element: Element | null): DOMRect | null => element?.getBoundingClientRect() ?? null;

/** Large enough to be followed by the eye. */
const SEEN_PX = 30;

/** From middle to middle, as large as there is room at both ends, and nearer to the eye on the way. */
function keyframes(way: readonly DOMRect[], { width, height }: Picture): Keyframe[] {
  const last = way.length - 1;
  const least = Math.min(2.2, SEEN_PX / Math.min(width, height));
  const sizes = way.map((rect) => Math.min(rect.width / width, rect.height / height, 1.6) || 1);
  const at = (x: number, y: number, size: number): Keyframe => ({
    transform: `translate(${x - width / 2}px, ${y - height / 2}px) scale(${size})`,
  });
  const stops = way.map((rect, place) => {
    const size = place === 0 ? sizes[0]! : place === last ? sizes[last]! : Math.max(least, sizes[0]!, sizes[last]!);
    return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2, size };
  });
  return stops.flatMap((stop, place) => {
    const next = stops[place + 1];
    const here = at(stop.x, stop.y, stop.size);
    if (!next) return [here];
    return [here, at((stop.x + next.x) / 2, (stop.y + next.y) / 2, Math.max(least, 1.12 * Math.max(stop.size, next.size)))];
  });
}

const SVG = "http://www.w3.org/2000/svg";

function pictureOf(element: Element | null): Picture | null {
  if (!element) return null;
  const { x, y, width, height } = element.getBoundingClientRect();
  if (!width || !height) return null;
  const copy = copied(element) as HTMLElement | SVGElement;
  if (!(element.parentNode instanceof SVGGraphicsElement)) {
    Object.assign(copy.style, { position: "absolute", inset: "0 auto auto 0", margin: "0", transform: "none", translate: "none" });
    Object.assign(copy.style, { width: `${width}px`, height: `${height}px`, transformOrigin: "center" });
    return { copy, width, height };
  }
  const scale = element.parentNode.getScreenCTM();
  if (!scale) return null;
  // A part of a drawing flies in a drawing of its own, of the scale that it had.
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  const part = document.createElementNS(SVG, "g");
  part.setAttribute("transform", `matrix(${scale.a} ${scale.b} ${scale.c} ${scale.d} ${scale.e - x} ${scale.f - y})`);
  part.append(copy);
  svg.append(part);
  return { copy: svg, width, height };
}

/** What drawings look like, and beside it what gives text and boxes their looks. */
const DRAWN = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
  "paint-order", "opacity", "color", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline", "letter-spacing",
  "transform", "transform-origin", "transform-box", "visibility", "display", "filter", "clip-path", "mix-blend-mode",
];
const BOXED = [
  ...DRAWN, "box-sizing", "position", "inset", "width", "height", "margin", "padding", "border", "border-radius", "background",
  "box-shadow", "overflow", "line-height", "text-align", "white-space", "flex", "flex-direction", "flex-wrap", "gap",
  "grid-template-columns", "grid-template-rows", "grid-area", "align-items", "align-content", "align-self", "justify-content",
  "justify-items", "aspect-ratio", "object-fit", "font-style", "font-variant-numeric", "z-index",
];
/** Of what an element is called, nothing goes along: its copy is no thing on the table. */
const KEPT = /^(viewBox|transform|d|x|y|x1|y1|x2|y2|cx|cy|r|rx|ry|dx|dy|width|height|points|href|xlink:href|src|preserveAspectRatio|font-size|text-anchor|offset|rotate|textLength|patternUnits|patternTransform|gradientUnits|gradientTransform)$/;

let known = { sheets: 0, names: new Set<string>() };
/** The names of all custom properties that some style gives. */
function colourNames(): Set<string> {
  const sheets = [...document.styleSheets];
  if (known.sheets === sheets.length) return known.names;
  const names = new Set<string>();
  const read = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) for (const name of rule.style) if (name.startsWith("--")) names.add(name);
      if ("cssRules" in rule) read(rule.cssRules as CSSRuleList);
    }
  };
  for (const sheet of sheets) read(sheet.cssRules);
  known = { sheets: sheets.length, names };
  return names;
}

/** A copy that looks the same wherever it stands. */
function copied(element: Element): Element {
  const copy = document.createElementNS(element.namespaceURI, element.localName) as HTMLElement | SVGElement;
  for (const { name, value } of element.attributes) if (KEPT.test(name)) copy.setAttribute(name, value);
  const looks = getComputedStyle(element);
  for (const name of element instanceof SVGElement && !(element instanceof SVGSVGElement) ? DRAWN : BOXED) {
    copy.style.setProperty(name, looks.getPropertyValue(name));
  }
  // What a drawing is taken from elsewhere asks for colours by name.
  if (element instanceof SVGUseElement) for (const name of colourNames()) copy.style.setProperty(name, looks.getPropertyValue(name));
  copy.style.animation = copy.style.transition = "none";
  for (const child of element.childNodes) {
    if (child instanceof Element) copy.append(copied(child));
    else if (child instanceof Text) copy.append(child.data);
  }
  return copy;
}
