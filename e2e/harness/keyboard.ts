import type { Page } from 'playwright-core'

type Role = 'button' | 'textbox' | 'combobox' | 'checkbox' | 'tab' | 'menuitem' | 'radio'

/** Works on a page as a person without a mouse does. */
export function keyboardOf(page: Page) {
  const { keyboard } = page

  /** Moves with Tab to an element with this role and name. */
  async function reach(role: Role, name: string) {
    const wanted = page.getByRole(role, { name, exact: true }).last()
    await wanted.waitFor()
    for (let step = 0; step < 60; step += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return
      await keyboard.press('Tab')
    }
    throw new Error(`${role} ${name} cannot be reached`)
  }

  /** Presses a button. */
  async function press(name: string) {
    await reach('button', name)
    await keyboard.press('Enter')
  }

  async function fill(name: string, text: string) {
    await reach('textbox', name)
    await keyboard.type(text)
  }

  /** Selects options of a list, which stays open if it allows several. */
  async function choose(name: string, ...options: string[]) {
    await reach('combobox', name)
    await keyboard.press('Enter')
    for (const wanted of options) {
      const option = page.getByRole('option', { name: wanted, exact: true })
      await option.waitFor()
      const id = await option.getAttribute('id')
      for (let step = 0; step < 60; step += 1) {
        if ((await page.locator(`[aria-activedescendant="${id}"]`).count()) > 0) break
        await keyboard.press('ArrowDown')
      }
      await keyboard.press('Enter')
    }
  }

  /** Opens the tab `name`; `selected` is the tab of the same group that is open now. */
  async function openTab(selected: string, name: string) {
    await reach('tab', selected)
    const wanted = page.getByRole('tab', { name, exact: true })
    for (let step = 0; step < 10; step += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement)) break
      await keyboard.press('ArrowRight')
    }
    if ((await wanted.getAttribute('aria-selected')) !== 'true') await keyboard.press('Enter')
  }

  /** The first tab stop of a page is the link that skips its navigation. */
  async function skip() {
    await page.getByRole('navigation').first().waitFor()
    await keyboard.press('Tab')
    await keyboard.press('Enter')
  }

  return { reach, press, fill, choose, openTab, skip }
}
