import { describe, expect, it } from 'vitest'
import { flatBranches } from '../shared/hierarchy.ts'
import { answer, drawInput, noDatasource } from '../testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../testing/parts.ts'
import { drawing } from './drawing.ts'
import type { PartitionForm } from './formData.ts'
import { prune, readParts } from './parts.ts'

const saved = { viz_type: 'partition', groupby: ['g', 'h'], metrics: ['n'], datasource: '1__table' }
const data = answer({
  day: [2, [0, 0, 1, 1]],
  g: [1, ['a', 'b', 'a', 'a']],
  h: [1, ['x', 'x', 'x', 'y']],
  n: [0, [10, 20, 40, 30]],
})
const input = (more: Record<string, unknown> = {}) =>
  drawInput(openSaved({ ...saved, ...more })!.formData as PartitionForm, [data])
const values = (more?: Record<string, unknown>) =>
  flatBranches(readParts(input(more))).map(({ path, sums }) => [path.join('/'), sums[0]])

describe('values of blocks', () => {
  it('are the sums of their parts', () => {
    expect(values()).toEqual([
      ['', 100],
      ['a', 80],
      ['a/x', 50],
      ['a/y', 30],
      ['b', 20],
      ['b/x', 20],
    ])
  })
  it.each([
    ['agg_mean', 25, 80 / 3],
    ['point_diff', 40, 60],
    ['point_factor', 70 / 30, 7],
    ['point_percent', 70 / 30 - 1, 6],
  ])('%s', (time_series_option, whole, a) => {
    expect(values({ time_series_option }).slice(0, 2)).toEqual([
      ['', whole],
      ['a', a],
    ])
  })
})

it('leaves out the smallest parts', () => {
  const kept = (more: Record<string, unknown>) =>
    flatBranches(prune(input(more).formData, readParts(input(more)))).map(({ path }) => path.join('/'))
  expect(kept({ partition_limit: 1 })).toEqual(['', 'a', 'a/x'])
  expect(kept({ partition_threshold: 0.25 })).toEqual(['', 'a', 'a/x', 'a/y'])
})

it('requests the time only if it is used', () => {
  const columns = (more: object) =>
    contextOfSaved({ formData: { ...saved, ...more }, datasource: { ...noDatasource, mainDttmCol: 'at' } })?.queries[0]
      ?.columns
  expect(columns({})).toEqual(['g', 'h'])
  expect(columns({ time_series_option: 'agg_sum' })).toMatchObject([{ label: 'at', columnType: 'BASE_AXIS' }, 'g', 'h'])
})

describe('advanced analytics', () => {
  const analytics = { ...saved, time_series_option: 'adv_anal' }
  const datasource = { ...noDatasource, mainDttmCol: 'at' }
  const queriesOf = (more: object) => contextOfSaved({ formData: { ...analytics, ...more }, datasource })?.queries ?? []
  const operations = (more: object) =>
    queriesOf(more).map(({ post_processing: steps }) => steps?.map((step) => step?.operation))

  it('requests each level separately, the finest first', () => {
    const queries = queriesOf({ limit: 7, rolling_type: 'std', rolling_periods: 3, resample_rule: '1D' })
    expect(queries.map(({ columns }) => columns?.slice(1))).toEqual([['g', 'h'], ['g'], []])
    expect(queries[2]?.columns).toMatchObject([{ label: 'at', timeGrain: 'P1D', columnType: 'BASE_AXIS' }])
    expect(queries.map(({ series_limit }) => series_limit)).toEqual([7, 0, 0])
    const rolling = { operation: 'rolling', options: { rolling_type: 'std', window: 3, columns: { n: 'n' } } }
    for (const query of queries)
      expect(query.post_processing).toContainEqual(
        expect.objectContaining({ ...rolling, options: expect.objectContaining(rolling.options) }),
      )
  })

  it('resample, compare and share like charts over time', () => {
    expect(operations({ resample_rule: '1D', resample_method: 'ffill' })[0]).toEqual(['pivot', 'resample', 'flatten'])
    expect(operations({ contribution: true })[1]).toEqual(['pivot', 'contribution', 'flatten'])
    const compared = queriesOf({ time_compare: ['1 week'], comparison_type: 'absolute' })
    expect(compared.map(({ time_offsets }) => time_offsets)).toEqual([['1 week ago'], ['1 week ago'], ['1 week ago']])
    expect(compared[2]?.post_processing?.[1]).toMatchObject({
      operation: 'compare',
      options: { compare_type: 'difference', source_columns: ['n'], compare_columns: ['n__1 week ago'] },
    })
  })

  it('need a time column', () => {
    expect(contextOfSaved({ formData: analytics, datasource: noDatasource })?.queries).toHaveLength(1)
  })

  const days = [Date.UTC(2024, 0, 1), Date.UTC(2024, 0, 2)]
  const levels = [
    answer({ at: [2, days], 'n, a, x': [0, [1, 2], ['n', 'a', 'x']], 'n, a, y': [0, [null, 4], ['n', 'a', 'y']] }),
    answer({ at: [2, days], 'n, a': [0, [10, 20], ['n', 'a']] }),
    answer({ at: [2, days], n: [0, [100, 200], ['n']] }),
  ]
  const drawn = (more: object, data = levels) => {
    const form = openSaved({ ...analytics, date_time_format: '%d', ...more })!.formData as PartitionForm
    return flatBranches(readParts(drawInput(form, data))).map(({ name, path, sums }) => [
      path.join('/') || name,
      sums[0],
    ])
  }

  it('draw the value of each level as the engine computed it', () => {
    expect(drawn({})).toEqual([
      ['n', 300],
      ['01', 100],
      ['01/a', 10],
      ['01/a/x', 1],
      ['02', 200],
      ['02/a', 20],
      ['02/a/y', 4],
      ['02/a/x', 2],
    ])
  })

  it('write shares as percentages, regardless of the format of the metric', () => {
    const form = openSaved({ ...analytics, contribution: true })!.formData as PartitionForm
    const formatted = { ...noDatasource, columnFormats: { n: ',d' } }
    const top = answer({ at: [2, days], n: [0, [0.5, 0.25], ['n']] })
    const finest = answer({ at: [2, days], 'n, a, x': [0, [0.5, 0.25], ['n', 'a', 'x']] })
    const middle = answer({ at: [2, days], 'n, a': [0, [0.5, 0.25], ['n', 'a']] })
    const size = { width: 900, height: 300 }
    const option = drawing.option(drawInput(form, [finest, middle, top], { datasource: formatted, size }) as never)
    const [series] = option.series as {
      renderItem: (params: object) => { textContent?: { style: { text: string } } }
    }[]
    expect(series?.renderItem({ dataIndex: 1 }).textContent?.style.text).toMatch(/: 50\.0%$/)
  })

  describe('the value of the whole', () => {
    const label = (more: object) => {
      const form = openSaved({ ...analytics, date_time_format: '%d', ...more })!.formData as PartitionForm
      const input = drawInput(form, levels, { size: { width: 900, height: 300 } }) as never
      const { series, tooltip } = drawing.option(input) as {
        series: { renderItem: (params: object) => { textContent?: { style: { text: string } } } }[]
        tooltip: { formatter: (params: object) => string }
      }
      return {
        whole: series[0]?.renderItem({ dataIndex: 0 }).textContent?.style.text,
        ofWhole: tooltip.formatter({ dataIndex: 0 }),
        ofTime: tooltip.formatter({ dataIndex: 1 }),
      }
    }
    it('is the sum of all times', () => {
      const { whole, ofWhole, ofTime } = label({})
      expect(whole).toBe('n: 300')
      expect(ofWhole).toMatch(/300/)
      expect(ofTime).toMatch(/Share of all/)
    })
    it.each([
      { contribution: true },
      { rolling_type: 'mean', rolling_periods: 2 },
      { comparison_type: 'ratio', time_compare: ['1 week'] },
      { comparison_type: 'percentage', time_compare: ['1 week'] },
    ])('is left out where a sum means nothing: %j', (more) => {
      const { whole, ofWhole, ofTime } = label(more)
      expect(whole).toBe('n')
      expect(ofWhole).not.toMatch(/300|Share of all/)
      expect(ofTime).not.toMatch(/Share of all/)
    })
  })

  it('draw shifted values as separate trees', () => {
    const name = 'n__1 week ago'
    const [finest, middle, top] = [
      answer({
        at: [2, days],
        'n, a, x': [0, [1, 2], ['n', 'a', 'x']],
        [`${name}, a, x`]: [0, [3, 5], [name, 'a', 'x']],
      }),
      answer({ at: [2, days], 'n, a': [0, [1, 2], ['n', 'a']], [`${name}, a`]: [0, [3, 5], [name, 'a']] }),
      answer({ at: [2, days], n: [0, [1, 2], ['n']], [name]: [0, [3, 5], [name]] }),
    ]
    const trees = drawn({ time_compare: ['1 week'] }, [finest, middle, top]).filter(([path]) =>
      String(path).startsWith('n'),
    )
    expect(trees).toEqual([
      ['n, 1 week ago', 8],
      ['n', 3],
    ])
  })
})
