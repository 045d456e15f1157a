import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { answering, Refusal } from '../testing/answering.ts'
import { showPage, signedInAs } from '../testing/showPage.tsx'
import { useToasts } from '../ui/toast.ts'
import { wantedScheme } from './PropertiesDialog.tsx'
import StoredProperties from './StoredProperties.tsx'

const stored = {
  id: 4,
  dashboard_title: 'Sales',
  slug: 'sales',
  css: '',
  certified_by: '',
  certification_details: '',
  owners: [{ id: 1, first_name: 'Ada', last_name: 'A' }],
  roles: [{ id: 9, name: 'Readers' }],
  json_metadata: '{"color_scheme":"","refresh_frequency":30}',
  position_json: '{}',
  is_managed_externally: false,
}

interface Shown {
  flags?: string[]
  item?: object
  answers?: Record<string, unknown>
}

const refused = new Refusal(403, { message: 'No' })
const textsOfToasts = () => useToasts.getState().toasts.map(({ text }) => text)

function open({ flags = ['DASHBOARD_RBAC', 'TAGGING_SYSTEM'], item = stored, answers }: Shown = {}) {
  const calls = answering({
    'GET /api/v1/dashboard/4': { result: item },
    'PUT /api/v1/dashboard/4': {},
    'GET /api/v1/dashboard/': { count: 1, result: [{ tags: [{ id: 1, name: 'old' }] }] },
    'GET /api/v1/tag/': { count: 1, result: [{ name: 'new' }] },
    'GET /api/v1/dashboard/related/roles': { count: 1, result: [{ value: 5, text: 'Guests' }] },
    'POST /api/v1/tag/dashboard/4/': {},
    'DELETE /api/v1/tag/dashboard/4/old/': {},
    ...answers,
  })
  signedInAs('Admin', [['can_bulk_create', 'Tag']], ...flags)
  const onSaved = vi.fn()
  const { user } = showPage(() => <StoredProperties dashboardId={4} onClose={() => undefined} onSaved={onSaved} />)
  const sent = () => calls.find(({ call }) => call === 'PUT /api/v1/dashboard/4')?.body as Record<string, unknown>
  return { user, calls, sent, onSaved, dialog: screen.findByRole('dialog', { name: 'Dashboard properties' }) }
}

const save = (dialog: HTMLElement) => within(dialog).getByRole('button', { name: 'Save' })

it('saves roles, and reports the new address of the dashboard', async () => {
  const { user, sent, onSaved, ...shown } = open()
  const dialog = await shown.dialog
  await within(dialog).findAllByText('Readers')
  await user.click(within(dialog).getByRole('combobox', { name: 'Roles' }))
  await user.click(await screen.findByRole('option', { name: 'Guests' }))
  await user.keyboard('{Escape}')
  const slug = within(dialog).getByRole('textbox', { name: 'URL slug' })
  await user.clear(slug)
  await user.type(slug, 'new sales')
  await user.click(save(dialog))
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith('new-sales'))
  expect(sent()).toMatchObject({ roles: [9, 5], slug: 'new sales', owners: [1] })
  expect(sent()).not.toHaveProperty('css')
  expect(JSON.parse(String(sent()['json_metadata']))).toEqual({ color_scheme: '', refresh_frequency: 30 })
  expect(useToasts.getState().toasts.map(({ text }) => text)).toContain('The dashboard has been saved')
})

it('neither shows nor sends roles if they are disabled', async () => {
  const { user, sent, ...shown } = open({ flags: [] })
  const dialog = await shown.dialog
  await within(dialog).findByRole('textbox', { name: 'Title' })
  expect(within(dialog).queryByRole('combobox', { name: 'Roles' })).toBeNull()
  expect(within(dialog).queryByRole('combobox', { name: 'Tags' })).toBeNull()
  await user.click(save(dialog))
  await waitFor(() => expect(sent()).toBeDefined())
  expect(sent()).not.toHaveProperty('roles')
})

it('adds and removes tags', async () => {
  const { user, calls, ...shown } = open()
  const dialog = await shown.dialog
  await within(dialog).findAllByText('old')
  await user.click(within(dialog).getByRole('combobox', { name: 'Tags' }))
  await user.click(await screen.findByRole('option', { name: 'new' }))
  await user.click(await screen.findByRole('option', { name: 'old' }))
  await user.keyboard('{Escape}')
  await user.click(save(dialog))
  await waitFor(() =>
    expect(calls.filter(({ call }) => call.includes('/tag/dashboard')).map(({ call, body }) => [call, body])).toEqual([
      ['POST /api/v1/tag/dashboard/4/', { properties: { tags: ['new'] } }],
      ['DELETE /api/v1/tag/dashboard/4/old/', undefined],
    ]),
  )
})

it('keeps the dialog open with the typed tags if they could not be saved, and saves nothing else', async () => {
  const { user, calls, sent, ...shown } = open({ answers: { 'POST /api/v1/tag/dashboard/4/': refused } })
  const dialog = await shown.dialog
  await within(dialog).findAllByText('old')
  await user.click(within(dialog).getByRole('combobox', { name: 'Tags' }))
  await user.click(await screen.findByRole('option', { name: 'new' }))
  await user.keyboard('{Escape}')
  await user.click(save(dialog))
  await waitFor(() => expect(textsOfToasts()).toContain('The tags could not be saved: No'))
  expect(within(dialog).getAllByText('new')).not.toHaveLength(0)
  expect(sent()).toBeUndefined()
  expect(calls.filter(({ call }) => call.startsWith('DELETE'))).toEqual([])
})

it('loads the stored tags again before it saves the typed ones', async () => {
  let isAway = true
  const list = () => (isAway ? refused : { count: 1, result: [{ tags: [{ id: 1, name: 'old' }] }] })
  const { user, calls, ...shown } = open({ answers: { 'GET /api/v1/dashboard/': list } })
  const dialog = await shown.dialog
  await waitFor(() => expect(calls.some(({ call }) => call === 'GET /api/v1/dashboard/')).toBe(true))
  await user.click(within(dialog).getByRole('combobox', { name: 'Tags' }))
  await user.click(await screen.findByRole('option', { name: 'new' }))
  await user.keyboard('{Escape}')
  isAway = false
  await user.click(save(dialog))
  await waitFor(() => expect(calls.map(({ call }) => call)).toContain('POST /api/v1/tag/dashboard/4/'))
  await waitFor(() => expect(calls.map(({ call }) => call)).toContain('PUT /api/v1/dashboard/4'))
})

it.each([
  ['nothing', { stored: '', typed: '', selected: undefined }, ''],
  ['a selected one', { stored: '', typed: '', selected: 'bnbColors' }, 'bnbColors'],
  ['one typed into the metadata', { stored: '', typed: 'bnbColors', selected: undefined }, 'bnbColors'],
  ['one that is stored and unknown', { stored: 'old', typed: 'old', selected: 'old' }, 'old'],
  ['none in place of it', { stored: 'old', typed: 'old', selected: undefined }, ''],
  ['not an unknown one', { stored: '', typed: 'nowhere', selected: undefined }, undefined],
  ['not a number', { stored: undefined, typed: 5, selected: undefined }, undefined],
])('saves as color scheme %s', (_name, given, expected) => expect(wantedScheme(given)).toBe(expected))

it('cannot save a dashboard that is managed externally', async () => {
  const { ...shown } = open({ item: { ...stored, is_managed_externally: true } })
  const dialog = await shown.dialog
  await within(dialog).findByRole('textbox', { name: 'Title' })
  expect(save(dialog).getAttribute('aria-disabled')).toBe('true')
})
