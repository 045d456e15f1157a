import { describe, expect, it } from 'vitest'
import { ZodError } from 'zod'
import { fromLegacyForm, parseUpload, type UploadKind } from './uploadContract.ts'

describe('fields of an upload', () => {
  it.each<[string, UploadKind, Record<string, string>, object]>([
    ['nothing but a name', 'csv', {}, { hasHeader: true }],
    ['empty fields', 'csv', { delimiter: '', skip_rows: '', null_values: '', day_first: '' }, { hasHeader: true }],
    ['a delimiter', 'csv', { delimiter: ';' }, { hasHeader: true, delimiter: ';' }],
    ['a tab in words', 'csv', { delimiter: '\\t' }, { hasHeader: true, delimiter: '\t' }],
    ['header below skipped lines', 'csv', { skip_rows: '2', header_row: '1' }, { hasHeader: true, skipRows: 3 }],
    ['nulls as JSON', 'csv', { null_values: '["NA", "-"]' }, { hasHeader: true, nullValues: ['NA', '-'] }],
    ['nulls with commas', 'excel', { null_values: 'NA, -' }, { hasHeader: true, nullValues: ['NA', '-'] }],
    ['dates', 'csv', { column_dates: 'a,b' }, { hasHeader: true, types: { a: 'TIMESTAMP', b: 'TIMESTAMP' } }],
    [
      'types of data frames',
      'csv',
      { column_data_types: '{"a":"int64","b":"float","c":"object","d":"datetime64[ns]"}' },
      { hasHeader: true, types: { a: 'BIGINT', b: 'DOUBLE', c: 'VARCHAR', d: 'TIMESTAMP' } },
    ],
    ['an index', 'columnar', { dataframe_index: 'true', index_label: 'row' }, { indexName: 'row' }],
    ['a label alone', 'columnar', { index_label: 'row' }, {}],
    [
      'a column of row labels',
      'csv',
      { index_column: 'code', dataframe_index: 'true', index_label: 'row' },
      { hasHeader: true, rowLabels: { column: 'code', name: 'row' } },
    ],
    [
      'row labels under their own name',
      'excel',
      { index_column: '0', dataframe_index: 'true' },
      { hasHeader: true, rowLabels: { column: '0', name: '0' } },
    ],
    [
      'row labels that are not kept',
      'csv',
      { index_column: 'code' },
      { hasHeader: true, rowLabels: { column: 'code', name: undefined } },
    ],
    [
      'blanks and blank lines',
      'csv',
      { skip_initial_space: 'y', skip_blank_lines: 'false' },
      { hasHeader: true, trimStart: true, keepBlankLines: true },
    ],
    ['blank lines as usual', 'csv', { skip_initial_space: 'false', skip_blank_lines: 'true' }, { hasHeader: true }],
    [
      'decimals and nulls of a sheet',
      'excel',
      { decimal_character: ',', null_values: '["-"]' },
      { hasHeader: true, decimal: ',', nullValues: ['-'] },
    ],
    ['a sheet', 'excel', { sheet_name: 'Sales' }, { hasHeader: true, sheet: 'Sales' }],
  ])('%s', (_what, kind, fields, reading) => {
    expect(parseUpload(kind, { table_name: 't', ...fields }).reading).toEqual(reading)
  })

  it.each([
    ['table_name', { table_name: 'a.b' }],
    ['already_exists', { already_exists: 'never' }],
    ['rows_to_read', { rows_to_read: '0' }],
    ['skip_rows', { skip_rows: '-1' }],
    ['column_data_types', { column_data_types: '[1' }],
  ])('%s is rejected by its name', (field, fields) => {
    expect(() => parseUpload('csv', { table_name: 't', ...fields })).toThrow(ZodError)
    try {
      parseUpload('csv', { table_name: 't', ...fields })
    } catch (error) {
      expect((error as ZodError).issues.map(({ path }) => path[0])).toEqual([field])
    }
  })

  it('of the older forms have other names', () => {
    expect(
      parseUpload(
        'csv',
        fromLegacyForm({ name: 't', if_exists: 'append', delimiter: 'other', otherInput: '|', nrows: '5' }),
      ),
    ).toMatchObject({ table: 't', ifExists: 'append', reading: { delimiter: '|', maxRows: 5 } })
    expect(fromLegacyForm({ constructor: 'x' })).toEqual({ constructor: 'x' })
  })
})
