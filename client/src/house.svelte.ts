// Where others in the house find the server, when one uses it on its own machine: there, links name an address that
// leads nowhere from elsewhere.

import { Denied, get, type Schemas } from "./api/client";

/** Whether the address of this page means the machine on which it is shown. */
export const isHere = (): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);

let addresses = $state.raw<string[] | null>(null);

/** Ask once under which addresses others find this machine. */
export async function lookAround(): Promise<void> {
  if (!isHere() || addresses !== null) return;
  try {
    addresses = (await get<Schemas["House"]>("/api/house")).addresses;
  } catch (error) {
    if (!(error instanceof Denied)) throw error;
  }
}

/** A link as others can use it, as far as that is known. */
export function forOthers(link: string): string {
  const found = addresses?.[0];
  return found === undefined ? link : link.replace(location.origin, found);
}

/** Whether nobody but this machine can reach the server. */
export const isAlone = (): boolean => addresses?.length === 0;
