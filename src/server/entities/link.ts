const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', "'": '&#39;', '"': '&#34;' }
/** Text for HTML, also inside attributes. */
export const escaped = (text: string) => text.replaceAll(/[&<>'"]/g, (character) => ESCAPED[character] ?? '')

/** A link in HTML for older clients, with all its parts escaped. */
export const linkTo = (url: string, text: string): string => `<a href="${escaped(url)}">${escaped(text)}</a>`

/** A link in HTML that opens in a new tab. The URL is one of our own, so it is not escaped. */
export const newTabLinkTo = (url: string, text: string): string =>
  `<a target="_blank" href="${url}">${escaped(text)}</a>`
