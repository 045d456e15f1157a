import { describe, expect, it } from 'vitest'
import {
  columnsOfChart,
  isComplete,
  type LayerDraft,
  newDraft,
  savedLayer,
  withSource,
  withType,
  withValue,
} from './layerDraft.ts'

const all = ['EVENT', 'FORMULA', 'INTERVAL', 'TIME_SERIES'] as const
const fresh = newDraft(all)
const isFormula = (text: string) => text !== 'bad' && text !== ''
const native: LayerDraft = { ...fresh, name: 'n', annotationType: 'EVENT', sourceType: 'NATIVE', value: 3 }
const table: LayerDraft = {
  ...native,
  sourceType: 'table',
  timeColumn: 't',
  titleColumn: 'x',
  overrides: { time_range: null },
}

describe('a layer while it is edited', () => {
  it('is new as a solid formula without a name', () => {
    expect(fresh).toMatchObject({ name: '', annotationType: 'FORMULA', style: 'solid', width: 1, value: null })
    expect(fresh).not.toHaveProperty('opacity')
    expect(newDraft(['EVENT', 'INTERVAL']).annotationType).toBe('EVENT')
  })

  it('keeps its source if the other type supports it', () => {
    expect(withType(native, 'INTERVAL')).toEqual({ ...native, annotationType: 'INTERVAL' })
    expect(withType(table, 'TIME_SERIES')).toMatchObject({
      sourceType: undefined,
      value: null,
      timeColumn: '',
      overrides: {},
    })
    expect(withType(table, 'FORMULA')).toMatchObject({ sourceType: '', value: null })
    expect(withType(fresh, 'EVENT').sourceType).toBeUndefined()
  })

  it('loses its columns when its chart changes', () => {
    expect(withValue(table, 4)).toMatchObject({
      value: 4,
      timeColumn: '',
      titleColumn: '',
      overrides: { time_range: null },
    })
    expect(withSource(table, 'NATIVE')).toMatchObject({ value: null, timeColumn: '', overrides: {} })
    expect(withSource(table, 'table')).toBe(table)
  })

  it.each([
    [{ ...fresh, name: 'n', value: '2x' }, true],
    [{ ...fresh, name: 'n', value: 'bad' }, false],
    [{ ...fresh, name: 'n' }, false],
    [{ ...fresh, name: ' ', value: '2x' }, false],
    [{ ...fresh, name: 'taken', value: '2x' }, false],
    [native, true],
    [{ ...native, value: null }, false],
    [{ ...native, sourceType: undefined }, false],
    [{ ...native, annotationType: 'INTERVAL' }, true],
    [table, true],
    [{ ...table, timeColumn: '' }, false],
    [{ ...table, annotationType: 'INTERVAL' }, false],
    [{ ...table, annotationType: 'INTERVAL', intervalEndColumn: 'e' }, true],
    [{ ...native, annotationType: 'TIME_SERIES', sourceType: 'line' }, true],
  ] satisfies [LayerDraft, boolean][])('%j can be applied: %s', (draft, expected) =>
    expect(isComplete(draft, ['taken'], isFormula)).toBe(expected),
  )

  it('is saved with every key, and with the unknown keys of the saved one', () => {
    expect(savedLayer({ ...fresh, name: ' n ', value: '2x' }, { some_new_key: 5, name: 'old' })).toEqual({
      ...fresh,
      some_new_key: 5,
      name: 'n',
      value: '2x',
      sourceType: '',
      opacity: '',
    })
  })
})

describe('the columns of a chart', () => {
  it.each([
    [{ query_mode: 'raw', all_columns: ['a', 'b'], metrics: ['m'] }, ['a', 'b']],
    [{ groupby: ['a', { label: 'b', sqlExpression: '1' }], metrics: ['m', { label: 'n' }] }, ['a', 'b', 'm', 'n']],
    [{ groupby: ['a'], include_time: true }, ['__timestamp', 'a']],
    [{ groupby: 'a', metric: 'a' }, ['a']],
    [{}, []],
  ])('of %j are %j', (form, columns) => expect(columnsOfChart(form)).toEqual(columns))
})
