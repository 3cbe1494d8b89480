// Whether the server does not let one in: then it says so itself, in place of every page.

let words = $state("");

/** What the server says of it; nothing while one is let in. */
export const barred = (): string => words;

/** One is not let in. */
export function shutOut(message: string): void {
  words = message;
}
