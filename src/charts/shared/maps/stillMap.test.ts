import { describe, expect, it } from 'vitest'
import type { StillInput } from '../contract.ts'
import { h, markupOf } from '../svg/tree.ts'
import { chartTheme } from '../theme.ts'
import { stillMap } from './stillMap.ts'

const theme = chartTheme('light')
const europe = { longitude: 10, latitude: 50, zoom: 4, bearing: 0, pitch: 0 }

/** The picture of a map with one circle at a place; `r`: its px. */
function drawn(
  viewport: object,
  more: { place?: [x: number, y: number]; r?: number; size?: { width: number; height: number } } = {},
): string {
  const { place = [60, 0], r = 4, size = { width: 800, height: 500 } } = more
  const formData = { autozoom: false, viewport, mapbox_style: '' }
  const input = { formData, data: [{ rowcount: 1 }], size, theme, id: 'p', text: () => '' }
  const picture = stillMap(input as never as StillInput<typeof formData>, () => ({
    bounds: [
      [0, 0],
      [1, 1],
    ],
    marks: (ground) => {
      const [cx, cy] = ground.place(place)
      return h('circle', { cx, cy, r })
    },
  }))
  return typeof picture === 'string' ? picture : markupOf(picture)
}

const texts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text)

describe('the ground of a picture', () => {
  it('has names of large places below the marks', () => {
    const svg = drawn(europe)
    expect(texts(svg)).toEqual(expect.arrayContaining(['Berlin', 'Paris', 'Natural Earth, GeoNames']))
    expect(svg.indexOf('Berlin')).toBeLessThan(svg.indexOf('<circle'))
  })
  it('has no name where a mark would cover it', () => {
    const names = texts(drawn(europe, { place: [13.4, 52.7], r: 20 }))
    expect(names).not.toContain('Berlin')
    expect(names).toContain('Paris')
  })
  it('has no names on a tiny map', () =>
    expect(texts(drawn(europe, { size: { width: 200, height: 130 } }))).toEqual(['Natural Earth']))
  it('has the borders of states from the zoom of a region on', () => {
    const states = (zoom: number) => drawn({ longitude: -98, latitude: 39, zoom }).includes('stroke-opacity="0.6"')
    expect([2, 3].map(states)).toEqual([false, true])
  })
  it('continues beyond 180 degrees', () => {
    const [, land = ''] = /<path d="([^"]+)" fill="#efefec"/.exec(drawn({ longitude: 0, latitude: 20, zoom: 0 })) ?? []
    const xs = [...land.matchAll(/[ML](-?[\d.]+),/g)].map(([, x]) => Number(x))
    // the world is 512 px wide
    expect(Math.min(...xs)).toBeLessThan(10)
    expect(Math.max(...xs)).toBeGreaterThan(790)
  })
})
