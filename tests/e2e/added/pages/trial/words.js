import { number } from "../../look/numbers.js";

/** @param {number} count */
export const plural = (count) => `${number(count)} iterations`;
