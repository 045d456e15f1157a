import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { readCatalogue } from '../../scripts/texts/catalogue.ts'
import { timeNames } from '../../src/model/language/formatNames.ts'
import type { Product } from '../harness/product.ts'
import type { Visitor } from '../harness/visitor.ts'
import { atRest } from '../pictures/scene.ts'
import { dataTexts } from './dataTexts.ts'
import { readScreen } from './readScreen.ts'
import { textReader } from './readText.ts'
import { allScreens, type Screen } from './screens.ts'

const locales = resolve(import.meta.dirname, '../../src/locales')

export interface Walk {
  /** `de`; `ar` shows the screens of `de` from right to left */
  language: string
  product: Product
  visitor: Visitor
  /** called with each screen that is shown */
  shown?: (screen: Screen) => Promise<void>
  /** which screens; default: all */
  only?: (screen: Screen, index: number) => boolean
}

/** The language whose layout runs from right to left in tests: mirrored German. */
export const mirrored = 'ar'

/**
 * Opens the screens in a language and returns the problems that a reader finds: English texts that have a translation,
 * English sentences, texts of the interface that are cut, and pages that are wider than the window.
 */
export async function walkScreens({ language, product, visitor, shown, only = () => true }: Walk): Promise<string[]> {
  const { page } = visitor
  const code = language === mirrored ? 'de' : language
  const known = await dataTexts(page)
  // days of calendars: 'Do' is also an English word
  for (const day of timeNames(code).shortDays) known.add(day.slice(0, 2))
  const reader = textReader(readCatalogue(readFileSync(`${locales}/${code}.json`, 'utf8')), known)
  const screens = (await allScreens(page)).filter(only)
  await page.context().addCookies([{ name: 'language', value: code, url: product.address }])
  const found = new Set<string>()
  const isNarrow = (page.viewportSize()?.width ?? 0) < 768
  for (const screen of screens) {
    const session = screen.isSignedOut === true ? await signOut(page) : []
    await page.goto(screen.path)
    await atRest(page)
    if (language === mirrored) {
      await page.evaluate(() => {
        document.documentElement.dir = 'rtl'
      })
      await atRest(page)
    }
    if (isNarrow && screen.opensNarrow !== undefined) await page.locator(screen.opensNarrow).first().click()
    for (const button of screen.opens ?? []) {
      await page.locator(button).last().click()
      await page.locator('[role=dialog], [role=menu]').first().waitFor()
      await atRest(page)
    }
    const { texts, widerPx } = await readScreen(page)
    await shown?.(screen)
    if (widerPx > 0) found.add(`${screen.name}: the page or a dialog is ${widerPx} px too wide`)
    for (const { text, cutPx, place } of texts) {
      if (reader.isEnglish(text)) found.add(`${screen.name}: English: ${text.slice(0, 120)} (${place})`)
      if (cutPx > 1 && reader.isTranslation(text)) found.add(`${screen.name}: ${cutPx} px cut: ${text} (${place})`)
    }
    await page.context().addCookies(session)
  }
  return [...found]
}

/** Removes the cookie of the session from the browser, and returns it. */
async function signOut(page: Page) {
  const session = (await page.context().cookies()).filter(({ name }) => name === 'session')
  await page.context().clearCookies({ name: 'session' })
  return session
}
