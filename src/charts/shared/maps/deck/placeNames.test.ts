import { expect, it } from 'vitest'
import { chartTheme } from '../../theme.ts'
import { placesIn } from '../viewport.ts'
import { placeNames } from './placeNames.ts'

const namesAt = (longitude: number, latitude: number, zoom: number, size = { width: 800, height: 500 }) => {
  const project = placesIn({ longitude, latitude, zoom, bearing: 0, pitch: 0 }, size)
  return placeNames(project, size, chartTheme('light')).map((label) => ({ ...label, at: project(label.place) }))
}

it('the largest places in view have their names', () => {
  const world = namesAt(0, 20, 0.6).map(({ text }) => text)
  expect(world).toEqual(expect.arrayContaining(['Buenos Aires', 'Mexico City', 'Moscow', 'London']))
  expect(world.length).toBeLessThanOrEqual(20)
  const europe = namesAt(10, 50, 4).map(({ text }) => text)
  expect(europe).toEqual(expect.arrayContaining(['Paris', 'Berlin']))
  expect(europe).not.toContain('Tokyo')
  // the middle of an ocean
  expect(namesAt(-40, -50, 6)).toEqual([])
})

it('names leave free what the map shows', () => {
  const size = { width: 800, height: 500 }
  const project = placesIn({ longitude: 10, latitude: 50, zoom: 4, bearing: 0, pitch: 0 }, size)
  const [x, y] = project([2.35, 48.85])
  const around = (radius: number) =>
    placeNames(project, size, chartTheme('light'), { kept: [{ x, y, radius }] }).map(({ text }) => text)
  expect(around(0)).toContain('Paris')
  expect(around(20)).not.toContain('Paris')
  expect(around(20)).toContain('Berlin')

  // a legend in the corner of London covers the end of its name
  const [londonX, londonY] = project([-0.12, 51.5])
  const beside = (left: number) => {
    const box = { left, top: londonY - 60, right: left + 100, bottom: londonY }
    return placeNames(project, size, chartTheme('light'), { boxes: [box] }).map(({ text }) => text)
  }
  expect(beside(londonX + 60)).toContain('London')
  expect(beside(londonX + 15)).not.toContain('London')
  expect(beside(londonX + 15)).toContain('Berlin')
})

it('no name overlaps another one, and a small map shows few', () => {
  const names = namesAt(10, 48, 5)
  expect(names.length).toBeGreaterThan(5)
  for (const [
    index,
    {
      text,
      at: [x, y],
    },
  ] of names.entries()) {
    for (const other of names.slice(index + 1)) {
      const isApart =
        Math.abs(other.at[0] - x) > 3 * (text.length + other.text.length) || Math.abs(other.at[1] - y) > 14
      expect({ text, other: other.text, isApart }).toEqual({ text, other: other.text, isApart: true })
    }
  }
  expect(namesAt(10, 48, 5, { width: 240, height: 160 }).length).toBeLessThanOrEqual(1)
})
