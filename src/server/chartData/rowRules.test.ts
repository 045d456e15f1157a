import { expect, it } from 'vitest'
import { ruledTablesNamed } from './rowRules.ts'

it.each([
  ['sales', true],
  ['SALES', true],
  // Trino: values of every partition and every file, and older versions of all rows
  ['sales$partitions', true],
  ['sales$data', true],
  ['sales@42', true],
  ['sales@42$files', true],
  ['sales_2024', false],
  ['$sales', false],
])('a rule on sales applies to %s: %s', (name, holds) => {
  const tables = [{ datasetId: 1, catalog: null, schema: 'shop', table_name: 'sales' }]
  expect(ruledTablesNamed(tables, { catalog: null, schema: null, name }, false)).toHaveLength(holds ? 1 : 0)
  expect(ruledTablesNamed(tables, { catalog: null, schema: 'other', name }, false)).toHaveLength(0)
})

it('a rule on a table with a special character in its name applies to it', () => {
  const tables = [{ datasetId: 1, catalog: null, schema: null, table_name: 'v$session' }]
  expect(ruledTablesNamed(tables, { catalog: null, schema: null, name: 'v$session' }, false)).toHaveLength(1)
})
