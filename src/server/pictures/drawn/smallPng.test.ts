import { inflateSync } from 'node:zlib'
import { Resvg } from '@resvg/resvg-js'
import { expect, it } from 'vitest'
import { smallPng } from './smallPng.ts'

const [WIDTH, HEIGHT] = [40, 20]

function imageOf(colorAt: (x: number, y: number) => number) {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 4, 255)
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) pixels.writeUIntBE(colorAt(x, y), (y * WIDTH + x) * 4, 3)
  }
  return { width: WIDTH, height: HEIGHT, pixels }
}

/** The pixels that a renderer reads from the file. */
function read(file: Buffer): Buffer {
  const href = `data:image/png;base64,${file.toString('base64')}`
  const image = `<image width="${WIDTH}" height="${HEIGHT}" href="${href}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${image}</svg>`
  return Buffer.from(new Resvg(svg).render().pixels)
}

it('an image of few colors is unchanged', () => {
  const image = imageOf((x, y) => [0xffffff, 0x4269d0, 0xc9741c][(x + y) % 3]!)
  expect(read(smallPng(image, 20_000)!).equals(image.pixels)).toBe(true)
})

it('of thousands of colors similar ones are used', () => {
  const image = imageOf((x, y) => ((x * 6) << 16) | ((y * 12) << 8) | 0x80)
  const drawn = read(smallPng(image, 20_000)!)
  const differences = [...image.pixels].map((value, at) => Math.abs(value - (drawn[at] ?? 0)))
  expect(Math.max(...differences)).toBeLessThan(40)
})

it('has fewer colors where it would have too many bytes, and is refused if that is not enough', () => {
  const image = imageOf((x, y) => ((x * 7919 + y * 104_729) * 2_654_435) & 0xffffff)
  const [whole, small] = [smallPng(image, 20_000)!, smallPng(image, 700)!]
  expect(whole.length).toBeGreaterThan(700)
  expect(small.length).toBeLessThanOrEqual(700)
  expect(smallPng(image, 100)).toBeUndefined()
  const at = small.indexOf('IDAT')
  expect(inflateSync(small.subarray(at + 4, at + 4 + small.readUInt32BE(at - 4)))).toHaveLength((WIDTH + 1) * HEIGHT)
})
