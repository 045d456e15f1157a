import { describe, expect, it } from 'vitest'
import { h } from '../svg/tree.ts'
import { coverageOf } from './coverage.ts'

const size = { width: 200, height: 100 }
const box = (left: number, top: number) => ({ left, top, right: left + 20, bottom: top + 20 })

describe('marks cover', () => {
  it.each([
    ['the inside of a circle', h('circle', { cx: 50, cy: 50, r: 20 }), box(40, 40), 1],
    ['nothing beside a circle', h('circle', { cx: 50, cy: 50, r: 20 }), box(80, 40), 0],
    ['the inside of an area', h('path', { d: 'M0,0L100,0L100,100L0,100Z' }), box(40, 40), 1],
    ['not its hole', h('path', { d: 'M0,0L200,0L200,100L0,100ZM20,20L80,20L80,80L20,80Z' }), box(40, 40), 0],
    ['not the inside of an outline', h('path', { d: 'M0,0L100,0L100,100L0,100Z', fill: 'none' }), box(40, 40), 0],
    ['the cells of a surface', h('path', { d: 'M40,40h20v20H40z' }), box(40, 40), 1],
    [
      'places in a shifted group',
      h('g', { transform: 'translate(40,40)' }, h('rect', { width: 20, height: 20 })),
      box(40, 40),
      1,
    ],
  ])('%s', (_name, mark, at, part) => expect(coverageOf([mark], size)(at)).toBe(part))

  it('a part of what lines cross', () => {
    const line = h('path', { d: 'M0,50L200,50', fill: 'none' })
    expect(coverageOf(line, size)(box(40, 40))).toBeCloseTo(0.2)
  })
})
