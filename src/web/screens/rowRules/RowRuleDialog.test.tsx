import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { answering, Refusal } from '../../testing/answering.ts'
import { showPage } from '../../testing/showPage.tsx'
import { Toasts } from '../../ui/Toasts.tsx'
import RowRuleDialog from './RowRuleDialog.tsx'

const stored = {
  id: 4,
  name: 'Only the north',
  description: 'd',
  filter_type: 'Regular',
  tables: [{ id: 1, schema: 'main', table_name: 'orders' }],
  roles: [{ id: 2, name: 'Gamma' }],
  group_key: 'region',
  clause: "region = 'north'",
}
const lists = {
  'GET /api/v1/rowlevelsecurity/related/tables': { count: 1, result: [{ value: 1, text: 'main.orders' }] },
  'GET /api/v1/rowlevelsecurity/related/roles': { count: 1, result: [{ value: 2, text: 'Gamma' }] },
  'GET /api/v1/dataset/related/owners': { count: 1, result: [{ value: 8, text: 'Ada L' }] },
  'GET /api/v1/dataset/': { count: 0, ids: [], result: [] },
  'GET /api/v1/rowlevelsecurity/4': { id: 4, result: stored },
}

function open(id: number | undefined, answers: Record<string, unknown> = {}) {
  const calls = answering({ ...lists, ...answers })
  const onClose = vi.fn()
  const { user } = showPage(() => (
    <>
      <RowRuleDialog id={id} canWrite onClose={onClose} />
      <Toasts />
    </>
  ))
  return { user, calls, onClose }
}

it('a new rule: its fields with their tips, and the required ones', async () => {
  const { user } = open(undefined)
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Rule' }))
  for (const name of [/^Rule Name/, 'Group Key', 'Description'])
    expect(dialog.getByRole('textbox', { name })).toBeDefined()
  for (const name of ['Datasets', 'Roles']) expect(dialog.getByRole('combobox', { name })).toBeDefined()
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Regular' }).checked).toBe(true)
  expect(dialog.getAllByText('Clause').length).toBeGreaterThan(0)
  await user.click(dialog.getByText('Base'))
  expect(dialog.getByRole('combobox', { name: 'Excluded roles' })).toBeDefined()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Add' }).disabled).toBe(true)
  expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDefined()
})

it('a stored rule is changed', async () => {
  const { user, calls, onClose } = open(4, { 'PUT /api/v1/rowlevelsecurity/4': { id: 4, result: {} } })
  const name = await screen.findByRole('textbox', { name: /^Rule Name/ })
  const dialog = within(screen.getByRole('dialog', { name: 'Edit Rule' }))
  await user.type(name, '!')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Rule updated')
  expect(onClose).toHaveBeenCalled()
  expect(calls.find(({ call }) => call.startsWith('PUT'))).toMatchObject({
    body: { name: 'Only the north!', tables: [1], roles: [2] },
  })
})

it('an error about a field is shown at the field', async () => {
  const { user } = open(4, {
    'PUT /api/v1/rowlevelsecurity/4': new Refusal(422, { message: { clause: ['The clause is not a condition'] } }),
  })
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  await screen.findByText('The clause is not a condition')
})

it('what a user and a guest would see', async () => {
  const { user, calls } = open(4, {
    'POST /api/v1/rowlevelsecurity/preview': {
      result: {
        columns: ['region', 'amount', 'day'],
        types: [1, 0, 2],
        rows: [['north', null, 1_704_067_200_000]],
        count: 1,
        total: 3,
      },
    },
  })
  const preview = within(await screen.findByRole('region', { name: 'What a user sees' }))
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  const readers: [string, number | null][] = [
    ['Ada L', 8],
    ['Guests, not signed in', null],
  ]
  for (const [reader, user_id] of readers) {
    await user.click(preview.getByRole('combobox', { name: 'User' }))
    await user.click(await screen.findByRole('option', { name: reader }))
    await user.click(preview.getByRole('button', { name: 'Show rows' }))
    await preview.findByText('1 of 3 rows are visible.')
    expect(calls.filter(({ call }) => call.startsWith('POST')).at(-1)?.body).toMatchObject({
      user_id,
      dataset_id: 1,
      rule: { id: 4, clause: "region = 'north'" },
    })
  }
  // the form is taller than most windows
  expect((scrolled.mock.contexts.at(-1) as Element).textContent).toContain('1 of 3 rows are visible.')
  scrolled.mockRestore()
  const cells = preview.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(cells).toEqual(['north', 'N/A', '2024-01-01'])
})
