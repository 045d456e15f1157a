import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bootstrap } from '../../api/bootstrap.ts'
import type { ExploreColumn } from '../../api/explore.ts'
import { sales, showControl } from '../testing/showControl.tsx'
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

it('filters by a calculated column', async () => {
  const { user, onChange } = showControl(FiltersControl, { control, value: [] })
  await user.click(screen.getByRole('button', { name: /^Filters: / }))
  await screen.findByRole('form', { name: 'Filter' })
  await choose(user, 'Column', /tax$/)
  await choose(user, 'Operator', 'Greater than (>)')
  await user.type(screen.getByRole('textbox', { name: 'Filter value' }), '5')
  await user.click(save())
  expect(onChange.mock.lastCall?.[0]).toMatchObject([{ subject: 'tax', operator: '>', comparator: 5 }])
})

it('disables the value if the operator needs none', async () => {
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

it.each([
  ['a condition on a column', simple('region', '==', 'West'), 'Simple'],
  ['an expression', { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'amount > 5' }, 'Custom SQL'],
])('the editor opens in the tab of %s', async (_name, value, tab) => {
  const { user } = showControl(FiltersControl, { control, value: [value] })
  await user.click(screen.getByRole('button', { name: /^Edit / }))
  expect((await screen.findByRole('tab', { selected: true })).textContent).toBe(tab)
})

it('has an editor that can be resized, but not below 320 by 240', async () => {
  const { user } = showControl(FiltersControl, { control, value: [] })
  await user.click(screen.getByRole('button', { name: /^Filters: / }))
  const frame = (await screen.findByRole('form')).parentElement as HTMLElement
  screen.getByRole('button', { name: 'Resize with the arrow keys' }).focus()
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}')
  expect([frame.style.width, frame.style.height]).toEqual(['336px', '256px'])
  await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowUp}{ArrowUp}')
  expect([frame.style.width, frame.style.height]).toEqual(['320px', '240px'])
})

it('on a time column has a time range instead of operator and value', async () => {
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

it('does not remove the last time filter, and says why', async () => {
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

it('warns about a column that the dataset does not have', () => {
  showControl(FiltersControl, { control, value: [simple('gone', '==', 'x')] })
  expect(screen.getByRole('img', { name: /might be incompatible/ })).toBeDefined()
})

it('from the dashboard that the chart was opened from is marked; once edited it belongs to the chart', async () => {
  const inherited = { ...simple('region', '==', 'West'), isExtra: true }
  const { user, onChange } = showControl(FiltersControl, { control, value: [inherited, simple('amount', '>', 5)] })
  const notes = screen.getAllByRole('img', {
    name: "This filter was inherited from the dashboard's context. It won't be saved when saving the chart.",
  })
  expect(notes).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: /^Edit Region/ }))
  await screen.findByRole('form')
  await choose(user, 'Operator', 'Is not null')
  await user.click(save())
  expect(onChange.mock.lastCall?.[0]).toMatchObject([{ subject: 'region', operator: 'IS NOT NULL' }, {}])
  expect(JSON.stringify(onChange.mock.lastCall)).not.toContain('isExtra')
})

describe('on a column with an advanced data type', () => {
  const port = { ...sales.columns[2], column_name: 'port', advanced_data_type: 'port' } as ExploreColumn
  const dataset = { ...sales, columns: [...sales.columns, port] }
  const asked: string[] = []
  const answers = (answer: Partial<Record<'display_value' | 'error_message', string>> | undefined) =>
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(decodeURIComponent(String(url)))
      if (answer === undefined) return new Response('{}', { status: 500 })
      const result = { display_value: '', error_message: '', valid_filter_operators: ['EQUALS', 'IN'], ...answer }
      return new Response(JSON.stringify({ result }), { headers: { 'content-type': 'application/json' } })
    })

  async function open(value: string) {
    asked.length = 0
    bootstrap.common.feature_flags['ENABLE_ADVANCED_DATA_TYPES'] = true
    const filter = simple('port', '==', value)
    const { user } = showControl(FiltersControl, { control, value: [filter], dataset })
    await user.click(screen.getByRole('button', { name: /^Edit port/ }))
    await screen.findByRole('form')
    return user
  }
  afterEach(() => {
    vi.unstubAllGlobals()
    delete bootstrap.common.feature_flags['ENABLE_ADVANCED_DATA_TYPES']
  })

  it('shows the numbers for the typed words, and only the operators of the server', async () => {
    answers({ display_value: '[443]' })
    const user = await open('https')
    await screen.findByText('[443]')
    expect(asked[0]).toContain('(type:port,values:!(https))')
    await user.click(screen.getByRole('combobox', { name: 'Operator' }))
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Equal to (=)', 'In'])
  })

  it('sends a typed value after 600 ms, and cannot be saved while the value is not understood', async () => {
    answers({ error_message: "'webb' does not appear to be a port name or number" })
    const user = await open('web')
    const before = asked.length
    await user.type(screen.getByRole('textbox', { name: 'Filter value' }), 'b')
    expect(asked.length).toBe(before)
    await screen.findByText("'webb' does not appear to be a port name or number")
    await waitFor(() => expect(asked.at(-1)).toContain('!(webb)'))
    expect(save().disabled).toBe(true)
  })

  it('says that the type cannot be loaded', async () => {
    answers(undefined)
    await open('https')
    await screen.findByText('Failed to retrieve advanced type')
  })
})
