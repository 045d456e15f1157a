import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showControl } from '../testing/showControl.tsx'
import { FiltersControl } from './FiltersControl.tsx'

const control = { name: 'adhoc_filters', kind: 'filters', label: 'Filters' }
const simple = (subject: string, operator: string, comparator: unknown) => ({
  expressionType: 'SIMPLE',
  clause: 'WHERE',
  subject,
  operator,
  comparator,
})
const range = simple('day', 'TEMPORAL_RANGE', 'No filter')

async function choose(user: ReturnType<typeof showControl>['user'], field: string, option: string | RegExp) {
  await user.click(screen.getByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: option }))
}
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })

it('adds a filter once it has a column, an operator and a value', async () => {
  const { user, onChange } = showControl(FiltersControl, { control, value: [] })
  await user.click(screen.getByRole('button', { name: /^Filters: / }))
  await screen.findByRole('form', { name: 'Filter' })
  expect(screen.getByRole<HTMLButtonElement>('combobox', { name: 'Operator' }).disabled).toBe(true)
  await choose(user, 'Column', /amount$/)
  await choose(user, 'Operator', 'Greater than (>)')
  expect(save().disabled).toBe(true)
  await user.type(screen.getByRole('textbox', { name: 'Filter value' }), '5')
  await user.click(save())
  // the text of a number column becomes a number
  expect(onChange.mock.lastCall?.[0]).toMatchObject([
    { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'amount', operator: '>', comparator: 5, sqlExpression: null },
  ])
})

it('shows the value disabled where the operator needs none', async () => {
  const { user } = showControl(FiltersControl, { control, value: [simple('region', '==', 'West')] })
  await user.click(screen.getByRole('button', { name: /^Edit / }))
  await screen.findByRole('form')
  const value = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Filter value' })
  expect(value().disabled).toBe(false)
  await choose(user, 'Operator', 'Is not null')
  expect(value().disabled).toBe(true)
  await choose(user, 'Operator', 'Equal to (=)')
  expect(value().disabled).toBe(false)
})

it('has an editor that is resized, never below 320 by 240', async () => {
  const { user } = showControl(FiltersControl, { control, value: [] })
  await user.click(screen.getByRole('button', { name: /^Filters: / }))
  const frame = (await screen.findByRole('form')).parentElement as HTMLElement
  screen.getByRole('button', { name: 'Resize with the arrow keys' }).focus()
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}')
  expect([frame.style.width, frame.style.height]).toEqual(['336px', '256px'])
  await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowUp}{ArrowUp}')
  expect([frame.style.width, frame.style.height]).toEqual(['320px', '240px'])
})

it('of a time column has a time range in place of operator and value', async () => {
  const { user } = showControl(FiltersControl, { control, value: [] })
  await user.click(screen.getByRole('button', { name: /^Filters: / }))
  await screen.findByRole('form')
  await choose(user, 'Column', /day$/)
  expect(screen.getByText('Time Range')).toBeDefined()
  expect(screen.queryByRole('combobox', { name: 'Operator' })).toBeNull()
})

it('starts its SQL with the simple filter', async () => {
  const first = simple('region', '==', 'West')
  const { user, onChange } = showControl(FiltersControl, { control, value: [first, simple('amount', '>', 5)] })
  await user.click(screen.getByRole('button', { name: /^Edit amount/ }))
  await screen.findByRole('form')
  await user.click(screen.getByRole('tab', { name: 'Custom SQL' }))
  await choose(user, 'Clause', /^HAVING/)
  await user.click(save())
  expect(onChange.mock.lastCall?.[0]).toMatchObject([
    first,
    { expressionType: 'SQL', clause: 'HAVING', sqlExpression: 'amount > 5', subject: null, comparator: null },
  ])
})

it('keeps the last time filter, and says why', async () => {
  const { user, onChange } = showControl(FiltersControl, { control, value: [range, simple('amount', '>', 5)] })
  const [first, second] = screen.getAllByRole('button', { name: /^Remove / })
  await user.click(first as HTMLElement)
  expect(onChange).not.toHaveBeenCalled()
  const warning = await screen.findByRole('dialog', { name: 'Warning' })
  expect(warning.textContent).toContain(
    "You cannot delete the last temporal filter as it's used for time range filters in dashboards.",
  )
  await user.click(screen.getByRole('button', { name: 'OK' }))
  await user.click(second as HTMLElement)
  expect(onChange).toHaveBeenCalledExactlyOnceWith([range])
})

it('warns of a column that the dataset does not have', () => {
  showControl(FiltersControl, { control, value: [simple('gone', '==', 'x')] })
  expect(screen.getByRole('img', { name: /might be incompatible/ })).toBeDefined()
})
