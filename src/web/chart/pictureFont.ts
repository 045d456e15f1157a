import { fontSans } from '../../charts/shared/theme.ts'

const font = `12px ${fontSans}`
/** Charts do not wait longer than this for a font. */
const patienceMs = 3000

/**
 * Resolves when the font of charts has loaded: code that draws on canvases measures the letters of a font once, and
 * would use the widths of a fallback font from then on.
 */
export async function pictureFont(): Promise<void> {
  if (document.fonts.check(font)) return
  const gaveUp = new Promise((done) => setTimeout(done, patienceMs))
  await Promise.race([document.fonts.load(font).catch(() => undefined), gaveUp])
}
