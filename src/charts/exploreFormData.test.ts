import { expect, it } from 'vitest'
import { z } from 'zod'
import { toExploreFormData } from './exploreFormData.ts'
import { noDatasource } from './shared/noDatasource.ts'

const choices: [string | number, string][] = [
  ['left', 'Left'],
  [10, 'Ten'],
]
const select = (name: string, more: object = {}) => ({
  name,
  kind: 'select',
  label: name,
  query: false,
  choices,
  ...more,
})

const parts = {
  chart: { type: 'any' },
  query: { formData: z.looseObject({}) },
  controls: [
    {
      label: 'All',
      tab: 'data',
      controls: [select('one'), select('known'), select('text'), select('several'), select('free', { freeForm: true })],
    },
  ],
} as unknown as Parameters<typeof toExploreFormData>[0]

it('resets an invalid single value to null, and removes invalid values from a list', () => {
  const saved = { viz_type: 'any', one: 'up', known: 'left', text: '10', several: ['left', 'up', 10], free: 'up' }
  expect(toExploreFormData(parts, saved, noDatasource)).toMatchObject({
    one: null,
    known: 'left',
    text: '10',
    several: ['left', 10],
    free: 'up',
  })
})

it('keeps keys that belong to the chart and have no control, such as the series of the remaining groups', () => {
  const saved = { viz_type: 'any', group_others_when_limit_reached: true, keep_missing_x: true, other: 1 }
  const { group_others_when_limit_reached, keep_missing_x, other } = toExploreFormData(parts, saved, noDatasource)
  expect([group_others_when_limit_reached, keep_missing_x, other]).toEqual([true, true, undefined])
})
