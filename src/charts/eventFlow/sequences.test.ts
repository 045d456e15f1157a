import { expect, it } from 'vitest'
import { processorMs } from '../../model/testing/processorMs.ts'
import { flatBranches } from '../shared/hierarchy.ts'
import { layOut } from '../shared/icicle.ts'
import { answer, drawInput, noDatasource } from '../testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../testing/parts.ts'
import { drawing } from './drawing.ts'
import type { EventFlowForm } from './query.ts'
import { readSequences } from './sequences.ts'

const saved = { viz_type: 'event_flow', entity: 'who', all_columns_x: 'what', datasource: '1__table' }
const data = answer({
  who: [1, ['ann', 'bob', 'ann', 'bob', 'eve', 'ann', 'eve']],
  what: [1, ['open', 'open', 'read', 'leave', 'open', 'leave', null]],
})
const input = (more: Record<string, unknown> = {}) =>
  drawInput(openSaved({ ...saved, ...more })!.formData as EventFlowForm, [data])
const counts = (more?: Record<string, unknown>) =>
  flatBranches(readSequences(input(more)).branches).map(({ path, sums }) => [path.join(' '), sums[0]])

it('counts the entities of each sequence prefix', () => {
  expect(counts()).toEqual([
    ['open', 3],
    ['open read', 1],
    ['open read leave', 1],
    ['open leave', 1],
  ])
  expect(counts({ min_leaf_node_event_count: 2 })).toEqual([['open', 3]])
})

it('reads many different events in time in proportion to their number', () => {
  const taken = (count: number) => {
    const names = Array.from({ length: count }, (_, at) => `n${at}`)
    const data = [answer({ who: [1, names], what: [1, names] })]
    return processorMs(() => {
      expect(readSequences({ formData: input().formData, data }).branches).toHaveLength(count)
    })
  }
  taken(10_000)
  // ten times as many events; if each were compared with every other one, it would take a hundred times as long
  expect(taken(100_000)).toBeLessThan(40 * Math.max(5, taken(10_000)))
})

it('requests raw rows, sorted by entity and time', () => {
  const context = (more: object, datasource = { ...noDatasource, mainDttmCol: 'at' }) =>
    contextOfSaved({ formData: { ...saved, ...more }, datasource })?.queries[0]
  expect(context({ all_columns: ['page', 'who'] })).toMatchObject({
    columns: ['who', 'what', 'at', 'page'],
    orderby: [
      ['who', true],
      ['at', true],
    ],
  })
  expect(context({})).not.toHaveProperty('metrics')
  expect(context({ order_by_entity: false, granularity_sqla: 'day' })?.orderby).toEqual([['day', true]])
})

it('the height of a block is its share of all entities', () => {
  const box = { left: 0, top: 0, width: 300, height: 90 }
  const blocks = layOut(readSequences(input()).branches, box, ({ sums }) => sums[0] ?? 0)
  expect(blocks.map(({ left, top, height }) => [left, Math.round(top), Math.round(height)])).toEqual([
    [0, 0, 90],
    [100, 0, 30],
    [200, 0, 30],
    [100, 30, 30],
  ])
})

it('has a legend if the name of an event is written nowhere', () => {
  const drawn = (width: number, height = 200) =>
    drawing.option({ ...input(), size: { width, height } }) as unknown as {
      legend: { show: boolean; data: string[] }
      series: { name?: string }[]
    }
  expect(drawn(300).legend.show).toBe(false)
  const { legend, series } = drawn(60)
  expect(legend.show).toBe(true)
  // a low chart would have no space left
  expect(drawn(60, 90).legend.show).toBe(false)
  expect(series.slice(1).map(({ name }) => name)).toEqual(legend.data)
})

it('says how many entities have more events than it shows', () => {
  const events = (who: string, count: number): [string, string][] =>
    Array.from({ length: count }, (_event, at) => [who, `step ${at}`])
  const drawn = (...lists: [string, string][][]) => {
    const rows = lists.flat()
    const long = answer({ who: [1, rows.map(([who]) => who)], what: [1, rows.map(([, what]) => what)] })
    const form = openSaved({ ...saved, min_leaf_node_event_count: 1 })!.formData as EventFlowForm
    return drawing.option(drawInput(form, [long])) as { title?: { text: string } }
  }
  expect(drawn(events('ann', 40)).title).toBeUndefined()
  expect(drawn(events('ann', 41)).title?.text).toBe('Only the first 40 events are shown: 1 entity has more')
  expect(drawn(events('ann', 60), events('bob', 41), events('eve', 3)).title?.text).toBe(
    'Only the first 40 events are shown: 2 entities have more',
  )
})
