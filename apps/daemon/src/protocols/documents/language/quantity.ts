/** A figure with its unit and what the text does with it. */

export interface Quantity {
  /** In the base unit of its dimension: seconds, bytes, per cent, or just how many. */
  value: number;
  /** Of a range its lower end; else the value. */
  low: number;
  /** `time`, `bytes`, `%`, a currency, a time of day, a unit, or `count`. */
  dimension: string;
  /** What is counted, in stems; empty but for a count. */
  counted: readonly string[];
  /** As the text has it. */
  shown: string;
  start: number;
  end: number;
  /** Where the figure itself ends, without its unit. */
  figureEnd: number;
  relation: Relation;
}

/** What the text does with the figure: two that are bounds of different kinds do not contradict each other. */
export type Relation = 'upper' | 'lower' | 'after' | 'before' | 'every' | 'range' | 'plain';
