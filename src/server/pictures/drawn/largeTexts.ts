/**
 * Browsers draw large texts with narrower letters, because their font has an optical size. The fonts of pictures have
 * one design for all sizes, so the letters of large texts are placed closer together.
 */

/** The font sizes in px between which the optical size changes. */
const [FROM, TO] = [14, 32]
/** How much narrower a letter becomes, as a fraction of the font size. */
const NARROWER = 0.04

/** The space between two letters in px, at a font size in px. */
export const letterSpacing = (size: number): number =>
  -NARROWER * size * Math.min(1, Math.max(0, (size - FROM) / (TO - FROM)))

/** Sets the space between the letters of texts. */
export const largeTexts = (svg: string): string =>
  svg.replaceAll(/<(?:text|tspan)\b[^>]*>/g, (tag) => {
    const [, size = '0'] = /\bfont-size(?:="|:\s*)([\d.]+)/.exec(tag) ?? []
    const spacing = letterSpacing(Number(size))
    if (spacing === 0 || tag.includes('letter-spacing')) return tag
    return tag.replace(/^<\w+/, (start) => `${start} letter-spacing="${spacing.toFixed(2)}"`)
  })
