import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sales, showControl } from '../testing/showControl.tsx'
import { ColumnsControl } from './ColumnsControl.tsx'

const many = { name: 'groupby', kind: 'columns', label: 'Dimensions' }
const one = { name: 'x_axis', kind: 'column', label: 'X-axis' }
const pills = () =>
  screen.queryAllByRole('button', { name: /^Edit / }).map((pill) => pill.getAttribute('aria-label')?.slice(5))
const add = /^Dimensions: Drop columns here/

async function takeColumn(user: ReturnType<typeof showControl>['user'], name: string) {
  await user.click(await screen.findByRole('combobox', { name: 'Column' }))
  await user.click(await screen.findByRole('option', { name: new RegExp(`${name}$`) }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
}

it('adds a column by its display name, and does not offer a column twice', async () => {
  const { user, onChange } = showControl(ColumnsControl, { control: many, value: ['day'] })
  await user.click(screen.getByRole('button', { name: add }))
  await user.click(await screen.findByRole('combobox', { name: 'Column' }))
  expect((await screen.findByRole('option', { name: /day$/ })).getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('option', { name: /Region$/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith(['day', 'region'])
  expect(pills()).toEqual(['day', 'Region'])
})

it('offers the calculated columns with their SQL among all columns', async () => {
  const { user, onChange } = showControl(ColumnsControl, { control: many, value: [] })
  await user.click(screen.getByRole('button', { name: add }))
  await user.click(await screen.findByRole('combobox', { name: 'Column' }))
  await user.click(await screen.findByRole('option', { name: /tax.*amount \* 0\.2/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith(['tax'])
})

const [calculated] = sales.columns.filter(({ expression }) => expression)

it.each([
  ['a new one, of a dataset with columns', undefined, sales, 'Simple'],
  ['a new one, of calculated columns only', undefined, { ...sales, columns: [calculated!] }, 'Saved'],
  ['a column', 'region', sales, 'Simple'],
  ['a calculated column', 'tax', sales, 'Saved'],
  ['an expression', { label: 'half', sqlExpression: 'amount / 2', expressionType: 'SQL' }, sales, 'Custom SQL'],
])('the editor opens in the tab of %s', async (_name, value, dataset, tab) => {
  const { user } = showControl(ColumnsControl, { control: many, value: value === undefined ? [] : [value], dataset })
  await user.click(screen.getByRole('button', { name: value === undefined ? add : /^Edit / }))
  expect((await screen.findByRole('tab', { selected: true })).textContent).toBe(tab)
})

it('replaces a column at its position', async () => {
  const { user, onChange } = showControl(ColumnsControl, { control: many, value: ['day', 'region'] })
  await user.click(screen.getByRole('button', { name: 'Edit day' }))
  await takeColumn(user, 'amount')
  expect(onChange).toHaveBeenCalledExactlyOnceWith(['amount', 'region'])
})

it('moves a column with Alt and arrow keys, and removes it with Delete', async () => {
  const { user, onChange } = showControl(ColumnsControl, { control: many, value: ['day', 'region', 'amount'] })
  screen.getByRole('button', { name: 'Edit amount' }).focus()
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(onChange).toHaveBeenLastCalledWith(['day', 'amount', 'region'])
  screen.getByRole('button', { name: 'Edit day' }).focus()
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(onChange).toHaveBeenCalledOnce()
  await user.keyboard('{Delete}')
  expect(onChange).toHaveBeenLastCalledWith(['amount', 'region'])
})

it('accepts one column if it is limited to one', async () => {
  const { user, onChange } = showControl(ColumnsControl, { control: one, value: 'day' })
  expect(screen.queryByRole('button', { name: /Drop a column here/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Remove day' }))
  expect(onChange).toHaveBeenLastCalledWith(undefined)
  await user.click(screen.getByRole('button', { name: /Drop a column here/ }))
  await takeColumn(user, 'Region')
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('region'))
})

it('warns about a column that the dataset does not have', () => {
  showControl(ColumnsControl, { control: many, value: ['gone'] })
  expect(screen.getByRole('img', { name: /might be incompatible/ })).toBeDefined()
})

const send = (given: { control: typeof many; value: unknown; sent: string }) =>
  showControl(ColumnsControl, {
    control: given.control,
    value: given.value,
    sent: { control: given.control.name, item: { kind: 'column', name: given.sent } },
  }).onChange

it('adds a column that is sent to it, once', () => {
  expect(send({ control: many, value: ['day'], sent: 'region' })).toHaveBeenCalledExactlyOnceWith(['day', 'region'])
  expect(send({ control: many, value: ['day'], sent: 'day' })).not.toHaveBeenCalled()
  expect(send({ control: one, value: 'day', sent: 'region' })).toHaveBeenCalledExactlyOnceWith('region')
})
