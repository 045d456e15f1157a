import { fontSans } from '../../charts/shared/theme.ts'

const font = `12px ${fontSans}`
/** A font that does not come keeps no picture back for longer. */
const patienceMs = 3000

/**
 * Resolves when the font of pictures is here: what draws on canvases measures the letters of a font once, and would cut
 * and place labels by those of another one from then on.
 */
export async function pictureFont(): Promise<void> {
  if (document.fonts.check(font)) return
  const gaveUp = new Promise((done) => setTimeout(done, patienceMs))
  await Promise.race([document.fonts.load(font).catch(() => undefined), gaveUp])
}
