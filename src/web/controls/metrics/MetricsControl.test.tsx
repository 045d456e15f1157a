import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Control } from '../../../charts/shared/controls.ts'
import type { DragItem } from '../dragItem.ts'
import { sales, showControl } from '../testing/showControl.tsx'
import { MetricsControl } from './MetricsControl.tsx'

const control = { name: 'metrics', kind: 'metrics', label: 'Metrics' }
const open = async (value: unknown = [], dataset = sales) => {
  const shown = showControl(MetricsControl, { control, value, dataset })
  await shown.user.click(screen.getByRole('button', { name: /^Metrics: Drop/ }))
  await screen.findByRole('form')
  return shown
}
const tab = (name: string) => screen.getByRole<HTMLButtonElement>('tab', { name })
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })

it('adds a saved metric', async () => {
  const { user, onChange } = await open()
  expect(save().disabled).toBe(true)
  await user.click(screen.getByRole('combobox', { name: 'Saved metric' }))
  await user.click(await screen.findByRole('option', { name: /count/ }))
  await user.click(save())
  expect(onChange).toHaveBeenCalledExactlyOnceWith(['count'])
})

it('creates an aggregate of a column, and starts its SQL with it', async () => {
  const { user, onChange } = await open()
  await user.click(tab('Simple'))
  await user.click(screen.getByRole('combobox', { name: 'column' }))
  await user.click(await screen.findByRole('option', { name: /amount$/ }))
  await user.click(screen.getByRole('combobox', { name: 'aggregate' }))
  await user.click(await screen.findByRole('option', { name: 'SUM' }))
  expect(screen.getByRole('form', { name: 'SUM(amount)' })).toBeDefined()
  await user.click(save())
  expect(onChange).toHaveBeenCalledOnce()
  expect(onChange.mock.lastCall?.[0]).toMatchObject([
    { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'amount' }, label: 'SUM(amount)' },
  ])
})

it('on a dataset that allows only its saved metrics offers no others', async () => {
  await open([], { ...sales, extra: '{"disallow_adhoc_metrics": true}' })
  expect([tab('Simple').disabled, tab('Custom SQL').disabled]).toEqual([true, true])
})

it('does not save an unchanged metric', async () => {
  const { user } = showControl(MetricsControl, { control, value: ['count'] })
  await user.click(screen.getByRole('button', { name: 'Edit count' }))
  await screen.findByRole('form')
  expect(save().disabled).toBe(true)
})

it('warns about a metric that the dataset does not have', () => {
  showControl(MetricsControl, { control, value: ['gone'] })
  expect(screen.getByRole('img', { name: /might be incompatible/ })).toBeDefined()
})

it('aggregates a calculated column', async () => {
  const { user, onChange } = showControl(MetricsControl, { control, value: ['gone'] })
  await user.click(screen.getByRole('button', { name: 'Edit gone' }))
  await screen.findByRole('form')
  await user.click(tab('Simple'))
  await user.click(screen.getByRole('combobox', { name: 'column' }))
  await user.click(await screen.findByRole('option', { name: /tax$/ }))
  await user.click(screen.getByRole('combobox', { name: 'aggregate' }))
  await user.click(await screen.findByRole('option', { name: 'SUM' }))
  await user.click(save())
  expect(onChange.mock.lastCall?.[0]).toMatchObject([{ aggregate: 'SUM', column: { column_name: 'tax' } }])
})

it('replaces a metric at its position', async () => {
  const { user, onChange } = showControl(MetricsControl, { control, value: ['count', 'gone'] })
  await user.click(screen.getByRole('button', { name: 'Edit gone' }))
  await screen.findByRole('form')
  await user.click(tab('Simple'))
  await user.click(screen.getByRole('combobox', { name: 'column' }))
  await user.click(await screen.findByRole('option', { name: /amount$/ }))
  await user.click(screen.getByRole('combobox', { name: 'aggregate' }))
  await user.click(await screen.findByRole('option', { name: 'MAX' }))
  await user.click(save())
  expect(onChange.mock.lastCall?.[0]).toMatchObject(['count', { aggregate: 'MAX' }])
})

describe('an item that is sent to the control', () => {
  const send = (item: DragItem, value: unknown, more: Partial<Control> = {}) =>
    showControl(MetricsControl, { control: { ...control, ...more }, value, sent: { control: control.name, item } })
      .onChange

  it('is a saved metric, and added once', () => {
    expect(send({ kind: 'metric', name: 'count' }, ['gone'])).toHaveBeenCalledExactlyOnceWith(['gone', 'count'])
    expect(send({ kind: 'metric', name: 'count' }, ['count'])).not.toHaveBeenCalled()
  })

  it('becomes an aggregate that suits the type of the column', () => {
    const [aggregates] = send({ kind: 'column', name: 'amount' }, []).mock.lastCall ?? []
    expect(aggregates).toMatchObject([{ aggregate: 'SUM', label: 'SUM(amount)' }])
    const [ofText] = send({ kind: 'column', name: 'region' }, []).mock.lastCall ?? []
    expect(ofText).toMatchObject([{ aggregate: 'COUNT_DISTINCT' }])
  })

  it('replaces the selected metric if there can be only one', () => {
    const onChange = send({ kind: 'metric', name: 'count' }, 'gone', { kind: 'metric' })
    expect(onChange).toHaveBeenCalledExactlyOnceWith('count')
  })
})
