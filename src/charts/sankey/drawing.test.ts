import { describe, expect, it } from 'vitest'
import type { Link } from '../shared/links.ts'
import { answer, drawInput, noDatasource } from '../testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../testing/parts.ts'
import { drawing, linksOf } from './drawing.ts'
import { unrollLoops } from './loops.ts'
import type { SankeyForm } from './query.ts'

const data = answer({
  from: [1, ['a', 'a', 'b', 'a', 'c', 'd']],
  to: [1, ['b', 'c', 'c', 'b', null, 'a']],
  n: [0, [10, 5, 4, 2, 1, -3]],
})
const input = (saved: Record<string, unknown> = {}) =>
  drawInput(
    openSaved({ viz_type: 'sankey_v2', source: 'from', target: 'to', metric: 'n', ...saved })!.formData as SankeyForm,
    [data],
  )
const plain = (links: { source: string; target: string; value: number }[]) =>
  links.map(({ source, target, value }) => [source, target, value])

it('links are the rows; links with the same ends are summed', () => {
  expect(plain(linksOf(input()))).toEqual([
    ['a', 'b', 12],
    ['a', 'c', 5],
    ['b', 'c', 4],
    ['c', '<NULL>', 1],
  ])
})

describe('loops', () => {
  const link = (source: string, target: string, value = 1): Link => ({
    source,
    target,
    value,
    ends: [source, target],
    row: 0,
  })
  const returns = (links: Link[]) =>
    unrollLoops(links)
      .nodes.filter(({ isReturn }) => isReturn)
      .map(({ name }) => name)
  const chain = [link('a', 'b'), link('b', 'c'), link('c', 'd'), link('d', 'e'), link('e', 'f')]

  it('are unrolled: the link that leads back ends at a second mark of its target', () => {
    expect(returns(chain)).toEqual([])
    expect(returns([...chain, link('f', 'c')])).toEqual(['c'])
    expect(returns([...chain, link('f', 'f')])).toEqual(['f'])
  })
  it('keep every link and its value', () => {
    const links = [...chain, link('f', 'a', 7)]
    expect(unrollLoops(links).links.map(({ value }) => value)).toEqual(links.map(({ value }) => value))
  })
  it('between names that exchange amounts become two sides', () => {
    const { nodes } = unrollLoops([link('a', 'b'), link('b', 'a'), link('a', 'a')])
    expect(nodes.map(({ id }) => id)).toEqual(['own:a', 'return:b', 'own:b', 'return:a'])
    expect(nodes.some(({ isReturn }) => isReturn)).toBe(false)
  })
  it('of long chains do not exhaust the stack', () => {
    const long = Array.from({ length: 50_000 }, (_, at) => link(`n${at}`, `n${at + 1}`))
    expect(unrollLoops([...long, link('n50000', 'n0')]).links).toHaveLength(50_001)
  })
})

it.each(['sankey', 'sankey_loop'])('an older %s opens with the same data', (viz_type) => {
  const old = { viz_type, groupby: ['from', 'to'], metric: 'n', row_limit: 100, datasource: '1__table' }
  const context = contextOfSaved({ formData: old, datasource: noDatasource })
  expect(context?.queries[0]).toMatchObject({ groupby: ['from', 'to'], columns: [], metrics: ['n'] })
  expect(linksOf(drawInput(openSaved(old)!.formData as SankeyForm, [data]))).toEqual(linksOf(input()))
})

it('draws each link with its weight', () => {
  type Option = { series: { links: { source: string; target: string; value: number }[] }[] }
  const { links } = (drawing.option(input()) as unknown as Option).series[0]!
  expect(plain(links)).toEqual([
    ['own:a', 'own:b', 12],
    ['own:a', 'own:c', 5],
    ['own:b', 'own:c', 4],
    ['own:c', 'own:<NULL>', 1],
  ])
})

describe('names', () => {
  const drawn = (targets: string[], width: number, height = 200) => {
    const flows = answer({ from: [1, targets.map(() => 'a')], to: [1, targets], n: [0, targets.map(() => 1)] })
    const { series } = drawing.option({ ...input(), data: [flows], size: { width, height } }) as unknown as {
      series: { right: number; label: { show: boolean } }[]
    }
    return { right: series[0]!.right, isShown: series[0]!.label.show }
  }
  const long = 'a name that is much longer than the edge of a chart'

  it('at the right have as much space as the longest needs, up to a limit', () => {
    expect(drawn(['CA', 'TX'], 450).right).toBeLessThan(35)
    expect(drawn(['CA', 'California'], 450).right).toBeGreaterThan(50)
    expect(drawn([long, 'TX'], 450).right).toBeCloseTo(99, 0)
  })

  it('are shown in a small chart if most of them fit', () => {
    expect(drawn(['CA', 'TX'], 204)).toMatchObject({ isShown: true })
    expect(drawn([long, `${long} 2`], 204)).toEqual({ isShown: false, right: 1 })
    expect(drawn(['CA', 'TX'], 90)).toEqual({ isShown: false, right: 1 })
  })
})

it('says what it needs', () => {
  expect(drawing.needs!(input({ target: undefined }))).toMatch(/source and a target/)
  expect(drawing.needs!(input())).toBeUndefined()
})
