import { describe, expect, it } from 'vitest'
import { legendPlace } from './legendPlace.ts'

const items = (...labels: string[]) => labels.map((label) => ({ label }))
const three = items('Over 50,000', 'Over 10,000', 'Fewer')
const steps = items(...Array.from({ length: 9 }, (_, at) => `${at} – ${at + 1}`))

describe('the legend', () => {
  it('lies over a large map', () =>
    expect(legendPlace({ width: 900, height: 600 }, three)).toEqual({ room: 'large', below: 0 }))
  it('is below a small map, in as many lines as its names need', () => {
    expect(legendPlace({ width: 360, height: 300 }, three)).toEqual({ room: 'small', below: 24 })
    expect(legendPlace({ width: 230, height: 200 }, three)).toEqual({ room: 'small', below: 44 })
    expect(legendPlace({ width: 900, height: 250 }, three)).toEqual({ room: 'small', below: 24 })
    expect(legendPlace({ width: 204, height: 200 }, three)).toEqual({ room: 'tiny', below: 44 })
  })
  it('has the steps of a range in one line', () => {
    expect(legendPlace({ width: 204, height: 200 }, steps, true)).toEqual({ room: 'tiny', below: 24 })
    expect(legendPlace({ width: 600, height: 400 }, steps, true)).toEqual({ room: 'small', below: 0 })
    expect(legendPlace({ width: 900, height: 600 }, steps, true)).toEqual({ room: 'large', below: 0 })
  })
  it('has an entry that is no step in a second line, if there is no room beside the steps', () => {
    const withApart = [...steps, { label: 'No data', isApart: true }]
    expect(legendPlace({ width: 204, height: 200 }, withApart, true)).toEqual({ room: 'tiny', below: 44 })
    expect(legendPlace({ width: 450, height: 320 }, withApart, true)).toEqual({ room: 'small', below: 24 })
  })
  it('lies over the map if it would leave too little of it', () =>
    expect(legendPlace({ width: 300, height: 250 }, items(...Array(12).fill('A long name of a category')))).toEqual({
      room: 'small',
      below: 0,
    }))
  it('is left out without entries, or without space', () => {
    expect(legendPlace({ width: 900, height: 600 }, [])).toBeUndefined()
    expect(legendPlace({ width: 150, height: 200 }, three)).toBeUndefined()
    expect(legendPlace({ width: 204, height: 200 }, steps)).toBeUndefined()
  })
  it('has more room for a name with several colors', () => {
    const layers = (colors: number) => [{ label: 'Busy routes' }, { label: 'Airports', colors }]
    const heights = [1, 12].map((colors) => legendPlace({ width: 230, height: 200 }, layers(colors))?.below)
    expect(heights).toEqual([24, 44])
  })
})
