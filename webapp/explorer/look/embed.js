// One card in a frame of somebody's page: `embed` of the address names it, which Python need not know.
// What is in such a frame, and where, is in the page's embed.css.

/** Whether this document shows one card only. */
export const isEmbedded = () => Boolean(document.documentElement.dataset.embed);

/**
 * A query without the name of the card.
 *
 * @param {string} query
 */
export const withoutEmbed = (query) =>
  query.replace(/([?&])embed=[^&]*&?/, "$1").replace(/[?&]$/, "");

/**
 * What somebody puts into a page to have a card there.
 *
 * @param {string} url of what is on show
 * @param {string} card
 * @param {string} title for those who hear the page
 */
export function frameOf(url, card, title) {
  const attributes = {
    src: `${url}${url.includes("?") ? "&" : "?"}embed=${card}`,
    title,
    width: "100%",
    height: 480,
    loading: "lazy",
    style: "border: 0",
  };
  /** @param {string | number} value */
  const quoted = (value) => String(value).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${quoted(value)}"`);
  return `<iframe ${written.join(" ")}></iframe>`;
}
