import { describe, expect, it } from 'vitest'
import { answer, drawInput, noDatasource } from '../testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../testing/parts.ts'
import { plot } from '../testing/plot.ts'
import { drawing } from './drawing.ts'
import type { RoseForm } from './query.ts'

const saved = { viz_type: 'rose', granularity_sqla: 'ds', metrics: ['births', 'deaths'], datasource: '1__table' }
const months = [0, 1, 2].map((month) => Date.UTC(1855, month))
const data = answer({ __timestamp: [2, months], births: [0, [9, null, 4]], deaths: [0, [16, 5, -1]] })
const inputOf = (more: object = {}, result = data) =>
  drawInput(openSaved({ ...saved, ...more })!.formData as RoseForm, [result])
const partsOf = (input: ReturnType<typeof inputOf>) =>
  (drawing.option(input).series as { name: string; data: number[] }[])
    // the last series has the labels
    .filter(({ name }) => name !== '')
    .map(({ name, data }) => [name, data])

describe('a rose', () => {
  it('requests its metrics over time', () => {
    const context = contextOfSaved({ formData: { ...saved, groupby: ['sex'] }, datasource: noDatasource })
    expect(context?.queries[0]).toMatchObject({ metrics: ['births', 'deaths'], columns: ['sex'], granularity: 'ds' })
  })

  it('draws a wedge for each time, whose parts are as long as their values', () => {
    expect(partsOf(inputOf())).toEqual([
      ['deaths', [16, 5, 0]],
      ['births', [9, 0, 4]],
    ])
  })

  it('draws proportional areas: the radius is the square root of the sum', () => {
    expect(partsOf(inputOf({ rose_area_proportion: true }))).toEqual([
      ['deaths', [4, Math.sqrt(5), 0]],
      ['births', [1, 0, 2]],
    ])
  })

  it.each([
    [460, 340, 3],
    [204, 200, 3],
    [100, 90, 0],
  ])('in %i x %i px, it names %i wedges at their ends', async (width, height, count) => {
    const { texts } = await plot({ ...saved, time_grain_sqla: 'P1M' }, [data], { size: { width, height } })
    expect(texts.filter((text) => /1855/.test(text))).toHaveLength(count)
  })

  it('says how many values a circle cannot show', () => {
    expect(drawing.option(inputOf()).title).toMatchObject({ text: '1 value below zero is not shown' })
  })

  it.each([
    ['no metric', { metrics: [] }, data, 'Select at least one metric.'],
    [
      'no value above zero',
      {},
      answer({ __timestamp: [2, months], births: [0, [0, null, -2]] }),
      'A rose needs values above zero over time.',
    ],
    ['values', {}, data, undefined],
  ] as const)('says what it needs: %s', (_name, more, result, expected) => {
    expect(drawing.needs?.(inputOf({ ...more }, result))).toBe(expected)
  })
})
