import { openNew } from '../harness/building.ts'
import { expect } from '../harness/expect.ts'
import { datasetId, unsavedChart } from '../harness/explore.ts'
import { openLab, write } from '../harness/sqlLab.ts'
import { story } from '../harness/story.ts'
import { switchLanguage } from '../languages/switchLanguage.ts'
import { mirrored, walkScreens } from '../languages/walkScreens.ts'

/** Each screen in one of the languages, to save time; `npm run walk` opens all screens in each. */
const languages = ['de', 'zh', mirrored]

const walks = languages.map((language, at) =>
  story(
    `languages: a part of all screens in ${language} has no English, no cut text, and fits the window`,
    async ({ product, visit }) => {
      const visitor = await visit({ expects: [/404/] })
      await visitor.signIn()
      const only = (_screen: unknown, index: number) => index % languages.length === at
      expect(await walkScreens({ language, product, visitor, only })).toEqual([])
    },
  ),
)

const unsavedWork = story(
  'languages: what is not saved stays when another language is chosen',
  async ({ product, visit }) => {
    await product.addUser('polyglot', ['Alpha', 'sql_lab'], 'examples')
    const { page, go, signIn } = await visit()
    await signIn('polyglot')
    /** Shows the page in other languages and then in English again; the unsaved work must stay the same. */
    const everywhere = async (codes: string[], words: Record<string, string>, work: () => Promise<string>) => {
      const before = await work()
      for (const code of [...codes, 'en']) {
        await switchLanguage(page, code)
        await page
          .getByText(words[code] ?? '', { exact: true })
          .first()
          .waitFor()
        expect(await work()).toEqual(before)
      }
    }

    await openLab(page)
    await write(page, 'SELECT 17 AS unsaved')
    await everywhere(['de', 'ja'], { de: 'Datenbank', ja: 'データベース', en: 'Database' }, () =>
      page.locator('.cm-content').innerText(),
    )

    await go(await unsavedChart(page, await datasetId(page, 'flights_2001'), { viz_type: 'pie', metric: 'count' }))
    await page.getByRole('combobox', { name: 'Row limit', exact: true }).click()
    await page.getByRole('combobox', { name: 'Search Row limit' }).fill('17')
    await page.keyboard.press('Enter')
    const limit = page.getByRole('combobox').filter({ hasText: /^17$/ })
    await limit.waitFor()
    await everywhere(['fr', 'ko'], { fr: 'Filtres', ko: '필터', en: 'Filters' }, () => limit.innerText())

    await openNew(page)
    const title = page.getByRole('textbox', { name: 'Dashboard title' })
    await title.fill('Not saved')
    const field = await title.elementHandle()
    await everywhere(
      ['ru', 'zh'],
      { ru: 'Отбросить', zh: '放弃', en: 'Discard' },
      async () => (await field?.inputValue()) ?? '',
    )
  },
)

export const stories = [...walks, unsavedWork]
