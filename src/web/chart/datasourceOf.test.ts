import { describe, expect, it } from 'vitest'
import { GenericType } from '../../model/dataset/dataset.ts'
import { datasourceOf, joinDatasources } from './datasourceOf.ts'

it.each(['constructor', '__proto__'])('has no entry for a column %s that the dataset does not have', (name) => {
  const dataset = { main_dttm_col: null, verbose_map: { a: 'A' }, column_formats: { m: ',d' }, columns: [] }
  const datasource = datasourceOf(dataset)
  const { verboseMap, columnFormats, currencyFormats, columnTypes } = datasource
  expect([verboseMap, columnFormats, currencyFormats, columnTypes].map((record) => record[name])).toEqual(
    Array(4).fill(undefined),
  )
  expect([verboseMap['a'], columnFormats['m']]).toEqual(['A', ',d'])
})

describe('joining datasets', () => {
  /** A dataset reduced to some columns, as in dashboards. */
  const cutTo = (...names: string[]) =>
    datasourceOf({
      main_dttm_col: null,
      verbose_map: Object.fromEntries(names.map((name) => [name, name.toUpperCase()])),
      column_formats: {},
      columns: names.map((column_name) => ({ column_name, type_generic: GenericType.string, is_dttm: false })),
    })
  const saved = new Map([[1, cutTo('region')]])
  const added = new Map([
    [1, cutTo('region', 'route')],
    [2, cutTo('city')],
  ])

  it.each([
    ['the chart comes after the datasets of the dashboard', saved, added],
    ['the datasets of the dashboard are read again', added, saved],
  ])('keeps the labels loaded for an added chart: %s', (_, earlier, later) => {
    const joined = joinDatasources(earlier, later)
    expect([...joined.keys()]).toEqual([1, 2])
    expect({ ...joined.get(1)?.verboseMap }).toEqual({ region: 'REGION', route: 'ROUTE' })
    expect(Object.keys(joined.get(1)?.columnTypes ?? {})).toEqual(['region', 'route'])
  })

  it('uses the later label', () => {
    const renamed = datasourceOf({
      main_dttm_col: null,
      verbose_map: { region: 'Area' },
      column_formats: {},
      columns: [],
    })
    expect(joinDatasources(saved, new Map([[1, renamed]])).get(1)?.verboseMap['region']).toBe('Area')
  })

  it('adds unknown columns', () => {
    expect(joinDatasources(undefined, saved)).toBe(saved)
  })

  it('has no entry for a column that no dataset has', () => {
    expect(joinDatasources(saved, added).get(1)?.verboseMap['constructor']).toBeUndefined()
  })
})

it('knows whether the database hides rows', () => {
  const dataset = { main_dttm_col: null, verbose_map: {}, column_formats: {}, columns: [] }
  const hides = (is: boolean) => datasourceOf({ ...dataset, database: { disable_drill_to_detail: is } })
  expect([hides(true).hidesRows, hides(false).hidesRows]).toEqual([true, undefined])
  expect(joinDatasources(new Map([[1, hides(true)]]), new Map([[1, hides(true)]])).get(1)?.hidesRows).toBe(true)
})
