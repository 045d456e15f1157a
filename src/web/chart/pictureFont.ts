import { fontSans } from '../../charts/shared/theme.ts'

const font = `12px ${fontSans}`
/** Maximum time in ms that charts wait for a font. */
const patienceMs = 3000

/**
 * Resolves when the font of charts has loaded. Code that draws on canvases measures the letters of a font once, and
 * would otherwise keep the widths of a fallback font.
 */
export async function pictureFont(): Promise<void> {
  if (document.fonts.check(font)) return
  const gaveUp = new Promise((done) => setTimeout(done, patienceMs))
  await Promise.race([document.fonts.load(font).catch(() => undefined), gaveUp])
}
