import { elapsed, utcTime } from '../../model/wire/wireTime.ts'
import type { ColumnField, Field, ToOneField } from './declaration.ts'

/** The user whose id is in a column. */
export const user = (column: string): ToOneField => ({
  type: 'toOne',
  column,
  to: 'users',
  columns: ['id', 'first_name', 'last_name'],
})

interface Changes {
  created_on: number
  changed_on: number
}

/** The users and times of creation and of the last change, in all formats that lists use. */
export const changeFields = {
  created_by: user('created_by'),
  changed_by: user('changed_by'),
  created_on: { type: 'time' },
  changed_on: { type: 'time' },
  changed_on_utc: { type: 'time', column: 'changed_on', value: (row) => utcTime(row.changed_on) },
  changed_on_delta_humanized: {
    type: 'time',
    column: 'changed_on',
    value: (row, { now }) => elapsed(row.changed_on, now),
  },
} satisfies Record<string, Field<Changes>> as {
  created_by: ToOneField
  changed_by: ToOneField
  created_on: ColumnField<Changes>
  changed_on: ColumnField<Changes>
  changed_on_utc: ColumnField<Changes>
  changed_on_delta_humanized: ColumnField<Changes>
}
