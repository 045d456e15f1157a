import { expect, it } from 'vitest'
import { pdfFile } from './pdfFile.ts'

const jpeg = Uint8Array.from([0xff, 0xd8, 0x00, 0x80, 0xff, 0xd9])
const file = pdfFile(jpeg, { width: 800, height: 600 }, { width: 400, height: 300 })
const text = new TextDecoder('latin1').decode(file)

it('has one page of the size of the picture, in points', () => {
  expect(text).toMatch(/^%PDF-1\.4\n/)
  expect(text).toContain('/MediaBox [0 0 300.00 225.00]')
  expect(text).toContain('/Width 800 /Height 600')
})

it('contains the image unchanged', () => {
  const [, length] = /\/DCTDecode \/Length (\d+) >>\nstream\n/.exec(text) ?? []
  expect(Number(length)).toBe(jpeg.length)
  const start = text.indexOf('stream\n') + 'stream\n'.length
  expect(file.slice(start, start + jpeg.length)).toEqual(jpeg)
})

it('contains the position of each object, and of the cross-reference table', () => {
  const places = [...text.matchAll(/(\d{10}) 00000 n/g)].map(([, offset]) => Number(offset))
  expect(places.map((offset) => text.slice(offset, offset + 7))).toEqual([1, 2, 3, 4, 5].map((at) => `${at} 0 obj`))
  const [, table] = /startxref\n(\d+)\n%%EOF/.exec(text) ?? []
  expect(text.slice(Number(table))).toMatch(/^xref\n0 6\n/)
})
