import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showControl } from '../testing/showControl.tsx'
import { ColumnConfigControl } from './ColumnConfigControl.tsx'

const control = { name: 'column_config', kind: 'columnConfig', label: 'Customize columns' }
const open = async (column: string, given: Parameters<typeof showControl>[1]) => {
  const shown = showControl(ColumnConfigControl, { control, ...given })
  await shown.user.click(screen.getByRole('button', { name: `Customize ${column}` }))
  await screen.findByRole('heading', { name: column })
  return shown
}

it('offers the settings that apply to the type of a column', async () => {
  const form = { groupby: ['region'], metrics: ['count'] }
  await open('Region', { form })
  expect(screen.getByRole('checkbox', { name: 'Truncate Cells' })).toBeDefined()
  expect(screen.queryByRole('checkbox', { name: 'Show cell bars' })).toBeNull()
})

it('applies a value at once, and removes the column when no setting is left', async () => {
  const { user, onChange } = await open('count', { form: { metrics: ['count'] }, value: { other: { columnWidth: 5 } } })
  const width = screen.getByRole('textbox', { name: /^Min Width/ })
  await user.type(width, '80{Enter}')
  expect(onChange).toHaveBeenLastCalledWith({ other: { columnWidth: 5 }, count: { columnWidth: 80 } })
  await user.clear(width)
  await user.keyboard('{Enter}')
  expect(onChange).toHaveBeenLastCalledWith({ other: { columnWidth: 5 } })
})

it('collapses a long list', async () => {
  const names = Array.from({ length: 14 }, (_, at) => `column ${at}`)
  const { user } = showControl(ColumnConfigControl, { control, form: { query_mode: 'raw', all_columns: names } })
  const rows = () => screen.getAllByRole('button', { name: /^Customize / })
  expect(rows()).toHaveLength(10)
  await user.click(screen.getByRole('button', { name: 'Show all columns' }))
  expect(rows()).toHaveLength(14)
})

it('says that there are no columns', () => {
  showControl(ColumnConfigControl, { control })
  expect(screen.getByText('No columns')).toBeDefined()
})

it('sets the currency and the digits of a number column', async () => {
  const { user, onChange } = await open('count', { form: { metrics: ['count'] } })
  const digits = screen.getByRole('textbox', { name: /^Fraction digits/ })
  await user.type(digits, '300{Enter}')
  expect(onChange).toHaveBeenLastCalledWith({ count: { fractionDigits: 100 } })
  await user.click(screen.getByRole('combobox', { name: 'Currency format: Prefix or suffix' }))
  await user.click(await screen.findByRole('option', { name: 'Prefix' }))
  expect(onChange).toHaveBeenLastCalledWith(
    expect.objectContaining({ count: expect.objectContaining({ currencyFormat: { symbolPosition: 'prefix' } }) }),
  )
})

it('shows what applies to a column without settings of its own', async () => {
  const conditional_formatting = [{ column: 'count', operator: '>', targetValue: 1 }]
  const form = { metrics: ['count'], align_pn: true, color_pn: false, show_cell_bars: true, conditional_formatting }
  const { user, onChange } = await open('count', { form })
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
  expect(['Align +/-', 'Color +/-', 'Show cell bars'].map((name) => box(name).checked)).toEqual([true, false, false])
  // with conditional formats, only columns that request bars have them
  await user.click(box('Show cell bars'))
  expect(onChange).toHaveBeenLastCalledWith({ count: { showCellBars: true } })
})
