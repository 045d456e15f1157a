import { expect, it } from 'vitest'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { drawing, readStages } from './drawing.ts'
import type { FunnelForm } from './query.ts'

const data = answer({ stage: [1, ['visit', 'cart', null, 'paid']], n: [0, [200, 100, 50, 10]] })
const input = (saved: Record<string, unknown> = {}) =>
  drawInput(openSaved({ viz_type: 'funnel', groupby: ['stage'], metric: 'n', ...saved })!.formData as FunnelForm, [
    data,
  ])

it.each([
  ['first_step', [1, 0.5, 0.25, 0.05]],
  ['prev_step', [1, 0.5, 0.5, 0.2]],
  ['total', [200, 100, 50, 10].map((value) => value / 360)],
])('shares of %s', (percent_calculation_type, shares) => {
  expect(readStages(input({ percent_calculation_type })).map(({ share }) => share)).toEqual(shares)
})

it('draws the value of each row, in the colors of the names', () => {
  type Option = { series: { data: { name: string; value: number; itemStyle: { color: string } }[] }[] }
  const drawn = (drawing.option(input()) as unknown as Option).series[0]!.data
  expect(drawn.map(({ name, value }) => [name, value])).toEqual([
    ['visit', 200],
    ['cart', 100],
    ['<NULL>', 50],
    ['paid', 10],
  ])
  expect(new Set(drawn.map(({ itemStyle }) => itemStyle.color)).size).toBe(4)
})

it('filters by the groups of a stage', () => {
  const emit = (name: string) => drawing.crossFilter!(input(), { name })
  expect(emit('cart')).toMatchObject({ extraFormData: { filters: [{ col: 'stage', op: 'IN', val: ['cart'] }] } })
  expect(emit('<NULL>')).toMatchObject({ extraFormData: { filters: [{ col: 'stage', op: 'IS NULL' }] } })
  expect(emit('nobody')).toBeNull()
})

it('says what it needs', () => {
  const none = { ...input(), data: [answer({ stage: [1, ['a']], n: [0, [0]] })] }
  expect(drawing.needs!(none)).toMatch(/values above zero/)
  expect(drawing.needs!(input())).toBeUndefined()
})

it('beside a narrow stage, shows the number alone instead of the first letter of a name', () => {
  const { series } = drawing.option({ ...input({ label_type: 4 }), size: { width: 188, height: 184 } }) as unknown as {
    series: { data: { label: { formatter: () => string } }[] }[]
  }
  for (const { label } of series[0]!.data) expect(label.formatter()).not.toMatch(/^.{0,3}…/)
})

it('writes the number below the name where one line is too long, and wraps names that are still too long', () => {
  const names = ['Early', 'On time', '15 to 59 min late', '1 h or more late']
  const rows = answer({ stage: [1, names], n: [0, [5121, 2791, 1567, 521]] })
  const given = { ...input({ label_type: 4, percent_calculation_type: 'total', show_legend: false }), data: [rows] }
  const labelsAt = (size: { width: number; height: number }) =>
    (
      drawing.option({ ...given, size }) as unknown as {
        series: { data: { label: { position: string; formatter: () => string } }[] }[]
      }
    ).series[0]!.data.map(({ label }) => [label.position, label.formatter()])
  expect(labelsAt({ width: 204, height: 200 })).toEqual([
    ['inside', 'Early: 51.21%'],
    ['inside', 'On time\n27.91%'],
    ['right', '15 to 59 min\nlate\n15.67%'],
    ['right', '1 h or more late\n5.21%'],
  ])
  // two lines: the name is truncated, the number is not; in one line, there is room for the number only
  expect(labelsAt({ width: 204, height: 136 })[2]?.[1]).toMatch(/^15 to 59.*…\n15\.67%$/)
  expect(labelsAt({ width: 204, height: 90 })[2]?.[1]).toBe('15.67%')
  expect(labelsAt({ width: 260, height: 90 })[2]?.[1]).toMatch(/^15 to.*…: 15\.67%$/)
  expect(labelsAt({ width: 600, height: 400 }).map(([, text]) => text)).toEqual([
    'Early: 51.21%',
    'On time: 27.91%',
    '15 to 59 min late: 15.67%',
    '1 h or more late: 5.21%',
  ])
})

it('a label is inside of a stage that widens downwards only if it fits at its narrower edge', () => {
  const rows = answer({ stage: [1, ['a stage of growth', 'large']], n: [0, [180, 1000]] })
  const given = { ...input({ label_type: 0, sort: 'none', show_legend: false }), data: [rows] }
  const [first] = (
    drawing.option({ ...given, size: { width: 188, height: 64 } }) as unknown as {
      series: { data: { label: { position: string } }[] }[]
    }
  ).series[0]!.data
  // 102 px in the middle, and 70 px at the upper edge of a text of 96 px
  expect(first!.label.position).toBe('right')
})

it('wraps a name of a hundred thousand words in time', () => {
  const rows = answer({ stage: [1, ['word '.repeat(100_000), 'b']], n: [0, [1, 1000]] })
  const started = performance.now()
  drawing.option({ ...input({ label_type: 0 }), data: [rows] })
  expect(performance.now() - started).toBeLessThan(2000)
})

it('counts all stages, and takes shares of all, also if only the first are drawn', () => {
  const rows = 3000
  const many = answer({
    stage: [1, Array.from({ length: rows }, (_, at) => `stage ${at}`)],
    n: [0, Array.from({ length: rows }, () => 2)],
  })
  const given = { ...input({ percent_calculation_type: 'total' }), data: [many] }
  expect(readStages(given)[0]?.share).toBe(1 / rows)
  expect(JSON.stringify(drawing.option(given))).toContain('of 3,000 stages')
})
