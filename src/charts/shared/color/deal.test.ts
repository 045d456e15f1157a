import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createColorDeal } from './deal.ts'

type Charts = string[][]
const label = fc.constantFrom(...'abcdefghijklmn')
const charts = fc.array(fc.uniqueArray(label, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 })
const arrived = charts.chain((all) =>
  fc.tuple(
    fc.constant(all),
    fc.shuffledSubarray([...all.keys()], { minLength: all.length }),
    fc.array(fc.boolean(), { minLength: all.length, maxLength: all.length }),
  ),
)

/** Draws charts in the order of `arrival`; returns their final colors, and how often each was redrawn. */
function draw(
  all: Charts,
  arrival: readonly number[],
  knowsNames: readonly boolean[] = [],
  agreed: Record<string, string> = {},
) {
  const deal = createColorDeal(() => undefined, agreed)
  const repaints = all.map(() => 0)
  const paint = (chart: number) => {
    const labels = all[chart] ?? []
    return labels.map(deal.scaleOf(chart)('sextant', {}, knowsNames[chart] ? labels : ['name']))
  }
  const painted: string[][] = []
  const scales = new Map<number, unknown>()
  deal.subscribe(() => {
    for (const chart of scales.keys()) {
      if (deal.scaleOf(chart) === scales.get(chart)) continue
      scales.set(chart, deal.scaleOf(chart))
      painted[chart] = paint(chart)
      repaints[chart] = (repaints[chart] ?? 0) + 1
    }
  })
  const here = new Set<number>()
  for (const chart of arrival) {
    here.add(chart)
    scales.set(chart, deal.scaleOf(chart))
    painted[chart] = paint(chart)
    const awaited = [...all.keys(), all.length].find((each) => !here.has(each)) ?? 0
    deal.deal([...all.keys()], awaited)
    if (chart < awaited) expect(repaints[chart]).toBe(0)
  }
  return { deal, paint, painted, repaints }
}

describe('the colors of the labels of a dashboard', () => {
  it('are the same for any order of its charts, and no chart is redrawn more than once', () => {
    fc.assert(
      fc.property(arrived, ([all, arrival, knowsNames]) => {
        const { painted, repaints } = draw(all, arrival, knowsNames)
        expect(painted).toEqual(draw(all, [...all.keys()], knowsNames).painted)
        expect(Math.max(...repaints)).toBeLessThanOrEqual(1)
      }),
      { numRuns: 1000 },
    )
  })

  it('need no redraw if the charts arrive in layout order', () => {
    fc.assert(
      fc.property(charts, (all) => {
        expect(draw(all, [...all.keys()]).repaints).toEqual(all.map(() => 0))
      }),
    )
  })

  it('are those of the first chart with the label, with unique colors within a chart', () => {
    const { painted } = draw(
      [
        ['a', 'b'],
        ['b', 'c', 'a'],
      ],
      [1, 0],
      [true, true],
    )
    expect(painted[1]?.[2]).toBe(painted[0]?.[0])
    expect(painted[1]?.[0]).toBe(painted[0]?.[1])
    expect(new Set(painted[1]).size).toBe(3)
  })

  it('do not change while filtering, even if an earlier chart then shows the label', () => {
    const before = draw([['a'], ['b', 'c']], [0, 1])
    before.deal.fix()
    const [blue] = before.painted[1] ?? []
    const shown = ['c', 'b', 'new'].map(before.deal.scaleOf(0)('sextant', {}, ['c', 'b', 'new']))
    before.deal.deal([0, 1], 2)
    expect(before.paint(1)).toEqual(before.painted[1])
    expect(shown[1]).toBe(blue)
    expect(new Set(shown).size).toBe(3)
  })

  it('are the saved ones, whichever charts are opened first', () => {
    fc.assert(
      fc.property(arrived, ([all, arrival]) => {
        const knowsNames = all.map(() => true)
        const { deal, painted } = draw(all, [...all.keys()], knowsNames)
        const given = deal.given()
        const later = draw(all, arrival.slice(0, 2), knowsNames, given)
        for (const chart of arrival.slice(0, 2)) {
          all[chart]?.forEach((name, at) => {
            // a label that was recolored in this chart may be recolored again
            if (painted[chart]?.[at] === given[name]) expect(later.painted[chart]?.[at]).toBe(given[name])
          })
        }
      }),
    )
  })

  it('are reassigned with another scheme', () => {
    const { deal, painted } = draw([['a', 'b']], [0])
    deal.clear({})
    expect(deal.scaleOf(0)('sextant', {}, [])('b')).toBe(painted[0]?.[0])
    deal.clear({ b: '#123456' })
    expect(deal.scaleOf(0)('sextant', {}, [])('b')).toBe('#123456')
  })
})
