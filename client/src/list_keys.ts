// Long lists are one stop for the Tab key; within them the arrows move.

/** Move the focus to the neighbour in a list, if an arrow was pressed. */
export function moveInList(event: KeyboardEvent): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  const here = event.currentTarget as HTMLElement;
  const stops = [...(here.closest("ol, tbody")?.querySelectorAll<HTMLElement>("[tabindex]") ?? [])];
  const next = step ? stops[stops.indexOf(here) + step] : undefined;
  if (!next) return;
  event.preventDefault();
  next.focus();
}
