import { describe, expect, it } from 'vitest'
import { type Area, areaAround, areaColumns, areaLabel, areaMask, areaOf } from './areaFilter.ts'

describe('an area of a map', () => {
  it('filters by both columns, and is a little larger than drawn', () => {
    const mask = areaMask(['lon', 'lat'], [9.123456, -50.00001, 10, 50])
    expect(mask.extraFormData?.filters).toEqual([
      { col: 'lon', op: '>=', val: 9.1234 },
      { col: 'lon', op: '<=', val: 10 },
      { col: 'lat', op: '>=', val: -50.0001 },
      { col: 'lat', op: '<=', val: 50 },
    ])
    expect(areaOf(mask.filterState)).toEqual([9.1234, -50.0001, 10, 50])
    expect(mask.filterState?.label).toBe('9.12° E – 10° E, 50° S – 50° N')
  })

  it.each<[area: Area, label: string]>([
    [[-74.012_34, 40.701_23, -73.951_18, 40.748_81], '74.012° W – 73.951° W, 40.701° N – 40.749° N'],
    [[0, -90, 120, 0], '0° – 120° E, 90° S – 0°'],
    [[5, 5, 5, 5], '5° E – 5° E, 5° N – 5° N'],
  ])('%j is named with as many decimals as it needs', (area, label) => expect(areaLabel(area)).toBe(label))

  it.each<[what: string, area: Area, longitudes: number[]]>([
    ['on a repeated earth', [185, 0, 190, 5], [-175, -170]],
    ['on the other side', [-540, 0, -530, 5], [-180, -170]],
    ['mostly east of the antimeridian', [175, 0, 190, 5], [-180, -170]],
    ['mostly west of it', [165, 0, 185, 5], [165, 180]],
    ['wider than the earth', [-250, 0, 250, 5], [-180, 180]],
  ])('%s filters by the degrees of places', (_what, area, longitudes) =>
    expect(
      areaMask(['lon', 'lat'], area)
        .extraFormData?.filters?.slice(0, 2)
        .map(({ val }) => val),
    ).toEqual(longitudes),
  )

  it('needs two columns of degrees', () => {
    const columns = { type: 'latlong', lonCol: 'x', latCol: 'y' }
    expect(areaColumns(columns)).toEqual(['x', 'y'])
    expect(areaColumns({ ...columns, reverseCheckbox: true })).toEqual(['y', 'x'])
    expect(areaColumns({ type: 'geohash', geohashCol: 'g' })).toBeUndefined()
    expect(areaColumns(undefined)).toBeUndefined()
  })

  it('is the box around its corners, also on a rotated map', () => {
    expect(
      areaAround([
        [1, 2],
        [5, 0],
        [4, 9],
      ]),
    ).toEqual([1, 0, 5, 9])
    expect(areaAround([[1, 2], undefined])).toBeUndefined()
    expect(areaAround([])).toBeUndefined()
  })

  it.each([undefined, { value: [['east']] }, { area: [1, 2, 3] }, { area: 'all' }])('there is no area in %j', (state) =>
    expect(areaOf(state)).toBeUndefined(),
  )
})
