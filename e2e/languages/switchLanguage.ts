import type { Locator, Page } from 'playwright-core'
import { languages, languageTag } from '../../src/model/language/languages.ts'

/** Opens the languages in the user's menu, whatever language the page has; returns the entry of this language. */
export async function languageEntry(page: Page, code: string): Promise<Locator> {
  const name = languages.find((language) => language.code === code)?.name ?? code
  await page.locator('nav button[aria-haspopup=menu]:visible').last().click()
  await page.locator('[role=menuitem]:has(.lucide-languages)').hover()
  const entry = page.getByRole('menuitemcheckbox', { name, exact: true })
  await entry.waitFor()
  return entry
}

/** Chooses a language in the user's menu, and waits until the page is shown in it. */
export async function switchLanguage(page: Page, code: string): Promise<void> {
  await (await languageEntry(page, code)).click()
  await page.locator(`html[lang="${languageTag(code)}"]`).waitFor()
}
