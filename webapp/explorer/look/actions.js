// Actions as the page's elements carry them (data-actions): "12,7,30", "" for none.

/** @param {string} name */
export const actionsOf = (name) => (name === "" ? [] : name.split(",").map(Number));
