import { expect, it } from 'vitest'
import type { PreparedUpload } from './preparedUpload.ts'
import { uploadQueries } from './readUpload.ts'

it('detects the type of a sheet column with any name', () => {
  const upload: PreparedUpload = {
    path: '/sheet.csv',
    format: 'xlsx',
    encoding: undefined,
    lines: 0,
    reading: { types: { year: 'DOUBLE' } },
    sheet: {
      sheets: [],
      columns: [
        { name: 'constructor', type: 'VARCHAR' },
        { name: 'year', type: 'BIGINT' },
      ],
      warnings: [],
      repeats: [],
      texts: [],
      rowCount: 1,
    },
  }
  expect(uploadQueries(upload, undefined)[0]).toContain(`columns = {'constructor': 'VARCHAR', 'year': 'DOUBLE'}`)
})
