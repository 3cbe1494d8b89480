// What a person has chosen on this device, kept between visits.

/** A value that stays: reading and writing it is watched like any state. */
export function stored<T>(name: string, usual: T): { value: T } {
  let value = $state.raw<T>(read(name, usual));
  return {
    get value() {
      return value;
    },
    set value(next: T) {
      value = next;
      try {
        localStorage.setItem(`lantern.${name}`, JSON.stringify(next));
      } catch {
        // a private window keeps nothing
      }
    },
  };
}

function read<T>(name: string, usual: T): T {
  try {
    const found = localStorage.getItem(`lantern.${name}`);
    return found === null ? usual : (JSON.parse(found) as T);
  } catch {
    return usual;
  }
}

export const theme = stored<"auto" | "light" | "dark">("theme", "auto");
export const sounds = stored<boolean>("sounds", true);
export const notifications = stored<boolean>("notifications", false);
/** How fast what happens at a table is shown. */
export type Speed = "slow" | "usual" | "fast" | "at_once";
export const speed = stored<Speed>("speed", "usual");
/** Whether the log beside a game is folded away. */
export const folded = stored<boolean>("folded", false);
export const ownName = stored<string>("name", "");
