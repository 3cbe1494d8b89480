// What moves over the table of Ming Dynastie: members, princes over their borders, tiles and cards.

import type { Told } from "../../api/client";
import type { Flight } from "../../flights";
import type { Moved } from "../game";
import { districtsOf, groups, NEUTRAL, PROVINCES, provinceOf } from "./looks";
import type { Ming, View } from "./types";

/** The family that events call "seat 2", or "neutral". */
function familyOf(owner: string): number {
  return owner === "neutral" ? NEUTRAL : Number(owner.split(" ")[1]);
}

/** The places of a family in the palaces of a district, in the order in which they are drawn. */
function lodgersOf(view: View, district: string, family: number): string[] {
  return groups(view.palaces[district], view.neutral_palaces[district] ?? 0)
    .flatMap((group) => Array<number>(group.members).fill(group.owner))
    .flatMap((owner, place) => (owner === family ? [`lodger:${district}.${place}`] : []));
}

/** The border between two districts, as it is named on the map. */
const borderOf = (one: string, other: string): string[] => [`border:${one}.${other}`, `border:${other}.${one}`];

export function flights({ entry, before, after }: Moved<Ming>): Flight[] {
  /** Where a seat's card is seen: in one's own hand, or among what the table shows of another's. */
  function cardOf(view: View, seat: number, card: string): string {
    if (seat === view.seat) return `held:${card}`;
    return `fan:${seat}.${typeof view.hands[seat - 1] === "number" ? "back" : card}`;
  }
  function paid(seat: number, card: string): Flight {
    const from = cardOf(before, seat, card);
    return { from, to: card === "dragon" ? "pile:dragons" : "pile:discards", shows: from };
  }
  function taken(seat: number, from: string, card: string): Flight {
    return { from, to: cardOf(after, seat, card), shows: from };
  }
  function tile(seat: number, province: string): Flight {
    return { from: `tiles:${province}`, to: `tile:${seat}.${province}`, shows: `tiles:${province}` };
  }
  /** From the palaces back to the open area, each where it stood. */
  function back(family: number, district: string, members = Infinity): Flight[] {
    return lodgersOf(before, district, family)
      .slice(-members)
      .map((from) => ({ from, to: `chip:${district}.${family}`, shows: from }));
  }
  function deployed(seat: number, district: string, members: number, onto: boolean): Flight[] {
    const from = `waits:${provinceOf(district)}.${seat}`;
    const places = [...(members > (onto ? 1 : 0) ? [`chip:${district}.${seat}`] : []), ...(onto ? [`monk:${district}`] : [])];
    return places.map((to) => ({ from, to, shows: from }));
  }

  function flown({ key, arguments: told }: Told<Ming>): Flight[] {
    switch (key) {
      case "neutral_placed":
        return [{ from: `player:${told.seat}`, to: `chip:${told.district}.${NEUTRAL}` }];
      case "prince_placed":
        return [{ from: `player:${told.seat}`, to: `stands:${told.seat}` }, tile(told.seat, told.province)];
      case "member_placed":
        return [{ from: `family:${told.seat}`, to: `waits:${told.province}.${told.seat}`, shows: `family:${told.seat}` }];
      case "took":
        return [taken(told.seat, `face:${told.province}`, told.card)];
      case "turned_up":
        return [{ from: "pile:deck", to: `face:${told.province}` }];
      case "dragon": {
        const given = `waits:${told.province}.${told.seat}`;
        return [taken(told.seat, "pile:dragons", "dragon"), { from: given, to: "pile:dragons", shows: given }];
      }
      case "stepped": {
        const from = before.princes[told.seat - 1];
        const over = from ? borderOf(from, told.district) : [];
        return [{ from: `stands:${told.seat}`, to: `stands:${told.seat}`, over }, paid(told.seat, told.card)];
      }
      case "stayed":
        return [paid(told.seat, told.card)];
      case "deployed":
        return deployed(told.seat, told.district, told.members, false);
      case "deployed_monastery":
        return deployed(told.seat, told.district, told.members, true);
      case "ousted":
        return [{ from: `badge:${told.district}`, to: `chip:${told.district}.${told.other}`, shows: `badge:${told.district}` }];
      case "palaces":
        return [
          ...Object.keys(told.moves).flatMap((owner) => {
            const family = familyOf(owner);
            return lodgersOf(after, told.district, family).map((to) => ({ from: `chip:${told.district}.${family}`, to }));
          }),
          ...Object.keys(told.tiles).map((owner) => tile(familyOf(owner), provinceOf(told.district))),
        ];
      case "sent_back":
        return back(told.seat, told.district, 1);
      case "neutral_back":
        return back(NEUTRAL, told.district, 1);
      case "returned":
        return districtsOf(told.province).flatMap((district) => back(familyOf(told.owner), district));
      case "left_city":
        return Object.keys(told.members).flatMap((owner) =>
          districtsOf(told.province)
            .flatMap((district) => lodgersOf(before, district, familyOf(owner)))
            .map((from) => ({ from, to: `family:${familyOf(owner)}`, shows: from })),
        );
      case "set":
        return PROVINCES.map((province) => ({ from: `tile:${told.seat}.${province}`, to: `player:${told.seat}`, shows: `tile:${told.seat}.${province}` }));
      default:
        return [];
    }
  }
  return entry.events.flatMap(flown);
}

/** What a decision changed: where members wait and stand, the card that was taken, and where a prince has come to. */
export function changed(event: Told<Ming>, view: View): string[] {
  const { key, arguments: told } = event;
  switch (key) {
    case "member_placed":
    case "dragon":
      return [`space:${told.province}`];
    case "turned_up":
      return [`card:${told.province}`];
    case "prince_placed":
    case "stepped":
      return view.princes[told.seat - 1] === told.district ? [`district:${told.district}`] : [];
    case "deployed":
      return told.members ? [`district:${told.district}`] : [];
    case "neutral_placed":
    case "sent_back":
    case "neutral_back":
      return [`district:${told.district}`];
    case "deployed_monastery":
      return told.members > 1 ? [`district:${told.district}`, `monastery:${told.district}`] : [`monastery:${told.district}`];
    case "palaces":
      return [`palace:${told.district}`];
    case "returned":
      return districtsOf(told.province).map((district) => `district:${district}`);
    default:
      return [];
  }
}
