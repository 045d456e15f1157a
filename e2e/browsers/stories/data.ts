import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually, expect } from '../../harness/dashboard.ts'
import { drawn } from '../../harness/explore.ts'
import { story } from '../../harness/story.ts'

export const stories = [
  story('a file is looked at, put right and drawn', async ({ visit }) => {
    const folder = mkdtempSync(join(tmpdir(), 'sextant-browsers-'))
    try {
      const path = join(folder, 'rivers.csv')
      writeFileSync(path, 'river;km\nRhine;1.232,5\nElbe;1.094\nOder;866\n')
      const { page, signIn, go } = await visit()
      await signIn()
      await go('/superset/welcome/')
      await page.getByRole('button', { name: 'Upload data' }).click()
      const dialog = page.getByRole('dialog', { name: 'Upload data' })
      await dialog.getByRole('button', { name: 'Select file' }).waitFor()
      await page.locator('[role=dialog] input[type=file]').setInputFiles(path)
      await dialog.getByText('1232.5', { exact: true }).waitFor()
      const name = `rivers ${Date.now()}`
      await dialog.getByRole('textbox', { name: 'Table name' }).fill(name)
      // a native select element
      const type = dialog.getByRole('combobox', { name: 'Type of km' })
      expect(await type.inputValue()).toEqual('DOUBLE')
      await dialog.getByRole('combobox', { name: 'Decimal character' }).selectOption('.')
      await eventually(async () => expect(await type.inputValue()).toEqual('VARCHAR'))
      await dialog.getByRole('combobox', { name: 'Decimal character' }).selectOption(',')
      await dialog.getByText('1232.5', { exact: true }).waitFor()
      await dialog.getByRole('button', { name: 'Create and explore' }).click()
      await page.waitForURL(/\/explore\//)
      await drawn(page)
      await page.getByRole('region', { name: 'Chart', exact: true }).getByText('Rhine').first().waitFor()
    } finally {
      rmSync(folder, { recursive: true })
    }
  }),

  story('a dataset is edited: a label, a metric in SQL, saved and taken back', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const open = async () => {
      await go('/tablemodelview/list/?search=shop_orders')
      const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'shop_orders', exact: true }) })
      await row.hover()
      await row.getByRole('button', { name: 'Edit' }).click()
      return page.getByRole('dialog', { name: 'Edit Dataset shop_orders' })
    }
    const save = async (editor: Awaited<ReturnType<typeof open>>) => {
      await editor.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('dialog', { name: 'Confirm save' }).getByRole('button', { name: 'OK' }).click()
      await editor.waitFor({ state: 'detached' })
    }
    const label = 'Label of channels'
    const editor = await open()
    await editor.getByRole('tab', { name: /^Columns/ }).click()
    await editor.getByRole('button', { name: 'Details of channel' }).click()
    const field = editor.getByRole('textbox', { name: 'Label', exact: true })
    const before = await field.inputValue()
    await field.fill(label)
    await editor.getByRole('tab', { name: /^Metrics/ }).click()
    await editor.getByRole('button', { name: 'Add item' }).click()
    await editor.getByRole('textbox', { name: 'Metric', exact: true }).fill('largest')
    await editor.locator('.cm-content').waitFor()
    await editor.getByRole('textbox', { name: 'SQL expression: largest' }).click()
    await page.keyboard.type('MAX(amount)')
    await save(editor)

    const again = await open()
    await again.getByRole('tab', { name: /^Columns/ }).click()
    await again.getByRole('button', { name: 'Details of channel' }).click()
    expect(await field.inputValue()).toEqual(label)
    await field.fill(before)
    await again.getByRole('tab', { name: /^Metrics/ }).click()
    await again.getByRole('button', { name: 'Remove largest' }).click()
    await save(again)
  }),
]
