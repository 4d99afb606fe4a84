// Where chance has acted: a die in place of a player's mark.

import { make } from "./dom.js";

export const die = () => make("i", { class: "die", role: "img", "aria-label": "drawn:" });
