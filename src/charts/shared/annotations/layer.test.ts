import { describe, expect, it } from 'vitest'
import { readLayer, shownLayers } from './layer.ts'

const saved = { name: 'n', annotationType: 'EVENT' }

describe('a saved layer', () => {
  it('has every default', () =>
    expect(readLayer(saved)).toEqual({
      name: 'n',
      annotationType: 'EVENT',
      sourceType: '',
      value: null,
      show: true,
      showLabel: false,
      color: null,
      opacity: '',
      style: 'solid',
      width: 1,
      showMarkers: false,
      hideLine: false,
      titleColumn: '',
      timeColumn: '',
      intervalEndColumn: '',
      descriptionColumns: [],
      overrides: {},
    }))

  it.each([{ name: '' }, { name: 5 }, { annotationType: 'OTHER' }])('is not a layer with %j', (more) =>
    expect(readLayer({ ...saved, ...more })).toBeNull(),
  )

  it.each([
    ['#1fa8c9', '#1fa8c9'],
    ['rgba(1, 2, 3, 0.5)', 'rgba(1, 2, 3, 0.5)'],
    ['red', 'red'],
    ['red;background:url(//example.com)', null],
    ['url(#a)', null],
    [{ r: 1 }, null],
  ])('reads the color %j as %j', (color, expected) => expect(readLayer({ ...saved, color })?.color).toBe(expected))

  it.each([
    ['2', 2],
    [0, 0],
    [-3, 0],
    ['wide', 1],
    [null, 1],
    [{ toString: 1 }, 1],
  ])('reads the width %j as %d', (width, expected) => expect(readLayer({ ...saved, width })?.width).toBe(expected))

  it('has only known overrides', () =>
    expect(
      readLayer({ ...saved, overrides: { time_range: null, time_shift: '1 day', since: 'x', granularity: 5 } }),
    ).toMatchObject({
      overrides: { time_range: null, time_shift: '1 day' },
    }))
})

it('hidden layers are not shown', () =>
  expect(shownLayers([{ ...saved, show: false }, saved, { show: true }]).map(({ name }) => name)).toEqual(['n']))
