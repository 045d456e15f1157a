import { expect, it } from 'vitest'
import type { StillInput } from '../contract.ts'
import { markupOf } from '../svg/tree.ts'
import { chartTheme } from '../theme.ts'
import { type StillParts, stillMap } from './stillMap.ts'
import { unshownParts } from './unshown.ts'

const none = { rows: 9, missing: 0, tooLarge: 0, replacesMutator: false }
const idsOf = (...given: Parameters<typeof unshownParts>) =>
  unshownParts(...given).map(([{ id }, values]) => [id, values])

it('rows without a place, shapes that are too large, and code that is not run are not shown', () => {
  expect(idsOf({}, none)).toEqual([])
  expect(idsOf({ js_tooltip: ' ' }, none)).toEqual([])
  expect(idsOf({ js_tooltip: 'd => d' }, { ...none, missing: 2, tooLarge: 3 })).toEqual([
    ['map.noPlace', { missing: 2, rows: 9 }],
    ['map.tooLarge', { tooLarge: 3, rows: 9 }],
    ['map.notRun', {}],
  ])
})

it('code that is replaced is not missing', () => {
  const code = { js_data_mutator: 'data => data' }
  expect(idsOf(code, { ...none, replacesMutator: true })).toEqual([])
  expect(idsOf(code, none)).toEqual([['map.notRun', {}]])
})

it('a picture says what it does not show, after the notes of its chart', () => {
  const form = { autozoom: true, viewport: {}, mapbox_style: '', js_onclick_href: 'd => d.url' }
  const drawn = (size: { width: number; height: number }, more: Partial<StillParts> = {}) => {
    const text: StillInput<unknown>['text'] = ({ id }, values = {}) => `${id} ${Object.values(values).join('/')}`
    const input = { formData: form, data: [{ rowcount: 473 }], size, theme: chartTheme('light'), id: 'p', text }
    const picture = stillMap(input as never as StillInput<typeof form>, () => ({
      bounds: [
        [0, 0],
        [1, 1],
      ],
      marks: () => null,
      missing: 38,
      ...more,
    }))
    const svg = typeof picture === 'string' ? picture : markupOf(picture)
    return [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, each]) => each?.trim())
  }
  const notes = { lines: ['Own'], brief: 'Brief' }
  expect(drawn({ width: 600, height: 400 }, { notes })).toEqual([
    'Own',
    'map.noPlace 38/473',
    'map.notRun',
    'Natural Earth',
  ])
  expect(drawn({ width: 600, height: 400 }, { rows: 500 })[0]).toBe('map.noPlace 38/500')
  expect(drawn({ width: 600, height: 80 }, { notes })[0]).toBe('Brief; map.noPlace 38/473; map.notRun')
})
