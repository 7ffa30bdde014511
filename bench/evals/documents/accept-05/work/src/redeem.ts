/** AC2: ten stamps are one loaf. */
export type Card = { id: string; stamps: number; lastUsed: string };

export function redeem(card: Card): Card {
  if (card.stamps < 10) throw new Error(`card ${card.id} has ${card.stamps} stamps, ten are needed`);
  return { ...card, stamps: card.stamps - 10 };
}
