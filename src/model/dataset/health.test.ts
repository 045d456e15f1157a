import { expect, it } from 'vitest'
import { healthMessage } from './health.ts'

const columns = [{ column_name: 'day' }]

it.each([
  ['nothing is wrong', { extra: null, main_dttm_col: 'day', columns }, null],
  ['no time column is set', { extra: '{}', main_dttm_col: null, columns }, null],
  ['the extra text is not JSON', { extra: '{', main_dttm_col: null, columns }, null],
  [
    'a check of the installation has reported something',
    { extra: '{"health_check":{"version":1,"message":"Old partitions are missing"}}', main_dttm_col: 'gone', columns },
    'Old partitions are missing',
  ],
  ['the check reported nothing', { extra: '{"health_check":{"message":null}}', main_dttm_col: null, columns }, null],
  [
    'it has no columns',
    { extra: null, main_dttm_col: null, columns: [] },
    'This dataset has no columns. Edit it and sync its columns from the source.',
  ],
  [
    'its default datetime column is gone',
    { extra: null, main_dttm_col: 'gone', columns },
    'The default datetime column "gone" is not a column of this dataset.',
  ],
])('the health message if %s', (_case, dataset, message) => {
  expect(healthMessage(dataset)).toBe(message)
})
