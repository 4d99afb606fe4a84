// Numbers as the page writes them, as text.py does.

/**
 * As Python rounds: a tie goes to the even digit. Of binary numbers only the odd multiples of
 * 2 ** -(decimals + 1) are ties.
 *
 * @param {number} value
 * @param {number} decimals
 */
export function fixed(value, decimals) {
  const scaled = Math.abs(value) * 10 ** decimals;
  const isTie = (Math.abs(value) * 2 ** (decimals + 1)) % 2 === 1;
  const text = isTie
    ? ((2 * Math.round(scaled / 2)) / 10 ** decimals).toFixed(decimals)
    : Math.abs(value).toFixed(decimals);
  return value < 0 && Number(text) ? `−${text}` : text; // what rounds to 0 has no sign
}

/** @param {number} value */
export function number(value) {
  const digits = fixed(Math.abs(value), 0).replace(/\B(?=(\d{3})+$)/g, "\u202f");
  return value < 0 && digits !== "0" ? `−${digits}` : digits;
}

/**
 * "1 move", "7 moves".
 *
 * @param {number} count
 * @param {string} word
 */
export const plural = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;

/** @param {number} value whole when it is, else with three significant digits at least */
function score(value) {
  const exponent = Number(value.toExponential().split("e")[1]);
  if (exponent >= 2 || Number.isInteger(value)) return number(value);
  return fixed(value, Math.min(2 - exponent, 9));
}

/**
 * @param {number | null} value
 * @param {boolean} percent
 */
export const measure = (value, percent) =>
  value === null ? "–" : percent ? `${number(100 * value)}%` : score(value);

/** @param {number} count */
export function shortCount(count) {
  if (count < 1000) return String(count);
  const [unit, size] = count >= 1e6 ? ["M", 1e6] : ["k", 1e3];
  return `${fixed(count / size, count / size < 9.95 ? 1 : 0)}${unit}`;
}
