import { describe, expect, it } from 'vitest'
import { type Carried, candidatePlaces } from '../../../../../model/dashboardEdit/dashboardEdit.ts'
import { newComponent, type Place, type Position } from '../../../../../model/dashboardEdit/layoutEdit.ts'
import { counter } from '../../../../../model/dashboardEdit/testing/layouts.ts'
import { type Box, type Boxes, placeAt, shapeOf } from './geometry.ts'

const chart = (id: string, width: number) => ({ ...newComponent('CHART', id), meta: { width, height: 50 } })

/** Three rows: two charts and four free columns; a chart next to a shorter column; two charts that fill the row. */
const position: Position = {
  ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['free', 'beside', 'full'] },
  free: { id: 'free', type: 'ROW', children: ['a', 'b'] },
  a: chart('a', 4),
  b: chart('b', 4),
  beside: { id: 'beside', type: 'ROW', children: ['c', 'column'] },
  c: chart('c', 8),
  column: { id: 'column', type: 'COLUMN', children: ['d'], meta: { width: 4 } },
  d: chart('d', 4),
  full: { id: 'full', type: 'ROW', children: ['e', 'f'] },
  e: chart('e', 10),
  f: chart('f', 2),
}

const box = (left: number, right: number, top: number, bottom: number): Box => ({ left, right, top, bottom })
const items: Record<string, Box> = {
  free: box(0, 1200, 0, 300),
  a: box(0, 392, 0, 300),
  b: box(408, 792, 0, 200),
  beside: box(0, 1200, 316, 716),
  c: box(0, 792, 316, 716),
  column: box(808, 1200, 316, 466),
  d: box(808, 1200, 316, 466),
  full: box(0, 1200, 732, 1032),
  e: box(0, 992, 732, 1032),
  f: box(1008, 1200, 732, 1032),
}
const boxes: Boxes = {
  item: (id) => items[id],
  holder: (id) => (id.endsWith('_ID') ? box(0, 1200, 0, 1032) : items[id]),
}

function placeOf(carried: Carried, x: number, y: number): Place | undefined {
  const candidates = candidatePlaces(position, carried, {}, counter())
  const at = placeAt({ carried, candidates }, position, x, y, boxes)
  return at === undefined ? undefined : candidates[at]?.place
}

const aChart: Carried = { kind: 'new', item: newComponent('CHART', 'new') }
const aHeader: Carried = { kind: 'new', item: newComponent('HEADER', 'new') }
const move = (id: string): Carried => ({ kind: 'move', id })
const endOfFree = { parentId: 'free', index: 2 }
const endOfColumn = { parentId: 'column', index: 1 }
const row = (index: number) => ({ parentId: 'GRID_ID', index })

describe('target place of a moved component', () => {
  it.each<[string, Carried, number, number, Place | undefined]>([
    ['the free space, near its left', aChart, 810, 150, endOfFree],
    ['the middle of the free space', aChart, 1000, 150, endOfFree],
    ['the right end of the free space', aChart, 1199, 150, endOfFree],
    ['the free space, high', aChart, 1100, 17, endOfFree],
    ['the free space, low', aChart, 1100, 283, endOfFree],
    ['the upper edge of the free space', aChart, 1100, 10, row(0)],
    ['the lower edge of the free space', aChart, 1100, 292, row(1)],
    ['the first of the row, to its free space', move('a'), 1100, 150, endOfFree],
    ['the last of the row, to its free space: it is there', move('b'), 1100, 150, undefined],
    ['the last of the row, to the lower edge', move('b'), 1100, 292, row(1)],
    ['a chart of another row', move('f'), 1100, 150, endOfFree],
    ['one too wide for the free space', move('c'), 1100, 100, row(0)],
    ['one that no row takes', aHeader, 1100, 100, row(0)],
    ['between two charts', aChart, 402, 150, { parentId: 'free', index: 1 }],
    ['below the last of a column', aChart, 1000, 560, endOfColumn],
    ['far below the last of a column', aChart, 1000, 690, endOfColumn],
    ['below a column, a header', aHeader, 1000, 640, endOfColumn],
    ['below a column, at the edge of its row', aChart, 1000, 710, row(2)],
    ['the last of a column, below it', move('d'), 1000, 600, undefined],
    ['below a column, one too wide for it', move('c'), 1000, 690, row(2)],
    ['a full row, below', aChart, 1100, 1040, row(3)],
  ])('%s', (_, carried, x, y, place) => {
    expect(placeOf(carried, x, y)).toEqual(place)
  })

  it.each<[string, Place, object]>([
    ['beside the last of a row', endOfFree, { kind: 'down', left: 797, top: 0, height: 300 }],
    ['below the last of a column', endOfColumn, { kind: 'across', left: 808, top: 471, width: 392 }],
    ['between two rows', row(1), { kind: 'across', left: 0, top: 307, width: 1200 }],
  ])('the line %s', (_, place, shape) => {
    expect(shapeOf(place, position, boxes)).toMatchObject(shape)
  })
})
