import { describe, expect, it } from 'vitest'
import { coverTiles } from './coverTiles.ts'

const node = (id: string, type: string, children: string[], meta: object = {}) => ({
  [id]: { id, type, children, meta },
})

const position = {
  ...node('ROOT_ID', 'ROOT', ['TABS-1']),
  ...node('TABS-1', 'TABS', ['TAB-1', 'TAB-2']),
  ...node('TAB-1', 'TAB', ['HEADER-1', 'ROW-1']),
  ...node('TAB-2', 'TAB', ['ROW-2']),
  ...node('HEADER-1', 'HEADER', [], { text: 'Sales' }),
  ...node('ROW-1', 'ROW', ['CHART-1', 'COLUMN-1']),
  ...node('CHART-1', 'CHART', [], { chartId: 7, width: 8, height: 50 }),
  ...node('COLUMN-1', 'COLUMN', ['CHART-2', 'MARKDOWN-1'], { width: 4 }),
  ...node('CHART-2', 'CHART', [], { chartId: 8, width: 4, height: 20 }),
  ...node('MARKDOWN-1', 'MARKDOWN', [], { width: 4, height: 20 }),
  ...node('ROW-2', 'ROW', ['CHART-3']),
  ...node('CHART-3', 'CHART', [], { chartId: 9, width: 12, height: 50 }),
}

describe('coverTiles', () => {
  const tiles = coverTiles(position, 280, 150)

  it('shows the first tab only', () => {
    expect(tiles.map((tile) => tile.chartId ?? tile.kind)).toEqual(['heading', 7, 8, 'text'])
  })

  it('prefers a tab with charts to one with only text', () => {
    const text = { ...position, ...node('TAB-1', 'TAB', ['HEADER-1']) }
    expect(coverTiles(text, 280, 150).map((tile) => tile.chartId)).toEqual([9])
  })

  it('keeps the widths in proportion and inside the cover', () => {
    const [, wide, narrow] = tiles
    expect((wide?.width ?? 0) / (narrow?.width ?? 1)).toBeCloseTo(2, 1)
    for (const tile of tiles) expect(tile.x + tile.width).toBeLessThanOrEqual(280.001)
  })

  it('stacks a column', () => {
    const [, , upper, lower] = tiles
    expect(lower?.y).toBeGreaterThan((upper?.y ?? 0) + (upper?.height ?? 0))
    expect(lower?.x).toBe(upper?.x)
  })

  it('omits tiles below the cover', () => {
    expect(coverTiles(position, 280, 10).map((tile) => tile.kind)).toEqual(['heading'])
  })

  it.each([undefined, null, '', 'not json', '{}', '[]'])('shows nothing for %j', (nothing) => {
    expect(coverTiles(nothing, 280, 150)).toEqual([])
  })
})
