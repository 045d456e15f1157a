import { expect, it } from 'vitest'
import { datasourceOf } from './datasourceOf.ts'

it.each(['constructor', '__proto__'])('knows nothing of a column %s that the dataset does not have', (name) => {
  const dataset = { main_dttm_col: null, verbose_map: { a: 'A' }, column_formats: { m: ',d' }, columns: [] }
  const datasource = datasourceOf(dataset)
  const { verboseMap, columnFormats, currencyFormats, columnTypes } = datasource
  expect([verboseMap, columnFormats, currencyFormats, columnTypes].map((record) => record[name])).toEqual(
    Array(4).fill(undefined),
  )
  expect([verboseMap['a'], columnFormats['m']]).toEqual(['A', ',d'])
})
