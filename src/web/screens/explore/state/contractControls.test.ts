import { describe, expect, it, vi } from 'vitest'
import { charts } from '../../../../charts/index.ts'
import { controlsOf, partsOf } from '../../../../charts/testing/parts.ts'
import { GenericType } from '../../../../model/dataset/dataset.ts'

// browser modules access the page when they load
vi.stubGlobal('document', { querySelector: () => null })
vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) })
vi.stubGlobal('localStorage', { getItem: () => null })
const { sectionsOf } = await import('./sections.ts')

/** The controls that the contract lists, by chart type: each type's `controlNames.ts`. */
const files = import.meta.glob<{ controlNames: string; left?: Record<string, string> }>(
  '../../../../charts/*/controlNames.ts',
  { eager: true },
)
const namesIn = (folder: string) => files[`../../../../charts/${folder}/controlNames.ts`]
const namesOf = (text: string) => text.split(/\s+/).filter(Boolean)

describe.each(charts.map(({ type, folder }) => [type, folder] as const))('%s', (type, folder) => {
  const { controlNames: text = '', left = {} } = namesIn(folder) ?? {}
  const controls = sectionsOf(partsOf(type)).flatMap((section) => section.controls)

  it('has the list of its controls', () => {
    expect(namesOf(text)).not.toEqual([])
  })

  it('shows every control of the contract', () => {
    const missing = namesOf(text).filter((name) => !(name in left) && !controls.some((each) => each.name === name))
    expect(missing).toEqual([])
  })

  it('shows no unsupported control', () => {
    expect(controls.filter(({ name }) => name in left)).toEqual([])
    const known = controlsOf(type)
    const hidden = known.filter(({ name }) => !controls.some((each) => each.name === name))
    expect(hidden.filter(({ name }) => !(name in left)).map(({ name }) => name)).toEqual([])
  })

  it('lists them in the order of the contract', () => {
    const wanted = namesOf(text).filter((name) => !(name in left))
    const positions = wanted.map((name) => controls.findIndex((each) => each.name === name))
    // big_number has its analytics section after its display options, in a separate tab
    expect(type === 'big_number' ? [] : positions.filter((at, index) => at < (positions[index - 1] ?? 0))).toEqual([])
  })
})

describe('the direction of the X axis', () => {
  const direction = sectionsOf(partsOf('echarts_timeseries_bar'))
    .flatMap(({ controls }) => controls)
    .find(({ name }) => name === 'x_axis_sort_asc')
  const form = { x_axis: 'name', metrics: ['count'], groupby: [] }

  it.each([
    ['is offered with one series', form, true],
    ['is offered where it is sorted by something', { ...form, x_axis_sort: 'count' }, true],
    ['is not offered to several series', { ...form, x_axis_sort: 'count', groupby: ['gender'] }, false],
  ])('%s', (_name, controls, isOffered) => {
    expect(direction?.visible?.(controls, { name: GenericType.string })).toBe(isOffered)
  })
})
