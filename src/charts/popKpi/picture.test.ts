import { describe, expect, it } from 'vitest'
import { labelWidth } from '../shared/textWidth.ts'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { comparedRange } from './comparedRange.ts'
import { popKpiPicture, readComparison } from './picture.ts'
import type { PopKpiForm } from './query.ts'

const input = (values: (number | null)[], saved: Record<string, unknown> = {}) =>
  drawInput(
    openSaved({ viz_type: 'pop_kpi', metric: 'm', ...saved })!.formData as PopKpiForm,
    values.map((value) => answer({ m: [0, [value]] })),
    { size: { width: 260, height: 140 } },
  )

describe('readComparison', () => {
  it.each([
    [[120, 100], 20, 0.2],
    [[80, -100], 180, 1.8],
    [[0, 0], 0, 0],
    [[5, 0], 5, 1],
    [[5, null], 5, 1],
    [[null, 5], -5, -1],
    [[null, null], 0, 0],
  ])('%j: %d, %d', (values, difference, change) =>
    expect(readComparison(input(values))).toMatchObject({ difference, change }),
  )
  it('has nothing to compare without a second result', () =>
    expect(readComparison(input([7]))).toEqual({ current: 7, previous: null, difference: null, change: null }))
})

describe('popKpiPicture', () => {
  const textsOf = (...args: Parameters<typeof input>) =>
    Object.fromEntries(popKpiPicture(input(...args)).texts.map(({ role, text }) => [role, text]))
  it('writes the value and its comparison', () => {
    expect(textsOf([120, 100], { subtitle: 'Sold', show_metric_name: true })).toMatchObject({
      name: 'm',
      figure: '120',
      subtitle: 'Sold',
      'Previous value': '100',
      Delta: '↗ +20',
      'Percent change': '↗ +20%',
    })
  })
  it('hides and names values as configured', () => {
    const column_config = {
      Delta: { visible: false },
      'Previous value': { customColumnName: 'Before', displayTypeIcon: false },
    }
    const { texts } = popKpiPicture(input([120, 100], { column_config }))
    expect(texts.filter(({ role }) => role === 'label').map(({ text }) => text)).toEqual(['Before', 'Change in %'])
    expect(texts.some(({ role }) => role === 'Delta')).toBe(false)
  })
  it('colors the change only if configured, and in the configured direction', () => {
    const colorOf = (saved: Record<string, unknown>) =>
      popKpiPicture(input([120, 100], saved)).texts.find(({ role }) => role === 'Delta')?.color
    const { theme } = input([1])
    expect(colorOf({})).toBe(theme.text)
    expect(colorOf({ comparison_color_enabled: true })).toBe(theme.successFg)
    expect(colorOf({ comparison_color_enabled: true, comparison_color_scheme: 'Red' })).toBe(theme.dangerFg)
  })
  it.each([
    [120, 60],
    [60, 40],
    [900, 700],
  ])('keeps all texts inside %i x %i', (width, height) => {
    const picture = popKpiPicture({
      ...input([1_234_567, 1_000_000], { subtitle: 'A subtitle that is long', show_metric_name: true }),
      size: { width, height },
    })
    for (const { baseline, fontSize } of picture.texts) {
      expect(baseline).toBeLessThanOrEqual(height + 2)
      expect(baseline - fontSize).toBeGreaterThanOrEqual(-3)
    }
  })
  it('writes the names of the compared values in full in a small tile, side by side', () => {
    const { texts } = popKpiPicture({ ...input([157_000, 129_000]), size: { width: 204, height: 200 } })
    const labels = texts.filter(({ role }) => role === 'label')
    expect(labels.map(({ text }) => text.replace(/^[#Δ] /, ''))).toEqual(['Previous', 'Change', 'Change in %'])
    const ends = labels.map(({ text, x }) => x + labelWidth(text))
    expect(ends[0]).toBeLessThan(labels[1]!.x)
    expect(ends[1]).toBeLessThan(labels[2]!.x)
    expect(ends[2]).toBeLessThanOrEqual(204)
  })
  it('writes a sign once, and none without a change', () => {
    const changesOf = (values: number[], saved = {}) => {
      const { Delta, 'Percent change': percent } = textsOf(values, saved)
      return [Delta, percent]
    }
    expect(changesOf([80, 100])).toEqual(['↘ −20', '↘ −20%'])
    expect(changesOf([100, 100])).toEqual(['0', '0%'])
    expect(changesOf([120, 100], { y_axis_format: '+,d', percentDifferenceFormat: '+.0%' })).toEqual([
      '↗ +20',
      '↗ +20%',
    ])
  })
  it('shortens the name of the change in percent to its sign if there is no room', () => {
    const { texts } = popKpiPicture({ ...input([191, 134]), size: { width: 160, height: 200 } })
    expect(texts.filter(({ role }) => role === 'label').map(({ text }) => text)).toEqual(['#', 'Change', '%'])
  })
  it('separates the subtitle from the names of the compared values', () => {
    const { texts } = popKpiPicture({
      ...input([1_234_567, 1_000_000], { subtitle: 'Sold' }),
      size: { width: 358, height: 320 },
    })
    const at = (name: string) => texts.find(({ role }) => role === name)!
    const top = at('label').baseline - at('label').fontSize
    expect(top - at('subtitle').baseline).toBeGreaterThanOrEqual(at('subtitle').fontSize * 0.8)
  })
  it('shows a message if there is no value', () => expect(textsOf([null, 3])['figure']).toBe('No data'))
})

describe('comparedRange', () => {
  it.each([
    ['2021-03-01 : 2021-04-01', '1 month ago', undefined, { range: '2021-02-01T00:00:00 : 2021-03-01T00:00:00' }],
    ['2021-03-01 : 2021-04-01', 'inherit', undefined, { range: '2021-01-29T00:00:00 : 2021-03-01T00:00:00' }],
    ['2021-03-01 : 2021-03-08', 'custom', '2020-01-01', { range: '2020-01-01T00:00:00 : 2020-01-08T00:00:00' }],
    ['Last week', '1 year ago', undefined, { time_shift: '1 year ago' }],
    ['Last 3 months', 'inherit', undefined, { time_shift: '3 months ago' }],
    ['Last quarter', 'custom', '2020-01-01', { range: '2020-01-01T00:00:00 : 2020-04-01T00:00:00' }],
    ['No filter', '1 year ago', undefined, undefined],
    ['2020-01-01 : now', 'inherit', undefined, undefined],
    ['Last week', 'custom', undefined, undefined],
    ['Last week', 'nonsense', undefined, undefined],
  ])('%s with %s', (range, compare, start, expected) => expect(comparedRange(range, compare, start)).toEqual(expected))
})

describe('query', () => {
  const filter = (comparator: string) => [
    { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'at', operator: 'TEMPORAL_RANGE', comparator },
  ]
  const queriesOf = (saved: Record<string, unknown>) => {
    const opened = openSaved({ viz_type: 'pop_kpi', metric: 'm', ...saved })!
    return opened.query.buildQuery({ formData: opened.formData, datasource: input([1]).datasource })
  }
  it('requests the compared period as well', () => {
    const [current, previous] = queriesOf({
      time_compare: ['1 year ago'],
      adhoc_filters: filter('2021-01-01 : 2021-02-01'),
    })
    expect(current?.filters?.[0]?.val).toBe('2021-01-01 : 2021-02-01')
    expect(previous?.filters?.[0]?.val).toBe('2020-01-01T00:00:00 : 2020-02-01T00:00:00')
    expect(queriesOf({ time_compare: 'inherit', adhoc_filters: filter('Last week') })[1]?.time_shift).toBe(
      '1 weeks ago',
    )
  })
  it('requests one period if the range is open', () => {
    expect(queriesOf({ time_compare: '1 year ago', adhoc_filters: filter('No filter') })).toHaveLength(1)
    expect(queriesOf({})).toHaveLength(1)
  })
})
