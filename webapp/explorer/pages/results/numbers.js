// The numbers of the Results page, and the order of its tables.

import { number } from "../../look/numbers.js";

export const MISSING = "–";

/**
 * @param {number | null | undefined} value
 * @param {number} digits
 */
export function decimal(value, digits) {
  if (value === null || value === undefined) return MISSING;
  const [whole, part] = Math.abs(value).toFixed(digits).split(".");
  const text = number(Number(whole)) + (part ? `.${part}` : "");
  return value < 0 && Number(text.replace(/\D/g, "")) ? `−${text}` : text;
}

/**
 * @param {number | null} value
 * @param {number} digits
 */
export function signed(value, digits) {
  const text = decimal(value, digits);
  return value !== null && value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** @param {number | null} value */
export const score = (value) => decimal(value, Number.isInteger(value) ? 0 : 1);

/** @param {number | null} seconds */
export const time = (seconds) =>
  seconds === null ? MISSING : `${decimal(seconds, seconds < 1 ? 2 : seconds < 100 ? 1 : 0)} s`;

/** @param {number | null} value */
export const rate = (value) => (value === null ? MISSING : number(Number(value.toPrecision(3))));

const names = new Intl.Collator("en", { numeric: true });

/**
 * A table's items, sorted by the value of a column; those without one are last either way.
 *
 * @template T
 * @param {T[]} items
 * @param {{ by: string | null, down: boolean }} order
 * @param {Pick<ResultsColumn<T>, "name" | "value">[]} columns
 */
export function inOrder(items, { by, down }, columns) {
  const value = columns.find(({ name }) => name === by)?.value;
  if (!value) return items;
  /**
   * @param {T} a
   * @param {T} b
   */
  const compare = (a, b) => {
    const [one, other] = [value(a), value(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    const order =
      typeof one === "string" || typeof other === "string"
        ? names.compare(String(one), String(other))
        : one - other;
    return down ? -order : order;
  };
  return [...items].sort(compare);
}
