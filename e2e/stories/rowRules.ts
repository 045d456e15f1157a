import { expect } from '../harness/expect.ts'
import { story } from '../harness/story.ts'

export const stories = [
  story('row rules: a rule is previewed for a user, saved, changed and deleted', async ({ product, visit }) => {
    await product.addUser('ruled', ['Gamma'], 'examples')
    const { page, signIn, axeFindings } = await visit()
    await signIn()
    await page.goto('/rowlevelsecurity/list/')
    await page.getByRole('button', { name: 'Rule', exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add Rule' })
    await dialog.getByLabel('Rule Name').fill('Only the north')
    const choose = async (field: string, option: string | RegExp) => {
      await dialog.getByRole('combobox', { name: field, exact: true }).first().click()
      await page.getByRole('option', { name: option }).first().click()
      // a list that allows several values stays open
      if (field !== 'User') await page.keyboard.press('Escape')
    }
    await choose('Datasets', 'shop_orders')
    await choose('Roles', 'Gamma')
    await dialog.getByRole('textbox', { name: 'Clause' }).fill("region = 'North'")
    const preview = dialog.getByRole('region', { name: 'What a user sees' }).first()
    await choose('User', /ruled/)
    await preview.getByRole('button', { name: 'Show rows' }).click()
    await preview.getByText(/rows are visible/).waitFor()
    const cells = await preview.getByRole('row').allInnerTexts()
    expect(cells.slice(1).every((row) => row.includes('North'))).toEqual(true)
    expect(await axeFindings()).toEqual([])
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Rule added', { exact: true }).waitFor()
    const list = page.getByRole('table', { name: 'Row level security' })
    const row = list.getByRole('row').filter({ hasText: 'Only the north' })
    await row.getByText("region = 'North'").waitFor()

    // the address of the former form opens the dialog
    const href = await list.getByRole('link', { name: 'Only the north' }).getAttribute('href')
    expect(href).toMatch(/^\/rowlevelsecurityfiltersmodelview\/edit\/\d+$/)
    await page.goto(href ?? '')
    const edit = page.getByRole('dialog', { name: 'Edit Rule' })
    await edit.getByText('Base', { exact: true }).click()
    await edit.getByText('Excluded roles').first().waitFor()
    await edit.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Rule updated', { exact: true }).waitFor()
    await row.getByText('Base').waitFor()
    await row.hover()
    await row.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Please confirm' })
    await question.getByLabel(/Type "DELETE"/).fill('DELETE')
    await question.getByRole('button', { name: 'Delete' }).click()
    await row.waitFor({ state: 'detached' })
  }),
]
