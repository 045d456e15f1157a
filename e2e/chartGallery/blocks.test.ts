import { Resvg } from '@resvg/resvg-js'
import { describe, expect, it } from 'vitest'
import { BLOCK, croppedTo, differenceOf, imageOf } from './blocks.ts'

const [WIDTH, HEIGHT] = [80, 40]
const pictureOf = (shapes: string) =>
  imageOf(
    Buffer.from(
      new Resvg(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="white"/>${shapes}</svg>`,
        { font: { loadSystemFonts: false } },
      )
        .render()
        .asPng(),
    ),
  )
const bar = (left: number, fill = 'navy') => `<rect x="${left}" y="8" width="8" height="32" fill="${fill}"/>`
const blocks = (WIDTH / BLOCK) * (HEIGHT / BLOCK)

describe('two pictures', () => {
  it('of equal pixels do not differ', () => {
    expect(differenceOf(pictureOf(bar(16)), pictureOf(bar(16)))).toEqual({ share: 0, blocks: [] })
  })

  it('do not differ by a shift of a pixel, or by softer edges', () => {
    const soft = `<g opacity="0.93">${bar(17)}</g>`
    expect(differenceOf(pictureOf(bar(16)), pictureOf(soft)).blocks).toEqual([])
  })

  it.each([
    ['at another place', bar(32), 8],
    ['of another color', bar(16, 'orange'), 4],
    ['that is missing', '', 4],
  ])('differ by a bar %s, whichever is first', (_, other, count) => {
    for (const pair of [
      [bar(16), other],
      [other, bar(16)],
    ] as const) {
      const { share, blocks: found } = differenceOf(pictureOf(pair[0]), pictureOf(pair[1]))
      expect([share, found.length]).toEqual([count / blocks, count])
    }
  })

  it('do not differ where they are not compared', () => {
    const box = { x: 15, y: 0, width: 10, height: 40 }
    const { share, blocks: found } = differenceOf(pictureOf(bar(16)), pictureOf(bar(16, 'orange')), [box])
    expect([share, found]).toEqual([0, []])
    expect(differenceOf(pictureOf(bar(16)), pictureOf(bar(32)), [box]).blocks).toHaveLength(4)
  })

  it('of other sizes differ everywhere', () => {
    const part = croppedTo(pictureOf(bar(16)), { x: 8, y: 8, width: 40, height: 24 })
    expect(differenceOf(pictureOf(bar(16)), part).share).toBe(1)
    const same = croppedTo(pictureOf(bar(32)), { x: 24, y: 8, width: 40, height: 24 })
    expect(differenceOf(part, same)).toEqual({ share: 0, blocks: [] })
  })
})
