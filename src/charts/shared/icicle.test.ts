import { expect, it } from 'vitest'
import { type Block, icicleSeries, writtenNames } from './icicle.ts'
import { chartTheme } from './theme.ts'

const block = (width: number): Block => ({
  branch: { name: 'CA', path: ['CA'], values: ['CA'], sums: [370_248], children: [] },
  left: 0,
  top: 0,
  width,
  height: 40,
})

function labelAt(width: number): string | undefined {
  const series = icicleSeries(
    [block(width)],
    () => '#335577',
    ({ name }) => `${name}: 370,248`,
    chartTheme('light'),
  )
  const drawn = series.renderItem?.({ dataIndex: 0 } as never, {} as never) as unknown as {
    textContent?: { style: { text: string } }
  }
  return drawn.textContent?.style.text
}

it.each([
  [200, 'CA: 370,248'],
  [50, 'CA'],
  [20, undefined],
])('a block of %d px is named %j: its number is never truncated', (width, text) => {
  expect(labelAt(width)).toBe(text)
})

it('knows which names are written: a name of four letters fits in a narrow block', () => {
  const named = (name: string, width: number, height = 20): Block => ({
    ...block(width),
    height,
    branch: { name, path: [name], values: [name], sums: [1], children: [] },
  })
  expect(writtenNames([named('rain', 29), named('snow', 100, 8), named('drizzle', 40)])).toEqual(new Set(['rain']))
})

it('blocks end at whole px, with a gap of 1 px between them', () => {
  const blocks = [0, 33.4, 66.8].map((left) => ({ ...block(33.4), left, top: 0.3, height: 19.6 }))
  const series = icicleSeries(
    blocks,
    () => '#335577',
    ({ name }) => name,
    chartTheme('light'),
  )
  const shapes = blocks.map(
    (_, dataIndex) =>
      (series.renderItem!({ dataIndex } as never, {} as never) as unknown as { shape: Record<string, number> }).shape,
  )
  expect(shapes.map(({ x, y, width, height }) => [x, y, width, height])).toEqual([
    [0, 0, 32, 19],
    [33, 0, 33, 19],
    [67, 0, 32, 19],
  ])
})
