import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { GenericType } from '../../../model/dataset/dataset.ts'
import type { ExploreDataset } from '../../api/explore.ts'
import { show } from '../../ui/testing/show.tsx'
import { defaultOf, FilterConfigEditor } from './FilterConfigEditor.tsx'

const dataset = {
  columns: [
    { column_name: 'region', verbose_name: 'Region', is_dttm: false, type_generic: GenericType.string },
    { column_name: 'year', verbose_name: null, is_dttm: false, type_generic: GenericType.numeric },
  ],
  metrics: [{ metric_name: 'count', verbose_name: null }],
  verbose_map: {},
} as unknown as ExploreDataset

it.each([
  ['5', false, GenericType.numeric, 5],
  ['1.5', false, GenericType.numeric, 1.5],
  ['five', false, GenericType.numeric, 'five'],
  ['TRUE', false, GenericType.boolean, true],
  ['5', false, GenericType.string, '5'],
  ['5;6', true, GenericType.numeric, '5;6'],
  ['', false, GenericType.numeric, undefined],
])('stores the default %j, with several values allowed: %j, as type %j: %j', (text, multiple, type, stored) => {
  expect(defaultOf({ defaultValue: text, multiple }, type)).toEqual({ defaultValue: stored })
})

it('requires a column, and stores the selected values', async () => {
  const onApply = vi.fn()
  const user = show(<FilterConfigEditor title="Filter" dataset={dataset} config={undefined} onApply={onApply} />)
  const apply = screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' })
  expect(apply.disabled).toBe(true)
  await user.click(screen.getByRole('combobox', { name: 'Column' }))
  await user.click(await screen.findByRole('option', { name: 'year' }))
  await user.type(screen.getByRole('textbox', { name: 'Label' }), 'Year')
  await user.click(screen.getByRole('checkbox', { name: 'Allow multiple selections' }))
  await user.type(screen.getByRole('textbox', { name: 'Default' }), '2024')
  await user.click(screen.getByRole('checkbox', { name: 'Required' }))
  await user.click(apply)
  expect(onApply).toHaveBeenCalledWith(
    expect.objectContaining({ column: 'year', label: 'Year', multiple: false, defaultValue: 2024, clearable: false }),
  )
})
