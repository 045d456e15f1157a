import { expect, it } from 'vitest'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { drawing } from './drawing.ts'
import { readPeriods, timeEnds } from './model.ts'
import type { GanttForm } from './query.ts'

const at = (day: number) => Date.UTC(2020, 0, day, 9)
const rows = answer({
  from: [2, [at(1), at(5), at(9), null]],
  to: [2, [at(4), at(3), at(9), at(9)]],
  task: [1, ['Plan', 'Build', 'Plan', 'Lost']],
  team: [1, ['A', 'B', 'B', 'A']],
})
const form = { viz_type: 'gantt_chart', start_time: 'from', end_time: 'to', y_axis: 'task', series: 'team' }
const input = (saved: Record<string, unknown> = {}, given = rows) =>
  drawInput(openSaved({ ...form, ...saved })!.formData as GanttForm, [given])

it('draws each period on the line of its category, with its ends in order', () => {
  const model = readPeriods(input())
  expect(model.lines.map(({ category }) => category)).toEqual(['Plan', 'Build'])
  expect(model.periods.map(({ line, start, end, series }) => [line, start, end, series])).toEqual([
    [0, at(1), at(4), 'A'],
    [1, at(3), at(5), 'B'],
    [0, at(9), at(9), 'B'],
  ])
})
it('sorts categories by their earliest start if rows have no order', () => {
  const late = answer({ from: [2, [at(5), at(1)]], to: [2, [at(6), at(2)]], task: [1, ['B', 'A']] })
  const categories = (saved: object) =>
    readPeriods(input({ series: undefined, ...saved }, late)).lines.map((line) => line.category)
  expect(categories({})).toEqual(['A', 'B'])
  expect(categories({ order_by_cols: ['["task", false]'] })).toEqual(['B', 'A'])
})
it('divides categories into lines per series, side by side', () => {
  const { lines } = readPeriods(input({ subcategories: true }))
  expect(lines).toEqual([
    { category: 'Plan', series: 'A' },
    { category: 'Plan', series: 'B' },
    { category: 'Build', series: 'B' },
  ])
})
it('begins and ends at the configured times of day', () => {
  const { formData } = input({ x_axis_time_bounds: ['08:00:00', '20:30'] })
  expect(timeEnds(formData, readPeriods(input()).periods)).toEqual({
    min: Date.UTC(2020, 0, 1, 8),
    max: Date.UTC(2020, 0, 9, 20, 30),
  })
  expect(timeEnds(input({ x_axis_time_bounds: ['8 o’clock', null] }).formData, readPeriods(input()).periods)).toEqual(
    {},
  )
})
it('filters by category', () => {
  expect(drawing.marks?.(input()).map(({ label }) => label)).toEqual(['Plan', 'Build'])
  expect(drawing.crossFilter?.(input(), { name: 'Build' })?.extraFormData).toEqual({
    filters: [{ col: 'task', op: 'IN', val: ['Build'] }],
  })
})
it('requests rows, or metrics by its columns', () => {
  const opened = openSaved({ ...form, tooltip_columns: ['note'], order_by_cols: ['["from", true]'] })!
  const [query] = opened.query.buildQuery({ formData: opened.formData, datasource: input().datasource })
  expect(query).toMatchObject({
    columns: ['from', 'to', 'task', 'team', 'note'],
    orderby: [['from', true]],
    series_columns: ['team'],
  })
  expect(query?.metrics).toBeUndefined()
})
it('says what it needs if no row has both ends', () => {
  const none = answer({ from: [2, [at(1)]], to: [2, [null]], task: [1, ['a']] })
  expect(drawing.needs?.(input({}, none))).toMatch(/start and an end/)
})

it('no two values look alike in a tooltip: a missing one, and the text that names it', () => {
  const given = answer({
    from: [2, [at(1), at(2)]],
    to: [2, [at(2), at(3)]],
    task: [1, ['Plan', 'Plan']],
    note: [1, [null, 'N/A']],
  })
  const { tooltip } = drawing.option(input({ series: undefined, tooltip_columns: ['note'] }, given)) as {
    tooltip: { formatter: (params: unknown) => string }
  }
  const [missing, text] = [0, 1].map((period) => tooltip.formatter({ value: [0, 0, 0, period] }))
  expect(missing).toContain('>N/A<')
  expect(text).toContain('>&#34;N/A&#34;<')
})
it('writes long names of split lines in two lines if the rows are high enough', () => {
  const long = answer({
    from: [2, [at(1), at(5)]],
    to: [2, [at(4), at(6)]],
    task: [1, ['Preparation of the site', 'Build']],
    team: [1, ['Contractors from Denver', 'B']],
  })
  const labelOf = (height: number) => {
    const { yAxis } = drawing.option({ ...input({ subcategories: true }, long), size: { width: 360, height } }) as {
      yAxis: { axisLabel: { formatter?: (name: string) => string } }
    }
    return yAxis.axisLabel.formatter?.('Preparation of the site · Contractors from Denver')
  }
  expect(labelOf(250)).toBe('Preparation of the site\nContractors from De…')
  expect(labelOf(90)).toBeUndefined()
})

it('has sliders that look like those of other charts, between the plot and a legend at the right', () => {
  const tasks = Array.from({ length: 80 }, (_none, task) => `Task ${task}`)
  const many = answer({
    from: [2, tasks.map((_task, day) => at(day))],
    to: [2, tasks.map((_task, day) => at(day + 1))],
    task: [1, tasks],
    team: [1, tasks.map(() => 'A team')],
  })
  const drawn = drawing.option(input({ zoomable: true, legendOrientation: 'right', show_legend: true }, many))
  const [below, beside] = drawn.dataZoom as unknown as { right: number; bottom: number; fillerColor: string }[]
  expect([below?.bottom, below?.fillerColor]).toEqual([6, beside?.fillerColor])
  expect(beside?.right).toBeGreaterThan(30)
})
