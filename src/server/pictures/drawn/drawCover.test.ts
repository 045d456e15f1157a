import { expect, it } from 'vitest'
import type { Placed } from '../dashboardLayout.ts'
import { drawCover } from './drawCover.ts'
import type { Fonts } from './fonts.ts'

const fonts = { measure: (text: string) => text.length * 6 } as unknown as Fonts
const tile = (chartId: number, title: string): Placed => ({
  kind: 'chart',
  chartId,
  title,
  x: 0,
  y: 0,
  width: 200,
  height: 120,
})
const order = { mode: 'dark', size: { width: 600, height: 320 }, edge: 20 } as const

it('has the charts in their tiles under their names, and lines where one is missing', () => {
  const parts = [tile(1, 'Sales'), tile(2, 'Costs')]
  const drawn =
    '<svg xmlns="http://www.w3.org/2000/svg"><rect width="100%" height="100%" fill="red"/><path id="picture1-a"/></svg>'
  const svg = drawCover({ ...order, parts }, new Map([[1, { title: '', svg: Buffer.from(drawn) }]]), fonts)
  expect(svg).toContain('>Sales<')
  expect(svg).toContain('>Costs<')
  // in the tile, below its name, without its own background
  expect(svg).toContain(
    '<svg overflow="visible" x="1" y="23" xmlns="http://www.w3.org/2000/svg"><path id="tile1-a"/></svg>',
  )
  expect(svg.match(/rx="3"/g)).toHaveLength(3)
})

it('has headings, texts, tabs and dividers', () => {
  const box = { x: 0, y: 0, width: 300, height: 40 }
  const parts: Placed[] = [
    { ...box, kind: 'heading', text: 'Region', size: 'large' },
    { ...box, kind: 'text', text: '**Read** this' },
    { ...box, kind: 'tabs', names: ['First', 'Second'], open: 0 },
    { ...box, kind: 'divider' },
  ]
  const svg = drawCover({ ...order, parts }, new Map(), fonts)
  for (const text of ['Region', 'Read this', 'First', 'Second']) expect(svg).toContain(`>${text}<`)
})
