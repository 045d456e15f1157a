import { expect, it } from 'vitest'
import { GenericType } from '../../../../model/dataset/dataset.ts'
import { looksOf } from './datasetNames.ts'

it('shows days without a time and numbers without bars, and does not change other settings', () => {
  const column = (column_name: string, type: string | null, type_generic: GenericType | null) => ({
    column_name,
    type,
    type_generic,
    verbose_name: null,
    description: null,
    expression: null,
    is_dttm: type_generic === GenericType.temporal,
  })
  const columns = [
    column('order_id', 'BIGINT', GenericType.numeric),
    column('day', 'DATE', GenericType.temporal),
    column('at', 'TIMESTAMP', GenericType.temporal),
    column('city', 'VARCHAR', GenericType.string),
    column('odd', null, null),
  ]
  expect({ ...looksOf({ columns }) }).toEqual({
    order_id: { showCellBars: false },
    day: { d3TimeFormat: '%Y-%m-%d' },
  })
})
