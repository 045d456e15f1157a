import { expect, it } from 'vitest'
import { typesWithout } from '../../charts/galleryOrder.ts'
import { searchCharts } from './searchCharts.ts'

const all = typesWithout([])

it('the best match of a search comes first', () => {
  expect(searchCharts(all, ' pie chart ')[0]?.type).toBe('pie')
  expect(searchCharts(all, 'no such words')).toEqual([])
})
