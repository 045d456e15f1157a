import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useToasts } from '../../../ui/toast.ts'
import { useLab } from '../state/lab.ts'
import { settings, showLab, tabOf } from '../testing/showLab.tsx'
import { SaveButtons } from './SaveButtons.tsx'

const permissions = ['can_write SavedQuery', 'can_explore Superset', 'can_write Dataset']
const button = (name: string) => screen.getByRole('button', { name })
const toastTexts = () => useToasts.getState().toasts.map(({ text }) => text)
const tab = tabOf({ label: 'Totals', sql: 'SELECT {{ x }}', templateParams: '{"x": 1}' })
const stored = {
  id: 5,
  label: 'Totals',
  description: 'For the weekly meeting',
  sql: 'SELECT 2',
  schema: 'shop',
  database: { id: 1, database_name: 'Shop' },
  template_parameters: null,
}

describe('Copy link', () => {
  it('requires a saved query', async () => {
    const { user } = showLab(<SaveButtons tab={tab} sql={tab.sql} />, { permissions })
    expect(button('Copy link').getAttribute('aria-disabled')).toBe('true')
    await user.hover(button('Copy link'))
    expect((await screen.findByRole('tooltip')).textContent).toBe('Save the query to enable this feature')
  })

  it('is available for a saved query, and if unsaved queries may have links', () => {
    const parts = (
      <>
        <SaveButtons tab={{ ...tab, savedQueryId: 5 }} sql={tab.sql} />
        <SaveButtons tab={tab} sql={tab.sql} />
      </>
    )
    showLab(parts, { permissions, flags: ['SHARE_QUERIES_VIA_KV_STORE'] })
    const links = screen.getAllByRole('button', { name: 'Copy link' })
    expect(links.map((link) => link.getAttribute('aria-disabled'))).toEqual([null, null])
  })
})

describe('Save', () => {
  it('stores the query with its parameters under a name; the tab then belongs to that query', async () => {
    const { user, asked } = showLab(<SaveButtons tab={tab} sql={tab.sql} />, {
      tabs: [tab],
      permissions,
      answers: { '/api/v1/saved_query/': { id: 5, result: {} } },
    })
    await user.click(button('Save'))
    const dialog = await screen.findByRole('dialog', { name: 'Save query' })
    expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe('Totals')
    expect(
      within(dialog)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.anything(), 'Cancel', 'Save'])
    await user.type(within(dialog).getByLabelText('Description'), 'Weekly')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(toastTexts()).toEqual(['Your query was saved']))
    const sent = asked.find((each) => each.startsWith('POST')) ?? ''
    expect(JSON.parse(sent.slice(sent.indexOf('{')))).toEqual({
      db_id: 1,
      label: 'Totals',
      schema: 'shop',
      sql: 'SELECT {{ x }}',
      description: 'Weekly',
      template_parameters: '{"x": 1}',
    })
    expect(useLab.getState().tabs[0]?.savedQueryId).toBe(5)
  })

  it('of a saved query updates it, or saves a new one', async () => {
    const saved = { ...tab, savedQueryId: 5 }
    const { user, asked } = showLab(<SaveButtons tab={saved} sql={tab.sql} />, {
      tabs: [saved],
      permissions,
      answers: { '/api/v1/saved_query/5': { id: 5, result: stored } },
    })
    await user.click(button('Save'))
    const dialog = await screen.findByRole('dialog', { name: 'Save query' })
    await waitFor(() =>
      expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Description').value).toBe('For the weekly meeting'),
    )
    within(dialog).getByRole('button', { name: 'Save as new' })
    await user.click(within(dialog).getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(toastTexts()).toEqual(['Your query was updated']))
    expect(asked.some((each) => each.startsWith('PUT /api/v1/saved_query/5'))).toBe(true)
  })

  it.each([
    [null, 'Save', 'Your query could not be saved'],
    [5, 'Update', 'Your query could not be updated'],
  ])('that fails leaves the dialog open (saved query: %s)', async (savedQueryId, name, message) => {
    const { user, asked } = showLab(<SaveButtons tab={{ ...tab, savedQueryId }} sql={tab.sql} />, {
      permissions,
      answers: { '/api/v1/saved_query/': 500 },
    })
    await user.click(button('Save'))
    const dialog = await screen.findByRole('dialog', { name: 'Save query' })
    await user.click(within(dialog).getByRole('button', { name }))
    await waitFor(() => expect(toastTexts()).toEqual([message]))
    screen.getByRole('dialog', { name: 'Save query' })
    // a description that was not loaded is not replaced
    expect(asked.filter((each) => each.startsWith('PUT') && each.includes('"description"'))).toEqual([])
  })

  it('is absent without the permission', () => {
    showLab(<SaveButtons tab={tab} sql={tab.sql} />)
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    button('Copy link')
  })
})

describe('Save dataset', () => {
  const caret = () => button('More ways to save')

  it('is in the dropdown menu if exploring is allowed', async () => {
    const { user } = showLab(<SaveButtons tab={tab} sql={tab.sql} />, { permissions })
    await waitFor(() => expect(caret().hasAttribute('disabled')).toBe(false))
    await user.click(caret())
    await user.click(await screen.findByRole('menuitem', { name: 'Save dataset' }))
    await screen.findByRole('dialog', { name: 'Save or Overwrite Dataset' })
  })

  it('is disabled if the database does not allow it', async () => {
    const refused = { ...settings, allows_virtual_table_explore: false }
    const answers = { '/api/v1/database/?': { count: 1, result: [refused] } }
    const { asked } = showLab(<SaveButtons tab={tab} sql={tab.sql} />, { permissions, answers })
    await waitFor(() => expect(asked.length).toBeGreaterThan(0))
    await waitFor(() => expect(caret().hasAttribute('disabled')).toBe(true))
  })
})
