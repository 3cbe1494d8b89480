// When what was drawn can be seen.

/** A page of which no frame is painted, though it is not hidden, waits no longer than this. */
const LONGEST_MS = 250;

/** Do something once the frame that is to come has been painted; at once where the page is hidden, for none will come. */
export function afterPaint(then: () => void): void {
  if (document.hidden) {
    then();
    return;
  }
  let done = false;
  const once = (): void => {
    if (done) return;
    done = true;
    clearTimeout(timer);
    then();
  };
  const timer = setTimeout(once, LONGEST_MS);
  requestAnimationFrame(() => setTimeout(once));
}
